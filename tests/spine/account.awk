# SPDX-License-Identifier: GPL-2.0
# The account of a JSON trace, from its records alone:
#   kind KIND COUNT
#   calls PID COUNT         controls of a process
#   threads COUNT MIN MAX   that made controls, and how many each
#   wrong COUNT             controls whose payload is not the thread's n-th: with
#                           -v payload=BYTES, which are all N before and N + 1 after
#   ring main|urgent CPU RECEIVED LOST LAST TWICE
#                           records, those that gaps tell of, the highest sequence
#                           number, numbers that came twice

BEGIN {
	n = split("call open close mmap munmap", kinds, " ")
	while (n)
		ring[kinds[n--]] = "main"
	n = split("signal map maps_end fork exec exit comm", kinds, " ")
	while (n)
		ring[kinds[n--]] = "urgent"
	for (n = 0; payload && n < 256; n++) {
		for (filled = ""; length(filled) < 2 * payload;)
			filled = filled sprintf("%02x", n)
		full[n] = filled
	}
}

function number(name) {
	if (!match($0, "\"" name "\":[0-9]+"))
		return ""
	return substr($0, RSTART + length(name) + 3, RLENGTH - length(name) - 3)
}

{
	# {"kind":K,"time":T,"clock":C,"pid":P,"tid":T,"cpu":C,"seq":S
	split(substr($0, 1, 160), f, /[:,]/)
	kind = f[2]
	gsub(/"/, "", kind)
	pid = f[8]
	tid = f[10]
	cpu = f[12]
	seq = f[14]
	if (f[1] == "{\"schema\"")
		next
	count[kind]++
}

kind == "gap" && /"cause":"ring full"/ {
	where = (number("ring") + 0 ? "urgent" : "main") " " cpu
	lost[where] += number("count")
	last[where] += 0
}

# those that were read from /proc have no number
kind in ring && !(kind == "map" && number("why") == 4) {
	where = ring[kind] " " cpu
	received[where]++
	if (seq + 0 >= last[where] + 0)
		last[where] = seq
	if (seen[where, seq]++)
		twice[where]++
}

kind == "call" && /"nr":"0x2a"/ {
	calls[pid]++
	nth = made[tid]++
	if (payload && !index($0, "\"par_in\":\"" full[nth % 256] \
		"\",\"par_out\":\"" full[(nth + 1) % 256] "\""))
		wrong++
}

END {
	for (kind in count)
		print "kind", kind, count[kind]
	for (pid in calls)
		print "calls", pid, calls[pid]
	for (tid in made) {
		threads++
		if (threads == 1 || made[tid] < min)
			min = made[tid]
		if (made[tid] > max)
			max = made[tid]
	}
	print "threads", threads + 0, min + 0, max + 0
	print "wrong", wrong + 0
	for (where in last)
		print "ring", where, received[where] + 0, lost[where] + 0, last[where], twice[where] + 0
}
