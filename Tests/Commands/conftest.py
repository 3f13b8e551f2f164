"""Runs the commands as their users do, and measures their memory and processor time."""

import os
import re
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
BINARIES = ROOT / ".build/debug"


class Outcome:
    def __init__(self, text):
        self.output, taken = text.rsplit("\n", 2)[0], text.rsplit("\n", 2)[1].split()
        self.status, self.memory, self.processor_seconds = int(taken[0]), int(taken[1]), float(taken[2])


@pytest.fixture(scope="session")
def run():
    """Runs a command to its end; returns status, output, memory in bytes and processor time in seconds."""

    def run(command, *arguments, directory=None, environment=None):
        done = subprocess.run(
            [sys.executable, "-S", "-E", Path(__file__).parent / "measured.py", BINARIES / command,
             *map(str, arguments)],
            cwd=directory, stdout=subprocess.PIPE, env=os.environ | (environment or {}), timeout=60)
        return Outcome(done.stdout.decode(errors="replace"))

    return run


def until(condition, seconds=10):
    """Waits until a condition is true."""
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, "the condition did not become true"
        time.sleep(0.05)


class Atoll:
    """The folder of a publisher and operator, and a Center that runs from it."""

    def __init__(self, folder, run):
        self.folder = folder
        self.run_command = run
        self.environment = {"ATOLL_KEYS": str(folder / "keys"), "ATOLL_PASSPHRASE": "coral reef at noon"}
        self.process = None

    def __call__(self, *arguments):
        return self.run_command("atoll", *arguments, directory=self.folder, environment=self.environment)

    def works(self, *arguments):
        outcome = self(*arguments)
        assert outcome.status == 0, outcome.output
        return outcome.output

    def start(self, *options):
        self.process = subprocess.Popen(
            [BINARIES / "atoll", "center", "serve", "--data", "center", "--port", "0", "--issuer", "http://localhost:9",
             "--super-app", "com.example.lagoon",
             "--log-level", "warning", *options],
            cwd=self.folder, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        self.center = self.process.stdout.readline().split()[-1]
        self.environment["ATOLL_CENTER"] = self.center

    def stop(self):
        if self.process:
            self.process.terminate()
            assert self.process.wait(timeout=20) == 0
            self.process = None

    def make_mini_app(self, name="Lunch Menu", code=1):
        folder = self.folder / name.lower().replace(" ", "-")
        if not folder.exists():
            self.works("new", name)
        manifest = folder / "app/manifest.json"
        manifest.write_text(re.sub(r'"code": \d+', f'"code": {code}', manifest.read_text()))
        return folder / "app"


@pytest.fixture(scope="session")
def held_ceremony(tmp_path_factory, run):
    """A folder with keys and a new repository."""
    atoll = Atoll(tmp_path_factory.mktemp("atoll"), run)
    for name in "root", "targets", "publisher":
        atoll.works("keys", "new", name)
    atoll.works("trust", "init", "--data", "center")
    atoll.works("trust", "publisher", "com.example", "--data", "center", "--key", "keys/publisher.key")
    return atoll


@pytest.fixture
def atoll(held_ceremony, tmp_path, run):
    """A copy of that folder for one test, with a running Center and an API key for it."""
    shutil.copytree(held_ceremony.folder, tmp_path / "atoll")
    atoll = Atoll(tmp_path / "atoll", run)
    atoll.environment["ATOLL_API_KEY"] = atoll.works("center", "key", "com.example", "--data", "center").strip()
    atoll.start()
    yield atoll
    atoll.stop()
