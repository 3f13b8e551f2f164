"""What all attacks share: a running Lagoon, two of its users, and the reader that measures it."""

import json
import os
import re
import shutil
import subprocess
import time

import raw
from browser import USERS, Browser
from reader import Reader


class Target:
    def __init__(self, lagoon, generator, is_short):
        self.lagoon, self.random, self.is_short = lagoon, generator, is_short
        self.reader = self.beside = self.app_session = self.key = None
        self.children = []

    def begin(self):
        """Starts Lagoon for the first time, which creates keys and signs a thousand roles with them."""
        self.say("starting Lagoon (its keys take some seconds)")
        self.lagoon.prepare().start()
        self.ada = Browser(self.lagoon).sign_in("ada")
        self.ben = Browser(self.lagoon).sign_in("ben")
        self.reader = Reader((self.lagoon.port, self.lagoon.authority), self.ada.session, self.is_short)
        quiet = self.reader.learn_quiet(2 if self.is_short else 10)
        self.say("99th percentile when quiet: " + ", ".join(f"{page} {seconds * 1000:.0f} ms" for page, seconds in quiet.items()))

    def end(self):
        if self.reader:
            self.reader.stop()
        for lagoon in (self.lagoon, self.beside):
            if lagoon:
                lagoon.stop()

    def abandon(self):
        """Kills all processes and exits immediately."""
        for process in (self.reader and self.reader.process, self.lagoon.process, self.beside and self.beside.process,
                        *self.children):
            if process and process.poll() is None:
                process.kill()
        shutil.rmtree(self.lagoon.folder.parent, ignore_errors=True)
        os._exit(1)

    def say(self, text):
        print(f"    {text}", flush=True)

    def ready(self):
        """Makes sure that Lagoon runs and answers before an attack."""
        if not self.lagoon.is_alive:
            self.lagoon.start()
        self.settle(6)
        if not self.reader.is_calm():
            self.restart(kill=True)
        self.renew_ben()

    def settle(self, seconds=20):
        """Waits until the reader is served as fast as usual."""
        deadline = time.monotonic() + seconds
        while time.monotonic() < deadline and self.lagoon.is_alive and not self.reader.is_calm():
            time.sleep(0.1)

    def restart(self, *options, **more):
        self.lagoon.restart(*options, **more)
        self.settle(5)

    def revive(self):
        """Restarts Lagoon after it has died or hung; returns what had happened."""
        death = self.lagoon.died() or "the server does not answer any longer"
        self.restart(kill=True)
        return death

    def answers(self, timeout=10):
        """Whether both servers still respond."""
        for port, authority, path in ((self.lagoon.port, self.lagoon.authority, "/health"),
                                      (self.lagoon.center_port, self.lagoon.center_authority, "/live")):
            connection = raw.Connection(port, authority, timeout=timeout)
            try:
                connection.request("GET", path)
            except (raw.Gone, raw.Hang):
                return False
            finally:
                connection.close()
        return True

    def renew_ben(self):
        """Signs Ben in again if an attack has ended his session; that may need several attempts."""
        for _ in range(5):
            if self.ben.get("/hub").status == 200:
                return
            self.ben.try_to_sign_in("ben")
            time.sleep(0.2)

    def measured(self, began, what):
        return self.reader.findings(began, what)

    def connections(self):
        """One connection to the shell and one to the Center."""
        return {"shell": raw.Connection(self.lagoon.port, self.lagoon.authority),
                "center": raw.Connection(self.lagoon.center_port, self.lagoon.center_authority)}

    def center_token(self, name="ada"):
        """A token for the Center, obtained as the super app's native app does."""
        connection = raw.Connection(self.lagoon.port, self.lagoon.authority, source="127.1.0.251")
        if self.app_session is None:
            body = json.dumps({"name": name, "password": USERS[name]}).encode()
            answer = connection.request("POST", "/app-session", [("Content-Type", "application/json")], body)
            if answer.status != 201:
                raise RuntimeError(f"An app could not sign in: status {answer.status}")
            self.app_session = json.loads(answer.body)["session"]
        answer = connection.request("POST", "/app-session/token", [("Authorization", f"Bearer {self.app_session}")])
        if answer.status != 200:
            raise RuntimeError(f"An app got no token: status {answer.status}")
        return json.loads(answer.body)["token"]

    def large_blob(self):
        """The digest of the largest blob in the Center."""
        blobs = [path for path in (self.lagoon.data / "center/blobs").rglob("*") if path.is_file()]
        return max(blobs, key=lambda path: path.stat().st_size).name

    @property
    def miniapp_authority(self):
        """The authority of Kudos' own origin."""
        self.opened(self.ben)
        return next(authority for authority in self.ben.cookies if authority != self.ben.authority)

    def opened(self, browser):
        """Opens Kudos; returns whether that worked."""
        page, chain = browser.open()
        return page.status == 200 and bool(chain) and chain[-1].status == 200

    def api_key(self):
        """A publisher's API key, so that requests pass authentication; an invented one if `atoll` is missing."""
        if self.key is None:
            command = [self.lagoon.binary.parent / "atoll", "center", "key", "com.example", "--data", self.lagoon.data / "center"]
            try:
                done = subprocess.run(command, capture_output=True, text=True, timeout=60)
            except OSError:
                done = None
            if done and done.returncode:
                raise RuntimeError(f"atoll gives no API key: {done.stderr}")
            key = re.search(r"atoll_[0-9a-f]+_[0-9a-f]+", done.stdout) if done else None
            self.key = key[0] if key else "atoll_0_0"
            if not key:
                self.say("atoll gave no API key, so the Center's publishing routes are tried without one")
        return self.key
