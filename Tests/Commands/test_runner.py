"""scripts/test itself: what fails once is flaky, what fails always fails the run, and nothing hangs."""

import json
import os
import subprocess
import sys
import textwrap

import pytest

from conftest import ROOT

# Behaves as the test binary of SwiftPM, as far as scripts/test uses it.
BINARY = '''
import json, os, re, sys, time
from pathlib import Path

MADE = Path(os.environ["MADE"])
TESTS = [f"Made.{suite}/{name}()" for suite, name in (test.split("/") for test in os.environ["TESTS"].split())]
arguments = sys.argv[1:]
if "--list-tests" in arguments:
    print("\\n".join(TESTS))
    sys.exit()
value = lambda name: arguments[arguments.index(name) + 1]
wanted = re.compile(value("--filter"))
stream = open(value("--event-stream-output-path"), "w")

def tell(kind, payload):
    stream.write(json.dumps({"version": 0, "kind": kind, "payload": payload}) + "\\n")
    stream.flush()

def event(kind, test, text="", **more):
    tell("event", {"kind": kind, "testID": test, "instant": {"absolute": time.monotonic()}, "messages": [{"symbol": "x", "text": text}], **more})

chosen = [test + "/Made.swift:1:2" for test in TESTS if wanted.search(test)]
for test in chosen:
    tell("test", {"kind": "function", "id": test, "name": test})
for test in chosen:
    name = test.split("/")[1].removesuffix("()")
    if name == "isThorough" and os.environ.get("ATOLL_TESTS") != "all":
        event("testSkipped", test, 'Test skipped: "make test-all: kills"')
        continue
    event("testStarted", test)
    tries = MADE / name
    tries.write_text(str(int(tries.read_text()) + 1 if tries.exists() else 1))
    first = tries.read_text() == "1"
    if name == "crashes" or name == "crashesOnce" and first:
        os.kill(os.getpid(), 6)
    if name == "hangs" and first:
        time.sleep(1_000)  # sleep: it hangs on purpose
    if name == "failsAlways" or name == "failsOnce" and first:
        event("issueRecorded", test, "Expectation failed: broken on purpose", issue={"isKnown": False, "sourceLocation": {"_filePath": "/x/Made.swift", "line": 7}})
    if name == "knows":
        event("issueRecorded", test, "known", issue={"isKnown": True})
    event("testEnded", test)
'''


@pytest.fixture
def run(tmp_path):
    """Runs scripts/test with these Swift tests and this text as tests in Python; returns the end of its output and its status."""

    def run(swift="", python="", *options, **environment):
        (tmp_path / "binary.py").write_text(BINARY)
        (tmp_path / "made").mkdir(exist_ok=True)
        folder = tmp_path / "tests"
        folder.mkdir(exist_ok=True)
        (folder / "pytest.ini").write_text("[pytest]\naddopts = -q -p no:cacheprovider -p no:schemathesis -p no:hypothesispytest -p no:anyio\n")
        (folder / "conftest.py").write_text(f"import sys\nsys.path.insert(0, {str(ROOT / 'Tests')!r})\npytest_plugins = ['tiers']\n")
        (folder / "test_made.py").write_text(textwrap.dedent(python))
        parts = (["swift"] if swift else []) + (["commands"] if python else [])
        done = subprocess.run(
            [ROOT / "scripts/test", *options, *parts], capture_output=True, text=True,
            env={name: value for name, value in os.environ.items() if not name.startswith("PYTEST_") and name != "ATOLL_TESTS"} | {
                "ATOLL_TEST_REPORTS": str(tmp_path / "build/reports"), "ATOLL_TEST_BINARY": f"{sys.executable} {tmp_path / 'binary.py'}",
                "ATOLL_COMMANDS_TESTS": str(folder), "ATOLL_PYTHON": sys.executable, "MADE": str(tmp_path / "made"), "TESTS": swift,
                "WORKERS": "2", **environment})
        outcomes = json.loads((tmp_path / "build/reports/tests.json").read_text())
        return done.stdout, done.returncode, {outcome["name"]: outcome["status"] for outcome in outcomes}

    return run


ONCE = """
    import os
    from pathlib import Path

    def test_once():
        tries = Path(os.environ["MADE"]) / "python"
        first = not tries.exists()
        tries.write_text("")
        assert not first, "broken on purpose"

    def test_fine():
        pass
"""


def test_what_fails_once_is_flaky_and_the_run_passes(run):
    output, status, outcomes = run("One/passes One/failsOnce Two/crashesOnce Two/knows", ONCE)
    assert status == 0, output
    assert outcomes == {"passes()": "passed", "failsOnce()": "flaky", "crashesOnce()": "flaky", "knows()": "passed",
                        "test_once": "flaky", "test_fine": "passed"}
    end = output[output.index("==> Tests that failed, and passed"):]
    for name in "swift Made.One.failsOnce()", "swift Made.Two.crashesOnce()", "commands test_made.test_once":
        assert f"FLAKY {name}: first failed, then passed" in end
    assert "broken on purpose (Made.swift:7)" in end and "then: passed in" in end
    assert end.rstrip().endswith("6 passed, 0 failed, 0 skipped")


def test_what_fails_always_fails_the_run(run):
    output, status, outcomes = run("One/failsAlways One/passes", "def test_broken():\n    assert False, 'it is broken'\n")
    assert status == 1
    assert outcomes == {"failsAlways()": "failed", "passes()": "passed", "test_broken": "failed"}
    end = output[output.index("==> Tests that failed"):]
    assert "FAILED swift Made.One.failsAlways()" in end and "FAILED commands test_made.test_broken" in end
    assert "it is broken" in end and "alone: failed" in end
    assert end.rstrip().endswith("1 passed, 2 failed, 0 skipped")


def test_a_process_that_ends_costs_only_the_test_that_ended_it(run):
    output, status, outcomes = run("One/passes One/crashes One/passesToo")
    assert status == 1
    assert outcomes == {"passes()": "passed", "crashes()": "failed", "passesToo()": "passed"}
    assert "The process ended in this test, with status -6" in output


def test_tests_that_say_nothing_are_ended(run):
    output, status, outcomes = run("One/hangs One/passes", QUIET="2")
    assert status == 0, output
    assert outcomes == {"hangs()": "flaky", "passes()": "passed"}
    assert "no test began or ended for 2 s" in output, output


def test_the_thorough_tier_runs_only_when_it_is_asked_for(run, tmp_path):
    python = """
        import pytest

        @pytest.mark.thorough("ceremonies")
        def test_long():
            pass

        def test_short():
            pass
    """
    output, status, outcomes = run("One/passes One/isThorough", python)
    assert status == 0 and outcomes == {"passes()": "passed", "isThorough()": "skipped", "test_long": "skipped", "test_short": "passed"}
    listed = subprocess.run([ROOT / "scripts/test", "--list"], capture_output=True, text=True,
                            env=os.environ | {"ATOLL_TEST_REPORTS": str(tmp_path / "build/reports")})
    assert listed.returncode == 0
    quick, thorough = listed.stdout.split("make test-all, in addition:")
    assert "swift " in quick and "swift: kills" in thorough and "commands: ceremonies" in thorough and "not run here" in thorough
    output, status, outcomes = run("One/passes One/isThorough", python, "--all")
    assert status == 0 and set(outcomes.values()) == {"passed"} and len(outcomes) == 4, output


def test_a_run_without_tests_fails(run):
    output, status, outcomes = run("", "x = 1\n")
    assert status == 1 and "error: no tests ran" in output
