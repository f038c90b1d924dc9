// SPDX-License-Identifier: GPL-2.0
/* sd_notify(3), for a unit with Type=notify. */
#include "notify.h"

#ifdef HAVE_LIBSYSTEMD
#include <systemd/sd-daemon.h>

void notify_ready(void)
{
	sd_notify(0, "READY=1");
}

void notify_stopping(void)
{
	sd_notify(0, "STOPPING=1");
}
#else
void notify_ready(void)
{
}

void notify_stopping(void)
{
}
#endif
