"""From `atoll new` to a live mini app: templates, tests without a window, publishing with few words, reviewing at a terminal."""

import json
import os
import pty
import shutil
import subprocess
import threading

import pytest

from conftest import BINARIES, ROOT, until
from tiers import sampled
from waiting import GUARD
from test_device import device  # noqa: F401 (a fixture)
from test_people import be
from test_releases import LAGOON, market  # noqa: F401 (a fixture)

CHROMIUM = os.environ.get("CHROMIUM", "none")
CHROMIUM = CHROMIUM if CHROMIUM != "none" else shutil.which("chromium") or "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"
TEMPLATES = ["page", "list", "form", "card", "webxdc", "portals"]


def atoll(*arguments, cwd=None):
    return subprocess.run(
        [f"{BINARIES}/atoll", *map(str, arguments)], cwd=cwd, capture_output=True, text=True, timeout=120, stdin=subprocess.DEVNULL)


def walk(*arguments, cwd=None):
    return atoll("test", *arguments, "--chromium", CHROMIUM, "--without-sandbox", cwd=cwd)


@pytest.mark.parametrize("template", sampled(TEMPLATES, "templates and samples", lambda name: name in ("list", "webxdc")))
def test_a_template_is_a_mini_app_with_tests(tmp_path, template):
    made = atoll("new", "Zoë & <Co>", "--id", "com.example.zoe", "--template", template, "--directory", "zoe", cwd=tmp_path)
    assert made.returncode == 0, made.stderr
    assert "atoll dev zoe" in made.stdout
    checked = atoll("check", "zoe", "--strict", cwd=tmp_path)
    assert checked.returncode == 0, checked.stdout
    walked = walk("zoe", cwd=tmp_path)
    assert walked.returncode == 0, walked.stdout + walked.stderr
    for hidden in (".atoll/dev.json", ".github/workflows/mini-app.yml", "types/atoll.d.ts", "jsconfig.json"):
        assert (tmp_path / "zoe" / hidden).exists(), hidden


def test_templates_that_are_none(tmp_path):
    outcome = atoll("new", "X", "--template", "spaceship", cwd=tmp_path)
    assert outcome.returncode != 0 and "page" in outcome.stderr


SAMPLES = sorted(path.name.split(".")[0] for path in (ROOT / "Examples/MiniAppTests").glob("*.dev.json"))


@pytest.mark.parametrize("name", sampled(SAMPLES, "templates and samples", lambda name: name == "lunch"))
def test_the_samples_are_walked_through(name):
    walked = walk(ROOT / f"Examples/MiniApps/{name}", "--test", ROOT / f"Examples/MiniAppTests/{name}.dev.json", "--json")
    outcome = json.loads(walked.stdout)[0]
    assert walked.returncode == 0 and "failure" not in outcome, outcome


@pytest.mark.thorough("more of the commands")
def test_a_key_makes_pictures_of_all_pages(tmp_path):
    atoll("new", "Things", "--template", "list", "--directory", "things", cwd=tmp_path)
    outside, inside = pty.openpty()
    running = subprocess.Popen(
        [f"{BINARIES}/atoll", "dev", "things", "--port", "0", "--no-open", "--without-sandbox"], cwd=tmp_path, stdin=inside, stdout=inside,
        stderr=inside, env=os.environ | {"CHROMIUM": CHROMIUM}, start_new_session=True)
    os.close(inside)
    said = []

    def read():
        try:
            while chunk := os.read(outside, 4096):
                said.append(chunk.decode(errors="replace"))
        except OSError:
            # The other end is closed.
            pass

    threading.Thread(target=read, daemon=True).start()
    try:
        until(lambda: "is shown at" in "".join(said))
        # A second one does not wait.
        os.write(outside, b"ss")
        until(lambda: "pictures of all pages are in" in "".join(said), seconds=90)
        assert "Pictures are being made already." in "".join(said)
        pictures = sorted(path.name for path in (tmp_path / "things/.atoll/pictures").iterdir())
        assert len(pictures) >= 4 and all(name.endswith(".png") for name in pictures)
        os.write(outside, b"q")
        assert running.wait(timeout=GUARD) == 0
    finally:
        running.kill()
        running.wait()
        os.close(outside)


@pytest.fixture
def listed(tmp_path):
    atoll("new", "Things", "--template", "list", "--directory", "things", cwd=tmp_path)
    return tmp_path / "things"


def write(folder, test):
    for old in (folder / "tests").glob("*.dev.json"):
        old.unlink()
    (folder / "tests/own.dev.json").write_text(test if isinstance(test, str) else json.dumps(test))


def is_quick_failure(each):
    """The quick tier has one of the failures that need a browser, and all that need none."""
    steps = str(each[0])
    return not any(word in steps for word in ("called", "answer", "pages/nowhere", "#nothing", "ben"))


