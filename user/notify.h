/* SPDX-License-Identifier: GPL-2.0 */
/* Word to a service manager, where one started the program. */
#ifndef RMSNOOP_NOTIFY_H
#define RMSNOOP_NOTIFY_H

/** notify_ready() - everything is attached: nothing is missed from now on */
void notify_ready(void);
/** notify_stopping() - the end began: what is there is still written */
void notify_stopping(void);

#endif
