// SPDX-License-Identifier: GPL-2.0
/* Numbers of the kernel as words. */
#include <errno.h>
#include <signal.h>
#include <string.h>

#include <rmsnoop/record.h>

#include "words.h"

void words_signal(struct rm_out *out, int sig)
{
	const char *name = sig > 0 ? sigabbrev_np(sig) : NULL;

	if (name) {
		rm_out_str(out, "SIG");
		rm_out_str(out, name);
	} else {
		rm_out_str(out, "signal ");
		rm_out_sdec(out, sig);
	}
}

/* what a driver returns to the kernel, before that makes EINTR or ENOTTY of it */
static const char *kernel_errno(int64_t ret)
{
	static const char *const names[] = {
		"ERESTARTSYS", "ERESTARTNOINTR", "ERESTARTNOHAND", "ENOIOCTLCMD",
		"ERESTART_RESTARTBLOCK",
	};

	return ret <= -512 && ret > -512 - 5 ? names[-ret - 512] : NULL;
}

void words_errno(struct rm_out *out, int64_t ret)
{
	const char *name = NULL;

	if (ret < 0 && ret >= -4095)
		name = strerrorname_np(-ret);
	if (!name)
		name = kernel_errno(ret);
	if (name)
		rm_out_str(out, name);
	else
		rm_out_sdec(out, ret);
}

void words_device(struct rm_out *out, unsigned int dev, unsigned int minor)
{
	static const struct {
		const char *name;
		bool numbered;
	} names[] = {
		[RMS_DEV_CTL] = { "/dev/nvidiactl", false },
		[RMS_DEV_GPU] = { "/dev/nvidia", true },
		[RMS_DEV_MODESET] = { "/dev/nvidia-modeset", false },
		[RMS_DEV_UVM] = { "/dev/nvidia-uvm", false },
		[RMS_DEV_UVM_TOOLS] = { "/dev/nvidia-uvm-tools", false },
		[RMS_DEV_CAPS] = { "/dev/nvidia-caps/nvidia-cap", true },
	};

	if (dev >= sizeof(names) / sizeof(names[0]) || !names[dev].name) {
		rm_out_str(out, "other device, minor ");
		rm_out_dec(out, minor);
		return;
	}
	rm_out_str(out, names[dev].name);
	if (names[dev].numbered)
		rm_out_dec(out, minor);
}

void words_exit(struct rm_out *out, uint32_t code)
{
	unsigned int sig = code & 0x7f;

	if (!sig) {
		rm_out_str(out, "exit ");
		rm_out_dec(out, code >> 8 & 0xff);
		return;
	}
	rm_out_str(out, "killed by ");
	words_signal(out, sig);
	if (code & 0x80)
		rm_out_str(out, ", core dumped");
}

void words_prot(struct rm_out *out, uint32_t prot)
{
	rm_out_char(out, prot & RMS_MAP_READ ? 'r' : '-');
	rm_out_char(out, prot & RMS_MAP_WRITE ? 'w' : '-');
	rm_out_char(out, prot & RMS_MAP_EXEC ? 'x' : '-');
}
