# SPDX-License-Identifier: GPL-2.0
# For scripts in the guest: a reader in the background.
# shellcheck shell=sh

# until COMMAND succeeds, at most 30 seconds
await() {
	tries=0
	until "$@"; do
		tries=$((tries + 1))
		[ $tries -lt 1500 ] || return 1
		usleep 20000
	done
}

attached_or_dead() { # log
	grep -q '^rmsnoop: tracing by' "$1" || ! kill -0 "$reader" 2>/dev/null
}

# reader NAME ARGUMENTS...: rmsnoop, messages in NAME.err; waits until it is attached
reader() {
	name=$1
	shift
	: >"$name.err"
	rmsnoop "$@" 2>"$name.err" &
	reader=$!
	await attached_or_dead "$name.err"
	grep -q '^rmsnoop: tracing by' "$name.err"
}

# reader_end NAME SIGNAL: its status in NAME.status
reader_end() {
	kill "-$2" "$reader"
	wait "$reader"
	echo $? >"$1.status"
}
