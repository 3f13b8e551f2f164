"""The key ceremony as documented, typed by people who never meet, over three years of a simulated clock."""

import datetime
import functools
import http.server
import base64
import json
import os
import pty
import re
import shutil
import subprocess
import threading
import time

import pytest

from conftest import BINARIES, ROOT
from waiting import GUARD

DOCUMENT = ROOT / "Sources/Center/AtollCenter/AtollCenter.docc/KeyCeremony.md"
START = datetime.datetime(2027, 1, 4, 9, 0)
PEOPLE = "Ada", "Ben", "Cleo", "Rita", "Raj", "Publisher", "Center"


def sections():
    """The blocks of commands under each heading and each italic paragraph start, as pairs of a person and commands."""
    found, title = {}, None
    for part in re.split(r"(```sh\n.*?```|^## [^\n]*$|^\*[^*\n]+\*)", DOCUMENT.read_text(), flags=re.M | re.S):
        if part.startswith("## "):
            title = part[3:]
        elif part.startswith("*"):
            title = part.strip("*")
        elif part.startswith("```sh"):
            lines = part.split("\n")
            who = re.match(r"# (\w+)", lines[1]).group(1)
            found.setdefault(title, []).append((who, "\n".join(lines[2:-1])))
    return found


class Ceremony:
    def __init__(self, folder):
        self.folder = folder
        self.now = START
        self.stick = folder / "stick"
        for name in (self.stick, *(folder / name for name in PEOPLE)):
            name.mkdir(parents=True)
        self.repository = folder / "Center/center/repository"

    def type(self, who, commands):
        """Types commands at a person's machine, with a current copy of the repository."""
        home = self.folder / who
        if self.repository.exists() and who not in ("Center", "Publisher"):
            # Files are replaced as a whole, never changed in place: a link is as good as a copy, and faster.
            shutil.rmtree(home / "copy", ignore_errors=True)
            shutil.copytree(self.repository, home / "copy/repository", copy_function=os.link)
        environment = {
            "HOME": str(home), "STICK": str(self.stick), "ATOLL_PASSPHRASE": f"the words of {who}", "TZ": "UTC",
            "PATH": f"{BINARIES}:{os.environ['PATH']}", "FAKETIME_DONT_FAKE_MONOTONIC": "1", "DONT_FAKE_MONOTONIC": "1",
        }
        # A terminal that answers yes to every question.
        outside, inside = pty.openpty()
        try:
            os.write(outside, b"y\n" * 4)
            return subprocess.run(
                ["faketime", "-f", f"@{self.now:%Y-%m-%d %H:%M:%S}", "bash", "-ec", commands], cwd=home, env=environment,
                stdin=inside, capture_output=True, text=True, timeout=120)
        finally:
            os.close(inside)
            os.close(outside)

    def works(self, who, commands):
        done = self.type(who, commands)
        assert done.returncode == 0, f"{self.now:%Y-%m-%d} {who}: {commands}\n{done.stdout}{done.stderr}"
        return done.stdout

    def fails(self, who, commands, text):
        done = self.type(who, commands)
        assert done.returncode != 0 and text in done.stderr, f"{commands}\n{done.stdout}{done.stderr}"

    def hold(self, title):
        for path in self.stick.glob("*.json"):
            path.unlink()
        for who, commands in sections()[title]:
            self.works(who, commands)

    def keep_up(self):
        """Runs the Center for a moment: it signs its own roles and accepts incoming changes."""
        done = self.type("Center", """
            atoll center serve --data center --port 0 --issuer http://localhost:9 --super-app com.example.lagoon --log-level notice > said 2> log &
            for _ in $(seq 600); do
                port=$(sed -n 's/.*:\\([0-9]*\\)$/\\1/p' said)
                if [ -n "$port" ] && [ -z "$(ls center/repository/incoming 2>/dev/null)" ]; then break; fi
                sleep 0.1
            done
            sleep 0.5
            kill %1
            wait
            cat log
            """)
        assert done.returncode == 0 and "error" not in done.stdout, done.stdout + done.stderr
        return done.stdout

    def version(self):
        return (self.repository / "metadata/timestamp.json").stat().st_mtime_ns


@pytest.fixture
def ceremony(tmp_path):
    if not shutil.which("faketime"):
        pytest.fail("faketime is missing: make test installs it.")
    return Ceremony(tmp_path)


