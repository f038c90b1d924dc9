# SPDX-License-Identifier: GPL-2.0
# For scripts in the guest: ". /lib/guest.sh" gives these functions.  They work
# where run was told a driver with -d (loaded already) or -L (only put there).
# shellcheck shell=sh

# load_driver [PARAMETER=VALUE...]: module parameters are for the stand-in, or for
# what answers beneath the real driver
load_driver() {
	case $(cat /driver/name) in
	standin)
		insmod /driver/kmod-standin/nvidia.ko "$@" &&
			insmod /driver/kmod-standin/nvidia-uvm.ko
		;;
	real)
		modprobe drm &&
			insmod /driver/kmod-fakepci/*.ko &&
			insmod /driver/nvidia/nvidia.ko &&
			insmod /driver/nvidia/nvidia-uvm.ko &&
			insmod /driver/kmod-answers/*.ko "$@"
		;;
	esac && make_driver_nodes
}

unload_driver() {
	local module
	case $(cat /driver/name) in
	standin) set -- ;;
	real) set -- /driver/kmod-answers/*.ko ;;
	esac
	for module in "$@" nvidia-uvm nvidia; do
		rmmod "$(basename "$module" .ko | tr - _)" || return 1
	done
	rm -f /dev/nvidia*
	[ ! -d /driver/kmod-fakepci ] ||
		rmmod "$(basename /driver/kmod-fakepci/*.ko .ko | tr - _)"
}

reload_driver() { # [PARAMETER=VALUE...]
	unload_driver && load_driver "$@"
}

# The nodes that nvidia-modprobe makes on a real system
make_driver_nodes() {
	local major
	major=$(awk '$2 == "nvidia-uvm" { print $1 }' /proc/devices)
	rm -f /dev/nvidia*
	mknod -m 666 /dev/nvidiactl c 195 255 &&
		mknod -m 666 /dev/nvidia0 c 195 0 &&
		mknod -m 666 /dev/nvidia-uvm c "$major" 0 &&
		mknod -m 666 /dev/nvidia-uvm-tools c "$major" 1
}
