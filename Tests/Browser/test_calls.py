"""The examples of all calls, in Examples/Calls: each method of the bridge has one, which runs as it stands in the documentation."""

import importlib.util
import json
import subprocess
from importlib.machinery import SourceFileLoader

import pytest
from conftest import ROOT, until
from pictures import png
from test_dev import ATOLL, Developer, start  # noqa: F401

APP = ROOT / "Examples/Calls/app"
BRIDGE = json.loads((ROOT / "Sources/Device/AtollRuntime/HostFiles/bridge.json").read_text())
LOADER = SourceFileLoader("site_script", str(ROOT / "scripts/site"))
SITE = importlib.util.module_from_spec(importlib.util.spec_from_loader(LOADER.name, LOADER))
LOADER.exec_module(SITE)
# Methods that a browser without that hardware lacks.
LACKING = {"share", "device.battery", "page.setOrientation"}
# These show another page, or another mini app that `atoll dev` does not have.
LEAVING = {"host.close", "host.openSettings", "apps.open"}


def test_each_call_has_an_example():
    assert set(SITE.examples()) == {method["name"] for method in BRIDGE["methods"]} - SITE.documents.OWN


def test_the_center_finds_nothing_in_them():
    done = subprocess.run([ATOLL, "check", str(APP), "--json"], capture_output=True, text=True)
    found = json.loads(done.stdout)
    assert done.returncode == 0 and [each for each in found if each["severity"] != "info"] == []


@pytest.fixture
def calls(chromium, start):  # noqa: F811
    dev = start(APP, "--grant", "user.name,user.photo,user.email,location,location.precise,notifications")
    ada = Developer(chromium, dev, permissions=["clipboard-read", "clipboard-write", "geolocation"], geolocation={"latitude": 52.52, "longitude": 13.4})
    # A page in the background is slow.
    ada.context.on("page", lambda page: page.close())
    ada.opened("#analytics\\.event")
    ada.tab("device")
    ada.page.get_by_text("A test picture").click()
    return ada


def press(ada):
    """Answers whatever the shell asks just now, as somebody who agrees."""
    sheet = ada.shell().locator("dialog[open]").last
    if not sheet.count():
        return
    field = sheet.locator("input[type=text], input:not([type]), textarea").first
    if field.count() and field.is_visible():
        field.fill("table 7")
    for choice in sheet.locator("input[type=checkbox]").all()[:1]:
        choice.check()
    # Not the button with which a user who is asked too often leaves.
    choices = [sheet.locator(each) for each in ("button.primary", "button.danger", "button:text-is('Allow')", "button:not(.quiet)")]
    button = next(each for each in choices if each.count()).first
    if button.get_attribute("aria-disabled") is None:
        button.click(delay=600, timeout=3_000)


def answer(ada, name):
    """Taps on Run, and says how it ended and with what."""
    card = ada.mini_app().locator(f"[id='{name}']")
    with_files = name in ("files.pick", "camera.photo")
    if with_files:
        ada.page.on("filechooser", lambda chooser: chooser.set_files({"name": "a.png", "mimeType": "image/png", "buffer": png()}))
    card.locator("button").click()
    output = card.locator("output")

    def ended():
        if output.get_attribute("data-state") in ("answered", "refused"):
            return True
        press(ada)
        return False

    until(ended, said=lambda: f"{name}: {output.inner_text()}, {ada.shell().locator('dialog[open]').all_inner_texts()}")
    return output.get_attribute("data-state"), output.inner_text()


@pytest.mark.thorough("every example of a call")
def test_each_example_runs(calls):
    shown = calls.mini_app().locator(".call h3").all_inner_texts()
    ended = {name: answer(calls, name) for name in shown if name not in LEAVING}
    refused = {name: text for name, (state, text) in ended.items() if state == "refused"}
    assert set(refused) <= LACKING and all(text.startswith("-32004") for text in refused.values()), refused
    assert json.loads(ended["storage.get"][1]) == {"title": "Soup", "people": 4}
    assert json.loads(ended["files.read"][1]) == {"text": "Leeks, salt, bread.", "size": 19}
    assert json.loads(ended["location.current"][1])["latitude"] == 52.52
    assert json.loads(ended["payments.request"][1])["status"] == "paid"
    assert json.loads(ended["user.profile"][1]) == "Hello, Ada Moreno"
    assert json.loads(ended["user.token"][1])["parts"] == 3
    assert json.loads(ended["scanner.scan"][1])["text"] == "table 7"
    assert [each["name"] for each in json.loads(ended["contacts.pick"][1])] == ["Grace Hopper"]
    assert json.loads(ended["ui.confirm"][1]) == "Deleted."
    assert calls.errors == []


@pytest.mark.parametrize("name", sorted(LEAVING))
@pytest.mark.thorough("more in browsers")
def test_an_example_that_leaves_runs(calls, name):
    """It shows another page, or says that `atoll dev` has none."""
    before = calls.mini_app()
    before.locator(f"[id='{name}'] button").click()

    def has_left():
        press(calls)
        if calls.mini_app() != before:
            return True
        output = before.locator(f"[id='{name}'] output")
        return output.get_attribute("data-state") == "answered" or "-32012" in output.inner_text()

    until(has_left)


def test_calls_stand_in_an_order_that_makes_sense(calls):
    shown = calls.mini_app().locator(".call h3").all_inner_texts()
    assert sorted(shown) == sorted(SITE.examples())
    for first, then in ("storage.set", "storage.get"), ("files.write", "files.read"), ("files.read", "files.remove"), ("realtime.join", "realtime.leave"):
        assert shown.index(first) < shown.index(then)


def test_a_call_is_found(calls):
    page = calls.mini_app()
    page.fill("#filter", "soup")
    assert {"storage.set", "payments.request"} <= set(page.locator(".call:visible h3").all_inner_texts())
    page.fill("#filter", "nothing of the kind")
    assert page.locator(".call:visible").count() == 0 and page.locator("#none").is_visible()
