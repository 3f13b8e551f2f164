"""Lagoon and its Center as two processes, of which one goes away."""

import os
import re
import subprocess
import threading

import pytest
from conftest import ROOT, Lagoon, Person

BINARIES = ROOT / ".build/debug"


class TwoProcesses(Lagoon):
    """A Lagoon whose Center is another process, as an operator runs it."""

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
            [BINARIES / "atoll", "center", "--data", "center", "--port", port, "--issuer", origin, "--key-set",
             origin.replace("localhost", "127.0.0.1") + "/.well-known/jwks.json"],
            cwd=self.folder, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        self.center = self.center_process.stdout.readline().split()[-1]

    def start_lagoon(self, port):
        self.log = open(self.folder / "lagoon.log", "a")
        self.process = subprocess.Popen(
            [BINARIES / "lagoon", "--data", str(self.folder / "data"), "--port", port, "--center", self.center,
             "--root", str(self.folder / "center/repository/metadata/1.root.json"), "--log-level", "info"],
            stdout=subprocess.PIPE, stderr=self.log, text=True)
        for line in self.process.stdout:
            if line.startswith("Lagoon is open:"):
                self.origin = line.split()[-1]
                break
        threading.Thread(target=self.process.stdout.read, daemon=True).start()

    def stop_center(self):
        self.center_process.terminate()
        self.center_process.wait(timeout=20)

    def publish(self, name, code):
        manifest = self.miniapps / name / "manifest.json"
        manifest.write_text(re.sub(r'"code": \d+', f'"code": {code}', manifest.read_text()))
        self.atoll("publish", self.miniapps / name, "--center", self.center, "--super-app", "com.example.lagoon")


@pytest.fixture
def two(tmp_path):
    import socket
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = str(free.getsockname()[1])
    two = TwoProcesses(tmp_path)
    two.start_center(f"http://localhost:{port}")
    two.publish("kudos", 1)
    two.publish("directory", 1)
    two.start_lagoon(port)
    yield two
    two.stop()
    two.stop_center()


def test_what_was_opened_opens_without_the_center_and_the_hub_says_that_it_is_offline(two, chromium, tmp_path):
    person = Person(two, chromium)
    person.sign_in()
    person.open("Kudos")
    # A version that is published with one command is what opens next.
    script = two.miniapps / "kudos/pages/feed.html"
    script.write_text(script.read_text().replace("<main>", "<main data-version='2'>"))
    two.publish("kudos", 2)
    person.page.goto("/hub")
    assert person.open("Kudos").locator("main[data-version='2']").count() == 1

    port = two.center.rsplit(":", 1)[1]
    two.stop_center()
    person.page.goto("/hub")
    notice = person.page.locator("p.offline")
    assert notice.get_attribute("role") == "status"
    assert notice.inner_text().startswith("You are offline.")
    person.page.screenshot(path=tmp_path / "offline.png")
    assert person.open("Kudos").locator("main[data-version='2']").count() == 1
    # What was never opened says why it does not open now.
    person.page.goto("/miniapp/com.example.directory")
    assert "The Mini App Center is out of reach" in person.page.locator("main").inner_text()

    two.start_center(two.origin, port)
    person.page.goto("/hub")
    assert person.page.locator("p.offline").count() == 0
    person.open("Directory")
    person.context.close()
