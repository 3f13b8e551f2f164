# make demo    start the super app, its Mini App Center and three mini apps, and print the address
# make test    lint, build and run every test
# make help    the rest

SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := help

BUILD := .build/debug
VENV := .venv
SWIFT_FILES := Package.swift Sources Examples Tests Fuzz Benchmarks/Package.swift Benchmarks/Benchmarks

.PHONY: test-apple lagoon-app help demo test lint format build tests-build test-swift test-commands test-browser screenshots bench test-fuzz test-faults test-attack bench-load docs clean \
	system-libraries test-tools

help: ## Show what there is
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-13s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

demo: build ## Start everything on this machine, and print the address to open
	@exec $(BUILD)/lagoon $(ARGUMENTS)

test: lint tests-build test-tools ## Lint, build and run every test
	@scripts/test swift commands browser

test-swift: tests-build test-tools ## Run the Swift tests only
	@scripts/test swift

test-commands: tests-build test-tools ## Run the tests of the commands only
	@scripts/test commands

test-browser: tests-build test-tools ## Run the browser tests only
	@scripts/test browser

lint: ## Check the format of all Swift files
	@echo "==> Checking the format"
	@swift format lint --strict --recursive $(SWIFT_FILES)
	@echo "==> Looking for calls that end the process on bad input"
	@scripts/lint-traps

format: ## Bring all Swift files into the format
	@swift format --in-place --recursive $(SWIFT_FILES)

build: system-libraries
	@scripts/build "Building Lagoon" --product lagoon

tests-build: system-libraries
	@scripts/build "Building everything, with the tests" --build-tests

screenshots: build test-tools ## Take the pictures in docs/images again
	@echo "==> Taking the pictures in docs/images"
	@$(VENV)/bin/python Tests/Browser/screenshots.py

test-apple: ## On a Mac: build the views with SwiftUI itself, and run their tests
	@test "$$(uname)" = Darwin || { echo "This needs a Mac: here SwiftUI is stood in for, and make test runs the views' tests."; exit 1; }
	@swift build --target LagoonUI
	@swift test --filter AtollUITests

lagoon-app: ## Give the iOS app in Examples/Lagoon.swiftpm the trust anchor of the demo on this machine
	@cp .lagoon/center/repository/metadata/1.root.json Examples/Lagoon.swiftpm/App/Trust/root.json
	@echo "Open Examples/Lagoon.swiftpm in Xcode while make demo runs."

bench: test-tools ## Run the benchmarks
	@scripts/install bench-tools
	@$(VENV)/bin/python scripts/bench-catalog
	@echo "==> Building the benchmarks for release (the first time takes minutes) and running them"
	@cd Benchmarks && swift package --allow-writing-to-package-directory benchmark --no-progress \
		--time-units nanoseconds --grouping metric

test-fuzz: ## Run the fuzzers, a minute each
	@scripts/fuzz $(or $(SECONDS_EACH),60)

test-faults: tests-build ## Kill processes a thousand times, and break the disk at every step
	@ATOLL_FAULTS=many swift test --skip-build --filter "AtollCatalogTests.(KillTests|DiskFaultTests|FaultProxyTests)|AtollCenterTests.RaceTests"

test-attack: system-libraries ## Attack a Lagoon and its Center for half an hour, as a stranger, a user and a mini app would
	@scripts/build "Building lagoon for release (the first time takes minutes)" -c release --product lagoon
	@scripts/build "Building atoll for release" -c release --product atoll
	@python3 Tests/Attack/attack.py --binary .build/release/lagoon $(ARGUMENTS)

bench-load: ## Measure what healthy users notice of floods, and what floods leave in memory
	@scripts/bench-load

docs: ## Write the documentation of the libraries to .build/docs
	@echo "==> Writing the documentation to .build/docs (the first time takes minutes)"
	@scripts/docs

clean: ## Remove everything that was built
	@rm -rf .build $(VENV)

system-libraries:
	@scripts/install libraries

test-tools: system-libraries
	@scripts/install test-tools $(VENV)
