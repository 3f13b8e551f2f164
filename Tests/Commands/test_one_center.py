"""One writer at a time, one Center for each folder, and only known super apps: through commands, with real processes."""

import http.server
import os
import re
import shutil
import socket
import subprocess
import sys
import threading
import urllib.request

import pytest

from conftest import BINARIES, Atoll
from tiers import IS_THOROUGH

# Ends with the tests, even if they are killed.
BURNER = "import os\nparent = os.getppid()\nwhile os.getppid() == parent: sum(range(100_000))"
ROUNDS = 500 if IS_THOROUGH else 4


@pytest.mark.thorough("more of the commands")
@pytest.mark.folder
def test_a_second_center_and_collecting_are_refused_while_one_runs(atoll):
    second = atoll("center", "serve", "--data", "center", "--port", "0", "--issuer", "http://localhost:9",
                   "--super-app", "com.example.lagoon")
    assert second.status == 1 and "A Center is already running" in second.output, second.output
    assert atoll.works("center", "check", "--data", "center")
    collecting = atoll("center", "check", "--collect", "--data", "center")
    assert collecting.status == 1 and "A Center is already running" in collecting.output, collecting.output
    atoll.stop()
    assert "intact" in atoll.works("center", "check", "--collect", "--data", "center")


@pytest.mark.folder
def test_a_port_that_is_taken_is_said(atoll):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        outcome = atoll("center", "serve", "--data", "other", "--port", taken.getsockname()[1], "--issuer", "http://localhost:9",
                        "--super-app", "com.example.lagoon")
    assert outcome.status == 1
    assert "\nerror: Port " in outcome.output and "is already in use" in outcome.output and "--port" in outcome.output, outcome.output
    assert "There is no repository yet" in outcome.output
    assert "errno" not in outcome.output and "bind(" not in outcome.output


@pytest.mark.quick_when_shared
def test_a_super_app_that_the_center_does_not_know_is_refused(atoll):
    app = atoll.make_mini_app()
    outcome = atoll("publish", app, "--super-app", "com.example.lagon")
    assert outcome.status == 1
    assert "This Center does not serve com.example.lagon. It serves com.example.lagoon." in outcome.output
    atoll.works("publish", app, "--super-app", "com.example.lagoon")


@pytest.mark.thorough("more of the commands")
def test_a_version_that_leaves_a_super_app_asks(atoll):
    atoll.stop()
    atoll.start("--super-app", "com.example.harbour")
    app = atoll.make_mini_app()
    atoll.works("publish", app, "--super-app", "com.example.lagoon", "--super-app", "com.example.harbour")
    app = atoll.make_mini_app(code=2)
    outcome = atoll("publish", app, "--super-app", "com.example.lagoon")
    assert outcome.status == 1 and "--drop-super-app com.example.harbour" in outcome.output, outcome.output
    assert "Nothing was signed" in outcome.output
    atoll.works("publish", app, "--super-app", "com.example.lagoon", "--drop-super-app", "com.example.harbour")


def test_keys_lie_in_the_home_of_the_environment(tmp_path):
    environment = {"HOME": str(tmp_path), "PATH": os.environ["PATH"], "ATOLL_PASSPHRASE": "coral reef at noon"}
    subprocess.run([BINARIES / "atoll", "keys", "new", "publisher"], env=environment, cwd=tmp_path, check=True, capture_output=True)
    assert (tmp_path / ".atoll/keys/publisher.key").exists()


MISSING = [
    (["trust", "status", "--data", "nowhere"], "There is no"),
    (["trust", "publisher", "com.example", "--data", "center", "--key", "missing.pub"], "There is no file missing.pub."),
    (["trust", "sign", "missing.json"], "can't be read"),
    (["package", "verify", "nowhere"], "There is no file or folder nowhere."),
    (["publish", "nowhere", "--super-app", "a"], "There is no file or folder nowhere."),
    (["center", "check", "--data", "/proc/nowhere"], "/proc/nowhere"),
    (["center", "key", "com.example", "--data", "centre"], "There is no Center in"),
    (["center", "key", "list", "--data", "centre"], "There is no Center in"),
    (["center", "allow", "com.example.kudos", "--code", "9", "--data", "centre"], "There is no Center in"),
]


@pytest.mark.folder
def test_what_is_missing_is_said_in_a_sentence(atoll):
    for command, text in MISSING:
        outcome = atoll(*command)
        assert outcome.status == 1, command
        assert text in outcome.output, outcome.output
        for odd in "Domain", "UserInfo", "Error(", "Optional(", "errno", "0x":
            assert odd not in outcome.output, outcome.output


def test_a_fault_in_a_manifest_has_a_line_and_a_column(atoll):
    app = atoll.make_mini_app()
    manifest = app / "manifest.json"
    lines = manifest.read_text().splitlines()
    lines[2] = lines[2] + " oops"
    manifest.write_text("\n".join(lines))
    outcome = atoll("package", "verify", app)
    assert re.search(r"line 3, column \d+", outcome.output), outcome.output


def test_a_key_that_is_not_taken_in_is_named(atoll):
    app = atoll.make_mini_app()
    atoll.works("keys", "new", "other")
    outcome = atoll("publish", app, "--super-app", "com.example.lagoon", "--key", "other")
    assert outcome.status == 1 and "It is signed by the key" in outcome.output and "atoll publisher ask" in outcome.output, outcome.output


@pytest.mark.folder
def test_an_answer_without_a_reason_is_said_once(atoll):
    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            self.send_response(421)
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, *arguments):
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True).start()
    outcome = atoll("publish", atoll.make_mini_app(), "--super-app", "com.example.lagoon", "--center",
                    f"http://127.0.0.1:{server.server_address[1]}")
    server.shutdown()
    assert outcome.status == 1 and "Is this the address of the Center, and not that of a super app?" in outcome.output, outcome.output


