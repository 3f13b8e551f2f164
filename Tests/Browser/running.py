"""A Lagoon as a process of its own."""

import atexit
import fcntl
import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
import threading
import urllib.parse
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from waiting import GUARD  # noqa: E402

ROOT = Path(__file__).resolve().parents[2]
# A run makes one, hands it to its workers, and removes it when it ends.
if "ATOLL_PREPARED" not in os.environ:
    os.environ["ATOLL_PREPARED"] = tempfile.mkdtemp(prefix="atoll-lagoons-")
    atexit.register(shutil.rmtree, os.environ["ATOLL_PREPARED"], ignore_errors=True)
PREPARED = Path(os.environ["ATOLL_PREPARED"])


class Lagoon:
    """A `lagoon` process on free ports."""

    samples = ROOT / "Examples/MiniApps"
    intruder = Path(__file__).parent / "MiniApps"

    def __init__(self, folder, with_intruder=True, options=()):
        self.folder = folder
        self.options = options
        self.miniapps = folder / "miniapps"
        shutil.copytree(self.samples, self.miniapps)
        if with_intruder:
            shutil.copytree(self.intruder, self.miniapps, dirs_exist_ok=True)
        self.with_intruder = with_intruder
        self.untouched = content_of(self.miniapps)
        self.process = None
        # The cookies of users who have signed in once.
        self.sessions = {}

    def start(self, port="0", center_port="0"):
        # Making keys, users and signatures takes most of a start. Where a test has changed no mini app (it may have added some), a Lagoon
        # begins with the folder of one that has started and done nothing else.
        if not (self.folder / "data").exists() and self.untouched.items() <= content_of(self.miniapps).items():
            shutil.copytree(prepared(self.with_intruder), self.folder / "data")
        self.start_process(port, center_port)

    def start_process(self, port="0", center_port="0"):
        for attempt in range(3):
            try:
                return self.start_once(port, center_port)
            except RuntimeError as error:
                # While its keys were made, a connection of another process was given the port that it had found free.
                if port != "0" or " is in use" not in str(error) or attempt == 2:
                    raise

    def start_once(self, port, center_port):
        binary = os.environ.get("LAGOON", str(ROOT / ".build/debug/lagoon"))
        self.log = open(self.folder / "lagoon.log", "a")
        self.process = subprocess.Popen(
            [binary, "--data", str(self.folder / "data"), "--miniapps", str(self.miniapps),
             "--port", port, "--center-port", center_port, "--log-level", "info",
             # If two start together, both find the default ports free.
             "--back-end-port", "0", "--expenses-port", "0",
             # Always the same time of day: in the evening a workout is live, and Today looks different.
             "--today-at", os.environ.get("TODAY_AT", "2026-11-21T09:00:00Z"), *self.options],
            stdout=subprocess.PIPE, stderr=self.log, text=True,
        )
        for line in self.process.stdout:
            if line.startswith("Lagoon is open:"):
                self.origin = line.split()[-1]
            if line.startswith("Configure your proxy"):
                self.proxied = int(line.split("http://127.0.0.1:")[1].split()[0])
            if line.startswith("The Mini App Center answers at"):
                self.center = line.split()[6].rstrip(".")
                break
        else:
            raise RuntimeError("Lagoon did not start: " + (self.folder / "lagoon.log").read_text())
        # The output must be read, or the process blocks when the pipe is full.
        threading.Thread(target=self.process.stdout.read, daemon=True).start()

    @property
    def port(self):
        return urllib.parse.urlsplit(self.origin).port or self.proxied

    def stop(self):
        self.process.terminate()
        assert self.process.wait(timeout=GUARD) == 0
        self.log.close()

    def restart(self):
        ports = str(self.port), str(urllib.parse.urlsplit(self.center).port)
        self.stop()
        self.start(*ports)


def content_of(folder):
    """The digests of the files of a folder, by their paths."""
    return {str(path.relative_to(folder)): hashlib.sha256(path.read_bytes()).digest() for path in folder.rglob("*") if path.is_file()}


def prepared(with_intruder):
    """The data of a Lagoon that has started with the sample mini apps."""
    name = "with-intruder" if with_intruder else "samples"
    folder = PREPARED / name
    with open(PREPARED / f"{name}.lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not folder.exists():
            making = Path(tempfile.mkdtemp(dir=PREPARED))
            first = Lagoon(making, with_intruder)
            first.start_process()
            first.stop()
            making.rename(folder)
    return folder / "data"
