# SPDX-License-Identifier: GPL-2.0
# user/**/*.c and the generated C: rmsnoop, and the same objects once more
# with sanitizers as san/librmsnoop.a for the unit tests.

user-srcs := $(filter-out user/rm/gen/%,$(sort $(wildcard user/*.c user/*/*.c)))
user-objs := $(user-srcs:%.c=$(O)/%.o) $(gen-srcs:%.c=%.o)
san-objs := $(user-srcs:%.c=$(O)/san/%.o) $(gen-srcs:$(O)/%.c=$(O)/san/%.o)
san-lib := $(O)/san/librmsnoop.a

WARNINGS := -Wall -Wextra -Wshadow -Wmissing-prototypes -Wstrict-prototypes
ifneq ($(filter true 1,$(CI) $(W)),)
WARNINGS += -Werror
endif
SANITIZE := -fsanitize=address,undefined -fno-sanitize-recover=undefined \
	    -fno-omit-frame-pointer

base-cflags := -std=gnu11 -D_GNU_SOURCE= -O2 -g $(WARNINGS) \
	       -Iinclude -iquote user -I$(O)/gen $(have-defs) $(lib-cflags)
user-cflags := $(base-cflags) $(if $(filter 1,$(SAN)),$(SANITIZE)) $(CFLAGS)
user-ldflags := $(if $(filter 1,$(SAN)),$(SANITIZE)) $(LDFLAGS)
san-cflags := $(base-cflags) $(SANITIZE) $(CFLAGS)
LDLIBS ?= $(lib-libs)

# "0.1.0", or between releases "0.1.0-12-g1234567"
describe := $(if $(building),$(shell git describe --tags --match 'v[0-9]*' --dirty 2>/dev/null || \
	git describe --always --dirty 2>/dev/null))
version-text := $(VERSION)$(if $(describe),$(if $(filter v%,$(describe)),$(patsubst \
	v$(VERSION)%,%,$(describe)),-g$(describe)))

ifdef building
# all of it is compiled again when the options change
$(O)/.flags: FORCE
	$(call flags-changed,$@,$(CC) $(user-cflags) $(user-ldflags) $(LDLIBS))
$(O)/.san-flags: FORCE
	$(call flags-changed,$@,$(CC) $(san-cflags) $(LDLIBS))
$(O)/gen/version.h: FORCE
	$(call flags-changed,$@,#define RMSNOOP_VERSION "$(version-text)")
endif

before-user := $(O)/gen/version.h $(gen-headers) $(O)/.features

# only these wait for the BPF programs
skel-users := $(if $(building),$(shell grep -l '[.]skel[.]h"' $(user-srcs) /dev/null))
$(skel-users:%.c=$(O)/%.o) $(skel-users:%.c=$(O)/san/%.o): | $(bpf-skels)

$(O)/user/%.o: user/%.c $(O)/.flags | $(before-user)
	$(call say,CC,$<)
	@mkdir -p $(@D)
	$(Q)$(CC) $(user-cflags) -MMD -MP -c $< -o $@

$(O)/gen/%.o: $(O)/gen/%.c $(O)/.flags | $(before-user)
	$(call say,CC,$<)
	$(Q)$(CC) $(user-cflags) -MMD -MP -c $< -o $@

# put in place when whole: the old one may be running
$(O)/rmsnoop: $(user-objs)
	$(call say,LINK,$@)
	$(Q)$(CC) $(user-ldflags) $^ -o $@.new $(LDLIBS)
	$(Q)mv -f $@.new $@

$(O)/san/user/%.o: user/%.c $(O)/.san-flags | $(before-user)
	$(call say,CC [S],$<)
	@mkdir -p $(@D)
	$(Q)$(CC) $(san-cflags) -MMD -MP -c $< -o $@

$(O)/san/gen/%.o: $(O)/gen/%.c $(O)/.san-flags | $(before-user)
	$(call say,CC [S],$<)
	@mkdir -p $(@D)
	$(Q)$(CC) $(san-cflags) -MMD -MP -c $< -o $@

# an archive, so that a unit test links what it uses and no more
$(san-lib): $(filter-out %/user/main.o,$(san-objs))
	$(call say,AR [S],$@)
	$(Q)rm -f $@ && $(AR) rcs $@ $^

user: $(O)/rmsnoop

-include $(user-objs:.o=.d) $(san-objs:.o=.d)