@pytest.mark.folder
def test_what_is_not_a_center_has_published_nothing(atoll):
    answers = {"GET": (200, None), "POST": (204, b"")}
    with urllib.request.urlopen(urllib.request.Request(
            f"{atoll.center}/v1/miniapps/com.example.lunch-menu/versions",
            headers={"Authorization": "Bearer " + atoll.environment["ATOLL_API_KEY"]})) as answer:
        versions = answer.read()

    class Handler(http.server.BaseHTTPRequestHandler):
        def answer(self):
            status, body = answers[self.command]
            self.rfile.read(int(self.headers.get("Content-Length", 0)))
            self.send_response(status)
            body = versions if body is None else body
            if status != 204:
                self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        do_GET = do_POST = answer

        def log_message(self, *arguments):
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True).start()
    address = f"http://127.0.0.1:{server.server_address[1]}"
    app = atoll.make_mini_app()
    for wrong in {"POST": (204, b"")}, {"POST": (201, b"{}")}, {"POST": (201, b"null")}, {"GET": (200, b"{}")}, {"GET": (200, b"<p>")}:
        answers |= wrong
        outcome = atoll("publish", app, "--super-app", "com.example.lagoon", "--center", address)
        assert outcome.status == 1 and "The response is not from a Mini App Center" in outcome.output, f"{wrong}: {outcome.output}"
    server.shutdown()


@pytest.fixture
def unsealed(tmp_path, run):
    """A Center with keys that have no passphrase: opening a sealed key would take longer than the operations that race."""
    atoll = Atoll(tmp_path / "unsealed", run)
    atoll.folder.mkdir()
    for name in "root", "targets":
        atoll.works("keys", "new", name)
    atoll.works("trust", "init", "--data", "spare")
    for name, key in ("root", "release"), ("targets", "snapshot"), ("publisher", "timestamp"):
        shutil.copy(atoll.folder / f"spare/keys/{key}.key", atoll.folder / f"keys/{name}.key")
    atoll.works("trust", "init", "--data", "center", "--new-repository")
    atoll.works("trust", "publisher", "com.example", "--data", "center", "--key", "keys/publisher.key")
    atoll.environment["ATOLL_API_KEY"] = atoll.works("center", "key", "com.example", "--data", "center").strip()
    atoll.start()
    yield atoll
    atoll.stop()


@pytest.mark.thorough("kills")
def test_what_was_acknowledged_is_there_whoever_else_writes(unsealed):
    """A Center publishes while `atoll trust` writes to its repository, on a busy machine."""
    atoll = unsealed
    burners = [subprocess.Popen([sys.executable, "-c", BURNER]) for _ in range(2)]
    faults = []

    def works(*arguments):
        outcome = atoll(*arguments)
        if outcome.status:
            faults.append(f"{arguments[:2]}: {outcome.output}")
        return outcome.status == 0

    try:
        acknowledged = {"version": 0, "floor": 0}
        for number in range(1, ROUNDS + 1):
            app = atoll.make_mini_app(code=number)

            def publish():
                if works("publish", app, "--super-app", "com.example.lagoon"):
                    acknowledged["version"] = number

            def floor():
                if works("trust", "publisher", "com.example", "--data", "center", "--floor", f"com.example.kudos={number}"):
                    acknowledged["floor"] = number

            threads = [threading.Thread(target=work) for work in (publish, floor)]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
            listed = atoll.works("trust", "publisher", "--data", "center")
            assert f"com.example.kudos from {acknowledged['floor']}" in listed, f"round {number}: {listed}"
            seen = atoll.works("monitor", "com.example")
            assert f"{acknowledged['version']}" in seen, f"round {number}: {seen}"
        assert not faults, "\n".join(faults)
        assert acknowledged == {"version": ROUNDS, "floor": ROUNDS}
    finally:
        for burner in burners:
            burner.kill()


def reading_key(atoll):
    """Gives the publisher an API key that may also read versions."""
    key = atoll.works("center", "key", "com.example", "--scope", "publish", "--scope", "read", "--data", "center")
    atoll.environment["ATOLL_API_KEY"] = key.strip()


@pytest.mark.quick_when_shared
def test_release_notes_stay_where_no_organization_owns_the_super_app(atoll):
    app = atoll.make_mini_app()
    output = atoll.works("publish", app, "--super-app", "com.example.lagoon", "--notes", "Soups every day.")
    reading_key(atoll)
    assert "was published." in output and "warning" not in output, output
    assert "Soups every day." in atoll.works("release", "show", "com.example.lunch-menu", "1")
    app = atoll.make_mini_app(code=2)
    assert "was uploaded as a draft." in atoll.works("publish", app, "--super-app", "com.example.lagoon", "--draft")
    atoll.works("release", "submit", "com.example.lunch-menu", "2", "--notes", "Salads.")
    assert "Salads." in atoll.works("release", "show", "com.example.lunch-menu", "2")


@pytest.mark.folder
def test_each_key_may_have_its_own_passphrase(atoll):
    request = ("trust", "publisher", "com.other", "--data", "center", "--key", "keys/publisher.key")
    atoll.environment["ATOLL_PASSPHRASE"] = "another one"
    for name in "root", "targets":
        outcome = atoll(*request)
        assert outcome.status == 1 and f'The key "{name}" could not be opened' in outcome.output, outcome.output
        variable = f"ATOLL_PASSPHRASE_{name.upper()}"
        assert variable in outcome.output
        atoll.environment[variable] = "coral reef at noon"
    atoll.works(*request)
