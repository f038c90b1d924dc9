# SPDX-License-Identifier: GPL-2.0
# install, uninstall: the program, its manual pages, the service's unit.

unit := rmsnoop-crash.service
unit-in := user/service/$(unit).in
man-pages := $(sort $(wildcard Documentation/reference/*.[1-9]))
man-dir-of = $(DESTDIR)$(mandir)/man$(patsubst .%,%,$(suffix $(1)))

install: user
	$(call say,INSTALL,$(DESTDIR)$(bindir)/rmsnoop)
	$(Q)install -D -m 755 $(O)/rmsnoop $(DESTDIR)$(bindir)/rmsnoop
	$(foreach m,$(man-pages),$(Q)install -D -m 644 $(m) \
		$(call man-dir-of,$(m))/$(notdir $(m))$(newline)$(tab))
	$(Q)install -d -m 755 $(DESTDIR)$(unitdir)
	$(Q)sed 's,@bindir@,$(bindir),' $(unit-in) >$(DESTDIR)$(unitdir)/$(unit)
	$(Q)chmod 644 $(DESTDIR)$(unitdir)/$(unit)

uninstall:
	$(call say,REMOVE,$(DESTDIR)$(bindir)/rmsnoop)
	$(Q)rm -f -- $(DESTDIR)$(bindir)/rmsnoop $(DESTDIR)$(unitdir)/$(unit) \
		$(foreach m,$(man-pages),$(call man-dir-of,$(m))/$(notdir $(m)))
.PHONY: install uninstall

define newline


endef
tab := $(subst x,	,x)
