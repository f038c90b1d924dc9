# SPDX-License-Identifier: GPL-2.0
# What every script of the guest runner uses: messages, the cache and its locks.
# shellcheck shell=bash

guest_dir=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
repo_dir=$(cd "$guest_dir/../.." && pwd)
cache_dir=${RMSNOOP_CACHE:-${XDG_CACHE_HOME:-${HOME:-/root}/.cache}/rmsnoop}
PATH=$PATH:/usr/sbin:/sbin

say() {
	echo "guest: $*" >&2
}

die() {
	say "$*"
	exit "${die_status:-125}"
}

need() { # command...
	local command
	for command; do
		command -v "$command" >/dev/null ||
			die "failed to find the command $command; try: make deps"
	done
}

# A row of a table, chosen by its first field
table_row() { # table key
	awk -v key="$2" '!/^#/ && $1 == key { $1 = $1; print; exit }' "$guest_dir/$1"
}

table_keys() { # table
	awk '!/^#/ && NF { print $1 }' "$guest_dir/$1"
}

# One hash over the names and contents of files, directories and literal words
hash_of() { # path-or-word...
	local item
	for item; do
		if [ -d "$item" ]; then
			(cd "$item" && find . -type f -print0 | sort -z | xargs -0 -r sha256sum)
		elif [ -f "$item" ]; then
			sha256sum <"$item"
		else
			echo "$item"
		fi
	done | sha256sum | cut -c1-16
}

# Makes $cache_dir/NAME once: calls MAKER with a new directory to fill, and moves
# that in place only when MAKER has succeeded.  Runs at the same time wait for
# the one that works.  A half-made directory never carries the final name.
cached() { # name maker [args...]
	local name=$1 final=$cache_dir/$1 work status
	shift
	# the time of its last use is what cache_prune goes by
	[ ! -e "$final" ] || { touch -c "$final" 2>/dev/null; return 0; }
	mkdir -p "$cache_dir/lock" "$(dirname "$final")" ||
		die "failed to create $cache_dir; set RMSNOOP_CACHE to a writable directory"
	(
		flock 9 || exit 1
		[ ! -e "$final" ] || exit 0
		work=$(mktemp -d "$cache_dir/work.XXXXXX") || exit 1
		trap 'rm -rf "$work"' EXIT
		"$@" "$work" && chmod 755 "$work" && mv -T "$work" "$final"
	) 9>"$cache_dir/lock/${name//\//_}"
	status=$?
	[ "$status" = 0 ] || exit "$status"
}

# Removes what no run has asked for in a week, and what a killed one left
cache_prune() {
	[ -d "$cache_dir" ] || return 0
	find "$cache_dir" -mindepth 2 -maxdepth 2 -mtime +7 ! -path '*/work.*' \
		-exec rm -rf {} +
	find "$cache_dir" -mindepth 1 -maxdepth 1 -name 'work.*' -mtime +1 -exec rm -rf {} +
}

# Runs a command with its output in a log, of which the end is shown if it fails
logged() { # log command...
	local log=$1
	shift
	"$@" >"$log" 2>&1 && return 0
	tail -n 25 "$log" >&2
	return 1
}
