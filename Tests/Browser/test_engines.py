"""Journeys through the super app in Chromium, Firefox and WebKit, and in Chromium where no cookies of embedded pages are kept, on domains
with TLS."""

import json
import secrets
import subprocess

import pytest

from domains import Domains
from engines import Chromium
from journeys import browser, open_app, picture, result, sign_in, sign_out, store, thoroughly  # noqa: F401
from running import Lagoon
from tiers import IS_THOROUGH, some
from test_media import PLAY, SECONDS, with_sound
from test_web_apps import APPS, ATOLL, STORAGE_PROGRAM
from waiting import GUARD, until

SAMPLES = ["kudos", "directory", "expenses", "lunch"]
SIBLINGS = [f"sibling{number}" for number in range(10 if IS_THOROUGH else 2)]


@pytest.fixture(scope="module")
def lagoon(tmp_path_factory):
    running = Lagoon(tmp_path_factory.mktemp("lagoon"), options=Domains.OPTIONS)
    with_sound(running.miniapps / "lunch")
    for name in ["handlers", "pwa", *SIBLINGS]:
        source = APPS / name if name == "pwa" else APPS / "handlers"
        subprocess.run(
            [ATOLL, "import", source, "--into", running.miniapps / name, "--id", f"com.example.{name}"],
            check=True, capture_output=True, timeout=GUARD)
    running.start()
    yield running
    running.stop()


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
    for name in [*some(SAMPLES[:-1], 1), SAMPLES[-1]]:
        open_app(browser, name)
        picture(browser, name)
    assert is_left_nothing(browser)
    mine = secrets.token_hex()
    store(browser, f'storage.set("mine", "{mine}")')
    # Again, as a returning user.
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


# Cookies as a script sets them, for its folder and for another; and a database.
STORE_ALL = """window.failed = [];
    document.cookie = "folder=1; Secure; SameSite=None; Partitioned";
    document.cookie = "deep=1; Path=/deep/er; Secure; SameSite=None; Partitioned";
    document.cookie = "whole=1; Path=/; Secure; SameSite=None; Partitioned";
    fetch("/deep/er/index.html").then((answer) => { if (!answer.ok) window.failed.push(answer.status); window.fetched = true; });
    """ + DATABASE
FOUND = "return document.cookie.split('; ').filter(Boolean).map((each) => each.split('=')[0]).sort()"


# The domain of these tests is on no Public Suffix List, so that all mini apps are one site.
@pytest.mark.parametrize("browser", ["Chromium", thoroughly("Firefox")], indirect=True)
def test_mini_apps_of_one_site_do_each_other_no_harm(browser):
    def open_sibling(name):
        browser.go(f"/miniapp/com.example.{name}")
        browser.until("return document.getElementById('mini-app')?.dataset.ready !== undefined")

    def in_folder(origin):
        """The cookies that only pages in a folder see."""
        if not isinstance(browser, Chromium):
            return []
        return [each["name"] for each in browser.context.cookies(origin + "/deep/er/") if each["path"].startswith("/deep")]

    def stores(name):
        open_sibling(name)
        with browser.frame():
            found = browser.js(FOUND) + in_folder(browser.js("return location.origin"))
            browser.js(STORE_ALL)
            browser.until("return window.isNew !== undefined && window.fetched")
            assert browser.js("return window.failed") == []
            return found, browser.js("return window.isNew")

    for user in "ada", "ben", "ada":
        sign_in(browser, user)
        for name in SIBLINGS:
            assert stores(name) == ([], True), f"{user} finds something in {name}"
        for name in SIBLINGS:
            deep = ["deep"] if isinstance(browser, Chromium) else []
            assert stores(name) == (["folder", "whole", *deep], False), f"{user} has lost something in {name}"
        sign_out(browser)


@pytest.mark.parametrize(
    "browser", ["Chromium", thoroughly("Chromium without cookies"), thoroughly("Firefox"), "WebKit"], indirect=True)
def test_sound_plays_and_can_be_sought(browser):
    sign_in(browser, "ada")
    open_app(browser, "lunch")
    for number in range(3):
        with browser.frame():
            browser.js(f"""window.played = undefined;
                ({PLAY})("/sound.wav?{number}").then((found) => {{ window.played = found; }}, (error) => {{ window.played = String(error); }});""")
            browser.until("return window.played !== undefined")
            assert browser.js("return window.played") == [SECONDS, SECONDS, True]


