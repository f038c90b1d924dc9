# SPDX-License-Identifier: GPL-2.0
# Unit tests, and the targets that set everything up by themselves: check, demo
# and bench install what is missing and then call this Makefile again.

unit-srcs := $(sort $(wildcard tests/unit/*.c))
unit-bins := $(unit-srcs:%.c=$(O)/%)

$(unit-bins): $(O)/tests/unit/%: tests/unit/%.c $(san-lib) $(O)/.san-flags | $(before-user)
	$(call say,TEST [S],$<)
	@mkdir -p $(@D)
	$(Q)$(CC) $(san-cflags) -iquote tests -MMD -MP -MT $@ -MF $@.d $< $(san-lib) \
		-o $@ $(LDFLAGS) $(LDLIBS)

unit: $(unit-bins)
.PHONY: unit

-include $(addsuffix .d,$(unit-bins))

# what the tests trace, in $(O)/tests/programs
programs:
	$(Q)$(MAKE) $(if $(Q),-s) -C tests/fixtures/programs O=$(abspath $(O)/tests/programs) \
		CC='$(CC)' V=$(V) all
.PHONY: programs

check:
	$(Q).make/deps ensure
	$(Q)$(MAKE) -j$(or $(BUILD_JOBS),$(shell nproc)) all unit programs
	$(Q)set -f; O=$(abspath $(O)) tests/run $(if $(JOBS),-j $(JOBS)) -- $(T)

demo:
	$(Q).make/deps ensure
	$(Q)$(MAKE) -j$(or $(BUILD_JOBS),$(shell nproc)) all programs
	$(Q)O=$(abspath $(O)) tests/demo $(or $(DRIVER),standin)

# the floor of what recording a call can cost
$(O)/tests/bench/floor: tests/bench/floor.c $(O)/gen/bench.skel.h $(O)/.flags | $(before-user)
	$(call say,CC,$<)
	@mkdir -p $(@D)
	$(Q)$(CC) $(user-cflags) $< -o $@ $(user-ldflags) $(LDLIBS)

bench:
	$(Q).make/deps ensure
	$(Q)$(MAKE) -j$(or $(BUILD_JOBS),$(shell nproc)) all programs $(O)/tests/bench/floor
	$(Q)O=$(abspath $(O)) tests/bench/run
	$(Q)O=$(abspath $(O)) tests/bench/crash
.PHONY: check demo bench

export DRIVER V
