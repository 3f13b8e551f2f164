"""The PostgreSQL and the S3-compatible store that all tests of a run share. Each test has its own databases and prefixes."""

import os
import random
import shutil
import socket
import subprocess
import tempfile
from pathlib import Path

# The tests of all processes together may need more connections than PostgreSQL permits by default.
SETTINGS = ["fsync=off", "max_connections=900", "shared_preload_libraries=pg_stat_statements"]
SCRIPTS = Path(__file__).resolve().parents[1]
OBJECT_PORTS = [number + more for number in range(6) for more in (0, 10_000)]


class Servers:
    """The servers of a run. They are started once, and end when their input does, however this run ends. The environment names them."""

    def __init__(self):
        self.folder = None
        self.processes = []

    def start_all(self):
        # PostgreSQL runs as another user, who needs access to the folder, and the path of its socket must be short.
        self.folder = Path(tempfile.mkdtemp(prefix="atoll-servers-", dir="/dev/shm" if has_memory() else "/tmp"))
        self.folder.chmod(0o755)
        os.environ["ATOLL_TEST_POSTGRES"] = str(self.start("postgres", [0], SETTINGS))
        os.environ["ATOLL_TEST_OBJECTS"] = str(self.start("object-store", OBJECT_PORTS, []))

    def start(self, name, offsets, settings):
        for attempt in range(3):
            port = next(port for port in iter(lambda: random.randrange(12_000, 22_000), None) if all(is_free(port + more) for more in offsets))
            folder = self.folder / f"{name}-{attempt}"
            folder.mkdir()
            folder.chmod(0o755)
            process = subprocess.Popen([SCRIPTS / name, str(folder), str(port), *settings], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                       text=True, env={**os.environ, "REMOVE_DATA": "1"})
            self.processes.append(process)
            if process.stdout.readline().startswith("ready"):
                return port
        raise RuntimeError(f"scripts/{name} did not start its server: what it printed is above")

    def stop(self):
        for process in self.processes:
            process.stdin.close()
        for process in self.processes:
            try:
                process.wait(30)
            except subprocess.TimeoutExpired:
                process.kill()
        if self.folder:
            shutil.rmtree(self.folder, ignore_errors=True)


def has_memory():
    """Whether there is an in-memory file system with room for the tests, which flush small files to the disk again and again."""
    try:
        # Some containers permit no programs there, but tests write and start some.
        return shutil.disk_usage("/dev/shm").free > 6 << 30 and not os.statvfs("/dev/shm").f_flag & os.ST_NOEXEC
    except OSError:
        return False


def is_free(port):
    with socket.socket() as listener:
        try:
            listener.bind(("127.0.0.1", port))
            return True
        except OSError:
            return False
