"""A Center that was taken over, between a publisher and the real one: it gets no signature for anything that it makes up."""

import base64
import http.client
import http.server
import json
import os
import threading
import urllib.parse

import pytest


class TakenOver:
    """Answers as the real Center does, but for what `change` makes of an answer: (method, path, status, answer) to (status, answer)."""

    def __init__(self, center):
        self.real = urllib.parse.urlsplit(center)
        self.change = lambda method, path, status, answer: (status, answer)
        self.signed = []
        self.secrets = []
        outer = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                length = int(self.headers.get("Content-Length") or 0)
                body = self.rfile.read(length)
                outer.secrets.append(self.headers.get("Authorization"))
                if statement := self.headers.get("Atoll-Statement"):
                    outer.signed.append(json.loads(base64.b64decode(statement)))
                connection = http.client.HTTPConnection(outer.real.hostname, outer.real.port)
                headers = {name: value for name, value in self.headers.items() if name.lower() != "host"}
                connection.request(self.command, self.path, body, headers)
                answer = connection.getresponse()
                status, data = outer.change(self.command, self.path.split("?")[0], answer.status, answer.read())
                self.send_response(status)
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", str(len(data)))
                self.end_headers()
                self.wfile.write(data)

            do_POST = do_PUT = do_GET

            def log_message(self, *arguments):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=self.server.serve_forever, args=(0.05,), daemon=True).start()
        self.address = f"http://127.0.0.1:{self.server.server_address[1]}"

    def forge(self, **members):
        """Shows another statement in place of the newest one: a canonical one, with these members."""

        def change(method, path, status, answer):
            if method != "GET" or not path.endswith("/versions"):
                return status, answer
            shown = json.loads(answer)
            statement = json.loads(base64.b64decode(shown["statements"][0])) | members
            shown["statements"][0] = base64.b64encode(json.dumps(statement, sort_keys=True, separators=(",", ":")).encode()).decode()
            return status, json.dumps(shown).encode()

        self.change = change


@pytest.fixture
def center(atoll):
    taken = TakenOver(atoll.center)
    atoll.environment["ATOLL_CENTER"] = taken.address
    yield taken
    taken.server.shutdown()


PUBLISH = "publish", "lunch-menu/app", "--super-app", "com.example.lagoon"
FORGED = [
    {"manifest": "ef" * 32}, {"files": {"sha256": "ab" * 32, "length": 10, "count": 1, "bytes": 10}}, {"expires": "2099-01-01T00:00:00Z"},
    {"superApps": ["org.other"]}, {"floor": 1}, {"name": "9.9.9"}, {"platform": {"minCode": 2}}, {"publisher": "org.other"},
    {"created": "2098-01-01T00:00:00Z", "expires": "2099-12-31T00:00:00Z"}]


@pytest.mark.quick_when_shared
def test_what_it_makes_up_is_not_signed_again(atoll, center):
    atoll.make_mini_app()
    atoll.works(*PUBLISH)
    center.signed.clear()
    for members in FORGED:
        center.forge(**members)
        outcome = atoll(*PUBLISH, "--resign")
        assert outcome.status == 1 and "Nothing was signed" in outcome.output, (members, outcome.output)
    for members in {"app": "com.example.bank"}, {"repository": "cd" * 32}:
        center.forge(**members)
        assert atoll(*PUBLISH, "--resign").status == 1
    assert center.signed == []
    center.forge()
    assert "signed again" in atoll.works(*PUBLISH, "--resign")
    # On another machine there are no records: the files decide.
    (atoll.folder / "keys/statements").rename(atoll.folder / "statements")
    center.signed.clear()
    for members in FORGED:
        center.forge(**members)
        assert atoll(*PUBLISH, "--resign").status == 1, members
    assert center.signed == []
    center.forge()
    assert "signed again" in atoll.works(*PUBLISH, "--resign")
    page = atoll.folder / "lunch-menu/app/other.txt"
    page.write_text("Not what was published.")
    assert "does not describe these files" in atoll(*PUBLISH, "--resign").output


