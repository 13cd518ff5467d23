# Money Mom for Linux. Each target does its own set-up; a fresh machine needs only the Swift toolchain and make.

SHELL = /bin/bash
PREFIX = /usr/local
DESTDIR =
SWIFT = swift

# The Swift runtime goes into each program, so that they start fast and run where no toolchain is.
release = -c release --static-swift-stdlib
built = .build/release
root = $(DESTDIR)$(PREFIX)

.PHONY: all build setup demo test check bench torture powercut fuzz install uninstall clean

all: build

# Installs the Debian packages that are missing; says nothing and needs no network when all are there.
setup:
	@.ci/setup build

build: setup
	$(SWIFT) build $(release)

# Spoken memos through a real daemon, in a temporary inbox and store.
demo: build
	Tests/Demo/demo.sh $(built)

# The tests of whole programs wait for processes, and would keep the threads from those beside them.
test:
	@.ci/setup test
	$(SWIFT) build --build-tests
	$(SWIFT) test --skip-build --skip ProgramTests
	$(SWIFT) test --skip-build --filter ProgramTests

# Format, boundaries between the rooms, and the systemd units.
check: build
	@.ci/setup check
	.ci/check $(built)

bench: build
	$(built)/mm-bench

# The daemon killed before each of its system calls, each of them failing, and each synchronisation left out; hours of one
# processor, shared by all there are.
jobs = $(shell nproc)
torture: build
	for walks in order kill fail migrate; do $(built)/mm-torture $$walks --jobs $(jobs) || exit; done

# The power of a virtual machine is cut at CUTS points, or as many as it had; mounts disks, as root. First some cuts without
# fsync, at which fault must be found.
CUTS = 200
powercut: build
	@.ci/setup powercut
	Tests/PowerCut/run $(built) 12 --without-sync
	Tests/PowerCut/run $(built) $(CUTS)

# Made-up bytes for the readers of sidecars, amounts and names; FUZZ seconds for each.
FUZZ = 300
fuzz: setup
	Tests/Fuzz/run $(FUZZ)

# `sudo make install` often has no swift on its PATH: then what was built before is installed.
install:
	@if command -v $(SWIFT) >/dev/null || [ ! -x $(built)/mm-ingestd ]; then $(MAKE) build; fi
	install -D -m 755 -t $(root)/bin $(built)/mm-ingestd $(built)/mm-organize
	install -D -m 755 -t $(root)/libexec/moneymom $(built)/mm-decoder \
	  $(built)/mm-decoder-av
	install -D -m 644 -t $(root)/share/doc/moneymom README.md LICENSE
	install -D -m 644 -t $(root)/lib/sysusers.d systemd/sysusers.d/moneymom.conf
	install -d $(root)/lib/systemd/system $(root)/lib/systemd/user
	sed 's|/usr/local/|$(PREFIX)/|' systemd/mm-ingestd.service \
	  > $(root)/lib/systemd/system/mm-ingestd.service
	sed 's|/usr/local/|$(PREFIX)/|' systemd/user/mm-ingestd.service \
	  > $(root)/lib/systemd/user/mm-ingestd.service

# What install laid down; the store and the inbox stay.
uninstall:
	rm -f $(root)/bin/mm-ingestd $(root)/bin/mm-organize $(root)/libexec/moneymom/mm-decoder \
	  $(root)/libexec/moneymom/mm-decoder-av \
	  $(root)/share/doc/moneymom/README.md $(root)/share/doc/moneymom/LICENSE \
	  $(root)/lib/sysusers.d/moneymom.conf \
	  $(root)/lib/systemd/system/mm-ingestd.service $(root)/lib/systemd/user/mm-ingestd.service
	-rmdir $(root)/libexec/moneymom $(root)/share/doc/moneymom

clean:
	rm -rf .build .stage
