"""Runs Lagoon and its Center as two processes, as an operator does."""

import contextlib
import os
import re
import subprocess
import threading

from conftest import ROOT, Lagoon
from ports import free_port
from waiting import GUARD

BINARIES = ROOT / ".build/debug"


class TwoProcesses(Lagoon):
    """A Lagoon whose Center is a separate process."""

    def __init__(self, folder):
        super().__init__(folder, with_intruder=False)
        self.environment = os.environ | {"ATOLL_KEYS": str(folder / "keys"), "ATOLL_PASSPHRASE": "coral reef at noon"}
        for name in "root", "targets", "publisher":
            self.atoll("keys", "new", name)
        self.atoll("trust", "init", "--data", "center")
        self.atoll("trust", "publisher", "com.example", "--data", "center", "--key", "keys/publisher.key")
        self.environment["ATOLL_API_KEY"] = self.atoll("center", "key", "com.example", "--data", "center").strip()

    def atoll(self, *arguments):
        return subprocess.run([BINARIES / "atoll", *arguments], cwd=self.folder, env=self.environment, check=True,
                              capture_output=True, text=True).stdout

    def start_center(self, origin, port="0"):
        self.center_process = subprocess.Popen(
            [BINARIES / "atoll", "center", "--data", "center", "--port", port, "--issuer", origin, "--super-app", "com.example.lagoon", "--key-set",
             origin.replace("localhost", "127.0.0.1") + "/.well-known/jwks.json"],
            cwd=self.folder, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        self.center = self.center_process.stdout.readline().split()[-1]

    def start_lagoon(self, port, *options):
        self.log = open(self.folder / "lagoon.log", "a")
        self.process = subprocess.Popen(
            [BINARIES / "lagoon", "--data", str(self.folder / "data"), "--port", port, "--center", self.center,
             "--root", str(self.folder / "center/repository/metadata/1.root.json"), "--log-level", "info",
             # If two start together, both find the default ports free.
             "--back-end-port", "0", "--expenses-port", "0", *options],
            stdout=subprocess.PIPE, stderr=self.log, text=True)
        for line in self.process.stdout:
            if line.startswith("Lagoon is open:"):
                self.origin = line.split()[-1]
                break
        else:
            raise RuntimeError("Lagoon did not start: " + (self.folder / "lagoon.log").read_text())
        threading.Thread(target=self.process.stdout.read, daemon=True).start()

    def stop_center(self):
        self.center_process.terminate()
        self.center_process.wait(timeout=GUARD)

    def publish(self, name, code):
        manifest = self.miniapps / name / "manifest.json"
        manifest.write_text(re.sub(r'"code": \d+', f'"code": {code}', manifest.read_text()))
        self.atoll("publish", self.miniapps / name, "--center", self.center, "--super-app", "com.example.lagoon")


@contextlib.contextmanager
def two_processes(folder, *options):
    """A Center with Kudos and Directory, and a Lagoon with these command line options."""
    port = str(free_port())
    two = TwoProcesses(folder)
    two.start_center(f"http://localhost:{port}")
    two.publish("kudos", 1)
    two.publish("directory", 1)
    two.start_lagoon(port, *options)
    yield two
    two.stop()
    two.stop_center()
