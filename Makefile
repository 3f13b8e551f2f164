# make demo    start the super app, its Mini App Center and their mini apps, and print the URL
# make test    lint, build and run the quick tier of the tests
# make test-all  run everything
# make help    the rest

SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := help

BUILD := .build/debug
VENV := .venv
SWIFT_FILES := Package.swift Sources Examples Tests Fuzz Benchmarks/Package.swift Benchmarks/Benchmarks

.PHONY: atoll-release center-release install install-center dist dist-center demo-cluster-options demo-cluster atoll-build test-apple test-apple-app lagoon-app help demo test test-all test-list lint format build tests-build test-swift test-commands test-browser screenshots bench test-long test-fuzz test-requests test-faults test-attack bench-load site docs clean \
	system-libraries test-tools

# For the commands, and no reason for SwiftPM to compile anything again.
unexport ARGUMENTS

help: ## List the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-13s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

demo: build ## Start everything on this machine, and print the URL to open
	@exec $(BUILD)/lagoon $(ARGUMENTS)

demo-cluster: demo-cluster-options build atoll-build test-tools ## Start it with two Centers, PostgreSQL, a bucket and a proxy, and print the URL to open
	@scripts/demo-cluster $(ARGUMENTS)

# Before anything is built that takes minutes.
demo-cluster-options:
	@CHECK_ONLY=1 scripts/demo-cluster $(ARGUMENTS)

test: lint tests-build test-tools ## Lint, build and run every test that is quick and certain
	@scripts/test

test-all: lint tests-build test-tools ## Run everything: also long models, kills, faults, ceremonies, load, fuzzers and the attack (hours)
	@scripts/test --all

test-list: ## List the parts of both tiers, with the times that they last took
	@scripts/test --list

test-swift: tests-build test-tools ## Run the Swift tests only
	@scripts/test swift

test-commands: tests-build test-tools ## Run the tests of the commands only
	@scripts/test commands

test-browser: tests-build test-tools ## Run the browser tests only
	@scripts/test browser

lint: ## Check the format of Swift files, calls that trap, pauses in tests, the English and the subjects of commits
	@echo "==> Checking the format"
	@swift format lint --strict --recursive $(SWIFT_FILES)
	@echo "==> Looking for calls that trap on bad input, and for tests that depend on the clock"
	@scripts/lint-traps
	@scripts/lint-waits
	@echo "==> Looking for English that reads as translated, and at the subjects of commits"
	@scripts/lint-english
	@scripts/lint-commits

format: ## Format all Swift files
	@swift format --in-place --recursive $(SWIFT_FILES)

build: system-libraries
	@scripts/build "Building Lagoon" --product lagoon

atoll-build: system-libraries
	@scripts/build "Building atoll" --product atoll
	@scripts/build "Building atoll-center" --product atoll-center

atoll-release: system-libraries
	@scripts/build "Building atoll for release (the first build takes minutes)" -c release --product atoll

center-release: system-libraries
	@scripts/build "Building atoll-center for release (the first build takes minutes)" -c release --product atoll-center

PREFIX ?= $(HOME)/.local

install: atoll-release ## Install atoll below PREFIX (~/.local), with completions for bash, zsh and fish
	@scripts/install-atoll "$(PREFIX)"

install-center: atoll-release center-release ## Install atoll and atoll-center, for operators
	@scripts/install-atoll "$(PREFIX)" atoll atoll-center

dist: atoll-release ## Make a tarball of atoll that runs on another machine without Swift
	@scripts/dist

dist-center: atoll-release center-release ## Make a tarball of atoll and atoll-center
	@scripts/dist center

tests-build: system-libraries
	@scripts/build "Building everything, with the tests" --build-tests

screenshots: build test-tools ## Retake the pictures in docs/images
	@echo "==> Taking the pictures in docs/images"
	@$(VENV)/bin/python Tests/Browser/screenshots.py

test-apple: ## On a Mac: build the views with SwiftUI itself, and run their tests
	@test "$$(uname)" = Darwin || { echo "This needs a Mac. Here, make test runs the views' tests against a stand-in for SwiftUI."; exit 1; }
	@swift build --target LagoonUI
	@swift test --filter AtollUITests

test-apple-app: ## On a Mac: start the app in a simulator, open a link in it, and take pictures
	@scripts/test-apple-app

lagoon-app: ## Copy the trust anchor of the demo on this machine to the iOS app in Examples/Lagoon.swiftpm
	@cp .lagoon/center/repository/metadata/1.root.json Examples/Lagoon.swiftpm/App/Trust/root.json
	@echo "Open Examples/Lagoon.swiftpm in Xcode while make demo is running."

bench: test-tools ## Run the benchmarks
	@scripts/install bench-tools
	@$(VENV)/bin/python scripts/bench-catalog
	@$(VENV)/bin/python scripts/bench-work
	@$(VENV)/bin/python scripts/bench-pages
	@echo "==> Building the benchmarks for release (the first build takes minutes) and running them"
	@cd Benchmarks && swift package --allow-writing-to-package-directory benchmark --no-progress \
		--time-units nanoseconds --grouping metric

test-fuzz: tests-build test-tools ## Run the fuzzers, one minute each, and 10,000 requests against the OpenAPI document
	@scripts/fuzz $(or $(SECONDS_EACH),60)
	@$(MAKE) --no-print-directory test-requests

test-requests: tests-build test-tools ## Send 10,000 requests that are generated from the OpenAPI document to a Center, on each database
	@echo "==> Trying the routes of the OpenAPI document"
	@ATOLL_TESTS=all CASES=10000 $(VENV)/bin/pytest Tests/Commands/test_openapi.py

test-long: tests-build test-tools ## Run the Swift tests with as many generated cases as it takes to be sure (an hour)
	@ATOLL_STRICT=1 ATOLL_TESTS=all ATOLL_TRANSITIONS=50000 swift test --skip-build --no-parallel

test-faults: tests-build test-tools ## Kill processes a thousand times, break disks, buckets and databases at every step
	@ATOLL_STRICT=1 ATOLL_TESTS=all swift test --skip-build --filter "AtollCatalogTests.(KillTests|DiskFaultTests|FaultProxyTests)|AtollCenterTests.(RaceTests|LifecycleKillTests|Shared.*Tests)"

test-attack: system-libraries ## Attack a Lagoon and its Center for half an hour, like a stranger, a user and a mini app
	@scripts/build "Building lagoon for release (the first build takes minutes)" -c release --product lagoon
	@scripts/build "Building atoll for release" -c release --product atoll
	@scripts/build "Building atoll-center for release" -c release --product atoll-center
	@python3 Tests/Attack/attack.py --binary .build/release/lagoon $(ARGUMENTS)
	@scripts/build "Building the tests" --build-tests
	@ATOLL_STRICT=1 ATOLL_TESTS=all ATOLL_ATTACK=1 swift test --skip-build --no-parallel --filter AtollRenderingTests

bench-load: ## Measure how floods of requests affect other users and memory
	@scripts/bench-load

site: test-tools ## Write the site for mini app developers to .build/docs/site
	@$(VENV)/bin/python scripts/site

docs: site ## Write the documentation of the libraries, and the site, to .build/docs
	@echo "==> Writing the documentation to .build/docs (the first build takes minutes)"
	@scripts/docs

clean: ## Remove everything that was built
	@rm -rf .build $(VENV)

system-libraries:
	@scripts/install libraries

test-tools: system-libraries
	@scripts/install test-tools $(VENV)
