"""The sample super app with two Centers that share a database and a bucket, as `make demo-cluster` starts it."""

import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import threading
import time

import pytest

from conftest import ROOT, Person

pytestmark = pytest.mark.skipif(
    not shutil.which("haproxy") or sys.platform != "linux", reason="needs HAProxy, and a build with PostgreSQL")


def free_port():
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return str(listener.getsockname()[1])


class Cluster:
    """`scripts/demo-cluster`, until it is stopped."""

    def __init__(self, folder):
        self.process = subprocess.Popen(
            [ROOT / "scripts/demo-cluster", "--port", free_port(), "--center-port", free_port(), "--data", folder],
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, start_new_session=True)
        self.said = []
        self.centers = []
        for line in self.process.stdout:
            self.said.append(line)
            if line.startswith("Lagoon is open:"):
                self.origin = line.split()[-1]
            if "The two Centers are at" in line:
                self.centers = [int(number) for number in re.findall(r"\(process (\d+)\)", line)]
                break
        assert len(self.centers) == 2, "".join(self.said)
        threading.Thread(target=self.process.stdout.read, daemon=True).start()

    def stop(self):
        self.process.send_signal(signal.SIGINT)
        try:
            self.process.wait(timeout=60)
        except subprocess.TimeoutExpired:
            os.killpg(self.process.pid, signal.SIGKILL)
            raise


@pytest.fixture(scope="module")
def cluster(tmp_path_factory):
    # PostgreSQL runs as another user, who has to get there; and the name of its socket is short.
    import tempfile
    folder = tempfile.mkdtemp(prefix="atoll-cluster-", dir="/tmp")
    os.chmod(folder, 0o755)
    running = Cluster(folder)
    yield running
    running.stop()
    shutil.rmtree(folder, ignore_errors=True)


def test_mini_apps_open_while_a_center_is_killed(cluster, chromium):
    person = Person(cluster, chromium)
    person.sign_in()
    inside = person.open("Kudos")
    assert inside.locator("body").inner_text().strip()
    os.kill(cluster.centers[0], signal.SIGKILL)
    # At once, and again when the proxy has noticed.
    for name in "Directory", "Kudos", "Directory":
        person.go("/hub")
        inside = person.open(name)
        assert inside.locator("body").inner_text().strip()
        time.sleep(1)
    assert person.page.locator("text=can't be reached").count() == 0
    # Somebody new, for whom nothing has been fetched yet, searches and opens.
    other = Person(cluster, chromium)
    other.sign_in("ben")
    other.go("/hub?text=kudos")
    assert other.page.locator(".tile", has_text="Kudos").count() > 0
    other.go("/hub")
    other.open("Directory")
    assert person.errors == [] and other.errors == []
    for each in person, other:
        each.context.close()
