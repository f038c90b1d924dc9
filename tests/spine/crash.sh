# SPDX-License-Identifier: GPL-2.0
# For the tests of crash reports: the kernel's own line about a crash, what follows
# from it with readelf and nm, and fields of a report in JSON.
# shellcheck shell=bash disable=SC2034

# field LINE OBJECT KEY: of an object without inner ones
field() {
	local s
	[[ $1 == *"\"$2\":{"* ]] || return
	s=${1#*\""$2"\":\{}
	s=${s%%\}*}
	[[ $s =~ \"$3\":\"?([^\",]*) ]] && echo "${BASH_REMATCH[1]}"
}

# report_of FILE PID: its report up to the registers, but for the call lists
report_of() {
	grep -a "^{\"kind\":\"crash\".*\"pid\":$2,\"tid\"" "$1" | sed 's/,"regs":.*//'
}

# kernel_crash LOG TID: k_addr k_ip k_sp k_error k_module k_base k_size k_offset of the
# kernel's line, empty where it has none; fails when there is not one line
kernel_crash() {
	local line where='( in (.+)\[(([0-9a-f]+),)?([0-9a-f]+)\+([0-9a-f]+)\])?'
	k_addr='' k_ip='' k_sp='' k_error='' k_module='' k_base='' k_size='' k_offset=''
	line=$(grep -aE "[] :][^ ]+\[$2\][: ]" "$1")
	[ "$(printf '%s\n' "$line" | grep -c .)" = 1 ] || return 1
	if [[ $line =~ 'segfault at '([0-9a-f]+)' ip '([0-9a-f]+)' sp '([0-9a-f]+)' error '([0-9a-f]+)$where ]]; then
		k_addr=${BASH_REMATCH[1]}
		set -- "${BASH_REMATCH[@]:2}"
	elif [[ $line =~ ' ip:'([0-9a-f]+)' sp:'([0-9a-f]+)' error:'([0-9a-f]+)$where ]]; then
		set -- "${BASH_REMATCH[@]:1}"
	else
		return 1
	fi
	k_ip=$1 k_sp=$2 k_error=$3
	# 6.1 also names the mapping that comes next where there is none at ip
	[ -n "$8" ] && [ $((0x$1 - 0x$8)) -ge 0 ] && [ $((0x$1 - 0x$8)) -lt $((0x$9)) ] || return 0
	k_module=$5 k_offset=$7 k_base=$8 k_size=$9
}

hex() {
	printf '0x%x' "0x$1"
}

# kernel_vaddr ELF: where k_ip is in it, by its program headers: the executable
# segment is mapped at k_base
kernel_vaddr() {
	local offset vaddr size end
	read -r offset vaddr size < <(readelf -lW "$1" |
		awk '$1 == "LOAD" && $8 == "E" { print $2, $3, $5 }')
	end=$(((offset + size + 4095) & ~4095))
	if [ $((end - (offset & ~4095))) != $((0x$k_size)) ]; then
		echo "the kernel's mapping of $k_size bytes is not the segment"
		return
	fi
	printf '0x%x' $((0x$k_ip - 0x$k_base + (offset & ~4095) - offset + vaddr))
}

elf_build_id() { # ELF
	readelf -n "$1" 2>/dev/null | sed -n 's/.*Build ID: //p'
}

# in_function ELF VADDR: the function there
in_function() {
	nm -S "$1" | while read -r start size _ name; do
		[ -n "$name" ] && [ $(($2 - 0x$start)) -ge 0 ] &&
			[ $(($2 - 0x$start)) -lt $((0x$size)) ] && echo "$name" && break
	done
}

# where a program's library is on this machine: the guest has the same file
library_of() { # PROGRAM NAME
	ldd "$1" | awk -v name="$2" '$1 == name { print $3 }'
}
