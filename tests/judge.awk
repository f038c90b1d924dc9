# SPDX-License-Identifier: GPL-2.0
# What a test's TAP and its exit status come to: "ok|not ok|skip TAB seconds TAB why".
# variables: status, limit, seconds

/^1\.\.[0-9]+/ {
	plans++
	plan = substr($1, 4) + 0
	if (match($0, /# *[Ss][Kk][Ii][Pp][^ ]* */))
		reason = substr($0, RSTART + RLENGTH)
}
/^ok( |$)/ {
	if (match($0, /# *SKIP */)) {
		skips++
		if (reason == "")
			reason = substr($0, RSTART + RLENGTH)
	} else
		oks++
}
/^not ok( |$)/ {
	fails++
	if (first == "")
		first = substr($0, 8)
}
/^Bail out!/ { bail = $0 }

function verdict(what, why)
{
	gsub(/\t/, " ", why)
	gsub(/#/, "", why)
	printf "%s\t%d\t%s\n", what, seconds, why
	exit
}

END {
	sub(/\r$/, "", reason)
	if (status == 124 || status == 137)
		verdict("not ok", "still running after " limit " s: killed")
	if (status == 126 || status == 127)
		verdict("not ok", "could not be started")
	if (bail != "")
		verdict("not ok", bail)
	if (fails)
		verdict("not ok", fails " of " (oks + fails + skips) " checks, first: " \
			plain_name(first))
	if (status == 4)
		verdict("skip", reason != "" ? reason : "no reason given")
	if (status != 0)
		verdict("not ok", status > 128 ? "died of signal " (status - 128) : \
			"exit status " status)
	if (plans == 1 && plan == 0 && !oks && !skips)
		verdict("skip", reason != "" ? reason : "no reason given")
	if (plans != 1)
		verdict("not ok", plans ? "more than one plan" : \
			"no plan: it ended early")
	if (plan != oks + skips)
		verdict("not ok", "planned " plan " checks, made " (oks + skips))
	if (!oks)
		verdict("skip", reason)
	verdict("ok", oks " checks" (skips ? ", " skips " skipped" : ""))
}

function plain_name(text)
{
	sub(/^ *[0-9]* *-? */, "", text)
	return text
}
