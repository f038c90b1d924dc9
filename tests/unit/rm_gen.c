// SPDX-License-Identifier: GPL-2.0
/* The generator on small tables of its own: good ones, then each broken once. */
#include <libgen.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tap.h"

static const struct table {
	const char *name;
	const char *text;
} good[] = {
	{ "versions.tsv", "# a comment\n1.1\n1.2.3\n2.1\n" },
	{ "types.tsv", "NvU32\tuint\t4\nNvU64\tuint\t8\nNvHandle\thandle\t4\n"
		       "struct\tstruct\t0\nunion\tunion\t0\n"
		       "NvP64\tpointer\t8\n" },
	{ "enums.tsv", "COLOR\t1.1-\n\t0\tRED\n\t1\tBLUE\n" },
	{ "structs.tsv", "A_PARAMS\t16\tstruct\t1.1-1.2.3\n"
			 "\t0\tNvHandle\thClient\n\t4\tCOLOR\tcolor\n"
			 "\t8\tNvU64\tlong\n"
			 "A_PARAMS\t8\tstruct\t2.1\n\t0\tNvU32[2]\twords\n"
			 "B_PARAMS\t24\tstruct\t1.1-1.2.3\n"
			 "\t0\tA_PARAMS\tinner\n\t16\tunion\tu\n"
			 "\t16\tNvU32\tu.a\n\t16\tNvU64\tu.b\n"
			 "LIST_PARAMS\t16\tstruct\t1.1-\n\t0\tNvU32\tcount\n"
			 "\t8\tNvP64\tlist\n"
			 "U_PARAMS\t24\tstruct\t1.1-\n\t0\tNvU32\tn\n"
			 "\t4\tNvU32[3]\tlist\n\t16\tunion\tu\n"
			 "\t16\tNvU32\tu.a\n\t16\tNvU64\tu.b\n" },
	{ "roles.tsv", "A_*\tclient\thClient\n" },
	{ "meanings.tsv", "U_PARAMS\tlist\tNvHandle\n" },
	{ "counts.tsv", "U_PARAMS\tlist\tn\n" },
	{ "unions.tsv", "U_PARAMS\tu.a\tn\t1,2\nU_PARAMS\tu.b\tn\t3\n" },
	{ "pointers.tsv", "# a comment\nLIST_PARAMS\tlist\tcount\t-\tNvU32\n" },
	{ "escapes.tsv", "0x29\tESC_FREE\tA_PARAMS|B_PARAMS\tfree\t1.1-\n"
			 "0x2a\tESC_X\t?GONE\tother\t1.1,2.1\n" },
	{ "classes.tsv", "0x41\tROOT\tA_PARAMS\trequired\tR\t-\t1.1-\n" },
	{ "controls.tsv", "0x101\tCMD_ONE\t-\t-\t-\t-\t1.1-\n"
			  "0x102\tCMD_TWO?\tB_PARAMS\t0x8\t0x0\tf\t1.1-1.2.3\n"
			  "0x102\tCMD_NEW\t-\t-\t-\t-\t2.1\n" },
	{ "uvm.tsv", "0x1\tUVM_ONE\t-\t1.1-\n0x30000001\tUVM_INIT\t-\t1.1-\n" },
	{ "rmctrl_flags.tsv", "0x1\tFLAG_A\n0x8\tFLAG_B\n" },
	{ "status.tsv", "0x0\tOK\t1.1-\n0x1\tERR\t1.1-\n" },
	{ "xids.tsv", "13\tGR\t1.1-\n13\tGR_OLD\t1.1\n" },
};

