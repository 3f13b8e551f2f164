"""Starts Lagoon, with its shell and its Center, in a folder of its own."""

import os
import random
import shutil
import signal
import subprocess
import threading
import urllib.parse
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


class Lagoon:
    """A running `lagoon` on free ports. Its log is `lagoon.log`."""

    def __init__(self, binary, folder):
        self.binary, self.folder = Path(binary), Path(folder)
        self.data, self.miniapps = self.folder / "data", self.folder / "miniapps"
        self.log = self.folder / "lagoon.log"
        self.origin = self.center = self.process = None

    def prepare(self):
        """Copies the sample mini apps, and adds a large file to one of them, for slow readers."""
        shutil.copytree(ROOT / "Examples/MiniApps", self.miniapps)
        large = random.Random(1).randbytes(1024 * 1024)
        (self.miniapps / "kudos/common/large.bin").write_bytes(large)
        return self

    def copy(self, folder):
        """Another Lagoon, which starts with the current state of this one."""
        shutil.copytree(self.folder, folder, ignore=shutil.ignore_patterns("lock", "lagoon.log"))
        return Lagoon(self.binary, folder)

    def start(self, *options, log_level="info"):
        """Starts it, on the same ports as before, if any."""
        ports = [str(urllib.parse.urlsplit(url).port) if url else "0" for url in (self.origin, self.center)]
        with open(self.log, "a") as log:
            self.process = subprocess.Popen(
                [self.binary, "serve", "--data", self.data, "--miniapps", self.miniapps, "--port", ports[0],
                 "--center-port", ports[1], "--log-level", log_level, *options],
                stdout=subprocess.PIPE, stderr=log, text=True, cwd=ROOT,
                # Writing a backtrace would delay the end of a crashed process by half a minute.
                env=os.environ | {"SWIFT_BACKTRACE": "enable=no"})
        watchdog = threading.Timer(120, self.process.kill)
        watchdog.daemon = True
        watchdog.start()
        for line in self.process.stdout:
            if line.startswith("Lagoon is open:"):
                self.origin = line.split()[-1]
            if line.startswith("The Mini App Center answers at"):
                self.center = line.split()[6].rstrip(".")
                break
        watchdog.cancel()
        if self.process.poll() is not None or not self.center:
            raise RuntimeError(f"Lagoon did not start ({self.process.poll()}): {Path(self.log).read_text()[-2000:]}")
        # Unless the output is read, the process would block once the pipe is full.
        threading.Thread(target=self.process.stdout.read, daemon=True).start()
        return self

    @property
    def authority(self):
        return urllib.parse.urlsplit(self.origin).netloc

    @property
    def port(self):
        return urllib.parse.urlsplit(self.origin).port

    @property
    def center_authority(self):
        return urllib.parse.urlsplit(self.center).netloc

    @property
    def center_port(self):
        return urllib.parse.urlsplit(self.center).port

    @property
    def is_alive(self):
        return self.process is not None and self.process.poll() is None

    def died(self):
        """How the process ended, or None while it runs. Waits a moment, because a crashing process writes its trace first."""
        try:
            status = self.process.wait(timeout=0.3)
        except subprocess.TimeoutExpired:
            return None
        name = signal.Signals(-status).name if status < 0 else f"status {status}"
        return f"the process died ({name})"

    def stop(self):
        if not self.is_alive:
            return
        self.process.terminate()
        try:
            self.process.wait(timeout=8)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()

    def restart(self, *options, log_level="info", kill=False):
        if kill and self.is_alive:
            self.process.kill()
            self.process.wait()
        self.stop()
        return self.start(*options, log_level=log_level)

    def memory(self):
        """The resident memory of the process, in bytes."""
        for line in Path(f"/proc/{self.process.pid}/status").read_text().splitlines():
            if line.startswith("VmRSS:"):
                return int(line.split()[1]) * 1024
        raise RuntimeError("VmRSS is missing.")

    def log_since(self, position):
        with open(self.log, "rb") as log:
            log.seek(position)
            return log.read().decode("utf-8", "replace")