@pytest.mark.parametrize("test, said", sampled([
    ("{", "It is not JSON"),
    ("[]", 'Expected an object with "steps".'),
    ({"steps": []}, "Expected 1 to 1000 steps."),
    ({"steps": [{"tap": "#a"}], "stpes": 1}, '"stpes" is not a known member of a test.'),
    ({"steps": [{"jump": "high"}]}, "Step 1 is invalid"),
    ({"steps": [{"tap": "#a"}], "recording": "gone.jsonl"}, "The recording is missing."),
    ({"steps": [{"user": "ben", "see": "x"}]}, 'there is no user ben in "users"'),
    ({"steps": [{"see": "Nowhere", "in": "#empty"}]}, 'step 1, see "Nowhere" in #empty: #empty says "Nothing here yet'),
    ({"steps": [{"called": "payments.request"}]}, "it was not called"),
    ({"steps": [{"tap": "#nothing"}]}, "it is not there"),
    ({"steps": [{"answer": "Yes"}]}, "no dialog with this button is open"),
    ({"page": "pages/nowhere", "steps": [{"see": "x"}]}, "the mini app does not start"),
], "templates and samples", is_quick_failure))
def test_what_fails_is_said(listed, test, said):
    write(listed, test)
    outcome = walk(listed)
    assert outcome.returncode == 1 and said in outcome.stdout, outcome.stdout + outcome.stderr
    assert "1 of 1 failed." in outcome.stdout


@pytest.mark.parametrize("how", sampled([
    "hidden", 'style="visibility: hidden"', 'style="position: fixed; top: 0; left: 0; z-index: -1"'
], "templates and samples", lambda how: "fixed" in how))
def test_what_is_hidden_takes_no_tap(listed, how):
    page = listed / "app/pages/list.html"
    cover = '<div style="position: fixed; top: 0; left: 0; width: 200px; height: 200px; background: white"></div>'
    page.write_text(page.read_text().replace("<ul id", f'<button id="secret" {how}>Secret</button>{cover}<ul id'))
    write(listed, {"steps": [{"tap": "#secret"}]})
    assert "it is not there, or is hidden" in walk(listed).stdout


def test_errors_of_the_mini_app_fail_a_test(listed):
    (listed / "app/pages/list.js").write_text((listed / "app/pages/list.js").read_text() + "\nsetTimeout(() => missing(), 50);\n")
    write(listed, {"steps": [{"exists": "#items"}, {"wait": 0.5}]})
    outcome = walk(listed)
    assert outcome.returncode == 1 and "pages/list.js" in outcome.stdout and "missing is not defined" in outcome.stdout
    write(listed, {"allowErrors": True, "steps": [{"exists": "#items"}, {"wait": 0.5}]})
    assert walk(listed).returncode == 0
    (listed / "app/manifest.json").write_text("{")
    assert "the mini app does not start: manifest.json" in walk(listed).stdout


def test_a_recording_answers(listed):
    items = json.dumps([{"id": "1", "name": "From the recording", "isDone": False}])
    (listed / "tests/calls.jsonl").write_text(json.dumps({"method": "storage.get", "params": {"key": "items"}, "result": items}) + "\n")
    write(listed, {"recording": "calls.jsonl", "steps": [{"see": "From the recording", "in": "#items"}]})
    outcome = walk(listed)
    assert outcome.returncode == 0, outcome.stdout


def test_without_a_browser_or_tests(listed, tmp_path):
    assert "There is no Chromium at /nowhere" in atoll("test", listed, "--chromium", "/nowhere").stderr
    shutil.rmtree(listed / "tests")
    assert "No tests were found" in walk(listed).stderr
    assert "No mini app in " in walk(tmp_path / "elsewhere").stderr


@pytest.mark.parametrize("shell", sampled(["bash", "zsh", "fish"], "more of the commands", lambda shell: shell == "bash"))
def test_completions(shell):
    assert "dev" in atoll("--generate-completion-script", shell).stdout


class Waiting:
    """A command that lasts."""

    def __init__(self, atoll, *arguments):
        self.thread = threading.Thread(target=lambda: setattr(self, "found", atoll(*arguments)))
        self.thread.start()

    def outcome(self):
        self.thread.join(60)
        return self.found


