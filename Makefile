# Everything that is done with this package, each by one word. Every target does its own set-up: on a bare Debian, as
# root, it installs what is missing; otherwise it prints the command that does.

PREFIX ?= /usr/local
BUILD = swift build
# On Linux the Swift runtime becomes a part of the program, which then needs no toolchain where it is installed.
RELEASE = $(BUILD) -c release $(if $(filter Linux,$(shell uname)),--static-swift-stdlib)
BIN = $(shell $(RELEASE) --show-bin-path)
# Swift Testing begins all tests at once, and then each waits for hundreds of others whenever it waits for anything; what
# watches a clock fails so on a machine with few processors. Older toolchains do not know the variable and pass it over.
FEW_TESTS = SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH=4

.PHONY: help demo test check coverage format tsan bench docs install uninstall setup setup-tests setup-check clean

help:
	@echo "make demo      build, speak ten words into ./demo, and play them where there is sound"
	@echo "make test      build and run all tests"
	@echo "make check     format lint, spelling, warnings as errors, starter dictionaries, documentation"
	@echo "make coverage   run all tests and print the line coverage of each room"
	@echo "make tsan      run all tests under ThreadSanitizer"
	@echo "make bench     measure against espeak-ng, side by side"
	@echo "make docs      build the documentation of the libraries into ./build-docs"
	@echo "make install   build for release and install under PREFIX=$(PREFIX)"

setup:
	@sh .ci/setup.sh build

setup-tests:
	@sh .ci/setup.sh build test

setup-check:
	@sh .ci/setup.sh build check

demo: setup
	@echo "demo: build parlance, write ten spoken words to ./demo, and play them where there is a sound server"
	@$(RELEASE) --product parlance
	@sh .ci/demo.sh "$(BIN)/parlance"

test: setup-tests
	@echo "test: build everything and run all tests"
	@$(FEW_TESTS) sh .ci/test.sh

check: setup-check
	@echo "check: format lint, spelling, a build with warnings as errors, the starter dictionaries, and the documentation"
	@sh .ci/spelling.sh
	@swift format lint --strict --parallel --recursive Package.swift Sources Tests
	@$(BUILD) --build-tests -Xswiftc -warnings-as-errors --scratch-path .build-check
	@swift test --skip-build -Xswiftc -warnings-as-errors --scratch-path .build-check --filter StarterTableTests
	@sh .ci/docs.sh .build-check -Xswiftc -warnings-as-errors

tsan: setup-tests
	@echo "tsan: build with ThreadSanitizer and run all tests; a race fails them"
	@TSAN_OPTIONS="suppressions=$(CURDIR)/.ci/tsan-suppressions.txt" \
		swift test --sanitize=thread --no-parallel --scratch-path .build-tsan

coverage: setup-tests
	@sh .ci/coverage.sh

bench: setup
	@echo "bench: build for release and measure against espeak-ng, side by side"
	@$(RELEASE) --product parlance
	@$(RELEASE) --product parlance-bench
	@"$(BIN)/parlance-bench"
	@if [ -d /dev/shm ]; then echo; \
		echo "bench: the same in memory, which measures the programs without the file system of the disk"; \
		TMPDIR=/dev/shm "$(BIN)/parlance-bench"; fi

docs: setup
	@sh .ci/docs.sh

format:
	@swift format --in-place --parallel --recursive Package.swift Sources Tests

install: setup
	@$(RELEASE) --product parlance
	@sh .ci/install.sh "$(BIN)/parlance" "$(DESTDIR)$(PREFIX)"

uninstall:
	@rm -f "$(DESTDIR)$(PREFIX)/bin/parlance"
	@rm -rf "$(DESTDIR)$(PREFIX)/share/parlance" "$(DESTDIR)$(PREFIX)/libexec/parlance"

clean:
	@rm -rf .build .build-check .build-docs .build-tsan build-docs demo
