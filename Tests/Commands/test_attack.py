"""Short runs of the trial in `make test-attack`."""

import os
import subprocess
import sys

import pytest

from conftest import ROOT


@pytest.mark.thorough("attack")
def test_strangers_users_and_mini_apps_break_nothing():
    binary = os.environ.get("LAGOON", str(ROOT / ".build/debug/lagoon"))
    trial = subprocess.run(
        [sys.executable, "Tests/Attack/attack.py", "--short", "--binary", binary],
        cwd=ROOT, capture_output=True, text=True, timeout=3_300,
    )
    assert trial.returncode == 0, trial.stdout + trial.stderr


@pytest.mark.thorough("attack")
def test_malformed_forms_and_headers_break_nothing():
    """The attacks of a stranger with single requests; the others take minutes."""
    binary = os.environ.get("LAGOON", str(ROOT / ".build/debug/lagoon"))
    trial = subprocess.run(
        [sys.executable, "Tests/Attack/attack.py", "--short", "--binary", binary, "--only", "forms", "--only", "headers"],
        cwd=ROOT, capture_output=True, text=True, timeout=3_300,
    )
    assert trial.returncode == 0, trial.stdout + trial.stderr