/* in table @name @from becomes @to; then line @line is wrong in that way */
static const struct broken {
	const char *name;
	const char *from;
	const char *to;
	unsigned int line;
	const char *message;
} broken[] = {
	{ "versions.tsv", "1.2.3", "0.9", 3, "0.9 is not newer than 1.1" },
	{ "versions.tsv", "2.1", "two", 4, "'two' is no driver version" },
	{ "types.tsv", "NvU64\tuint", "NvU64\tunit", 2, "'unit' is no kind of type" },
	{ "types.tsv", "NvHandle\thandle", "NvU32\thandle", 3, "NvU32 is there twice" },
	{ "enums.tsv", "\t1\tBLUE", "\tone\tBLUE", 3, "'one' is no number" },
	{ "enums.tsv", "COLOR\t1.1-", "COLOR\t1.1-\tx", 1, "3 columns, not 2" },
	{ "structs.tsv", "\t8\tNvU64\tlong", "\t12\tNvU64\tlong", 4,
	  "long ends at 20, behind A_PARAMS of 16 bytes" },
	{ "structs.tsv", "\t4\tCOLOR\tcolor", "\t2\tCOLOR\tcolor", 3,
	  "color is at 2, but its type is aligned to 4" },
	{ "structs.tsv", "\t4\tCOLOR", "\t4\tCOLOUR", 3,
	  "type 'COLOUR' is in none of types.tsv, enums.tsv, structs.tsv" },
	{ "structs.tsv", "\t4\tCOLOR\tcolor", "\t4\tCOLOR\thClient", 3,
	  "hClient is there twice" },
	{ "structs.tsv", "\t4\tCOLOR\tcolor\n\t8\tNvU64\tlong",
	  "\t8\tNvU64\tlong\n\t4\tCOLOR\tcolor", 4, "color is out of order" },
	{ "structs.tsv", "\t8\tNvU64\tlong", "\t0\tNvU64\tlong", 4,
	  "long is out of order" },
	{ "structs.tsv", "NvU32[2]", "NvU32[0]", 6, "'[0]' is no number of elements" },
	{ "structs.tsv", "A_PARAMS\t8\tstruct\t2.1", "A_PARAMS\t8\tstruct\t1.2.3", 5,
	  "A_PARAMS has two layouts in one version" },
	{ "structs.tsv", "B_PARAMS", "0_PARAMS", 7, "0_PARAMS is out of order" },
	{ "structs.tsv", "24\tstruct\t1.1-1.2.3", "24\tclass\t1.1-1.2.3", 7,
	  "'class' is neither struct nor union" },
	{ "structs.tsv", "u.a", "v.a", 10, "v is not before its member" },
	{ "structs.tsv", "A_PARAMS\t8\tstruct\t2.1\n\t0\tNvU32[2]\twords\n"
			 "B_PARAMS\t24\tstruct\t1.1-1.2.3",
	  "B_PARAMS\t24\tstruct\t1.1-", 6,
	  "A_PARAMS has no layout in some version of B_PARAMS" },
	{ "structs.tsv", "B_PARAMS\t24\tstruct\t1.1-1.2.3",
	  "B_PARAMS\t24\tstruct\t1.2.3-1.1", 7, "'1.2.3-1.1' runs backwards" },
	{ "structs.tsv", "B_PARAMS\t24\tstruct\t1.1-1.2.3",
	  "B_PARAMS\t24\tstruct\t1.1-1.4", 7, "'1.4' is not in versions.tsv" },
	{ "roles.tsv", "client", "klient", 1, "'klient' is no role" },
	{ "roles.tsv", "hClient", "hDevice", 1, "no layout of A_* has a field hDevice" },
	{ "meanings.tsv", "NvHandle", "NvU64", 1, "list is not of the size of NvU64" },
	{ "meanings.tsv", "NvHandle", "Handle", 1,
	  "type 'Handle' is in none of types.tsv, enums.tsv, structs.tsv" },
	{ "counts.tsv", "U_PARAMS", "V_PARAMS", 1, "there is no struct V_PARAMS" },
	{ "counts.tsv", "\tn", "\tm", 1, "no layout of U_PARAMS has these fields" },
	{ "counts.tsv", "\tn", "\tlist", 1, "list of U_PARAMS is no number" },
	{ "counts.tsv", "\tlist", "\tu.b", 1,
	  "u.b of U_PARAMS is no array, or there twice" },
	{ "unions.tsv", "u.a", "list", 1, "no layout of U_PARAMS has these fields" },
	{ "unions.tsv", "1,2", "1;2", 1, "'1;2' is no list of values" },
	{ "unions.tsv", "u.b", "u.a", 2, "u.a of U_PARAMS is there twice" },
	{ "pointers.tsv", "LIST_P", "LOST_P", 2, "there is no struct LOST_PARAMS" },
	{ "pointers.tsv", "\tlist", "\tlost", 2, "LIST_PARAMS has no field lost" },
	{ "pointers.tsv", "\tlist", "\tcount", 2, "count of LIST_PARAMS is no pointer" },
	{ "pointers.tsv", "\tcount", "\tlist", 2, "list of LIST_PARAMS can be no length" },
	{ "pointers.tsv", "\t-", "\t256", 2, "256 is more than 255" },
	{ "pointers.tsv", "NvU32", "NvU31", 2,
	  "type 'NvU31' is in none of types.tsv, enums.tsv, structs.tsv" },
	{ "pointers.tsv", "\t-", "", 2, "4 columns, not 5" },
	{ "escapes.tsv", "A_PARAMS|", "C_PARAMS|", 1,
	  "struct C_PARAMS is not in structs.tsv" },
	{ "escapes.tsv", "\tfree\t", "\tloose\t", 1, "'loose' is no kind of escape" },
	{ "escapes.tsv", "0x2a", "0x12a", 2, "0x12a is more than 255" },
	{ "classes.tsv", "required", "must", 1,
	  "'must' is none of required, optional, none" },
	{ "controls.tsv", "0x101", "0x103", 2, "0x102 is out of order" },
	{ "controls.tsv", "\t2.1", "\t1.1", 3,
	  "0x102 is there twice in one version (line 2)" },
	{ "controls.tsv", "\tf\t1.1-1.2.3", "\t1.1-1.2.3", 2, "6 columns, not 7" },
	{ "controls.tsv", "B_PARAMS", "B_PARAM", 2,
	  "struct B_PARAM is not in structs.tsv" },
	{ "uvm.tsv", "0x30000001", "0x130000001", 2,
	  "0x130000001 is more than 4294967295" },
	{ "rmctrl_flags.tsv", "0x8", "0x9", 2, "0x9 is no bit, or out of order" },
	{ "status.tsv", "0x1\tERR", "0x0\tERR", 2,
	  "0x0 is there twice in one version (line 1)" },
	{ "xids.tsv", "GR_OLD", "GR", 2, "13 is there twice in one version (line 1)" },
	{ "xids.tsv", "1.1\n", "\n", 2, "'' is not in versions.tsv" },
};

