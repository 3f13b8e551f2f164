"""The home screen and the hub with awkward input."""

import http.client
import json
import os
import shutil
import urllib.parse

import pytest

from conftest import Lagoon, Person, until
from waiting import GUARD
from test_today import ben, card, choose, modules  # noqa: F401

LONG = "Donaudampfschifffahrtsgesellschaft" * 3
ARABIC = "\u062f\u0644\u064a\u0644 \u0627\u0644\u0645\u0648\u0638\u0641\u064a\u0646"


def add(folder, name, title, icon, contents):
    """Adds a mini app that is like Directory except for its name and its icon."""
    shutil.copytree(folder / "directory", folder / name)
    path = folder / name / "manifest.json"
    manifest = json.loads(path.read_text())
    manifest |= {"app_id": f"com.example.{name}", "name": title, "icons": [{"src": icon}]}
    manifest.pop("short_name", None)
    path.write_text(json.dumps(manifest))
    (folder / name / icon).write_bytes(contents)


@pytest.fixture(scope="module")
def awkward(tmp_path_factory):
    lagoon = Lagoon(tmp_path_factory.mktemp("awkward"), with_intruder=False)
    png = bytes.fromhex("89504e470d0a1a0a") + b"cut off"
    add(lagoon.miniapps, "long", LONG[:100], "common/icon.svg", b"this is no picture")
    add(lagoon.miniapps, "arabic", ARABIC, "common/icon.png", png)
    (lagoon.miniapps / "kudos/common/large.bin").write_bytes(os.urandom(1024 * 1024))
    lagoon.start()
    yield lagoon
    lagoon.stop()


@pytest.mark.parametrize("size", [{"width": 320, "height": 640}, {"width": 1280, "height": 800}], ids=["phone", "desktop"])
@pytest.mark.thorough("more in browsers")
def test_long_names_other_scripts_and_pictures_that_are_none(awkward, chromium, size):
    person = Person(awkward, chromium, viewport=size).sign_in("ben")
    page = person.page
    until(lambda: page.locator(".cell").count() == 5)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "nothing overflows the page"
    for name in LONG[:100], ARABIC:
        tile = page.locator(".cell", has_text=name)
        tile.scroll_into_view_if_needed()
        # An invalid image is replaced by the first letter.
        until(lambda: tile.locator(".monogram").count() == 1)
        assert tile.locator("img").count() == 0
    page.click(f"a[aria-label*='{ARABIC}'][href^='/about/']")
    page.wait_for_url("**/about/com.example.arabic*")
    assert page.locator("h2", has_text=ARABIC).get_attribute("dir") == "auto"
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert person.errors == []
    person.context.close()


@pytest.mark.thorough("long stories of a mini app")
def test_a_catalog_of_nothing_and_of_one(tmp_path, chromium):
    lagoon = Lagoon(tmp_path, with_intruder=False)
    for name in "directory", "expenses", "kudos", "lunch":
        shutil.rmtree(lagoon.miniapps / name)
    lagoon.start()
    try:
        person = Person(lagoon, chromium).sign_in("ben")
        page = person.page
        assert page.locator(".tile").count() == 0
        assert "No mini apps yet" in page.inner_text(".empty")
        page.goto("/today")
        assert modules(page), "Today works without mini apps"
        assert page.locator("[data-card]").count() == 0
        assert person.errors == []
        person.context.close()
        shutil.copytree(Lagoon.samples / "directory", lagoon.miniapps / "directory")
        lagoon.restart()
        person = Person(lagoon, chromium).sign_in("ben")
        until(lambda: person.page.locator(".cell").count() == 1)
        person.context.close()
    finally:
        lagoon.stop()


@pytest.mark.thorough("more in browsers")
def test_a_card_that_throws_gives_its_place_back(ben):  # noqa: F811
    choose(ben, user="known", cycle="2", lives="none", plan="full")
    page = ben.page
    until(lambda: "miniApp" in modules(page))
    page.route("**/widgets/latest.js", lambda route: route.fulfill(content_type="text/javascript", body="throw new Error('no')"))
    page.goto("/today")
    until(lambda: card(page).get_attribute("data-state") == "failed")
    assert page.locator("[data-card] iframe").count() == 0
    ben.errors.clear()


