"""A short run of the trial in `make test-attack`."""

import os
import subprocess
import sys

from conftest import ROOT


def test_strangers_users_and_mini_apps_break_nothing():
    binary = os.environ.get("LAGOON", str(ROOT / ".build/debug/lagoon"))
    trial = subprocess.run(
        [sys.executable, "Tests/Attack/attack.py", "--short", "--binary", binary],
        cwd=ROOT, capture_output=True, text=True, timeout=600,
    )
    assert trial.returncode == 0, trial.stdout + trial.stderr
