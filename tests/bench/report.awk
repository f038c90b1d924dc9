# SPDX-License-Identifier: GPL-2.0
# Lines "WHERE NAME VALUE" into a table, and into JSON, one object a line.  Fails
# when a value is missing.

function about(name) {
	if (name == "untraced") return "RM_CONTROL, 256 bytes, not traced"
	if (name == "floor") return "empty fentry/fexit, one 128-byte record"
	if (name ~ /-unwatched$/) return "a process that is not traced"
	if (name ~ /-null$/) return "another device"
	if (name == "preload") return "an LD_PRELOAD logger"
	if (name == "bpftrace") return "a bpftrace script, the same fields"
	if (name == "strace") return "strace -f -e trace=ioctl"
	return "rmsnoop, both directions captured"
}

function base(where, name) {
	return value[where, name ~ /-null$/ ? "untraced-null" : "untraced"]
}

$3 == "failed" || $3 == "" {
	print "bench: " $1 ": " $2 " could not be measured" > "/dev/stderr"
	bad = 1
	next
}
{
	value[$1, $2] = $3
	where[++n] = $1
	name[n] = $2
}

END {
	printf "%-8s %-20s %12s %12s %8s %8s  %s\n", "WHERE", "WHAT", "PER CALL", "ADDED", "x FLOOR", "STRACE/", "ABOUT"
	printf "" > json
	for (i = 1; i <= n; i++) {
		w = where[i]
		added = value[w, name[i]] - base(w, name[i])
		floor = value[w, "floor"] - value[w, "untraced"]
		strace = value[w, "strace"] - value[w, "untraced"]
		unit = w == "native" ? "ns" : "instructions"
		bare = name[i] ~ /^untraced/
		printf "%-8s %-20s %12.1f %12s %8s %8s  %s\n", w, name[i], value[w, name[i]],
			bare ? "-" : sprintf("%.1f", added),
			bare || floor <= 0 ? "-" : sprintf("%.2f", added / floor),
			bare || strace <= 0 || added <= 0 ? "-" : sprintf("%.1f", strace / added), about(name[i])
		printf "{\"where\":\"%s\",\"what\":\"%s\",\"unit\":\"%s\",\"per_call\":%.1f", w, name[i], unit, value[w, name[i]] > json
		if (!bare)
			printf ",\"added\":%.1f", added > json
		print "}" > json
	}
	exit bad || !n
}
