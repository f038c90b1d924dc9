# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=sh
# TAP for shell tests, sourced: . "$(dirname "$0")/../lib.sh"
# Works in bash, dash and busybox's ash, on this machine and in a guest.
#
#   ok "DESCRIPTION" COMMAND...       passes when COMMAND succeeds
#   not_ok "DESCRIPTION" COMMAND...   passes when it fails (not: dies of a signal)
#   is GOT WANT "DESCRIPTION"         equal strings; isnt: different ones
#   like TEXT ERE "DESCRIPTION"       some line of TEXT matches; unlike: none does
#   same FILE FILE "DESCRIPTION"      equal files
#   pass, fail "DESCRIPTION" [WHY]
#   skip "DESCRIPTION" REASON; skip_all REASON; bail REASON
#   run COMMAND...                    its output in $out, $err, its status in $status
#   diag TEXT
#   need_root, need_bpf, need_command NAME: skip_all where it is not there
#   guest OPTIONS... -- SCRIPT ARGS   tests/guest/run with rmsnoop in the guest
#
# The plan is printed at the exit, which is 1 when a check failed; "plan N"
# beforehand makes another number of checks a failure.  $tmp is a directory of
# the test's own, removed at the exit.  $O is the build, $rmsnoop the program.

tests=${TESTS_DIR:-$(cd "$(dirname "$0")/.." && pwd)}
O=${O:-$tests/../build}
rmsnoop=${RMSNOOP:-$O/rmsnoop}
tmp=$(mktemp -d "${TMPDIR:-/tmp}/rmsnoop-test.XXXXXX") || exit 1

tap_made=0 tap_failed=0 tap_plan='' tap_over=''

tap_exit() {
	tap_status=$?
	trap - EXIT
	rm -rf -- "$tmp"
	[ -z "$tap_over" ] || exit "$tap_status"
	if [ "$tap_status" != 0 ]; then
		# it ended where it should not: no plan, so that it counts as failed
		echo "# ended with status $tap_status after $tap_made checks"
		exit "$tap_status"
	fi
	[ -n "$tap_plan" ] || echo "1..$tap_made"
	[ "$tap_failed" = 0 ] && [ "${tap_plan:-$tap_made}" = "$tap_made" ] || exit 1
}
trap tap_exit EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

plan() {
	tap_plan=$1
	echo "1..$1"
}

diag() {
	printf '%s\n' "$*" | sed 's/^/# /'
}

# a description is one line without TAP's own "#"
tap_line() { # ok|not ok, description
	tap_made=$((tap_made + 1))
	printf '%s %d - %s\n' "$1" "$tap_made" "$(printf %s "$2" | tr '\n#' '  ')"
}

pass() {
	tap_line ok "$1"
}

fail() {
	tap_line 'not ok' "$1"
	tap_failed=$((tap_failed + 1))
	[ -z "$2" ] || diag "$2"
	return 0
}

ok() {
	tap_desc=$1
	shift
	if "$@"; then
		pass "$tap_desc"
	else
		fail "$tap_desc" "status $? of: $*"
	fi
}

not_ok() {
	tap_desc=$1
	shift
	"$@"
	tap_got=$?
	if [ "$tap_got" -gt 0 ] && [ "$tap_got" -le 128 ]; then
		pass "$tap_desc"
	else
		fail "$tap_desc" "status $tap_got of: $*"
	fi
}

is() {
	if [ "$1" = "$2" ]; then
		pass "$3"
	else
		fail "$3" "got:  $1
want: $2"
	fi
}

isnt() {
	if [ "$1" != "$2" ]; then pass "$3"; else fail "$3" "got what it should not be: $1"; fi
}

like() {
	if printf '%s\n' "$1" | grep -qE -e "$2"; then
		pass "$3"
	else
		fail "$3" "no line matches: $2
$1"
	fi
}

unlike() {
	if printf '%s\n' "$1" | grep -qE -e "$2"; then
		fail "$3" "these should not be there: $(printf '%s\n' "$1" | grep -E -e "$2")"
	else
		pass "$3"
	fi
}

same() {
	if cmp -s -- "$1" "$2"; then
		pass "$3"
	else
		fail "$3" "$(diff -- "$1" "$2" 2>&1 | head -n 20)"
	fi
}

skip() {
	tap_made=$((tap_made + 1))
	printf 'ok %d - %s # SKIP %s\n' "$tap_made" "$(printf %s "$1" | tr '\n#' '  ')" "$2"
}

skip_all() {
	tap_over=1
	echo "1..0 # SKIP $1"
	exit 4
}

bail() {
	tap_over=1
	echo "Bail out! $1"
	exit 1
}

run() {
	"$@" >"$tmp/.out" 2>"$tmp/.err" </dev/null
	status=$?
	out=$(cat "$tmp/.out")
	err=$(cat "$tmp/.err")
	return 0
}

need_command() {
	command -v "$1" >/dev/null || skip_all "$1 is not installed"
}

need_root() {
	[ "$(id -u)" = 0 ] || skip_all "needs root"
}

# root, BTF and a kernel that lets it load a program
need_bpf() {
	need_root
	[ -r /sys/kernel/btf/vmlinux ] ||
		skip_all "this kernel has no BTF (/sys/kernel/btf/vmlinux)"
	tap_caps=$(sed -n 's/^CapEff:[[:space:]]*//p' /proc/self/status)
	# CAP_SYS_ADMIN 21
	[ $((0x$tap_caps >> 21 & 1)) = 1 ] ||
		skip_all "root without CAP_SYS_ADMIN may load no BPF programs"
}

guest() {
	"$tests/guest/run" -x "$rmsnoop" "$@"
}