@pytest.mark.parametrize("browser", ["Chromium", thoroughly("Firefox"), thoroughly("WebKit")], indirect=True)
def test_sound_that_began_before_the_worker_goes_on(browser):
    sign_in(browser, "ada")
    open_app(browser, "lunch")
    assert result(browser, """(async () => {
      const audio = Object.assign(new Audio("/sound.wav?early"), { muted: true, preload: "metadata" });
      const when = (name, begin) => new Promise((resolve, reject) => {
        audio.addEventListener(name, resolve, { once: true });
        audio.addEventListener("error", () => reject(new Error(audio.error.message)), { once: true });
        begin();
      });
      await when("loadedmetadata", () => audio.load());
      const workers = window[Symbol.for("atoll.workers")];
      if (workers && !workers.controller) await new Promise((resolve) => workers.addEventListener("controllerchange", resolve, { once: true }));
      for (const second of [50, 1, 30]) await when("seeked", () => (audio.currentTime = second));
      return audio.error === null;
    })()""") is True


# As nginx with its defaults, which accepts 4 kB of a head.
@pytest.mark.parametrize(
    "browser", ["Chromium", thoroughly("Chromium without cookies"), thoroughly("Firefox"), "WebKit"], indirect=True)
@pytest.mark.rules("http-response deny deny_status 502 if { res.hdrs,length gt 4096 }")
def test_a_page_of_many_handlers_works_behind_a_proxy_that_caps_heads(browser):
    sign_in(browser, "ada")
    # The second time, it comes from the worker.
    for _ in range(2):
        browser.go("/miniapp/com.example.handlers")
        browser.until("return document.getElementById('mini-app')?.dataset.ready !== undefined")
        with browser.frame():
            browser.wait_for("#bad")
            assert browser.js("return document.getElementById('mode').textContent") == "CSS1Compat"
            browser.click("#h59")
            browser.until("return document.getElementById('said').textContent === 'pressed 59'")
            # Handlers that are put into the page later do not run.
            browser.click("#bad")
            assert browser.js("return document.getElementById('said').textContent") == "pressed 59"


# Firefox shows that the connection was reset, and not the page that its worker has cached. The reason is unknown.
@pytest.mark.parametrize("browser", ["Chromium", thoroughly("Chromium without cookies"), "WebKit"], indirect=True)
def test_a_mini_app_opens_without_a_connection(browser):
    """So does a web app that ends the workers and caches of its site."""
    said = {}

    def is_stored(name, least):
        with browser.frame():
            browser.js("""window.active = undefined;
                window[Symbol.for("atoll.workers")].getRegistration().then((found) => {
                  window.active = found?.active?.state === "activated" && !found.waiting && !found.installing; });""")
            browser.until("return window.active !== undefined")
            files = stored(browser, "atoll-files") if browser.js("return window.active") else []
        said[name] = files, stored(browser, "atoll-1")
        return len(files) > least and f"/miniapp/com.example.{name}" in said[name][1]

    def open_both():
        yield "lunch", 10, open_app(browser, "lunch")
        browser.go("/miniapp/com.example.pwa")
        browser.until("return document.getElementById('mini-app')?.dataset.ready !== undefined")
        with browser.frame():
            browser.wait_for("body[data-worker]")
            assert browser.js("return document.body.dataset.worker") == "42"
        yield "pwa", 7, None

    sign_in(browser, "ada")
    for name, least, _ in open_both():
        until(lambda: is_stored(name, least), said=lambda: said)
    browser.sites.tunnel.set_up(False)
    for _ in open_both():
        assert browser.js("return document.body.dataset.offline !== undefined")
    with browser.frame():
        assert browser.js("return [window.ended, window.registered]") == [[], "activated /"]
        # A folder, without the slash at its end.
        browser.click("#docs")

    def shown():
        with browser.frame():
            return browser.js("return [location.pathname, document.getElementById('said')?.textContent]")

    until(lambda: shown() == ["/docs/", "beside the page"], passing=browser.failures)
    browser.sites.tunnel.set_up(True)


# WebKit's driver can't pass on what the program returns.
@pytest.mark.parametrize("browser", [thoroughly("Firefox")], indirect=True)
def test_the_storage_is_one_in_every_way_that_scripts_ask(browser):
    """Each expression gives what it gives for the storage of the browser itself; in Chromium, test_web_apps.py asks."""
    sign_in(browser, "ada")
    browser.go("/miniapp/com.example.pwa")
    browser.until("return document.getElementById('mini-app')?.dataset.ready !== undefined")
    with browser.frame():
        own = browser.js(f"return JSON.stringify(({STORAGE_PROGRAM})('localStorage'))")
    assert json.loads(own) == json.loads(browser.js(f"return JSON.stringify(({STORAGE_PROGRAM})('sessionStorage'))"))


@pytest.mark.parametrize("browser", ["Chromium without cookies", "WebKit"], indirect=True)
@pytest.mark.rules("http-request deny if { path /.atoll/worker.js }")
def test_a_browser_that_refuses_cookies_and_workers_says_what_to_do(browser):
    sign_in(browser, "ada")
    browser.go("/miniapp/com.example.lunch")
    browser.until("return document.querySelector('#splash.has-failed [role=status]')?.textContent.includes('use another browser')")
    picture(browser, "refused")
