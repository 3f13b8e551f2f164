"""The sample super app with two Centers that share a database and a bucket, as `make demo-cluster` starts it."""

import json
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
import uuid

import pytest

from conftest import ROOT, Person
from ports import free_port
from waiting import GUARD

pytestmark = [
    pytest.mark.skipif(not shutil.which("haproxy") or sys.platform != "linux", reason="needs HAProxy, and a build with PostgreSQL"),
    pytest.mark.thorough("cluster with kills"),
]


class Cluster:
    """`scripts/demo-cluster`, until it is stopped."""

    def __init__(self, folder):
        center_port = str(free_port())
        self.folder, self.center = folder, f"http://127.0.0.1:{center_port}"
        self.process = subprocess.Popen(
            [ROOT / "scripts/demo-cluster", "--port", str(free_port()), "--center-port", center_port, "--data", folder],
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, start_new_session=True,
            # Background processes ignore Ctrl-C, and so would their children.
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL))
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
            self.process.wait(timeout=GUARD)
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
        time.sleep(1)  # sleep: lets others work between two kills
    assert person.page.locator("text=can't be reached").count() == 0
    # A new user, for whom nothing has been fetched yet, searches and opens.
    other = Person(cluster, chromium)
    other.sign_in("ben")
    other.go("/hub?text=kudos")
    assert other.page.locator(".tile", has_text="Kudos").count() > 0
    other.go("/hub")
    other.open("Directory")
    assert person.errors == [] and other.errors == []
    for each in person, other:
        each.context.close()


class Work:
    """Somebody who works at the Centers behind the proxy, and sends again what was not answered, with the same key."""

    def __init__(self, cluster, name, password):
        self.center = cluster.center
        self.secret = None
        self.secret = self.send("POST", "session", {"email": name, "password": password})[1]["secret"]

    def send(self, method, path, body=None):
        """The status and the answer of a request that is carried out once."""
        key = str(uuid.uuid4())
        deadline = time.monotonic() + 90
        last = None
        while True:
            request = urllib.request.Request(
                f"{self.center}/v1/{path}", None if body is None else json.dumps(body).encode(), method=method,
                headers={"Content-Type": "application/json", "Idempotency-Key": key}
                | ({"Authorization": f"Bearer {self.secret}"} if self.secret else {}))
            try:
                with urllib.request.urlopen(request, timeout=GUARD) as answer:
                    text = answer.read()
                    return answer.status, json.loads(text) if text else {}
            except urllib.error.HTTPError as error:
                problem = json.loads(error.read() or b"{}") if error.headers.get_content_type().endswith("json") else {}
                if error.code == 409 and problem.get("rule") == "idempotency-key":
                    # It was done, and its answer lost with the process.
                    return 200, {}
                if error.code not in (429, 502, 503, 504):
                    return error.code, problem
                last = error.code, problem
            except OSError as error:
                last = error
            assert time.monotonic() < deadline, f"{method} {path} is not answered: {last}"
            time.sleep(0.2)  # sleep: lets others work between two kills


def centers_of(cluster):
    """The processes of the two Centers that run now."""
    found = subprocess.run(
        ["pgrep", "-f", f"center serve .*{cluster.folder}"], capture_output=True, text=True).stdout
    return [int(line) for line in found.split()]