class Device:
    """A device that starts from the first root and fetches from a plain file server."""

    def __init__(self, ceremony, name):
        self.ceremony = ceremony
        self.folder = ceremony.folder / name
        handler = functools.partial(Quiet, directory=ceremony.repository)
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
        threading.Thread(target=self.server.serve_forever, args=(0.05,), daemon=True).start()
        self.call("init", ceremony.repository / "metadata/1.root.json")

    def call(self, action, *more):
        address = f"http://127.0.0.1:{self.server.server_address[1]}"
        done = subprocess.run(
            ["faketime", "-f", f"@{self.ceremony.now:%Y-%m-%d %H:%M:%S}", BINARIES / "tuf-client", "--metadata-dir", self.folder,
             "--metadata-url", f"{address}/metadata", "--target-base-url", f"{address}/targets", "--target-dir",
             self.folder / "targets", "--target-name", "publishers/com.example.json", action, *more],
            env=os.environ | {"FAKETIME_DONT_FAKE_MONOTONIC": "1", "DONT_FAKE_MONOTONIC": "1", "TZ": "UTC"},
            capture_output=True, text=True, timeout=GUARD)
        return done.returncode, done.stdout + done.stderr

    def sees(self, text):
        status, output = self.call("download")
        assert status == 0, output
        assert text in open(output.strip()).read()


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *arguments):
        pass


@pytest.mark.thorough("ceremonies over years")
def test_the_first_day_is_held_as_the_document_says(ceremony):
    ceremony.hold("The first day")
    device = Device(ceremony, "device")
    ceremony.hold("A publisher")
    assert "A change that was signed offline was accepted" in ceremony.keep_up()
    assert device.call("refresh")[0] == 0
    device.sees("com.example")


@pytest.mark.thorough("ceremonies over years")
def test_three_years_of_people_who_never_meet(ceremony):
    # The day of each event, counted from the first; the quarterly and yearly work is done in between.
    events = {
        1: "A publisher", 100: "A version that must not run any more", 200: "A publisher's key", 400: "An owner's key",
        500: "A reviewer's key", 700: "The Center's keys", 1_060: "A publisher leaves",
    }
    due = {day: "Each quarter" for day in range(84, 1_095, 84)} | {day: "Each year" for day in (310, 620, 930)}
    assert set(sections()) == {"The first day", *events.values(), *due.values()}, "a section that is not typed"
    ceremony.hold("The first day")
    device = Device(ceremony, "device")
    for day in sorted({*events, *due, 1_095}):
        ceremony.now = START + datetime.timedelta(days=day)
        ceremony.keep_up()
        for plan in events, due:
            if day in plan:
                ceremony.hold(plan[day])
                if plan[day] == "A publisher":
                    assert "A change that was signed offline was accepted" in ceremony.keep_up()
        status, output = device.call("refresh")
        assert status == 0, f"day {day}: {output}"
        if day < 1_060:
            device.sees('"com.example.kudos"' if day >= 100 else "com.example")
    status, output = device.call("download")
    assert status != 0 and "publishers/com.example.json" in output
    # A device that was switched off for three years follows, too, and nothing expires for another 50 days.
    drawer = Device(ceremony, "drawer")
    assert drawer.call("refresh")[0] == 0
    status = ceremony.works("Center", "atoll trust status --data center")
    until = [datetime.datetime.fromisoformat(date) for date in re.findall(r"until (\S+)", status)]
    assert len(until) == 5 and min(until) > ceremony.now + datetime.timedelta(days=50), status


@pytest.mark.thorough("ceremonies over years")
def test_a_step_that_signs_nothing_fails_and_an_unfinished_one_is_refused(ceremony):
    ceremony.hold("The first day")
    ceremony.hold("A publisher")
    ceremony.keep_up()
    version = ceremony.version()
    ceremony.now += datetime.timedelta(days=30)
    # A person without a key of the repository, or with another one, signs nothing.
    ceremony.works("Publisher", f"mkdir copy && cp -r {ceremony.repository} copy")
    ceremony.fails("Publisher", "atoll trust renew --data copy", "Nothing was signed")
    ceremony.fails("Publisher", "atoll trust renew --key publisher --data copy", "Nothing was signed")
    ceremony.fails("Rita", "atoll keys new other && atoll trust renew --key review-rita --key other --data copy",
                   "The key other signs nothing")
    assert not list((ceremony.folder / "Rita").glob("**/signed-*.json"))
    # One owner of two, and one reviewer of two.
    for who, others in (("Ada", "Ben"), ("Rita", "Raj")):
        ceremony.works(who, "rm -f $STICK/half.json")
        said = ceremony.works(who, "atoll trust renew --data copy --output $STICK/half.json")
        assert "not yet by everyone required" in said and "1 more of" in said
        ceremony.fails("Center", "atoll trust accept $STICK/half.json --data center", "is signed by 1 of the 2 keys")
        ceremony.fails(who, "atoll trust sign $STICK/half.json --data copy", "Nothing was signed")
        ceremony.works("Center", "cp $STICK/half.json center/repository/incoming")
        assert "refused" in ceremony.type("Center", """
            atoll center serve --data center --port 0 --issuer http://localhost:9 --super-app com.example.lagoon > said 2> log &
            for _ in $(seq 600); do grep -q refused log && break; sleep 0.1; done; kill %1; wait; cat log
            """).stdout
        ceremony.works("Center", "rm -f center/repository/incoming/*")
        said = ceremony.works(others, "atoll trust show $STICK/half.json --data copy")
        assert "extends the validity of" in said and "missing" in said
        ceremony.works(others, "atoll trust sign $STICK/half.json --data copy")
        ceremony.works("Center", "atoll trust accept $STICK/half.json --data center")
        assert ceremony.version() != version
        ceremony.fails("Center", "atoll trust accept $STICK/half.json --data center", "already")
    # The changes in a file are shown before it is signed.
    ceremony.works("Rita", "atoll trust publisher com.example --floor com.example.kudos=7 --data copy --output $STICK/floor.json")
    said = ceremony.works("Raj", "atoll trust show $STICK/floor.json --data copy")
    assert "com.example is changed" in said and "com.example.kudos from version 7" in said


