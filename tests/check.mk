# check.mk - the tests, what looks deeper than `make check', lints, and measurements of speed
#
# Included by the Makefile.
#
# SPDX-License-Identifier: GPL-3.0-or-later

# TESTS chooses test files, T the golden cases (a shell pattern): make check T='flat*'
test_dirs := cli compat graph errors unit build perf fuzz oom runtime
tests_of = $(sort $(wildcard $(1:%=$(top)/tests/%/*.t)))
TESTS := $(call tests_of,$(test_dirs)) $(units) $(fuzzers) $(call tests_of,lint)
PROVEFLAGS ?= -j$(JOBS)
# When VALGRIND is set, the wrapper in tests/lib/valgrind takes gprof's place.
VALGRIND :=
# Comparisons: where the sample images are, and of how many option sets one is tried on each image.
COMPAT = $(BUILD)
# (The whole takes a quarter of an hour: make check MATRIX_STEP=1 TESTS=tests/compat/matrix.t)
MATRIX_STEP := 4
gprof_abs = $(abspath $(gprof))
test_env = GPROF='$(if $(VALGRIND),$(abstop)/tests/lib/valgrind/gprof,$(gprof_abs))' \
  GPROF_REAL='$(gprof_abs)' BUILD='$(abspath $(BUILD))' SRCDIR='$(abstop)' \
  TOOLS='$(abspath $(BUILD))/tools' VALGRIND='$(VALGRIND)' CC='$(CC)' MAKE='$(MAKE)' \
  JOBS='$(JOBS)' VARIANT='$(VARIANT)' T='$(T)' COMPAT='$(abspath $(COMPAT))' \
  MATRIX_STEP='$(MATRIX_STEP)' \
  LINT_CPPFLAGS=$(call squote,$(own_cppflags) $(CPPFLAGS)) \
  LSAN_OPTIONS='suppressions=$(abstop)/tests/lib/lsan.supp:print_suppressions=0:$(LSAN_OPTIONS)' \
  ASAN_OPTIONS='fast_unwind_on_malloc=0:$(ASAN_OPTIONS)' UBSAN_OPTIONS='print_stacktrace=1:$(UBSAN_OPTIONS)' LC_ALL=C

check: check-programs
	@$(test_env) $(PROVE) $(PROVEFLAGS) --exec '$(abstop)/tests/lib/launch' $(TESTS)

asan_tests = $(call tests_of,cli compat errors fuzz oom) $(patsubst $(BUILD)/%,build-asan/%,$(units) $(fuzzers))
# What runs gprof: neither how it is built nor libgmon, which is compiled without sanitizers.
check-asan:
	@$(MAKE) -f $(self) BUILD=build-asan check COMPAT=build MATRIX_STEP=10 \
	  TESTS='$(if $(filter command%,$(origin TESTS)),$(TESTS),$(asan_tests))' \
	  VARIANT='-fsanitize=address,undefined,float-cast-overflow -fno-sanitize-recover=all -fno-omit-frame-pointer'

# Without the libraries that may be absent.
check-minimal:
	@$(MAKE) -f $(self) BUILD=build-minimal HAVE_LIBDW= HAVE_JANSSON= check COMPAT=build \
	  TESTS="$(wildcard $(addprefix $(top)/tests/cli/,golden.t debug_files.t compare.t source_names.t)) \
	  $(units:$(BUILD)/%=build-minimal/%)"

valgrind_cmd := valgrind -q --error-exitcode=99 --leak-check=full \
  --suppressions=$(abstop)/tests/lib/valgrind/libbfd.supp \
  --errors-for-leak-kinds=definite,indirect --show-leak-kinds=definite,indirect
fuzz: check-programs
	@$(test_env) MAKEFILE='$(self)' sh $(top)/tests/fuzz/run

check-valgrind:
	@$(MAKE) -f $(self) BUILD=$(BUILD) check MATRIX_STEP=50 VALGRIND='$(valgrind_cmd)'

check-clang:
	@$(MAKE) -f $(self) BUILD=build-clang CC=clang WERROR=-Werror objects

lint: $(src_o) $(runtime_o)
	@$(test_env) $(PROVE) $(PROVEFLAGS) $(wildcard $(top)/tests/lint/*.t)

# Needs cppcheck and clang-tidy; .clang-tidy names the checks.
analyse: $(BUILD)/config.h
	cppcheck --enable=warning,performance,portability --quiet --error-exitcode=1 --inline-suppr \
	  -I$(top)/src -I$(top)/include -I$(BUILD) $(top)/src
	clang-tidy --quiet --warnings-as-errors='*' $(src_c) -- -std=c11 $(own_cppflags)

bless: check-programs
	@$(test_env) perl $(top)/tests/lib/golden.pl --bless $(top)/tests/golden
	@$(test_env) $(BUILD)/unit/test_graph --bless

.PHONY: bless-instructions
# The counts of tests/perf/instructions.t anew, for this compiler.
bless-instructions: check-programs
	@$(test_env) BLESS=1 perl $(top)/tests/perf/instructions.t

# ---- speed: this gprof beside GNU gprof, and the limit (tests/perf/bench.pl) --------------------
# bench-full prints doc/PERF's tables in some six minutes, with what is known of GNU gprof; that is measured anew, in a
# quarter of an hour more, by BENCHFLAGS=--gnu. SQLITE_DIR has sqlite3.c.
bench bench-full: check-programs
	@$(test_env) perl $(top)/tests/perf/bench.pl $(if $(filter %-full,$@),--full) --dir=$(BUILD)/perf $(BENCHFLAGS)

# ---- what takes long: .ci/run has a step for each --------------------------------------------------
.PHONY: check-reproducible check-packagers
# Builds everything twice, in different surroundings, and compares what is installed.
check-reproducible:
	@$(test_env) REPRODUCIBLE=all $(PROVE) --exec '$(abstop)/tests/lib/launch' $(top)/tests/build/reproducible.t

# Builds it with the flags of distributions, one set after the other.
check-packagers: check-programs
	@$(test_env) PACKAGERS=all $(PROVE) --exec '$(abstop)/tests/lib/launch' $(top)/tests/build/packagers.t
