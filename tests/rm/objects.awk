# SPDX-License-Identifier: GPL-2.0
# RM objects alive by class, from the changes that "rmsnoop trace --json" tells.
# usage: awk [-v before=1] -f objects.awk JSON: at the end, or before the first exit
# of a process

function value(text, key) {
	if (!match(text, "\"" key "\":\"[^\"]*\""))
		return ""
	return substr(text, RSTART + length(key) + 4, RLENGTH - length(key) - 5)
}

before && /"kind":"exit"/ && /"group":1/ { exit }
/"changes_made":/ {
	match($0, /"changes_made":[0-9]+/)
	made = substr($0, RSTART + 15, RLENGTH - 15)
	n = split(substr($0, index($0, "\"changes\":")), change, "{\"what\":")
	if (made != n - 1)
		print "not all changes are told: " made
	for (i = 2; i <= n; i++) {
		if (change[i] ~ /^"(created|duplicated|imported)"/)
			alive[value(change[i], "class")]++
		else if (change[i] ~ /^"freed"/)
			alive[value(change[i], "class")]--
	}
}
END {
	for (c in alive)
		if (alive[c])
			print c, alive[c] | "sort"
}
