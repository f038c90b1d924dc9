# SPDX-License-Identifier: GPL-2.0
# Builds kernel modules of this project for a guest kernel, with BTF.
#
# $cache_dir/module/NAME-HASH/*.ko
# shellcheck shell=bash

# What a module's build may read beside its own directory: where that is a fixture,
# the fixtures' shared directories, otherwise the project's headers
module_reads() { # dir
	case $1 in
	"$repo_dir"/tests/fixtures/*)
		find "$repo_dir/tests/fixtures" -mindepth 1 -maxdepth 1 -type d \
			! -name "kmod-*" ! -name programs | LC_ALL=C sort
		;;
	*) echo "$repo_dir/include" ;;
	esac
}

module_key() { # dir kernel
	local kernel=$2 dir
	dir=$(realpath -e "$1") || die "there is no module directory $1"
	# shellcheck disable=SC2046
	echo "module/$(basename "$dir")-$(hash_of "$dir" $(module_reads "$dir") \
		"$(kernel_key "$kernel")" "$guest_dir/lib/module.sh")"
}

# Prints the directory that holds the modules of DIR
module_get() { # dir kernel
	local key
	key=$(module_key "$@") || exit
	cached "$key" module_make "$(realpath "$1")" "$2"
	echo "$cache_dir/$key"
}

module_make() { # dir kernel work
	local dir=$1 kernel=$2 work=$3 tree=$3/tree place part
	need make gcc pahole strip
	say "building the module $(basename "$dir") for $kernel"
	# in a copy at the same place of a tree, so that relative includes hold
	for part in "$dir" $(module_reads "$dir"); do
		place=$tree/${part#"$repo_dir"/}
		mkdir -p "$(dirname "$place")" && cp -r "$part" "$place" || return 1
	done
	place=$tree/${dir#"$repo_dir"/}
	[ -e "$place/Kbuild" ] || die "failed to build $dir: it has no Kbuild"
	logged "$work/log" make -j"$(nproc)" -C "$(kernel_dir "$kernel")/build" \
		M="$place" modules ||
		die "failed to build the module $(basename "$dir") for $kernel"
	module_collect "$work" "$place"/*.ko && rm -rf "$tree"
}

# Takes modules without their debug information and insists on BTF
module_collect() { # to module...
	local to=$1 module
	shift
	for module; do
		cp "$module" "$to/" && strip -g "$to/$(basename "$module")" || return 1
		has_btf "$module" || die "failed to get BTF into $(basename "$module")"
	done
}

has_btf() { # elf
	readelf -SW "$1" 2>/dev/null | grep -q ' \.BTF '
}
