# SPDX-License-Identifier: GPL-2.0
# Guest kernels: the bootable vmlinux, the modules that a guest needs and headers
# to build more, all from Debian's packages, by the rows of kernels.tsv.
#
# $cache_dir/kernel/NAME-HASH/  release  vmlinux  build -> headers  lib/modules/...
# shellcheck shell=bash

# With what these depend on, all that stays of the image's modules
kernel_modules='virtio_pci virtio_console virtio_blk drm overlay loop'

kernel_key() { # name
	echo "kernel/$1-$(hash_of "$guest_dir/lib/kernel.sh" "$(table_row kernels.tsv "$1")")"
}

kernel_dir() { # name
	echo "$cache_dir/$(kernel_key "$1")"
}

kernel_release() { # name
	cat "$(kernel_dir "$1")/release"
}

# Makes sure that a kernel is there
kernel_get() { # name
	[ -n "$(table_row kernels.tsv "$1")" ] ||
		die "there is no kernel $1; there are:" $(table_keys kernels.tsv)
	cached "$(kernel_key "$1")" kernel_make "$1"
}

kernel_make() { # name dir
	local name=$1 dir=$2 row suites image headers release
	need xz objcopy depmod modprobe
	read -r -a row <<<"$(table_row kernels.tsv "$name")"
	suites=${row[1]} image=${row[2]} headers=${row[3]}
	say "fetching the kernel $name ($image of $suites), once"
	apt_open "$dir/apt" "$suites" main
	kernel_unpack "$dir" "$image" "$headers"
	release=$(basename "$dir"/root/lib/modules/*)
	echo "$release" >"$dir/release"
	kernel_extract "$dir/root/boot/vmlinuz-$release" "$dir/vmlinux" &&
		kernel_keep_modules "$dir" "$release" &&
		kernel_fix_headers "$dir" "$release" &&
		kernel_add_btf "$dir" || die "failed to prepare the kernel $name"
	rm -rf "$dir/apt" "$dir/root/boot" "$dir/root/lib/modules" "$dir/root/usr/share"
}

kernel_unpack() { # dir image headers
	local -a packages
	mapfile -t packages < <(apt_closure "$1/apt" 'linux-(image|headers|kbuild|binary)-' \
		"$2" "$3" | grep -v -e -unsigned)
	[ ${#packages[@]} -gt 2 ] || die "failed to find the packages of $2 and $3"
	apt_unpack "$1/apt" "$1/root" "${packages[@]}"
}

byte_at() { # file offset size
	od -An -tu"$3" -j "$2" -N "$3" "$1" | tr -d ' '
}

# The ELF file inside a bzImage, found by its boot header: setup_sects at 0x1f1,
# payload_offset and payload_length at 0x248 and 0x24c, all in bytes from the end
# of the setup sectors.  The payload's last 4 bytes are the unpacked size, except
# with gzip, whose own trailer that is.
kernel_extract() { # vmlinuz vmlinux
	local sects offset length tool trim=4
	sects=$(byte_at "$1" $((0x1f1)) 1)
	[ "$sects" != 0 ] || sects=4
	offset=$(((sects + 1) * 512 + $(byte_at "$1" $((0x248)) 4)))
	length=$(byte_at "$1" $((0x24c)) 4)
	case $(od -An -tx1 -j "$offset" -N 4 "$1" | tr -d ' ') in
	fd377a58) tool='xz -dc' ;;
	28b52ffd) tool='zstd -dcq' ;;
	02214c18) tool='lz4 -dc' ;;
	1f8b*) tool='gzip -dc' trim=0 ;;
	*) say "failed to tell how $1 is compressed" && return 1 ;;
	esac
	need "${tool%% *}"
	tail -c +$((offset + 1)) "$1" | head -c $((length - trim)) | $tool >"$2" || return 1
	[ "$(head -c 4 "$2")" = $'\x7fELF' ]
}

# Copies the wanted modules and their dependencies, uncompressed
kernel_keep_modules() { # dir release
	local dir=$1 release=$2 from=$1/root to=$1/lib/modules/$2 module path
	mkdir -p "$to"
	cp "$from/lib/modules/$release"/modules.{order,builtin,builtin.modinfo} "$to/" &&
		depmod -b "$from" "$release" || return 1
	for module in $kernel_modules; do
		# prints "insmod PATH" lines, or "builtin NAME"
		modprobe -d "$from" -S "$release" --show-depends "$module" || return 1
	done | sed -n 's/^insmod \([^ ]*\).*/\1/p' | sort -u | while read -r path; do
		module=$to/${path##*/lib/modules/"$release"/}
		mkdir -p "$(dirname "$module")"
		case $path in
		*.xz) xz -dc "$path" >"${module%.xz}" ;;
		*.zst) zstd -dcq "$path" >"${module%.zst}" ;;
		*) cp "$path" "$module" ;;
		esac || return 1
	done && depmod -b "$dir" "$release"
}

# The headers include a Makefile below /usr/src; here it lies beside them
kernel_fix_headers() { # dir release
	local headers=usr/src/linux-headers-$2
	sed -i 's#^include /usr/src/#include $(dir $(lastword $(MAKEFILE_LIST)))../#' \
		"$1/root/$headers/Makefile" &&
		ln -s "root/$headers" "$1/build"
}

# A module gets BTF if the headers have a vmlinux with the kernel's, and a
# resolve_btfids.  Headers of 6.1 have neither.
kernel_add_btf() { # dir
	local build=$1/build
	[ -e "$build/vmlinux" ] ||
		objcopy -O elf64-x86-64 -j .BTF "$1/vmlinux" "$build/vmlinux" 2>/dev/null ||
		return 1
	[ -e "$build/tools/bpf/resolve_btfids/resolve_btfids" ] || kernel_add_resolve_btfids "$1"
}

# Backports' kernel tools have the program; it works on modules of any kernel
kernel_add_resolve_btfids() { # dir
	local state=$1/apt-tools package suite
	suite=$(. /etc/os-release && echo "$VERSION_CODENAME")-backports
	apt_open "$state" "$suite" main
	package=$(apt_closure "$state" linux-kbuild- linux-headers-amd64 | head -n 1)
	apt_unpack "$state" "$state/root" "$package"
	mkdir -p "$1/build/tools/bpf/resolve_btfids"
	cp "$state"/root/usr/lib/linux-kbuild-*/tools/bpf/resolve_btfids/resolve_btfids \
		"$1/build/tools/bpf/resolve_btfids/" && rm -rf "$state"
}
