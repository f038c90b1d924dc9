# SPDX-License-Identifier: GPL-2.0
# bpf/*.bpf.c: the capture, linked into one object, and its skeleton.
#
# Neither headers nor BTF of any kernel are needed: bpf/vmlinux.h holds the few
# structs used, and CO-RE finds their fields in the kernel that runs.

# objects with a life of their own: each gets a skeleton of its own name, and
# is no part of rmsnoop.bpf.o
bpf-alone := $(filter $(addprefix bpf/,$(addsuffix .bpf.c,probe bench)),\
		$(wildcard bpf/*.bpf.c))

# the maps first: libbpf 1.1's linker loses the offset of a map that it met as
# extern before its definition
bpf-srcs := bpf/maps.bpf.c $(filter-out bpf/maps.bpf.c $(bpf-alone),$(wildcard bpf/*.bpf.c))
bpf-objs := $(bpf-srcs:%.c=$(O)/%.o)
bpf-alone-skels := $(bpf-alone:bpf/%.bpf.c=$(O)/gen/%.skel.h)
bpf-skels := $(if $(bpf-srcs),$(O)/gen/rmsnoop.skel.h) $(bpf-alone-skels)

BPF_CFLAGS := -g -O2 -target bpf -mcpu=v3 -D__TARGET_ARCH_x86 \
	      -Wall -Werror -Wno-gnu-variable-sized-type-not-at-end -Iinclude -Ibpf

bpf: $(bpf-skels)

$(O)/bpf/%.bpf.o: bpf/%.bpf.c .make/bpf.mk | $(O)/.features
	$(call say,BPF,$<)
	@mkdir -p $(@D)
	$(Q)$(CLANG) $(BPF_CFLAGS) -MMD -MP -c $< -o $@

# linking also drops DWARF and keeps BTF
$(O)/gen/rmsnoop.linked.o: $(bpf-objs)
	$(call say,BPFLINK,$@)
	@mkdir -p $(@D)
	$(Q)$(BPFTOOL) gen object $@ $^

$(bpf-alone:bpf/%.bpf.c=$(O)/gen/%.linked.o): $(O)/gen/%.linked.o: $(O)/bpf/%.bpf.o
	$(call say,BPFLINK,$@)
	@mkdir -p $(@D)
	$(Q)$(BPFTOOL) gen object $@ $<

$(O)/gen/%.skel.h: $(O)/gen/%.linked.o
	$(call say,SKEL,$@)
	$(Q)$(BPFTOOL) gen skeleton $< name $*_bpf > $@

-include $(bpf-objs:.o=.d) $(bpf-alone:%.c=$(O)/%.d)
