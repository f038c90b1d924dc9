// SPDX-License-Identifier: GPL-2.0
/* rmsnoop --version */
#include <stdio.h>

#include <rmsnoop/record.h>

#include "cmd.h"
#include "log.h"
#include "view/json.h"

#include "version.h"

int cmd_version(int argc, char **argv)
{
	if (argc > 1) {
		log_error(NULL, "version: unexpected word '%s'", argv[1]);
		return EXIT_USAGE;
	}
	printf("rmsnoop %s\nrecord format %d, JSON schema %d\n",
	       RMSNOOP_VERSION, RMS_WIRE_VERSION, JSON_SCHEMA);
	return EXIT_DONE;
}
