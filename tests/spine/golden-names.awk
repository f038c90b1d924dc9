# SPDX-License-Identifier: GPL-2.0
# The golden list as golden-json.awk prints a trace: with the names and sizes that
# the tables have for its numbers.
# usage: awk -v version=V -f golden-names.awk escapes.tsv uvm.tsv classes.tsv
#	controls.tsv structs.tsv golden-535.tsv

BEGIN { FS = "\t"; OFS = " " }

# -1, 0, 1: version a is older than, equal to, newer than b
function compare(a, b,	x, y, n, i)
{
	n = split(a, x, ".")
	split(b, y, ".")
	for (i = 1; i <= n; i++)
		if (x[i] + 0 != y[i] + 0)
			return x[i] + 0 < y[i] + 0 ? -1 : 1
	return 0
}

function covers(ranges,	part, end, n, i)
{
	n = split(ranges, part, ",")
	for (i = 1; i <= n; i++) {
		if (split(part[i], end, "-") == 1) {
			if (!compare(version, end[1]))
				return 1
		} else if (compare(version, end[1]) >= 0 &&
			   (end[2] == "" || compare(version, end[2]) <= 0)) {
			return 1
		}
	}
	return 0
}

function short(number)
{
	sub(/^0x0+/, "0x", number)
	return number == "0x" ? "0x0" : number
}

# as in golden-json.awk: handles without leading zeroes, clients by order
function handle(h)
{
	if (h == "-" || h !~ /^0xc1d/)
		return h == "-" ? h : short(h)
	if (!(h in client))
		client[h] = "client" ++clients
	return client[h]
}

FNR == 1 { file = FILENAME; sub(/.*\//, "", file) }
/^#/ || !NF { next }
file == "escapes.tsv" && covers($5) { escape[short($1)] = $2 }
file == "uvm.tsv" && covers($4) { uvm[short($1)] = $2; argument[short($1)] = $3 }
file == "classes.tsv" && covers($7) { class[short($1)] = $2 }
file == "controls.tsv" && covers($7) { control[short($1)] = $2 }
file == "structs.tsv" && $1 != "" && covers($4) { bytes[$1] = $2 }
file !~ /^golden/ { next }
{
	nr = short($3)
	size = $5
	what = "null"
	if ($2 == "nvidia-uvm") {
		name = uvm[nr]
		size = bytes[argument[nr]]
	} else {
		name = escape[nr]
	}
	if (name != $4)
		print "the tables call " nr " " name ", the golden list " $4
	number = short($6)
	# libcuda asks for class 0, RM makes NV01_ROOT_CLIENT of it in the argument
	asked = number == "0x41" ? "0x0" : number
	if (name == "NV_ESC_RM_ALLOC" && asked in class)
		what = class[asked]
	if (name == "NV_ESC_RM_CONTROL" && asked in control)
		what = control[asked]
	# the list has no class for these: host memory that RM is to describe
	if (name == "NV_ESC_RM_ALLOC_MEMORY")
		what = class["0x71"]
	sub(/\?$/, "", what)
	print $1, $2, nr, name, what, size, number, $7, $8, $9, handle($10),
		handle($11), handle($12), "false"
}