@pytest.mark.thorough("more in browsers")
def test_a_card_is_refused_a_megabyte(awkward, chromium):
    person = Person(awkward, chromium).sign_in("ben")
    page = person.page
    page.goto("/today")
    choose(person, user="known", cycle="2", lives="none", plan="full")
    until(lambda: "miniApp" in modules(page))
    until(lambda: card(page).get_attribute("data-state") == "ready")
    frame = next(frame for frame in page.frames if frame.parent_frame)
    ask = "fetch('/common/large.bin').then((answer) => answer.status)"
    assert frame.evaluate(ask) == 404
    assert card(page).get_attribute("data-state") == "ready", "the card itself is still shown"
    person.open("Kudos")
    assert person.frame().evaluate(ask) == 200, "the mini app itself may load the file"
    person.context.close()


@pytest.mark.thorough("more in browsers")
def test_days_begin_where_the_user_is(awkward, chromium):
    # The zones are more than a day apart, so the same instant has two dates.
    person = Person(awkward, chromium, timezone_id="Pacific/Kiritimati").sign_in("ben")
    page = person.page
    page.goto("/today")
    zone = lambda: page.get_attribute(".home-date", "data-time-zone")  # noqa: E731
    until(lambda: zone() == "Pacific/Kiritimati")
    assert page.inner_text(".home-date") == "Saturday 21 November"
    send = """(zone) => fetch("/do/today/time-zone", { method: "POST", redirect: "manual", body: new URLSearchParams({ zone }) })
        .then((answer) => answer.status)"""
    for bad in "", "Nowhere/Nothing", "../../../etc/passwd", "A" * 65, "Europe/", "Europe/Madrid\0":
        assert page.evaluate(send, bad) == 400, bad
    assert page.evaluate(send, "Etc/GMT+12") == 0, "a redirect"
    until(lambda: zone() == "Etc/GMT+12")
    assert page.inner_text(".home-date") == "Friday 20 November"
    awkward.restart()
    page.reload()
    # A page that is opened sends its time zone.
    until(lambda: zone() == "Pacific/Kiritimati")
    person.context.close()


@pytest.mark.thorough("more in browsers")
def test_mini_apps_may_look_like_the_host(awkward, chromium):
    person = Person(awkward, chromium, color_scheme="dark").sign_in("ben")
    person.open("Directory")
    background = person.frame().evaluate("""async () => {
        const sheet = document.createElement("link");
        sheet.rel = "stylesheet";
        sheet.href = "/.atoll/theme.css";
        await new Promise((loaded) => { sheet.onload = loaded; document.head.append(sheet); });
        return getComputedStyle(document.documentElement).getPropertyValue("--surface"); }""")
    assert background == "#14222a"
    assert person.page.evaluate("getComputedStyle(document.documentElement).getPropertyValue('--surface')") == background
    person.context.close()


def test_marks_that_take_long_to_compare_are_refused(lagoon):
    """Long runs of combining marks in the head of a request, a form, and JSON (decision 086)."""
    marks = "e" + "\u0301\u0323\u0327" * 3_000

    def status(method, path, body=None, **headers):
        connection = http.client.HTTPConnection("localhost", lagoon.port, timeout=GUARD)
        headers = {name.replace("_", "-"): value.encode() if isinstance(value, str) else value for name, value in headers.items()}
        connection.request(method, path, body=body.encode() if body else None, headers=headers)
        return connection.getresponse().status

    assert status("GET", "/sign-in", Accept_Language="de") == 200
    assert status("GET", "/sign-in", Accept_Language=marks) == 400
    assert status("GET", "/" + urllib.parse.quote("e" + "\u0301\u0323" * 40)) == 400
    form = {"Origin": lagoon.origin, "Content_Type": "application/x-www-form-urlencoded"}
    assert status("POST", "/sign-in", "name=" + urllib.parse.quote(marks[:1_000]) + "&password=x", **form) == 400
    assert status("POST", "/app-session", '{"name": "%s", "password": "x"}' % marks, Content_Type="application/json") == 400
