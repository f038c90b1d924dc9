# SPDX-License-Identifier: GPL-2.0
# The drivers that a guest can load.  A driver is a directory with what lands in
# the guest's /driver: modules, and for the real one NVIDIA's libraries.
#
#   standin   tests/fixtures/kmod-standin: nvidia.ko and nvidia-uvm.ko of ours
#   real      NVIDIA's open modules and libcuda, from Debian's packages, over
#             kmod-fakepci (a PCI function) and under kmod-answers (its GPU)
#
# $cache_dir/nvidia/VERSION-HASH/          src/ lib/   the unpacked packages
# $cache_dir/nvidia-mod/VERSION-KERNEL-HASH/*.ko
# shellcheck shell=bash

driver_packages='nvidia-open-kernel-dkms libcuda1 libnvidia-ptxjitcompiler1
	libnvidia-pkcs11-openssl3 libnvidia-ml1 nvidia-smi'
fixtures=$repo_dir/tests/fixtures

nvidia_key() { # version
	echo "nvidia/$1-$(hash_of "$(table_row drivers.tsv "$1")" "$driver_packages")"
}

nvidia_get() { # version
	[ -n "$(table_row drivers.tsv "$1")" ] ||
		die "there is no driver version $1; there are:" $(table_keys drivers.tsv)
	cached "$(nvidia_key "$1")" nvidia_fetch "$1"
}

nvidia_fetch() { # version dir
	local version=$1 dir=$2 suite package has
	local -a wanted=()
	suite=$(table_row drivers.tsv "$version" | cut -d' ' -f2)
	say "fetching NVIDIA's driver $version (Debian $suite, contrib and non-free), once"
	apt_open "$dir/apt" "$suite" contrib,non-free,non-free-firmware
	for package in $driver_packages; do
		has=$(apt_version "$dir/apt" "$package")
		case $has in
		"$version"-*) wanted+=("$package=$has") ;;
		'') die "failed to find $package in contrib and non-free of Debian's $suite" ;;
		*) die "failed to find $package $version in Debian's $suite: it has $has" ;;
		esac
	done
	apt_unpack "$dir/apt" "$dir/root" "${wanted[@]}"
	nvidia_arrange "$dir" "$version" || die "failed to unpack NVIDIA's driver $version"
	rm -rf "$dir/apt" "$dir/root"
}

# Libraries go where a system with Debian's packages installed has links to them
nvidia_arrange() { # dir version
	local root=$1/root lib=$1/lib
	mkdir -p "$lib" "$1/bin"
	mv "$root"/usr/src/nvidia-* "$1/src" &&
		mv "$root"/usr/lib/x86_64-linux-gnu/nvidia/current/* "$lib/" &&
		mv "$root"/usr/lib/nvidia/current/nvidia-smi "$1/bin/" || return 1
	mv "$root"/usr/lib/x86_64-linux-gnu/*.so.* "$lib/" 2>/dev/null
	[ -e "$lib/libcuda.so.$2" ]
}

nvidia_mod_key() { # version kernel
	echo "nvidia-mod/$1-$2-$(hash_of "$(nvidia_key "$1")" "$(kernel_key "$2")" \
		"$(declare -f nvidia_build nvidia_patch)")"
}

nvidia_mod_get() { # version kernel
	nvidia_get "$1"
	cached "$(nvidia_mod_key "$1" "$2")" nvidia_build "$1" "$2"
}

nvidia_build() { # version kernel work
	local version=$1 kernel=$2 work=$3 build src=$3/src module
	need make gcc pahole strip
	say "building NVIDIA's modules $version for $kernel, 4 to 8 minutes, once"
	build=$(realpath "$(kernel_dir "$kernel")/build")
	cp -r "$cache_dir/$(nvidia_key "$version")/src" "$src" &&
		nvidia_patch "$src" "${build%-amd64}-common" || return 1
	logged "$work/log" make -C "$src" -j"$(nproc)" modules \
		SYSSRC="${build%-amd64}-common" SYSOUT="$build" \
		KERNEL_UNAME="$(kernel_release "$kernel")" \
		NV_EXCLUDE_KERNEL_MODULES='nvidia-drm nvidia-peermem nvidia-modeset' ||
		die "failed to build NVIDIA's modules $version for $kernel"
	for module in nvidia nvidia-uvm; do
		has_btf "$src/$module.ko" || pahole -J --btf_gen_floats \
			--btf_base "$build/vmlinux" "$src/$module.ko" || return 1
	done
	module_collect "$work" "$src"/nvidia{,-uvm}.ko && rm -rf "$src" "$work/log"
}

# Some stable kernels give pci_resize_resource() a fourth argument, a mask of BARs
# to leave alone, that conftest.sh of these versions does not know
nvidia_patch() { # src headers
	sed -n '/pci_resize_resource(/,/;/p' "$2/include/linux/pci.h" | tr -d '\n' |
		grep -q 'int size,' || return 0
	sed -i 's/\(pci_resize_resource(\)\([^,;]*,[^,;]*,[^,;)]*\));/\1\2, 0);/' \
		"$1/nvidia/nv-pci.c"
}

# driver_fill NAME VERSION KERNEL ROOT: puts a driver into a guest's tree
driver_fill() {
	local name=$1 version=$2 kernel=$3 root=$4 part from
	mkdir -p "$root/driver"
	case $name in
	standin) set -- kmod-standin ;;
	real) set -- kmod-fakepci kmod-answers ;;
	*) die "there is no driver $name; there are: standin real" ;;
	esac
	for part; do
		from=$(module_get "$fixtures/$part" "$kernel") || exit
		mkdir -p "$root/driver/$part"
		cp "$from"/*.ko "$root/driver/$part/" || exit
	done
	echo "$name" >"$root/driver/name"
	[ "$name" != real ] || nvidia_fill "$version" "$kernel" "$root"
}

nvidia_fill() { # version kernel root
	local root=$3 lib=$3/usr/lib/x86_64-linux-gnu from
	nvidia_mod_get "$1" "$2"
	from=$cache_dir/$(nvidia_key "$1")
	mkdir -p "$lib" "$root/usr/bin" "$root/driver/nvidia"
	cp -a "$from"/lib/*.so* "$lib/" && cp "$from/bin/nvidia-smi" "$root/usr/bin/" &&
		cp "$cache_dir/$(nvidia_mod_key "$1" "$2")"/*.ko "$root/driver/nvidia/"
}
