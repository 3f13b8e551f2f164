"""Journeys through the super app in Chromium, Firefox and WebKit, and in Chromium where no cookies of embedded pages are kept, on domains
with TLS."""

import os
import secrets
from pathlib import Path

import pytest

from conftest import USERS, browser_arguments
from domains import WITHOUT_COOKIES, Domains
from engines import Chromium, Firefox, WebKit
from running import Lagoon
from test_media import PLAY, SECONDS, with_sound
from waiting import until

SAMPLES = ["kudos", "directory", "expenses", "lunch"]


@pytest.fixture(scope="module")
def lagoon(tmp_path_factory):
    running = Lagoon(tmp_path_factory.mktemp("lagoon"), options=Domains.OPTIONS)
    with_sound(running.miniapps / "lunch")
    running.start()
    yield running
    running.stop()


@pytest.fixture(params=["Chromium", "Chromium without cookies", "Firefox", "WebKit"])
def browser(request, lagoon, playwright_driver, chromium_path, tmp_path):
    """A browser on the domains of the super app."""
    name, _, restriction = request.param.partition(" without ")
    kind = {"Chromium": Chromium, "Firefox": Firefox, "WebKit": WebKit}[name]
    missing = kind.missing()
    if missing:
        assert not os.environ.get("ATOLL_STRICT"), missing
        pytest.skip(missing)
    marker = request.node.get_closest_marker("rules")
    rules = (WITHOUT_COOKIES if restriction else "") + (f"\n    {marker.args[0]}\n" if marker else "")
    sites = Domains(lagoon, tmp_path / "sites", rules)
    more = (playwright_driver, chromium_path, browser_arguments(without="TrackingProtection3pcd")) if kind is Chromium else ()
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


# Makes a database, and tells whether there was none.
DATABASE = """window.isNew = undefined;
    const request = indexedDB.open("mine");
    let isNew = false;
    request.onupgradeneeded = () => { isNew = true; };
    request.onsuccess = () => { request.result.close(); window.isNew = isNew; };"""


def is_left_nothing(browser):
    """Whether a mini app finds no database that somebody has made before. It makes one."""
    with browser.frame():
        browser.js(DATABASE)
        browser.until("return window.isNew !== undefined")
        return browser.js("return window.isNew")


def test_every_sample_opens_stores_and_leaves_nothing_to_the_next_user(browser):
    sign_in(browser, "ada")
    picture(browser, "today")
    for name in SAMPLES:
        open_app(browser, name)
        picture(browser, name)
    assert is_left_nothing(browser)
    mine = secrets.token_hex()
    store(browser, f'storage.set("mine", "{mine}")')
    # Again, as somebody who comes back.
    open_app(browser, SAMPLES[-1])
    assert not is_left_nothing(browser)
    assert store(browser, 'storage.get("mine")') == mine
    # In a new session of the same user, too.
    sign_out(browser)
    sign_in(browser, "ada")
    open_app(browser, SAMPLES[-1])
    assert not is_left_nothing(browser)
    sign_out(browser)
    sign_in(browser, "ben")
    open_app(browser, SAMPLES[-1])
    assert is_left_nothing(browser)
    assert store(browser, 'storage.get("mine")') is None


STORED = """window.stored = undefined;
    caches.open(arguments[0]).then((cache) => cache.keys()).then((all) => { window.stored = all.map(({ url }) => new URL(url).pathname); });"""


def stored(browser, cache):
    """The paths in a cache of the page, or of the frame."""
    browser.js(STORED, cache)
    browser.until("return window.stored !== undefined")
    return browser.js("return window.stored")


def test_sound_plays_and_can_be_sought(browser):
    sign_in(browser, "ada")
    open_app(browser, "lunch")
    for number in range(3):
        with browser.frame():
            browser.js(f"""window.played = undefined;
                ({PLAY})("/sound.wav?{number}").then((found) => {{ window.played = found; }}, (error) => {{ window.played = String(error); }});""")
            browser.until("return window.played !== undefined")
            assert browser.js("return window.played") == [SECONDS, SECONDS, True]


# In Firefox with a certificate that it is told to accept, the connection's end is shown in place of the stored page.
@pytest.mark.parametrize("browser", ["Chromium", "Chromium without cookies", "WebKit"], indirect=True)
def test_a_mini_app_opens_without_a_connection(browser):
    sign_in(browser, "ada")
    open_app(browser, "lunch")

    def is_stored():
        with browser.frame():
            browser.js("""window.active = undefined;
                navigator.serviceWorker.getRegistration().then((found) => {
                  window.active = found?.active?.state === "activated" && !found.waiting && !found.installing; });""")
            browser.until("return window.active !== undefined")
            files = stored(browser, "atoll-files") if browser.js("return window.active") else []
        return len(files) > 10 and "/miniapp/com.example.lunch" in stored(browser, "atoll-1")

    until(is_stored)
    browser.sites.tunnel.set_up(False)
    open_app(browser, "lunch")
    assert browser.js("return document.body.dataset.offline !== undefined")
    browser.sites.tunnel.set_up(True)


@pytest.mark.parametrize("browser", ["Chromium without cookies", "WebKit"], indirect=True)
@pytest.mark.rules("http-request deny if { path /.atoll/worker.js }")
def test_a_browser_that_refuses_cookies_and_workers_says_what_to_do(browser):
    sign_in(browser, "ada")
    browser.go("/miniapp/com.example.lunch")
    browser.until("return document.querySelector('#splash.has-failed [role=status]')?.textContent.includes('use another browser')")
    picture(browser, "refused")
