"""Users take their data with them, and delete their account: nothing of them is left."""

import hashlib
import io
import json
import sqlite3
import zipfile

import pytest

from conftest import Lagoon, Person
from pictures import png
from test_accessibility import problems

PASSWORD = "four unusual violet harbours"
MARK = "whale-8471"


@pytest.fixture(scope="module")
def demo(tmp_path_factory):
    running = Lagoon(tmp_path_factory.mktemp("data"), with_intruder=False)
    running.start()
    yield running
    running.stop()


@pytest.fixture
def gail(demo, chromium):
    """Somebody who has used the app for a while."""
    person = Person(demo, chromium, reduced_motion="reduce", accept_downloads=True)
    page = person.page
    page.goto("/register")
    page.fill("#full-name", "Gail Winter")
    page.fill("#name", "gail")
    page.fill("#email", "gail@example.com")
    page.fill("#password", PASSWORD)
    page.click("main button.primary")
    page.wait_for_url("**/today")
    person.go("/hub")
    person.open("Kudos")
    frame = person.frame()
    call(frame, f"storage.set('note', 'I saw a {MARK}')")
    call(frame, f"call('files.write', {{ path: 'logs/day 1.txt', data: btoa('Another {MARK}') }})")
    call(frame, f"call('secrets.set', {{ key: 'token', value: 'secret {MARK}' }})")
    page.goto("/hub")
    page.evaluate("""async (picture) => {
        const form = new FormData();
        form.append("photo", new Blob([Uint8Array.from(picture)]), "photo.png");
        return (await fetch("/photo", { method: "POST", body: form })).status;
    }""", list(png(40, 40)))
    page.evaluate("fetch('/hub/favourite', { method: 'POST', body: new URLSearchParams({ id: 'com.example.kudos', favourite: 'yes' }) })")
    page.goto("/about/com.example.kudos")
    page.get_by_role("button", name="4 stars", exact=True).click()
    page.wait_for_selector("text=Remove my rating")
    yield person
    person.context.close()
    assert person.errors == []


def call(frame, method):
    """Calls the host from inside a mini app."""
    return frame.evaluate(f"import('/.atoll/atoll.js').then((atoll) => atoll.{method})")


def kept(demo):
    """Every file of the app, by its path."""
    data = demo.folder / "data"
    return {str(path.relative_to(data)): path.read_bytes() for path in data.rglob("*") if path.is_file()}


