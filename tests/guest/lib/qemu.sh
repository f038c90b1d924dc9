# SPDX-License-Identifier: GPL-2.0
# Boots a guest and tells how it ended.
#
# $cache_dir/qemu/10-HASH/  qemu-system-x86_64 share/, where the system's is older
# shellcheck shell=bash

qemu_pid=''

# QEMU 7.2 emulates more than one CPU with mistakes: one boot of 6.12 in ten ended
# in a fault at a place where the kernel had patched its text.  10.0 has not done so.
qemu_major=10

qemu_key() {
	echo "qemu/$qemu_major-$(hash_of "$(declare -f qemu_make)")"
}

qemu_is_new() {
	local version
	version=$(qemu-system-x86_64 --version 2>/dev/null |
		sed -n 's/.*version \([0-9]*\)\..*/\1/p')
	[ "${version:-0}" -ge $qemu_major ]
}

# Sets qemu to the command to start: RMSNOOP_QEMU, or the system's, or backports'
qemu_get() {
	local dir
	if [ -n "$RMSNOOP_QEMU" ]; then
		read -r -a qemu <<<"$RMSNOOP_QEMU"
	elif qemu_is_new; then
		qemu=(qemu-system-x86_64)
	else
		cached "$(qemu_key)" qemu_make
		dir=$cache_dir/$(qemu_key)
		qemu=("$dir/qemu-system-x86_64" -L "$dir/share" -L /usr/share/seabios)
	fi
	need "${qemu[0]}"
}

# The libraries come with the system's own, older package
qemu_make() { # work
	local suite
	suite=$(. /etc/os-release && echo "$VERSION_CODENAME")-backports
	say "fetching QEMU ($suite), once"
	apt_open "$1/apt" "$suite" main
	apt_unpack "$1/apt" "$1/root" qemu-system-x86 qemu-system-data
	mkdir "$1/share" &&
		mv "$1"/root/usr/share/qemu/{pvh,kvmvapic,linuxboot_dma}.bin "$1/share/" &&
		mv "$1/root/usr/bin/qemu-system-x86_64" "$1/" &&
		rm -rf "$1/root" "$1/apt" || return 1
	"$1/qemu-system-x86_64" --version >/dev/null ||
		die "failed to start QEMU of $suite; it needs the libraries of the" \
			"system's own package qemu-system-x86; try: make deps"
}

# What makes a kernel log bad.  A program's own general protection fault is none.
bad_log='BUG:|kernel BUG at|WARNING: |Oops|KASAN:|UBSAN:|INFO: task .* blocked for|self-detected stall|general protection fault, (probably|maybe)|Kernel panic'

tsc_make() { # work
	gcc -O2 -o "$1/tsc-khz" "$guest_dir/tsc-khz.c"
}

# What tells a guest the rate of its clock; see tsc-khz.c
clock_words() {
	local key
	key=tools/tsc-khz-$(hash_of "$guest_dir/tsc-khz.c")
	need gcc
	cached "$key" tsc_make
	echo "tsc_early_khz=$("$cache_dir/$key/tsc-khz")"
}

# The script's output goes to this function's output while the guest runs.
# Leaves console and result in WORK; returns 124 after a time-out.
qemu_boot() { # work kernel memory cpus seconds icount cmdline
	local work=$1 accel words pipe reader status cpu=max,cx16=off
	# TCG, as a guest is then the same everywhere; without cmpxchg16b, which it
	# emulates slowly and 7.2 wrongly
	accel=tcg,thread=multi
	# a rep movsb counts as an instruction a byte, which no real CPU takes: where
	# they are counted, the kernel is to copy otherwise
	[ "$6" = 0 ] || cpu+=,erms=off,fsrm=off
	words="console=ttyS0 loglevel=5 log_buf_len=1M panic=-1 oops=panic mitigations=off"
	words+=" tsc=reliable no_timer_check random.trust_cpu=on cryptomgr.notests"
	words+=" watchdog_thresh=60 rcupdate.rcu_cpu_stall_timeout=120"
	local -a options=(-nodefaults -no-user-config -display none -no-reboot
		-machine q35 -cpu "$cpu" -m "$3"
		-kernel "$(kernel_dir "$2")/vmlinux" -initrd "$work/initrd"
		-serial "file:$work/console"
		-device isa-debug-exit,iobase=0xf4,iosize=0x04
		-device virtio-serial-pci
		-chardev file,id=output,path=/dev/fd/1,append=on
		-device virtserialport,chardev=output,nr=1
		-chardev "file,id=result,path=$work/result"
		-device virtserialport,chardev=result,nr=2)
	if [ "$6" = 1 ]; then
		accel=tcg,thread=single
		options+=(-icount 'shift=0,sleep=off' -smp 1)
	else
		words+=" $(clock_words)"
		options+=(-smp "$4")
	fi
	# a pipe, which QEMU can open again by its name; in the background, so that a
	# signal to run ends the guest at once
	exec {pipe}> >(cat)
	reader=$!
	timeout --foreground -k 5 "$5" "${qemu[@]}" -accel $accel "${options[@]}" \
		-append "$words $7" </dev/null >&$pipe 2>"$work/qemu-errors" &
	qemu_pid=$!
	exec {pipe}>&-
	wait $qemu_pid
	status=$?
	qemu_pid=''
	wait $reader
	return $status
}

qemu_kill() {
	[ -z "$qemu_pid" ] || kill "$qemu_pid"
}

# Shows on stderr what can explain a guest's end
explain() { # work message
	say "$2"
	cat "$1/qemu-errors" >&2
	[ ! -e "$1/console" ] || tail -n "${CONSOLE_LINES:-40}" "$1/console" | tr -d '\r' >&2
}

# The exit status for a run, from what is left of it; see run's own comment
judge() { # work qemu-status seconds allow-warnings
	local work=$1 word='' status uptime
	[ ! -s "$work/result" ] || read -r word status uptime <"$work/result"
	if [ "$word" != done ]; then
		if [ "$2" = 124 ] || [ "$2" = 137 ]; then
			explain "$work" "the guest was not done after $3 seconds"
			return 124
		fi
		explain "$work" "the guest died before its script was done (QEMU's status $2)"
		return 125
	fi
	[ -z "$VERBOSE" ] || say "the guest was up for $uptime seconds, status $status"
	tail -n +2 "$work/result" | tar -xmf - -C "$work" ||
		{ say "failed to unpack the guest's results" && return 125; }
	if [ "$4" != 1 ] && grep -qE "$bad_log" "$work/dmesg"; then
		say "the guest's kernel log shows a fault:"
		grep -m 3 -A 25 -E "$bad_log" "$work/dmesg" >&2
		return 123
	fi
	return "$status"
}
