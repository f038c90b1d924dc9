# SPDX-License-Identifier: GPL-2.0
# For the tests of kept crashes, on this machine: a watcher with a store, programs
# that crash, and waiting for what is kept.
# shellcheck shell=bash disable=SC2034,SC2154

ulimit -S -c 0
crash_programs=$tmp/programs
watcher=''

# a library and a program that falls over in it: crash_me, called by way of two
# functions that have no frame pointers; libraries in $crash_programs/lib
make_programs() {
	mkdir -p "$crash_programs/lib"
	cat >"$tmp/fall.c" <<'END'
__attribute__((noinline)) void fall_at(volatile char *p) { *p = 1; }
__attribute__((noinline)) void fall_over(volatile char *p) { fall_at(p); __asm__ volatile(""); }
void fall(unsigned long at) { fall_over((volatile char *)at); __asm__ volatile(""); }
END
	cat >"$tmp/crash_me.c" <<'END'
#include <stdlib.h>
#include <string.h>
void fall(unsigned long at);
int main(int argc, char **argv)
{
	if (argc > 1 && !strcmp(argv[1], "abort"))
		abort();
	if (argc > 1 && !strcmp(argv[1], "trap"))
		__builtin_trap();
	fall(argc > 1 ? strtoul(argv[1], NULL, 0) : 0x10);
	return 0;
}
END
	"${CC:-cc}" -g -O1 -fomit-frame-pointer -shared -fPIC -o "$crash_programs/lib/libfall.so" "$tmp/fall.c" &&
		"${CC:-cc}" -g -O1 -fomit-frame-pointer -o "$crash_programs/crash_me" "$tmp/crash_me.c" \
			-L"$crash_programs/lib" -lfall -Wl,-rpath,"$crash_programs/lib"
}

wait_until() { # command...: true within 30 s
	local i
	for ((i = 0; i < 1500; i++)); do
		"$@" && return 0
		sleep 0.02
	done
	diag "waited in vain for: $*"
	return 1
}

# the log has so many lines that fit
has_lines() { # FILE COUNT ERE
	[ "$(grep -cE -e "$3" "$1")" -ge "$2" ]
}

# a service in the background, for the programs of this test alone: others may run at
# the same time.  Its messages in $tmp/watch.err, its pid in $watcher
watch_start() { # options of crash...
	"$rmsnoop" crash --all -p $$ "$@" >"$tmp/watch.out" 2>"$tmp/watch.err" &
	watcher=$!
	wait_until has_lines "$tmp/watch.err" 1 '^rmsnoop: tracing by'
}

watch_stop() {
	kill -INT "$watcher" 2>/dev/null
	wait "$watcher"
	watch_status=$?
	watcher=''
}

# crash, and wait until the watcher told of it
crash_kept() { # argument of crash_me
	local before
	before=$(grep -cE '^rmsnoop: store: ' "$tmp/watch.err")
	("$crash_programs/crash_me" "$@") 2>/dev/null
	wait_until has_lines "$tmp/watch.err" $((before + 1)) '^rmsnoop: store: '
}

ids() { # DIR
	"$rmsnoop" crashes --store "$1" 2>/dev/null | awk 'NR > 1 { print $1 }'
}

# of one entry's meta.json: a number or string
meta() { # DIR ID KEY
	sed -nE 's/.*"'"$3"'":("([^"]*)"|([0-9]+)).*/\2\3/p' "$1/$2/meta.json"
}
