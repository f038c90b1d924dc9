# SPDX-License-Identifier: GPL-2.0
# Builds kernel modules of this project for a guest kernel, with BTF.
#
# $cache_dir/module/NAME-HASH/*.ko
# shellcheck shell=bash

# What a module's build may read: its own directory, the headers of the project
# and those that its fixtures share
module_key() { # dir kernel
	local kernel=$2 dir
	dir=$(realpath "$1") || die "there is no module directory $1"
	echo "module/$(basename "$dir")-$(hash_of "$dir" "$repo_dir/include" \
		"$repo_dir/tests/fixtures/include" "$(kernel_key "$kernel")" \
		"$guest_dir/lib/module.sh")"
}

# Prints the directory that holds the modules of DIR
module_get() { # dir kernel
	local key
	key=$(module_key "$@") || exit
	cached "$key" module_make "$(realpath "$1")" "$2"
	echo "$cache_dir/$key"
}

module_make() { # dir kernel work
	local dir=$1 kernel=$2 work=$3 tree=$3/tree place
	need make gcc pahole strip
	say "building the module $(basename "$dir") for $kernel"
	# in a copy at the same place of a tree, so that relative includes hold
	case $dir in
	"$repo_dir"/*) place=$tree/${dir#"$repo_dir"/} ;;
	*) place=$tree/$(basename "$dir") ;;
	esac
	mkdir -p "$tree/tests/fixtures" "$(dirname "$place")"
	cp -r "$repo_dir/include" "$tree/" 2>/dev/null
	cp -r "$repo_dir/tests/fixtures/include" "$tree/tests/fixtures/" 2>/dev/null
	cp -r "$dir" "$place" || return 1
	[ -e "$place/Kbuild" ] || die "failed to build $dir: it has no Kbuild"
	logged "$work/log" make -j"$(nproc)" -C "$(kernel_dir "$kernel")/build" \
		M="$place" KBUILD_MODPOST_WARN= modules ||
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
