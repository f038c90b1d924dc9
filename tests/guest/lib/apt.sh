# SPDX-License-Identifier: GPL-2.0
# Fetches Debian packages from suites and components that the system itself does
# not use, from the mirrors that it does use.  The system's lists stay as they are.
# shellcheck shell=bash

# "URI suite" of every archive among the system's own sources
apt_system_archives() {
	apt-get update --print-uris 2>/dev/null |
		sed -n "s#^'\(.*\)/dists/\(.*\)/InRelease'.*#\1 \2#p"
}

# The mirror that has a suite: the one named for it, or that of the system's own
# release, which has the other suites beside it.  Security is an archive of its own.
apt_mirror_of() { # suite
	local suite=$1 own
	own=$(. /etc/os-release && echo "$VERSION_CODENAME")
	apt_system_archives | awk -v suite="$suite" -v own="$own" '
		$2 == suite { exact = $1 }
		$2 == own { main = $1 }
		$2 == own "-security" { security = $1 }
		END {
			if (exact) print exact
			else if (suite ~ /-security$/) print security
			else print main
		}'
}

apt_write_sources() { # file suites components
	local file=$1 suites=$2 components=$3 suite mirror key='' keyring
	keyring=/usr/share/keyrings/debian-archive-keyring.gpg
	[ ! -e $keyring ] || key="[signed-by=$keyring] "
	for suite in ${suites//,/ }; do
		mirror=${RMSNOOP_MIRROR:-$(apt_mirror_of "$suite")}
		[ -n "$mirror" ] || continue
		echo "deb $key$mirror $suite ${components//,/ }"
	done >"$file"
	[ -s "$file" ] || die "failed to find a mirror of Debian's $suites among apt's" \
		"sources; set RMSNOOP_MIRROR to the URI of one"
}

# apt_in DIR COMMAND ARGS...: an apt command with all of its state in DIR
apt_in() {
	local dir=$1 command=$2
	shift 2
	"$command" -o Dir::State="$dir" -o Dir::State::Lists="$dir/lists" \
		-o Dir::State::status="$dir/status" -o Dir::Cache="$dir/cache" \
		-o Dir::Etc::sourcelist="$dir/sources.list" -o Dir::Etc::sourceparts=- \
		-o APT::Sandbox::User="$(id -un)" -o Acquire::Languages=none \
		-o Acquire::Retries=3 -o APT::Update::Post-Invoke-Success= "$@"
}

# Makes DIR such a state, with fresh lists
apt_open() { # dir suites components
	local dir=$1
	need apt-get apt-cache dpkg-deb
	mkdir -p "$dir/lists/partial" "$dir/cache/archives/partial"
	: >"$dir/status"
	apt_write_sources "$dir/sources.list" "$2" "$3"
	logged "$dir/log" apt_in "$dir" apt-get -q update --error-on=any ||
		die "failed to read the package lists of $2 ($3)"
}

# The packages, among these and all that they depend on, with such names
apt_closure() { # dir regex package...
	local dir=$1 regex=$2
	shift 2
	apt_in "$dir" apt-cache depends --recurse --important "$@" |
		grep -E "^($regex)" | sort -u
}

# Unpacks packages (NAME or NAME=VERSION) below ROOT
apt_unpack() { # dir root package...
	local dir=$1 root=$2 deb
	shift 2
	mkdir -p "$dir/debs"
	(cd "$dir/debs" && logged "$dir/log" apt_in "$dir" apt-get -q download "$@") ||
		die "failed to download $*"
	for deb in "$dir"/debs/*.deb; do
		dpkg-deb -x "$deb" "$root" || die "failed to unpack $deb"
		rm -f "$deb"
	done
}

apt_version() { # dir package: what these suites offer
	apt_in "$1" apt-cache show --no-all-versions "$2" 2>/dev/null |
		sed -n 's/^Version: //p'
}