static char dir[] = "/tmp/rm_gen.XXXXXX";
static char gen[4096];

static void write_table(const char *name, const char *text)
{
	char path[128];
	FILE *out;

	snprintf(path, sizeof(path), "%s/%s", dir, name);
	out = fopen(path, "w");
	if (!out || fputs(text, out) < 0 || fclose(out)) {
		perror(path);
		exit(1);
	}
}

/* exit status; what it said in @said */
static int run(char *said, size_t size)
{
	char command[8192];
	size_t len;
	FILE *in;
	int status;

	snprintf(command, sizeof(command), "'%s' %s %s/out.c 2>&1", gen, dir, dir);
	in = popen(command, "r");
	if (!in)
		return -1;
	len = fread(said, 1, size - 1, in);
	said[len] = '\0';
	status = pclose(in);
	return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static bool output_exists(void)
{
	char path[128];

	snprintf(path, sizeof(path), "%s/out.c", dir);
	return !unlink(path);
}

static void replace(char *to, size_t size, const char *text,
		    const struct broken *b)
{
	const char *at = strstr(text, b->from);

	if (!at) {
		fprintf(stderr, "%s: no %s\n", b->name, b->from);
		exit(1);
	}
	snprintf(to, size, "%.*s%s%s", (int)(at - text), text, b->to,
		 at + strlen(b->from));
}

static const char *good_text(const char *name)
{
	for (size_t i = 0; i < sizeof(good) / sizeof(good[0]); i++)
		if (!strcmp(good[i].name, name))
			return good[i].text;
	return "";
}

static void try(const struct broken *b)
{
	char text[2048], said[1024], want[1024];
	int status;

	replace(text, sizeof(text), good_text(b->name), b);
	write_table(b->name, text);
	status = run(said, sizeof(said));
	snprintf(want, sizeof(want), "%s/%s:%u: %s\n", dir, b->name, b->line,
		 b->message);
	tap_str(said, want, "%s:%u: %s", b->name, b->line, b->message);
	tap_ok(status == 1 && !output_exists(), "... status 1, no output");
	write_table(b->name, good_text(b->name));
}

static void missing_file(void)
{
	char said[1024], path[128];

	snprintf(path, sizeof(path), "%s/uvm.tsv", dir);
	unlink(path);
	tap_is(run(said, sizeof(said)), 1, "a missing table");
	tap_ok(strstr(said, "uvm.tsv: No such file"), "... is named");
	write_table("uvm.tsv", "# only this\n");
	tap_is(run(said, sizeof(said)), 1, "an empty table");
	tap_ok(strstr(said, "uvm.tsv: no rows"), "... is named");
}

static void clean(void)
{
	char command[64];

	snprintf(command, sizeof(command), "rm -r %s", dir);
	if (system(command))
		perror(command);
}

int main(int argc, char **argv)
{
	char said[1024], *self = strdup(argc ? argv[0] : "");

	snprintf(gen, sizeof(gen), "%s/../../gen/rm-gen", dirname(self));
	free(self);
	if (!mkdtemp(dir)) {
		perror(dir);
		return 1;
	}
	for (size_t i = 0; i < sizeof(good) / sizeof(good[0]); i++)
		write_table(good[i].name, good[i].text);
	tap_is(run(said, sizeof(said)), 0, "good tables: %s", said);
	tap_ok(output_exists(), "... become C");
	for (size_t i = 0; i < sizeof(broken) / sizeof(broken[0]); i++)
		try(&broken[i]);
	missing_file();
	clean();
	return tap_done();
}
