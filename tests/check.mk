# check.mk - runs the tests: check-quick, check and check-all; sanitizers, lints, measurements of speed
#
# Included by the Makefile.
#
# SPDX-License-Identifier: GPL-3.0-or-later

# A test file is part of `make check`, unless it stands in one of these lists.
#
# Part of check-quick, too, like all unit tests and fuzz targets: what a change is tried with all day.
quick_tests := cli/golden cli/options cli/manpage cli/manual cli/terminal errors/places lint/lint \
  build/targets runtime/inside runtime/linking runtime/overflow runtime/public runtime/unwinding
# Left to check-all: what needs other compilers, other builds or other programs, or more than 20 seconds.
long_tests := build/bare_examples build/bootstrap build/cmake_meson build/completions build/gprof_mk build/outside \
  build/packagers build/packaging build/portable build/reproducible build/static_libraries \
  cli/html cli/real_names cli/stub_rows cli/ten_thousand cli/unwind_rows cli/viewers \
  compat/calls compat/matrix_selftest compat/other_image lint/selftest lint/tidy perf/growth perf/instructions \
  runtime/bare_arm runtime/bare_cortex_a runtime/bare_riscv runtime/clang_machines \
  runtime/hardened runtime/musl runtime/old_kernel
# Left to check-all: what takes samples by the clock, and so depends on how busy the machine is.
clock_tests := cli/manual_runs $(addprefix runtime/,clone_times compare_runs environment examples exported finer_ticks gprof_run \
  handlers library_rows lifetime made_code many_threads measured modules profiling_times ranks rows run_others sandbox short_threads snapshots \
  stack stack_waits stack_walks stacks tsan waits wall whose_time)
# Run by check-machines.
machine_tests := runtime/machines

