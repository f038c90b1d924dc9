# SPDX-License-Identifier: GPL-2.0
# rmsnoop: the whole build, from one make without recursion.
#
# "make help" names the targets and the variables.  The parts:
#   .make/quiet.mk     what a rule prints
#   .make/features.mk  which libraries and tools are there
#   .make/bpf.mk       bpf/*.bpf.c  -> one object -> skeleton
#   .make/rm.mk        tables -> generated C
#   .make/user.mk      user/**/*.c  -> rmsnoop
#   .make/kmod.mk      kmod/        -> rmsnoop.ko
#   .make/tests.mk     unit tests, check, demo, bench
#   .make/install.mk   install, uninstall

VERSION := 0.1.0

O      ?= build
prefix ?= /usr/local
bindir ?= $(prefix)/bin
mandir ?= $(prefix)/share/man
unitdir ?= $(prefix)/lib/systemd/system

SHELL := /bin/bash
MAKEFLAGS += --no-builtin-rules --no-print-directory
.SUFFIXES:
.DELETE_ON_ERROR:
.SECONDARY:

# a relative O is relative to this directory, as with the kernel's build
override O := $(patsubst %/,%,$(O))
# by one name, however it was given: the lists of headers that objects depend on
# go by it
override O := $(patsubst $(CURDIR)/%,%,$(O))
ifeq ($(O),)
$(error O= names no directory)
endif

all:

# these build nothing, so nothing has to be there for them
lazy-goals := help deps clean uninstall features check demo bench
ifneq ($(filter-out $(lazy-goals),$(or $(MAKECMDGOALS),all)),)
building := 1
endif

include .make/quiet.mk
include .make/features.mk
include .make/bpf.mk
include $(firstword $(wildcard user/rm/rm.mk) .make/rm.mk)
include .make/user.mk
include .make/kmod.mk
include .make/tests.mk
include .make/install.mk

all: bpf user kmod
.PHONY: all bpf user kmod

clean:
	$(call say,CLEAN,$(O))
	$(Q)rm -rf -- $(addprefix $(O)/,bpf gen user san tests kmod guest rmsnoop .flags .san-flags .features)
	$(Q)rmdir -- $(O) 2>/dev/null || true
.PHONY: clean

deps:
	$(Q).make/deps install
.PHONY: deps

help:
	@printf '%s\n' \
	  'rmsnoop $(VERSION): watch what CUDA programs ask of the NVIDIA driver' \
	  '' \
	  'Targets:' \
	  '  all         (default) BPF programs, rmsnoop, and the kernel module where' \
	  '              headers for the running kernel are installed' \
	  '  deps        install what is missing, from Debian'\''s packages' \
	  '  demo        show the main job: live here, or in a guest without any GPU' \
	  '  check       unit tests on this machine, then tests in guests' \
	  '  bench       what tracing costs, beside strace, bpftrace and LD_PRELOAD' \
	  '  features    libraries and tools found and missing' \
	  '  install     into $$(DESTDIR)$$(prefix); also: uninstall' \
	  '  clean       remove what was built' \
	  'Parts of all: bpf user kmod.  Parts of check: unit programs.' \
	  '' \
	  'Variables:' \
	  '  O=DIR       build there                               (build)' \
	  '  V=1         show the commands' \
	  '  W=1         warnings are errors, as with CI=true' \
	  '  SAN=1       everything with address and UB sanitizers' \
	  '  prefix= bindir= mandir= unitdir= DESTDIR=    where to install  (/usr/local)' \
	  '  CC= CLANG= BPFTOOL= CFLAGS= LDFLAGS=    tools and extra options' \
	  '  T=GLOB      check: only the tests with such names, as T='\''unit-*'\''' \
	  '  JOBS=N      check: tests at a time                    (1 or 2)' \
	  '  DRIVER=standin|real    check: leave out what needs NVIDIA'\''s packages' \
	  '              (standin); demo: the driver that the guest gets (standin)' \
	  '  KDIR=DIR    headers for the kernel module'
.PHONY: help
