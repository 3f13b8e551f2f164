# make demo    start the super app, its Mini App Center and three mini apps, and print the address
# make test    lint, build and run every test
# make help    the rest

SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := help

BUILD := .build/debug
VENV := .venv
SWIFT_FILES := Package.swift Sources Examples Tests

.PHONY: help demo test lint format build tests-build test-swift test-browser screenshots bench docs clean \
	system-libraries test-tools

help: ## Show what there is
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## (.*)/  make \1\t\2/' | awk -F '\t' '{ printf "%-20s %s\n", $$1, $$2 }'

demo: build ## Start everything on this machine, and print the address to open
	@exec $(BUILD)/lagoon $(ARGUMENTS)

test: lint tests-build test-swift test-browser ## Lint, build and run every test
	@scripts/summary

lint: ## Check the format of all Swift files
	@echo "==> Checking the format"
	@swift format lint --strict --recursive $(SWIFT_FILES)

format: ## Bring all Swift files into the format
	@swift format --in-place --recursive $(SWIFT_FILES)

build: system-libraries
	@scripts/build "Building Lagoon" --product lagoon

tests-build: system-libraries
	@scripts/build "Building everything, with the tests" --build-tests

test-swift: tests-build test-tools
	@echo "==> Running the Swift tests"
	@rm -rf .build/reports
	@mkdir -p .build/reports
	@swift test --skip-build --xunit-output .build/reports/swift.xml

test-browser: tests-build test-tools
	@echo "==> Running the browser tests in Chromium (about two minutes)"
	@mkdir -p .build/reports
	@$(VENV)/bin/pytest Tests/Browser --junitxml .build/reports/browser.xml

screenshots: build test-tools ## Take the pictures in docs/images again
	@echo "==> Taking the pictures in docs/images"
	@$(VENV)/bin/python Tests/Browser/screenshots.py

bench: ## Run the benchmarks (there are none yet)
	@echo "There are no benchmarks yet: see Benchmarks/README.md."

docs: ## Write the documentation of the libraries to .build/docs
	@echo "==> Writing the documentation to .build/docs (the first time takes minutes)"
	@scripts/docs

clean: ## Remove everything that was built
	@rm -rf .build $(VENV)

system-libraries:
	@scripts/install libraries

test-tools: system-libraries
	@scripts/install test-tools $(VENV)
