"""Updates of a mini app, versions that do not start, and cached versions while the Center can't be reached."""

import json

import pytest
from conftest import Person, until
from two_processes import two_processes


@pytest.fixture
def two(tmp_path):
    with two_processes(tmp_path, "--load", "cacheFirst", "--ready-within", "1") as two:
        yield two


def mark(two, version):
    """Publishes a version of Kudos whose page shows the version."""
    page = two.miniapps / "kudos/pages/feed.html"
    text = page.read_text()
    page.write_text(text.replace(text[text.index("<main"):text.index(">", text.index("<main")) + 1],
                                 f"<main data-version='{version}'>"))
    manifest = two.miniapps / "kudos/manifest.json"
    content = json.loads(manifest.read_text())
    content["version"]["name"] = f"{version}.0"
    manifest.write_text(json.dumps(content))
    two.publish("kudos", version)


def cached(two):
    """The versions of Kudos in the shell's cache."""
    folder = two.folder / "data/shell/miniapps/versions/com.example.kudos"
    return {entry.name for entry in folder.iterdir() if entry.name.isdigit()}


def version(person):
    person.page.goto("/hub")
    return person.open("Kudos").locator("main").get_attribute("data-version")


def test_an_update_is_said_one_that_does_not_start_is_taken_back_and_without_the_center_all_goes_on(
        two, chromium, tmp_path):
    person = Person(two, chromium)
    person.sign_in()
    assert version(person) is None
    assert person.page.locator("#news").count() == 0
    # The record of how versions have run for the only user.
    users = two.folder / "data/shell/miniapps/runs/users"
    until(lambda: any(users.glob("*/com.example.kudos")))
    runs = next(users.glob("*/com.example.kudos"))
    until(lambda: json.loads(runs.read_text()).get("good") == 1)

    # A new version is fetched in the background; the next opening runs it and shows a notice.
    mark(two, 2)
    assert version(person) is None
    until(lambda: "2" in cached(two))
    assert version(person) == "2"
    assert person.page.locator("#news").inner_text().startswith("Updated to version 2.0.")
    person.page.screenshot(path=tmp_path / "updated.png")
    person.page.click("#news button")
    assert person.page.locator("#news").count() == 0
    until(lambda: json.loads(runs.read_text())["good"] == 2)
    assert version(person) == "2"
    assert person.page.locator("#news").count() == 0

    # A version that never gets ready: after two attempts, the previous version runs again.
    script = two.miniapps / "kudos/app.js"
    working = script.read_text()
    script.write_text("this is no script\n" + working)
    mark(two, 3)
    version(person)
    until(lambda: "3" in cached(two))
    for failures in 1, 2:
        person.page.goto("/miniapp/com.example.kudos")
        until(lambda: json.loads(runs.read_text()).get("failures") == failures)
    assert version(person) == "2"
    person.page.reload()
    person.ready()
    assert person.page.locator("#news").inner_text().startswith("Version 3.0 did not start. Version 2.0 is running.")
    person.page.screenshot(path=tmp_path / "set-aside.png")

    # Without the Center, the cached version opens, and the hub says that it is offline.
    two.stop_center()
    assert version(person) == "2"
    person.page.goto("/hub")
    assert person.page.locator("p.offline").inner_text().startswith("You are offline.")
    person.context.close()