test_dirs := cli compat errors build perf oom runtime lint
files_of = $(addprefix $(top)/tests/,$(addsuffix .t,$(1)))
all_tests := $(sort $(wildcard $(test_dirs:%=$(top)/tests/%/*.t)))
check_tests := $(filter-out $(call files_of,$(long_tests) $(clock_tests) $(machine_tests)),$(all_tests))

# TESTS chooses test files, T the golden cases (a shell pattern): make check T='flat*'
TESTS = $(check_tests) $(units) $(fuzzers)
# Of what is tried by the thousand, one in FEWER is: random cases, options on images, calls that fail.
FEWER := 8
PROVEFLAGS ?= -j$(JOBS)
# When VALGRIND is set, the wrapper in tests/lib/valgrind takes gprof's place.
VALGRIND :=
# Comparisons: where the sample images are.
COMPAT = $(BUILD)
gprof_abs = $(abspath $(gprof))
test_env = GPROF='$(if $(VALGRIND),$(abstop)/tests/lib/valgrind/gprof,$(gprof_abs))' \
  GPROF_REAL='$(gprof_abs)' BUILD='$(abspath $(BUILD))' SRCDIR='$(abstop)' \
  TOOLS='$(abspath $(BUILD))/tools' VALGRIND='$(VALGRIND)' CC='$(CC)' MAKE='$(MAKE)' \
  JOBS='$(JOBS)' VARIANT='$(VARIANT)' T='$(T)' COMPAT='$(abspath $(COMPAT))' FEWER='$(FEWER)' \
  LINT_CPPFLAGS=$(call squote,$(own_cppflags) $(CPPFLAGS)) \
  LSAN_OPTIONS='suppressions=$(abstop)/tests/lib/lsan.supp:print_suppressions=0:$(LSAN_OPTIONS)' \
  ASAN_OPTIONS='fast_unwind_on_malloc=0:exitcode=99:allocator_may_return_null=1:$(ASAN_OPTIONS)' \
  UBSAN_OPTIONS='print_stacktrace=1:exitcode=99:$(UBSAN_OPTIONS)' LC_ALL=C
# Skipped.pm says what was skipped, and what to install.
prove = @$(test_env) PERL5LIB='$(abstop)/tests/lib:$(PERL5LIB)' $(PROVE) --harness Skipped \
  --exec '$(abstop)/tests/lib/launch'

.PHONY: check-quick check-long check-clock check-all check-steps check-machines
check: has-prove check-programs
	$(prove) $(PROVEFLAGS) $(TESTS)

check-quick: has-prove check-programs
	$(prove) $(PROVEFLAGS) $(call files_of,$(quick_tests)) $(units) $(fuzzers)
check-quick: FEWER := 50

# What takes long, and in full what `make check` runs in part; the matrix is check-oracles' own. The
# longest come first, or one of them would run alone at the end.
check-long: has-prove check-programs
	$(prove) $(PROVEFLAGS) $(call files_of,errors/limit oom/faults errors/hostile $(long_tests) runtime/acts \
  runtime/hostile_host)
check-long: FEWER := 1

# The comparison with GNU gprof of Debian stable and unstable, where they can be had.
.PHONY: check-oracles
check-oracles: has-prove check-programs
	@oracles=$$(sh $(top)/tests/tools/oracles.sh $(BUILD)/oracles) || test $$? = 77 || exit 1; failed=; \
	for oracle in $$oracles; do \
	  $$oracle --version | head -n 1; export ORACLE=$$oracle FUZZ_SEEDS=1000; \
	  $(prove:@%=%) $(PROVEFLAGS) $(call files_of,compat/matrix compat/fuzz compat/companions cli/oracle) || failed=1; \
	done; test -z "$$failed"
check-oracles: FEWER := 8

# What a busy machine made fail is run again, alone. What fails twice has failed.
check-clock: has-prove check-programs
	$(prove) $(PROVEFLAGS) --statefile=$(BUILD)/prove --state=save $(call files_of,$(clock_tests)) || \
	  { echo '# once more, alone:'; $(prove:@%=%) --statefile=$(BUILD)/prove --state=failed; }

# The runtime for each other machine, built by its cross compiler and tried by qemu.
check-machines: has-prove check-programs
	$(prove) $(call files_of,$(machine_tests))
	@perl $(top)/tests/runtime/machines_table.pl $(BUILD)/machines/table
check-machines: test_env += MACHINES='$(or $(MACHINES),all)' LINKAGES='dynamic static pie static-pie preload' \
  MORE_FORMS=finstrument-functions RUNTIME_CFLAGS='-O2 -g'

# What check-all does, one step after the other. .ci/run takes the steps from here.
check_steps := check check-long check-oracles check-clock check-asan check-clang check-minimal \
  check-machines check-fuzz distcheck check-packages
check-all:
	@failed=; for step in $(check_steps); do \
	  echo "==== $$step"; $(MAKE) -f $(self) $$step || failed="$$failed $$step"; done; \
	test -z "$$failed" || { echo "make check-all: failed:$$failed"; exit 1; }
check-steps:
	@echo $(check_steps)

# Builds that are only tried are half as long in the making so.
quick_cflags = $(if $(filter file,$(origin CFLAGS)),-O1 -g,$(CFLAGS))

# What runs our gprof: neither how it is built nor libgmon, which is compiled without sanitizers.
asan_tests = $(filter-out $(call files_of,cli/abbrev cli/oracle compat/tools),$(filter $(addprefix $(top)/tests/,cli/% compat/% errors/% \
  oom/%),$(check_tests))) $(patsubst $(BUILD)/%,build-asan/%,$(units) $(fuzzers))
check-asan:
	@$(MAKE) -f $(self) BUILD=build-asan CFLAGS='$(quick_cflags)' check COMPAT=build FEWER=16 \
	  TESTS='$(if $(filter command%,$(origin TESTS)),$(TESTS),$(asan_tests))' \
	  VARIANT='-fsanitize=address,undefined,float-cast-overflow -fno-sanitize-recover=all -fno-omit-frame-pointer'

# Without the libraries that may be absent.
check-minimal:
	@$(MAKE) -f $(self) BUILD=build-minimal CFLAGS='$(quick_cflags)' HAVE_LIBDW= HAVE_JANSSON= check COMPAT=build \
	  TESTS='$(call files_of,cli/golden cli/debug_files cli/source_names) $$(units)'

# Test suites of other programs with libgmon and without it, by hand: it takes as long as they do. HOSTS_DIR keeps
# what was fetched and built; HOSTS chooses some of them.
.PHONY: check-hosts
check-hosts: runtime
	@$(test_env) HOSTS_DIR='$(HOSTS_DIR)' sh $(top)/tests/hosts/hosts.sh $(HOSTS)

# libFuzzer, for T seconds on each target.
.PHONY: check-fuzz
fuzz check-fuzz: check-programs
	+@$(test_env) MAKEFILE='$(self)' CFLAGS='$(quick_cflags)' sh $(top)/tests/fuzz/run
check-fuzz: T := 3

valgrind_cmd := valgrind -q --error-exitcode=99 --leak-check=full \
  --suppressions=$(abstop)/tests/lib/valgrind/libbfd.supp \
  --errors-for-leak-kinds=definite,indirect --show-leak-kinds=definite,indirect
check-valgrind:
	@$(MAKE) -f $(self) BUILD=$(BUILD) check FEWER=50 VALGRIND='$(valgrind_cmd)'

check-clang:
	@$(MAKE) -f $(self) BUILD=build-clang CC=clang WERROR=-Werror objects

lint: has-prove $(src_o) $(runtime_o)
	$(prove) $(PROVEFLAGS) $(wildcard $(top)/tests/lint/*.t)

# All messages, the longest first, to be read through.
.PHONY: messages
messages:
	@perl $(top)/tests/lint/messages.t --list

# Needs cppcheck and clang-tidy; .clang-tidy names the checks.
analyse:
	cppcheck --enable=warning,performance,portability --quiet --error-exitcode=1 --inline-suppr \
	  -I$(top)/src -I$(top)/include $(top)/src
	clang-tidy --quiet --warnings-as-errors='*' $(src_c) -- -std=c11 $(own_cppflags)

bless: check-programs
	@$(test_env) perl $(top)/tests/lib/golden.pl --bless $(top)/tests/golden

# ---- speed: this gprof beside GNU gprof, and the limit (tests/perf/bench.pl) --------------------
# bench-full prints doc/PERF's tables in some six minutes, with what is known of GNU gprof; that is measured again, in a
# quarter of an hour more, by BENCHFLAGS=--gnu. SQLITE_DIR has sqlite3.c.
bench bench-full: check-programs
	@$(test_env) perl $(top)/tests/perf/bench.pl $(if $(filter %-full,$@),--full) --dir=$(BUILD)/perf $(BENCHFLAGS)

# No profiling, glibc's runtime and ours side by side; real programs: SQLITE_DIR, LUA_DIR and PUGIXML_DIR say where
# their sources are.
.PHONY: bench-runtime bench-workloads
bench-runtime: check-programs
	@$(test_env) perl $(top)/tests/runtime/bench_runtime.pl --dir=$(BUILD)/bench-runtime $(BENCHFLAGS)
bench-workloads: check-programs
	@$(test_env) perl $(top)/tests/perf/workloads.pl --dir=$(BUILD)/bench-workloads $(BENCHFLAGS)