@pytest.mark.folder
def test_an_answer_that_it_loses_gets_it_no_signature_of_its_own_words(atoll, center):
    atoll.make_mini_app()
    center.change = lambda method, path, status, answer: (503, b"{}") if method == "POST" and path.endswith("/versions") else (status, answer)
    assert atoll(*PUBLISH).status == 1
    made = base64.b64decode(center.signed[-1]["statement"])
    for members in FORGED:
        center.forge(**members)
        center.signed.clear()
        atoll(*PUBLISH)
        for each in center.signed:
            statement = json.loads(base64.b64decode(each["statement"]))
            own = json.loads(made)
            # The values that it may choose: the previous statement, and the floor where nothing was signed yet.
            for name in ("previous", "created", "expires", "floor"):
                statement.pop(name, None), own.pop(name, None)
            assert statement == own, members
    repositories = json.loads((atoll.folder / "keys/repositories.json").read_text()) if (atoll.folder / "keys/repositories.json").exists() else {}
    assert set(repositories.values()) <= {json.loads(made)["repository"]}
    # The same words are signed again: the version is there once.
    center.forge()
    atoll.works(*PUBLISH)
    assert base64.b64decode(center.signed[-1]["statement"]) == made


@pytest.mark.folder
def test_what_was_withdrawn_or_is_old_is_not_signed_again(atoll, center):
    for code in 1, 2, 3:
        atoll.make_mini_app(code=code)
        atoll.works(*PUBLISH)
    atoll.works("release", "withdraw", "com.example.lunch-menu", "3", "--reason", "It crashes.", "--yes")
    center.signed.clear()

    def show(code):
        def change(method, path, status, answer):
            if method == "GET" and path.endswith("/versions"):
                answer = json.dumps(json.loads(answer) | {"current": code}).encode()
            return status, answer

        center.change = change

    for code in 1, 3:
        show(code)
        assert "Nothing was signed" in atoll(*PUBLISH, "--resign").output
    assert center.signed == []
    show(2)
    assert "(code 2), was signed again" in atoll.works(*PUBLISH, "--resign")


@pytest.mark.folder
def test_it_chooses_no_floor_for_whoever_has_signed_one(atoll, center):
    atoll.make_mini_app()
    atoll.works(*PUBLISH)
    atoll.make_mini_app(code=2)
    center.forge(floor=1)
    outcome = atoll(*PUBLISH)
    assert outcome.status == 1 and "version 1 is the lowest that may run, but 0 was signed here" in outcome.output
    center.forge()
    assert "(code 2)" in atoll.works(*PUBLISH, "--floor", "1")
    # Nor by showing nothing at all.
    atoll.make_mini_app(code=3)
    center.change = lambda method, path, status, answer: (
        (status, json.dumps(json.loads(answer) | {"statements": []}).encode()) if method == "GET" and path.endswith("/versions") else (status, answer))
    outcome = atoll(*PUBLISH)
    assert outcome.status == 1 and "version 0 is the lowest that may run, but 1 was signed here" in outcome.output


@pytest.mark.folder
def test_the_key_of_another_center_is_not_sent_to_one_that_a_file_names(atoll, center):
    atoll.make_mini_app()
    atoll.works(*PUBLISH, "--save")
    del atoll.environment["ATOLL_CENTER"]
    # It got this key before, from a user who named it.
    atoll.make_mini_app(code=2)
    assert "(code 2)" in atoll.works("publish", "lunch-menu/app")
    atoll.make_mini_app(code=3)
    atoll.environment["ATOLL_API_KEY"] = "atoll_of_another_center"
    center.secrets.clear()
    outcome = atoll("publish", "lunch-menu/app")
    assert outcome.status == 1 and "it may be for another Center" in outcome.output
    assert center.secrets == []


@pytest.mark.folder
def test_a_versions_name_leads_to_no_other_folder(atoll):
    app = atoll.make_mini_app()
    manifest = app / "manifest.json"
    text = json.loads(manifest.read_text())
    text["version"]["name"] = "1/../../../pwned"
    manifest.write_text(json.dumps(text))
    before = set(os.listdir(atoll.folder.parent))
    assert "com.example.lunch-menu-1_.._.._.._pwned.ma" in atoll.works("package", "build", app)
    assert set(os.listdir(atoll.folder.parent)) == before
    assert (atoll.folder / "com.example.lunch-menu-1_.._.._.._pwned.ma").exists()