def test_everything_is_taken_and_everything_goes(demo, gail, chromium):
    page = gail.page
    accounts = json.loads((demo.folder / "data/accounts.json").read_text())
    [own] = [account["id"] for account in accounts if account["signInName"] == "gail"]
    page.goto("/profile")
    page.click("main >> text=Account")
    page.click("text=Take it with you, or delete your account")
    page.wait_for_url("**/account/data")
    assert problems(page) == []
    with page.expect_download() as download:
        page.click("text=Download my data")
    archive = zipfile.ZipFile(io.BytesIO(download.value.path().read_bytes()))
    assert archive.testzip() is None and download.value.suggested_filename == "my-data.zip"
    assert archive.read("photo.png").startswith(b"\x89PNG")
    files = {name: archive.read(name).decode() for name in archive.namelist() if name != "photo.png"}
    assert json.loads(files["account.json"])["name"] == "Gail Winter" and json.loads(files["account.json"])["id"] == own
    assert {"key": "note", "value": json.dumps(f"I saw a {MARK}")} in json.loads(files["mini-apps/com.example.kudos/storage.json"])
    assert files["mini-apps/com.example.kudos/files/logs/day 1.txt"] == f"Another {MARK}"
    assert json.loads(files["settings.json"])["hub"]["favourites"] == ["com.example.kudos"]
    assert json.loads(files["mini-apps/com.example.kudos/feedback.json"])["ownStars"] == 4
    assert json.loads(files["sessions.json"])[0]["isApp"] is False and "today.json" in files
    assert "ask their publishers" in files["README.txt"]
    # Secrets that a thief of the archive could use are not in it; nor are other users.
    assert f"secret {MARK}" not in "".join(files.values()) and "Ada" not in "".join(files.values())

    # The same user, elsewhere.
    elsewhere = Person(demo, chromium, reduced_motion="reduce")
    elsewhere.page.goto("/sign-in")
    elsewhere.page.fill("#name", "gail")
    elsewhere.page.fill("#password", PASSWORD)
    elsewhere.page.click("button.primary")
    elsewhere.page.wait_for_url("**/today")

    page.click("text=Delete my account…")
    page.fill("#password", "a wrong password")
    page.click("text=Delete my account for good")
    assert page.inner_text("#problem") == "The password is incorrect."
    assert page.locator("#password").is_visible() and page.evaluate("document.activeElement.id") == "password"
    assert any(own.encode() in contents for contents in kept(demo).values())
    page.fill("#password", PASSWORD)
    page.click("text=Delete my account for good")
    page.wait_for_selector("text=Your account was deleted")
    page.goto("/today")
    assert page.inner_text("h1") == "Lagoon", page.url
    # All other sessions have ended, and no new one can begin.
    elsewhere.page.goto("/today")
    elsewhere.page.wait_for_selector("#password")
    elsewhere.page.fill("#name", "gail")
    elsewhere.page.fill("#password", PASSWORD)
    elsewhere.page.click("button.primary")
    elsewhere.page.wait_for_selector(".problem")
    elsewhere.context.close()
    hashed = hashlib.sha256(own.encode()).hexdigest()
    words = [own, MARK, hashed, "Gail Winter", "gail@example.com"]
    left = {(path, word) for path, contents in kept(demo).items() for word in words if word.encode() in contents or word in path}
    assert left == set(), left
    # A user who comes back does not rate twice.
    with sqlite3.connect(next((demo.folder / "data/center").rglob("*.sqlite"))) as center:
        assert center.execute("SELECT count(*) FROM rating").fetchone() == (0,)
    # The name is free again, and its next owner finds nothing.
    page.goto("/register")
    page.fill("#full-name", "Gail Summer")
    page.fill("#name", "gail")
    page.fill("#email", "gail@example.com")
    page.fill("#password", PASSWORD)
    page.click("main button.primary")
    page.wait_for_url("**/today")
    gail.go("/hub")
    gail.open("Kudos")
    assert call(gail.frame(), "storage.get('note')") is None


@pytest.mark.thorough("more in browsers")
def test_nobody_takes_or_deletes_for_somebody_else(demo, chromium):
    ada = Person(demo, chromium, reduced_motion="reduce").sign_in("ada")
    page = ada.page
    status = """([path, body]) => fetch(path, { method: "POST", body: new URLSearchParams(body), redirect: "manual" })
        .then(async (answer) => { await answer.arrayBuffer(); return answer.status; })"""
    # The place of an export is free when all of it has arrived. As often as the limit permits, and no more.
    assert [page.evaluate(status, ["/data/export", {}]) for _ in range(4)] == [200, 200, 200, 429]
    assert {page.evaluate(status, ["/data/delete", {"password": "wrong", "return": "/account/data"}]) for _ in range(5)} == {422}
    assert page.evaluate(status, ["/data/delete", {"password": "coral-reef-1843"}]) == 429
    page.goto("/today")
    assert "/today" in page.url
    # Another site can do neither.
    other = ada.context.request
    for path in "/data/export", "/data/delete":
        assert other.post(demo.origin + path, headers={"Origin": "https://evil.example"}, form={"password": "x"}).status == 403
    ada.context.close()
    stranger = chromium.new_context(base_url=demo.origin)
    answer = stranger.request.post("/data/export", headers={"Origin": demo.origin}, max_redirects=0)
    assert answer.status in (303, 401) and b"PK" not in answer.body()
    stranger.close()
