# SPDX-License-Identifier: GPL-2.0
# user/rm/tables/*.tsv -> $(O)/gen/rm_tables.c, by a generator that is built first.
#
#   gen-srcs     generated .c files, compiled into rmsnoop
#   gen-headers  generated headers, made before anything is compiled

rm-gen := $(O)/gen/rm-gen
rm-gen-srcs := $(sort $(wildcard user/rm/gen/*.c))
rm-tables := $(sort $(wildcard user/rm/tables/*.tsv))
gen-srcs := $(O)/gen/rm_tables.c
gen-headers :=

HOSTCFLAGS ?= -O2 -g
hostcflags = -std=gnu11 -D_GNU_SOURCE= $(HOSTCFLAGS) $(WARNINGS) -Iinclude -iquote user -iquote user/rm

$(rm-gen): $(rm-gen-srcs) $(wildcard user/rm/gen/*.h user/rm/*.h) | $(O)/.features
	$(call say,HOSTCC,$@)
	@mkdir -p $(@D)
	$(Q)$(HOSTCC) $(hostcflags) $(rm-gen-srcs) -o $@

$(O)/gen/rm_tables.c: $(rm-tables) $(rm-gen)
	$(call say,GEN,$@)
	$(Q)$(rm-gen) user/rm/tables $@
