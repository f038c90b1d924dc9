# SPDX-License-Identifier: GPL-2.0
# The guest's root: cpio archives that the kernel unpacks one after the other.
# The first two come from the cache: the base (userland, kernel modules) and the
# driver; the last one has the files of this run.  Not compressed: an emulated
# CPU unpacks slower than the host reads.
#
# $cache_dir/initrd/{base,DRIVER}-KERNEL-HASH/cpio
# shellcheck shell=bash

libc_dir=/lib/x86_64-linux-gnu
base_libraries='libc.so.6 libm.so.6 libdl.so.2 libpthread.so.0 librt.so.1 libgcc_s.so.1'

pack() { # root
	(cd "$1" && find . -mindepth 1 | LC_ALL=C sort |
		cpio -o -H newc -R 0:0 --quiet)
}

base_key() { # kernel
	echo "initrd/base-$1-$(hash_of "$(kernel_key "$1")" "$guest_dir/init" \
		"$guest_dir/guest.sh" "$guest_dir/lib/initrd.sh" \
		"$(command -v busybox)" $libc_dir/libc.so.6)"
}

base_make() { # kernel work
	local root=$2/root applet library
	need busybox cpio
	mkdir -p "$root"/usr/{bin,sbin,lib,lib64,local/bin,lib/x86_64-linux-gnu} \
		"$root"/{proc,sys,dev,tmp,run,etc,root,test,result/out,home/user}
	for library in bin sbin lib lib64; do
		ln -s "usr/$library" "$root/$library"
	done
	cp "$(command -v busybox)" "$root/usr/bin/busybox"
	for applet in $(busybox --list); do
		[ -e "$root/usr/bin/$applet" ] || ln -s busybox "$root/usr/bin/$applet"
	done
	for library in $base_libraries; do
		cp -L "$libc_dir/$library" "$root/usr/lib/x86_64-linux-gnu/" || return 1
	done
	cp -L /lib64/ld-linux-x86-64.so.2 "$root/usr/lib64/" &&
		cp "$guest_dir/guest.sh" "$root/usr/lib/" &&
		cp -r "$(kernel_dir "$1")/lib/modules" "$root/usr/lib/" &&
		install -m 755 "$guest_dir/init" "$root/init" || return 1
	printf '%s\n' root:x:0:0:root:/root:/bin/sh user:x:1000:1000:user:/home/user:/bin/sh \
		nobody:x:65534:65534:nobody:/:/bin/false >"$root/etc/passwd"
	printf '%s\n' root:x:0: tty:x:5: user:x:1000: nogroup:x:65534: >"$root/etc/group"
	echo '127.0.0.1 localhost guest' >"$root/etc/hosts"
	pack "$root" >"$2/cpio" && rm -rf "$root"
}

driver_key() { # driver version kernel
	local driver=$1 version=$2 kernel=$3 parts
	case $driver in
	standin) parts=$(module_key "$fixtures/kmod-standin" "$kernel") ;;
	real)
		parts="$(module_key "$fixtures/kmod-fakepci" "$kernel")
			$(module_key "$fixtures/kmod-answers" "$kernel")
			$(nvidia_mod_key "$version" "$kernel")"
		;;
	*) die "there is no driver $driver; there are: standin real" ;;
	esac || exit
	echo "initrd/$driver-$kernel-$(hash_of "$parts" "$guest_dir/lib/driver.sh")"
}

driver_make() { # driver version kernel work
	driver_fill "$1" "$2" "$3" "$4/root" && pack "$4/root" >"$4/cpio" &&
		rm -rf "$4/root"
}

# Fills the cache and prints the archives to boot with
initrd_parts() { # kernel driver version
	local key
	kernel_get "$1"
	key=$(base_key "$1") || exit
	cached "$key" base_make "$1"
	echo "$cache_dir/$key/cpio"
	[ "$2" != none ] || return 0
	[ "$2" != real ] || nvidia_mod_get "$3" "$1"
	key=$(driver_key "$2" "$3" "$1") || exit
	cached "$key" driver_make "$2" "$3" "$1"
	echo "$cache_dir/$key/cpio"
}

# ---- the files of one run ----------------------------------------------------

# Into ROOT at a guest path; the directories which are links in the base stay links
put() { # root host-path guest-path
	local to=$3
	[[ $to =~ ^/(bin|sbin|lib|lib64)/ ]] && to=/usr$to
	mkdir -p "$1$(dirname "$to")" && cp -rL "$2" "$1$to" ||
		die "failed to copy $2 into the guest"
}

# HOSTPATH[:GUESTPATH], by default beside the script
put_file() { # root spec
	local host=${2%%:*} guest
	guest=/test/$(basename "$host")
	[[ $2 != *:* ]] || guest=${2#*:}
	[ -e "$host" ] || die "failed to find $host"
	put "$1" "$host" "$guest"
}

# A program with the libraries that it is linked to
put_program() { # root program
	local path guest library
	path=$(command -v "$2") || die "failed to find the program $2; try: make deps"
	path=$(realpath -s "$path")
	case $path in
	/usr/* | /bin/* | /sbin/*) guest=$path ;;
	*) guest=/usr/local/bin/$(basename "$path") ;;
	esac
	put "$1" "$path" "$guest"
	ldd "$path" 2>/dev/null | grep -o '/[^ ]*' | while read -r library; do
		put "$1" "$library" "$library"
	done
}