@pytest.mark.thorough("ceremonies over years")
def test_a_center_that_is_taken_over_gets_no_signature_for_what_it_made_up(ceremony):
    """Signers work on a copy of the Center's folder, into which an attacker who controls the Center can write anything."""
    ceremony.hold("The first day")
    ceremony.hold("A publisher")
    ceremony.keep_up()
    old = ceremony.folder / "old"
    shutil.copytree(ceremony.repository, old)
    ceremony.hold("Each quarter")
    renew = "atoll trust renew --data copy --output $STICK/renewed.json"

    # A publisher's bin with changed content: its signatures do not match.
    metadata = ceremony.repository / "metadata"
    name = next(path for path in metadata.glob("3.publishers-*.json") if "com.example" in path.read_text())
    original = name.read_text()
    value = json.loads(original)
    value["signed"]["targets"] = {}
    name.unlink()
    name.write_text(json.dumps(value))
    ceremony.fails("Rita", renew, "is not what owners and reviewers have signed")
    name.unlink()
    name.write_text(original)

    # An old copy with all its signatures, after she has seen a newer one.
    ceremony.works("Rita", renew)
    (ceremony.stick / "renewed.json").unlink()
    newest = ceremony.folder / "newest"
    ceremony.repository.rename(newest)
    old.rename(ceremony.repository)
    ceremony.fails("Rita", renew, "this copy is old")
    ceremony.repository.rename(old)
    newest.rename(ceremony.repository)

    # Another repository.
    other = Ceremony(ceremony.folder / "other")
    other.hold("The first day")
    ceremony.works("Rita", f"cp -r {other.repository.parent} another")
    ceremony.fails("Rita", "atoll trust renew --key review-rita --data another", "another repository")

    # A change with more in it than a signer expects: a target outside the bins, a longer validity, other paths.
    ceremony.works("Rita", renew)
    roles = json.loads((ceremony.stick / "renewed.json").read_text())

    def refused(change, text):
        changed = json.loads(json.dumps(roles))
        for role in changed:
            signed = json.loads(base64.b64decode(role["metadata"]))
            change(role, signed["signed"])
            role["metadata"] = base64.b64encode(json.dumps(signed).encode()).decode()
        (ceremony.stick / "changed.json").write_text(json.dumps(changed))
        ceremony.fails("Raj", "atoll trust sign $STICK/changed.json --data copy", text)

    def target(role, signed):
        if role["role"] == "targets":
            signed["targets"]["publishers/com.example.json"] = {"length": 1, "hashes": {"sha256": "ca978112ca1bbdcafac231b39a23dc4da786eff8147c4e72b9807785afee48bb"}}
            role["targets"]["publishers/com.example.json"] = base64.b64encode(b"a").decode()

    def life(role, signed):
        if role["role"] == "releases":
            signed["expires"] = "2099-01-01T00:00:00Z"

    def paths(role, signed):
        if role["role"] == "targets":
            signed["delegations"]["roles"][0]["paths"] = ["*/*"]

    def member(role, signed):
        if role["role"] == "publishers-00":
            signed["delegations"] = {"keys": {}, "roles": []}

    refused(target, "its own targets")
    refused(life, "it would be valid until 2099-01-01")
    refused(paths, "its delegations are not those")
    refused(member, "publishers-00")
    roles.insert(0, roles[0])
    refused(lambda role, signed: None, "version")
    # Without a confirmation nothing is signed.
    done = subprocess.run(
        [BINARIES / "atoll", "trust", "sign", ceremony.stick / "renewed.json", "--data", "copy"], cwd=ceremony.folder / "Raj",
        env={"HOME": str(ceremony.folder / "Raj"), "ATOLL_PASSPHRASE": "the words of Raj", "PATH": os.environ["PATH"]},
        stdin=subprocess.DEVNULL, capture_output=True, text=True)
    assert done.returncode == 1
