"""scripts/watch-tests: Swift tests that stand still are ended, and what they waited for is said."""

import os
import subprocess

import pytest

from conftest import ROOT


@pytest.fixture
def tests():
    """A shell that has started something that looks like tests, and never ends."""
    shell = subprocess.Popen(["bash", "-c", "(exec -a fake.xctest sleep 300) & wait"], start_new_session=True)
    yield shell
    os.killpg(shell.pid, 9) if shell.poll() is None else None


def test_tests_that_say_nothing_are_ended(tests, tmp_path):
    log = tmp_path / "swift.log"
    log.write_text('◇ Test "It hangs" started.\n')
    watched = subprocess.run(
        [ROOT / "scripts/watch-tests", str(tests.pid), str(log)], env={**os.environ, "QUIET": "1"}, capture_output=True, text=True, timeout=90)
    assert watched.returncode == 1
    assert "said nothing for 1 s" in watched.stderr and "fake.xctest" in watched.stderr
    assert tests.wait(timeout=20) is not None


def test_the_watch_ends_with_what_it_watches(tmp_path):
    log = tmp_path / "swift.log"
    log.write_text("")
    short = subprocess.Popen(["bash", "-c", "sleep 1; exit"])
    watch = subprocess.Popen([ROOT / "scripts/watch-tests", str(short.pid), str(log)], env={**os.environ, "QUIET": "60"})
    short.wait(timeout=20)
    assert watch.wait(timeout=30) == 0