def test_a_hundred_transitions_while_centers_are_killed(cluster):
    """Whoever asks gets each transition once; the audit log has each once; no step of a plan is carried out by both."""
    dev = Work(cluster, "dev@lagoon.example", "copper-wave-47")
    rita = Work(cluster, "rita@lagoon.example", "paper-heron-74")
    path = "miniapps/com.harbour.menu/versions/"
    assert rita.send("POST", path + "1/claim")[0] == 200
    assert rita.send("POST", path + "1/approvals", {})[0] == 200
    folder = os.path.join(cluster.folder, "menu")
    shutil.copytree(ROOT / "Examples/MiniApps/menu", folder)
    manifest = os.path.join(folder, "manifest.json")
    text = open(manifest).read().replace('"code": 1', '"code": 2')
    open(manifest, "w").write(text)
    keys = re.search(r"--keys (\S+)", open(os.path.join(cluster.folder, "environment")).read()).group(1)
    sessions = os.path.join(cluster.folder, "sessions.json")
    environment = os.environ | {"ATOLL_CENTER": cluster.center, "ATOLL_KEYS": keys, "ATOLL_PASSPHRASE": "lagoon-demo",
                                "ATOLL_PASSWORD": "copper-wave-47", "ATOLL_SESSIONS": sessions}
    for command in (["login", "dev@lagoon.example"],
                    ["publish", folder, "--key", "harbour", "--super-app", "com.example.lagoon", "--notes", "More.", "--manual"]):
        done = subprocess.run([ROOT / ".build/debug/atoll", *command], env=environment, capture_output=True, text=True, timeout=120)
        assert done.returncode == 0, done.stdout + done.stderr
    assert rita.send("POST", path + "2/claim")[0] == 200
    assert rita.send("POST", path + "2/approvals", {})[0] == 200

    seed = int(os.environ.get("ATOLL_SEED", random.randrange(1 << 30)))
    print(f"ATOLL_SEED={seed}")
    source = random.Random(seed)
    stopping = threading.Event()
    kills = []

    def kill():
        while not stopping.is_set():
            running = centers_of(cluster)
            # One at a time: the other one continues.
            if len(running) == 2:
                kills.append(source.choice(running))
                os.kill(kills[-1], signal.SIGKILL)
            stopping.wait(source.uniform(0.5, 1.5))

    killer = threading.Thread(target=kill)
    killer.start()
    share, state, expected = 100, "rollingOut", ["release:start"]
    try:
        status, answer = dev.send("POST", path + "2/start", {"permyriad": share})
        assert status == 200, answer
        moves, deadline = 0, time.monotonic() + 180
        # However fast the machine is: at least a hundred, and until the Centers were killed often enough among them.
        while moves < 100 or len(kills) < 4:
            assert time.monotonic() < deadline, f"{len(kills)} kills among {moves} transitions"
            moves += 1
            if moves > 100:
                time.sleep(0.05)  # sleep: lets others work between two kills
            growth = 20 if moves <= 100 else 1
            if state == "held":
                share += source.randint(0, growth)
                move, body, state, action = "resume", {"permyriad": share}, "rollingOut", "release:resume"
            elif source.random() < 0.5:
                move, body, state, action = "hold", {"reason": "To look at it."}, "held", "release:hold"
            else:
                share += source.randint(1, growth)
                move, body, action = "step", {"permyriad": share}, "release:step"
            status, answer = dev.send("POST", path + "2/" + move, body)
            assert status == 200, (move, body, answer)
            expected.append(action)
        if state == "held":
            share += 1
            assert dev.send("POST", path + "2/resume", {"permyriad": share})[0] == 200
            expected.append("release:resume")
        # Then by itself, with both schedulers at it.
        steps = [share + 500 * number for number in range(1, 9)]
        status, answer = dev.send(
            "PUT", path + "2/plan",
            {"steps": [{"after": 60 if number else 0, "permyriad": step} for number, step in enumerate(steps + [10_000])]})
        assert status == 200, answer
        # As after an hour out of service: every step is due, and each is a separate transaction.
        late = subprocess.run(
            ["bash", "-c", f". {cluster.folder}/environment && psql -q \"$ATOLL_DATABASE\" -c 'UPDATE version_state SET step_time ="
             " extract(epoch FROM now())::bigint - 3600 WHERE step_time IS NOT NULL'"], capture_output=True, text=True)
        assert late.returncode == 0, late.stderr
        deadline = time.monotonic() + 120
        while dev.send("GET", path + "2")[1].get("state") != "live":
            assert time.monotonic() < deadline, "the plan was not carried out"
            time.sleep(0.5)  # sleep: lets others work between two kills
    finally:
        stopping.set()
        killer.join()
    rows, cursor = [], ""
    while True:
        page = dev.send("GET", f"audit?miniApp=com.harbour.menu&limit=200{cursor}")[1]
        rows += page["items"]
        if "next" not in page:
            break
        cursor = f"&cursor={page['next']}"
    rows = [row for row in reversed(rows) if row.get("code") == 2]
    by_person = [row["action"] for row in rows if row["action"].startswith("release:") and row["actorKind"] == "user"]
    assert [action for action in by_person if action in ("release:start", "release:hold", "release:resume", "release:step")] == expected
    by_itself = [(row["action"], row.get("after")) for row in rows
                 if row["actorKind"] == "system" and row["action"] in ("release:step", "release:complete")]
    assert by_itself == [("release:step", f"rollingOut {step}") for step in steps] + [("release:complete", by_itself[-1][1])]
    done = subprocess.run(
        ["bash", "-c", f". {cluster.folder}/environment && {ROOT}/.build/debug/atoll center check"], capture_output=True, text=True,
        timeout=120)
    assert done.returncode == 0 and "rows of the audit log" in done.stdout, done.stdout + done.stderr
