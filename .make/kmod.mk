# SPDX-License-Identifier: GPL-2.0
# kmod/: the kernel module, by the kernel's own build, where that can be done.

KDIR ?= /lib/modules/$(shell uname -r)/build

ifeq ($(wildcard kmod/Kbuild),)
kmod:
	$(call say,SKIP,kmod (this tree has no kernel module))
else ifeq ($(wildcard $(KDIR)/Makefile),)
kmod:
	$(call say,SKIP,kmod (no kernel headers in $(KDIR)))
else
kmod:
	$(call say,KMOD,kmod)
	$(Q)mkdir -p $(O)/kmod && cp -ru --no-target-directory kmod $(O)/kmod
	$(Q)$(MAKE) -C $(KDIR) M=$(abspath $(O)/kmod) $(if $(Q),-s) modules
endif
