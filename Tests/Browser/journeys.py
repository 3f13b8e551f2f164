"""What journeys through the super app in several engines have in common: the browser, signing in and out, opening a mini app."""

import json
import os
from pathlib import Path

import pytest

from conftest import USERS, browser_arguments
from domains import WITHOUT_COOKIES, Domains
from engines import Chromium, Firefox, WebKit


def thoroughly(name):
    return pytest.param(name, marks=pytest.mark.thorough("more browsers"))


@pytest.fixture(params=[
    "Chromium", "Chromium without cookies", "Firefox", "WebKit",
    *(pytest.param(f"{name} through {proxy}", marks=pytest.mark.thorough("browsers through proxies"))
      for name, proxy in (("Chromium", "nginx"), ("Firefox", "nginx"), ("WebKit", "nginx"), ("Chromium", "Caddy"), ("Chromium", "HAProxy"))),
])
def browser(request, lagoon, playwright_driver, whole_chromium_path, tmp_path):
    """A browser on the domains of the super app."""
    name, _, restriction = request.param.partition(" without ")
    name, _, proxy = name.partition(" through ")
    kind = {"Chromium": Chromium, "Firefox": Firefox, "WebKit": WebKit}[name]
    missing = kind.missing()
    if missing:
        assert not os.environ.get("ATOLL_STRICT"), missing
        pytest.skip(missing)
    marker = request.node.get_closest_marker("rules")
    rules = (WITHOUT_COOKIES if restriction else "") + (f"\n    {marker.args[0]}\n" if marker else "")
    sites = Domains(lagoon, tmp_path / "sites", rules, proxy or None)
    more = (playwright_driver, whole_chromium_path, browser_arguments(without="TrackingProtection3pcd")) if kind is Chromium else ()
    engine = kind(sites, *more)
    yield engine
    engine.close()
    sites.close()


def sign_in(browser, name):
    browser.go("/sign-in")
    browser.fill("#name", name)
    browser.fill("#password", USERS[name])
    browser.click("button.primary")
    browser.until("return location.pathname === '/today'")


def sign_out(browser):
    browser.go("/profile")
    browser.click("details.account summary")
    browser.js("[...document.querySelectorAll('details.account button')].find((button) => /sign out/i.test(button.textContent)).click()")
    browser.until("return location.pathname === '/sign-in'")


def open_app(browser, name):
    """Opens a mini app, and waits until its page runs and has its theme."""
    browser.go(f"/miniapp/com.example.{name}")
    browser.until("return document.getElementById('mini-app')?.dataset.ready !== undefined")
    assert browser.js("return document.getElementById('splash')") is None
    with browser.frame():
        browser.wait_for("html[data-theme]")


def store(browser, script):
    """Runs an expression with `storage` of the bridge in a mini app's page, and returns what it resolves to."""
    with browser.frame():
        browser.js("""window.done = undefined;
            import("/.atoll/atoll.js").then(({ storage }) => %s).then((value) => { window.done = JSON.stringify(value ?? null); });""" % script)
        browser.until("return window.done !== undefined")
        return browser.js("return JSON.parse(window.done)")


def picture(browser, name):
    """Takes a picture where somebody wants to look."""
    folder = os.environ.get("ATOLL_PICTURES")
    if folder:
        browser.picture(Path(folder) / f"{type(browser).__name__}-{name}.png")


def result(browser, expression):
    """What an expression in the frame resolves to, or the name of its error."""
    with browser.frame():
        browser.js("""window.found = undefined;
            Promise.resolve().then(() => (%s)).then((value) => value ?? null, (error) => error.name).then((value) => { window.found = JSON.stringify(value); });"""
            % expression)
        browser.until("return window.found !== undefined")
        return json.loads(browser.js("return window.found"))
