# SPDX-License-Identifier: GPL-2.0
# Which libraries and tools are there, and the report about them.
#
# NAME:PACKAGE, by pkg-config's name and by Debian's.  An optional library that is
# there defines HAVE_<NAME>.

PKG_CONFIG ?= pkg-config
CLANG      ?= clang
HOSTCC     ?= gcc
ifeq ($(origin CC),default)
CC := gcc
endif
ifeq ($(origin AR),default)
AR := ar
endif
# Debian has it in /usr/sbin, which is not in everybody's PATH
BPFTOOL ?= $(shell PATH="$$PATH:/usr/sbin:/sbin" command -v bpftool)

libs-required := libbpf:libbpf-dev libelf:libelf-dev libdw:libdw-dev \
		 yajl:libyajl-dev zlib:zlib1g-dev
libs-optional := capstone:libcapstone-dev libzstd:libzstd-dev \
		 libsystemd:libsystemd-dev libarchive:libarchive-dev nettle:nettle-dev

ifdef building
name-of = $(firstword $(subst :, ,$(1)))
package-of = $(lastword $(subst :, ,$(1)))
have-lib = $(shell $(PKG_CONFIG) --exists $(1) 2>/dev/null && echo 1)

libs-found := $(foreach l,$(libs-required) $(libs-optional),$(if $(call \
		have-lib,$(call name-of,$(l))),$(call name-of,$(l))))
libs-missing := $(foreach l,$(libs-required),$(if $(filter $(call \
		name-of,$(l)),$(libs-found)),,$(l)))
tools := $(firstword $(CC)):gcc $(firstword $(CLANG)):clang \
	 $(firstword $(PKG_CONFIG)):pkg-config $(BPFTOOL:%=%:bpftool)
tools-missing := $(foreach t,$(tools),$(if $(shell command -v \
		$(call name-of,$(t))),,$(t))) $(if $(BPFTOOL),,bpftool:bpftool)
missing := $(strip $(tools-missing) $(libs-missing))

ifneq ($(missing),)
$(info rmsnoop cannot be built here yet.  What is missing, and its Debian package:)
$(foreach m,$(missing),$(info $()  $(call name-of,$(m)): $(call package-of,$(m))))
$(info Run "make deps" to install all of it, or install these yourself.)
$(error $(words $(missing)) required tools or libraries are missing)
endif

have-defs := $(foreach l,$(libs-optional),$(if $(filter $(call \
		name-of,$(l)),$(libs-found)),-DHAVE_$(shell echo \
		$(call name-of,$(l)) | tr a-z- A-Z_)))
lib-cflags := $(if $(libs-found),$(shell $(PKG_CONFIG) --cflags $(libs-found)))
lib-libs := $(if $(libs-found),$(shell $(PKG_CONFIG) --libs $(libs-found))) -lm

# once, at the first build
$(O)/.features:
	@mkdir -p $(@D)
	@BPFTOOL='$(BPFTOOL)' .make/features '$(libs-required)' '$(libs-optional)' | tee $@
endif

features:
	@BPFTOOL='$(BPFTOOL)' .make/features '$(libs-required)' '$(libs-optional)'
.PHONY: features
