# SPDX-License-Identifier: GPL-2.0
# What a rule prints: one short line; with V=1 its commands; with -s nothing.

ifeq ($(V),1)
Q :=
say = @:
else ifneq ($(findstring s,$(filter-out --%,$(firstword -$(MAKEFLAGS)))),)
Q := @
say = @:
else
Q := @
say = @printf '  %-8s %s\n' '$(1)' '$(2)'
endif

# $(call flags-changed,FILE,TEXT): FILE is rewritten only when TEXT differs
define flags-changed
@mkdir -p $(dir $(1))
@printf '%s\n' '$(subst ','\'',$(2))' | cmp -s - $(1) || \
	printf '%s\n' '$(subst ','\'',$(2))' > $(1)
endef

.PHONY: FORCE
FORCE:
