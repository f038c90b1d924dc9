# SPDX-License-Identifier: GPL-2.0
# user/rm/tables/*.tsv -> $(O)/gen/rm_tables.c, by the generator in user/rm/gen.
# To be included by the top Makefile; sets gen-srcs.

HOSTCC ?= $(CC)
rm-gen := $(O)/gen/rm-gen
rm-gen-srcs := $(sort $(wildcard user/rm/gen/*.c))
rm-gen-hdrs := user/rm/gen/gen.h user/rm/tables.h user/rm/rm.h user/rm/out.h \
	       include/rmsnoop/record.h include/rmsnoop/events.def
rm-tables := $(sort $(wildcard user/rm/tables/*.tsv))

gen-srcs += $(O)/gen/rm_tables.c

$(rm-gen): $(rm-gen-srcs) $(rm-gen-hdrs)
	$(call say,HOSTCC,$@)
	@mkdir -p $(@D)
	$(Q)$(HOSTCC) -std=gnu11 -D_GNU_SOURCE -O1 -Wall -Wextra -Iinclude \
		$(rm-gen-srcs) -o $@

$(O)/gen/rm_tables.c: $(rm-gen) $(rm-tables)
	$(call say,GEN,$@)
	$(Q)$(rm-gen) user/rm/tables $@
