"""Runs the commands as their users do, and measures their memory and processor time.

A test with the fixture `atoll` runs with a Center in SQLite and a folder, and again with one in PostgreSQL and a bucket, unless it is
marked `folder`: then it is about the folder itself. The second run belongs to `make test-all`, unless the test is marked
`quick_when_shared`.
"""

import os
import re
import shutil
import subprocess
import sys
import time
import uuid
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "Tests"), str(ROOT / "scripts")]
pytest_plugins = ["tiers"]

from testing.servers import Servers
from waiting import GUARD, until  # noqa: F401

# Where a test is not about pictures, none are made: they take the processor.
os.environ.setdefault("CHROMIUM", "none")
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
            cwd=directory, stdout=subprocess.PIPE, env=os.environ | (environment or {}), timeout=GUARD)
        return Outcome(done.stdout.decode(errors="replace"))

    return run


class Atoll:
    """The folder of a publisher and operator, and a Center that runs from it."""

    def __init__(self, folder, run):
        self.folder = folder
        self.run_command = run
        self.is_shared = False
        self.environment = {"ATOLL_KEYS": str(folder / "keys"), "ATOLL_PASSPHRASE": "coral reef at noon"}
        self.process = None

    def __call__(self, *arguments):
        # For a Center that was moved, the environment names the place, and an additional folder is refused.
        if self.is_shared and arguments[0] == "center" and arguments[1] != "move" and "--data" in arguments:
            place = arguments.index("--data")
            arguments = arguments[:place] + arguments[place + 2:]
        return self.run_command("atoll", *arguments, directory=self.folder, environment=self.environment)

    def works(self, *arguments):
        outcome = self(*arguments)
        assert outcome.status == 0, outcome.output
        return outcome.output

    def start(self, *options, users=("--issuer", "http://localhost:9")):
        place = ["--keys", "center/keys"] if self.is_shared else ["--data", "center"]
        self.process = subprocess.Popen(
            [BINARIES / "atoll", "center", "serve", *place, "--port", "0", *users,
             "--super-app", "com.example.lagoon",
             "--log-level", "warning", *options],
            cwd=self.folder, env=os.environ | self.environment, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        self.center = self.process.stdout.readline().split()[-1]
        self.environment["ATOLL_CENTER"] = self.center

    def stop(self):
        if self.process:
            self.process.terminate()
            assert self.process.wait(timeout=GUARD) == 0
            self.process = None

    def share(self, servers):
        """Moves the Center to PostgreSQL and a bucket."""
        self.environment |= servers.new_storage()
        self.works("center", "migrate")
        self.works("center", "move", "--data", "center")
        self.is_shared = True

    def review(self, *arguments):
        """Runs `atoll trust` as the review team does, and has the Center accept the change, which is stopped or starts again."""
        if not self.is_shared:
            return self.works("trust", *arguments, "--data", "center")
        copy = self.folder / f"copy-{uuid.uuid4()}"
        copy.mkdir()
        self.works("center", "export", copy)
        output = self.works("trust", *arguments, "--data", copy)
        self.works("center", "submit", next(copy.glob("signed-*.json")))
        is_running = self.process is not None
        self.stop()
        self.start()
        self.until_accepted()
        if not is_running:
            self.stop()
        return output

    def until_accepted(self):
        """Waits until no change that was signed offline waits any more: the Center reads them after its start."""
        until(lambda: "0 rows" in self.sql("SELECT 1 FROM proposal WHERE refusal IS NULL"))

    def sql(self, statement):
        return subprocess.run(["psql", self.environment["ATOLL_DATABASE"], "-c", statement], check=True, capture_output=True, text=True).stdout

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


class Storages:
    """Databases and parts of a bucket: on the servers of the whole run, or on some of these tests' own."""

    def new_storage(self):
        """The environment of a Center with a database and a part of the bucket of its own."""
        server, name = f"postgres://postgres@127.0.0.1:{os.environ['ATOLL_TEST_POSTGRES']}", f"center_{uuid.uuid4().hex[:8]}"
        subprocess.run(["psql", "-q", f"{server}/postgres", "-c", f"CREATE DATABASE {name}"], check=True)
        return {"ATOLL_DATABASE": f"{server}/{name}",
                "ATOLL_OBJECTS": f"s3://atoll-tests/{name.replace('_', '-')}?endpoint=http://127.0.0.1:{os.environ['ATOLL_TEST_OBJECTS']}",
                "AWS_ACCESS_KEY_ID": "atoll", "AWS_SECRET_ACCESS_KEY": "atoll-secret"}


@pytest.fixture(scope="session")
def servers():
    own = Servers()
    # scripts/test has started those of the whole run.
    if "ATOLL_TEST_POSTGRES" not in os.environ:
        own.start_all()
    yield Storages()
    own.stop()


# Without PostgreSQL (on a Mac), everything runs with SQLite alone.
HAS_POSTGRES = sys.platform == "linux" or "ATOLL_POSTGRES" in os.environ


def pytest_generate_tests(metafunc):
    if "atoll" in metafunc.fixturenames:
        is_about_folder = metafunc.definition.get_closest_marker("folder") or not HAS_POSTGRES
        # The Swift tests run the features on both. Here the commands matter, and one whole way with PostgreSQL and a bucket is enough.
        is_quick = metafunc.definition.get_closest_marker("quick_when_shared")
        shared = pytest.param("shared", marks=[] if is_quick else [pytest.mark.thorough("commands with PostgreSQL and a bucket")])
        metafunc.parametrize("atoll", ["folder"] if is_about_folder else ["folder", shared], indirect=True)


@pytest.fixture
def atoll(request, held_ceremony, tmp_path, run):
    """A copy of that folder for one test, with a running Center and an API key for it."""
    shutil.copytree(held_ceremony.folder, tmp_path / "atoll")
    atoll = Atoll(tmp_path / "atoll", run)
    if request.param == "shared":
        atoll.share(request.getfixturevalue("servers"))
    atoll.environment["ATOLL_API_KEY"] = atoll.works("center", "key", "com.example", "--data", "center").strip()
    atoll.start()
    yield atoll
    atoll.stop()