def test_few_words_from_a_folder_to_users(market):  # noqa: F811
    atoll = market
    atoll.make_mini_app(code=1)
    be(atoll, "ada")
    atoll.works("superapp", "version", "add", LAGOON, "web", "1.0")
    be(atoll, "dev")
    assert "Say which super app" in atoll("publish", "lunch-menu").output
    refused = atoll("publish", "lunch-menu", "--super-app", LAGOON)
    assert refused.status == 1 and "Nothing was signed. Add: --notes" in refused.output
    assert "no such version" in atoll("release", "show", "com.example.lunch-menu", "1").output
    atoll.works("publish", "lunch-menu", "--super-app", LAGOON, "--notes", "Soups.", "--save")
    kept = json.loads((atoll.folder / "lunch-menu/atoll.json").read_text())
    assert kept["superApps"] == [LAGOON] and kept["center"] == atoll.center and kept["key"] == "publisher"

    # A reviewer sees the changes in one command, and decides in another.
    be(atoll, "rita")
    seen = atoll.works("review", "next")
    for part in ("com.example.lunch-menu", "inReview", "First version: nothing to compare with", "permission user.name", "pages/home.js"):
        assert part in seen, seen
    assert "No version is waiting." in atoll.works("review", "next")
    lines = atoll.works("review", "diff", "com.example.lunch-menu", "1", "pages/home.js")
    assert "+     1  import { user }" in lines
    assert "pages/home.html" in atoll.works("review", "diff", "com.example.lunch-menu", "1")
    assert "live" in atoll.works("review", "approve", "com.example.lunch-menu", "1")

    # The next one: the version is raised, and all else is known. The Center is the only one with a session.
    be(atoll, "dev")
    center = atoll.environment.pop("ATOLL_CENTER")
    home = atoll.folder / "lunch-menu/app/pages/home.js"
    home.write_text(home.read_text().replace("the first time", "the second time") + "// A line more.\n")
    (atoll.folder / "lunch-menu/app/empty.txt").write_text("")
    said = atoll.works("publish", "lunch-menu", "--bump", "--notes", "More.")
    assert "The version in the manifest is 0.1.1 (code 2) now." in said and "waits for a reviewer." in said
    assert f"{center}/miniapps/com.example.lunch-menu/versions/2" in said
    manifest = json.loads((atoll.folder / "lunch-menu/app/manifest.json").read_text())
    assert manifest["version"] == {"code": 2, "name": "0.1.1"}
    be(atoll, "rita")
    lines = atoll.works("review", "diff", "com.example.lunch-menu", "2", "pages/home.js")
    assert "// A line more." in lines and "\n~        first\n" in lines and "\n~        second\n" in lines
    assert atoll.works("review", "diff", "com.example.lunch-menu", "2", "empty.txt") == "The file is new, and empty.\n"
    assert atoll.works("review", "diff", "com.example.lunch-menu", "2", "pages/home.html") == "It is the same.\n"
    # An unclaimed version is claimed by the deciding reviewer.
    assert "live" in atoll.works("review", "approve", "com.example.lunch-menu", "2")

    # And once more, with a caller that waits for it.
    be(atoll, "dev")
    waiting = Waiting(atoll, "publish", "lunch-menu", "--bump", "--notes", "Even more.", "--wait")
    be(atoll, "rita")
    until(lambda: "lunch-menu  3" in atoll.works("review"))
    atoll.works("review", "approve", "com.example.lunch-menu", "3")
    outcome = waiting.outcome()
    assert outcome.status == 0 and "live" in outcome.output, outcome.output
    atoll.environment["ATOLL_CENTER"] = center


@pytest.mark.thorough("more of the commands")
def test_a_rejection_ends_the_wait(market):  # noqa: F811
    atoll = market
    atoll.make_mini_app(code=1)
    be(atoll, "ada")
    atoll.works("superapp", "version", "add", LAGOON, "web", "1.0")
    be(atoll, "dev")
    waiting = Waiting(atoll, "publish", "lunch-menu", "--super-app", LAGOON, "--notes", "Soups.", "--wait")
    until(lambda: "submitted" in atoll("release", "show", "com.example.lunch-menu", "1").output)
    be(atoll, "rita")
    until(lambda: "inReview" in atoll("review", "claim", "com.example.lunch-menu", "1").output)
    atoll.works("review", "reject", "com.example.lunch-menu", "1", "--for", "content", "--comment", "No soups.")
    outcome = waiting.outcome()
    assert outcome.status == 1 and "is rejected" in outcome.output


@pytest.mark.thorough("more of the commands")
def test_settings_that_are_none(market):  # noqa: F811
    atoll = market
    atoll.make_mini_app(code=1)
    be(atoll, "dev")
    (atoll.folder / "lunch-menu/atoll.json").write_text("[")
    assert "atoll.json can't be read" in atoll("publish", "lunch-menu").output
    (atoll.folder / "lunch-menu/atoll.json").unlink()
    manifest = atoll.folder / "lunch-menu/app/manifest.json"
    before = manifest.read_text()
    manifest.write_text(before.replace('"version"', '"versoin"'))
    broken = manifest.read_text()
    assert "manifest" in atoll("publish", "lunch-menu", "--super-app", LAGOON, "--bump").output
    assert manifest.read_text() == broken
    manifest.write_text(before)
    # A version that was not uploaded retains its number.
    outcome = atoll("publish", "lunch-menu", "--super-app", LAGOON, "--key", "nobody", "--bump", "--notes", "New.")
    assert outcome.status == 1 and 'no key "nobody"' in outcome.output and manifest.read_text() == before
    # A Center that only a file names gets no secrets.
    (atoll.folder / "lunch-menu/atoll.json").write_text('{"center": "http://127.0.0.1:1", "superApps": ["%s"]}' % LAGOON)
    center = atoll.environment.pop("ATOLL_CENTER")
    outcome = atoll("publish", "lunch-menu")
    assert outcome.status == 1 and "If you trust it, name it once" in outcome.output
    atoll.environment["ATOLL_CENTER"] = center
    for options in (["--bump", "--resign"], ["--save", "--sign-only"]):
        assert atoll("publish", "lunch-menu", *options).status != 0
