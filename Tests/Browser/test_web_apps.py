"""Web apps that were written for other hosts, as their developers have them: they come in by one command, and run."""

import gzip
import json
import os
import subprocess
from pathlib import Path

import pytest

from conftest import ROOT, Lagoon, Person, until
from tiers import some
from waiting import GUARD
from test_dev import Dev, Developer

APPS = Path(__file__).parent / "WebApps"
LAGOON = Path(os.environ.get("LAGOON", ROOT / ".build/debug/lagoon"))
ATOLL = LAGOON.with_name("atoll")
NAMES = {"page": "Old page", "chat": "Chat of ours", "portal": "Portal", "telegram": "Telegram page",
         "pwa": "Once with a worker"}


@pytest.fixture(scope="module")
def lagoon(tmp_path_factory):
    folder = tmp_path_factory.mktemp("web-apps")
    running = Lagoon(folder, with_intruder=False)
    for source in NAMES:
        subprocess.run(
            [ATOLL, "import", APPS / source, "--into", running.miniapps / source, "--id", f"com.example.{source}"],
            check=True, capture_output=True, timeout=GUARD)
    subprocess.run(
        [ATOLL, "import", library(folder / "library"), "--start", "demos/one/index.html", "--into", running.miniapps / "library", "--id",
         "com.example.library"],
        check=True, capture_output=True, timeout=GUARD)
    running.start()
    yield running
    running.stop()


def library(folder):
    """A repository with a library and a page that shows it, as many are."""
    for path, contents in {
        "demos/one/index.html": b"""<!doctype html><meta charset=utf-8><title>Library</title>
            <script src="../../dist/lib.js"></script><script src="../../dist/packed.js.gz"></script>
            <h1>Library</h1><button id="lock">Lock</button><output id="said"></output>
            <script>
              said.textContent = [location.pathname, window.lib, window.packed].join(" ");
              document.onpointerlockchange = () => { said.textContent = document.pointerLockElement ? "locked" : "free"; };
              document.onpointerlockerror = () => { said.textContent = "refused"; };
              lock.onclick = () => document.body.requestPointerLock();
            </script>""",
        "dist/lib.js": b"window.lib = 1;", "dist/packed.js.gz": gzip.compress(b"window.packed = 2;"), "README.md": b"# Library",
    }.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_bytes(contents)
    return folder


def opened(person, source):
    """Opens one of them, and returns its frame."""
    person.page.goto(f"/miniapp/com.example.{source}")
    person.page.locator("#mini-app[data-ready]").wait_for(state="attached")
    return person.page.frame_locator("#mini-app")


def test_a_page_finds_what_it_has_stored(person):
    person.sign_in()
    frame = opened(person, "page")
    said = frame.locator("#starts").text_content()
    assert said == "1 2 2 |", "the launch is no part of its address, and the window has no name"
    frame.locator("#inline").click()
    assert frame.locator("#said").text_content() == "clicked"
    # The next page in the same frame, and the next launch.
    frame.locator("#blank").click()
    frame.locator("#kept").wait_for()
    assert frame.locator("#kept").text_content() == "1 2 "
    until(lambda: json.loads(stored(person)).get("localStorage/starts") == '"1"')
    frame = opened(person, "page")
    assert frame.locator("#starts").text_content().startswith("2 2 2")
    frame.locator("#clear").click()
    until(lambda: stored(person) == "{}")


def stored(person):
    """What the host has, asked for over the bridge as the mini app would."""
    return person.page.evaluate("""async () => {
      const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "storage.getAll", params: { prefix: "localStorage/" } });
      const response = await fetch("/bridge?miniApp=com.example.page", { method: "POST", body, headers: { "Content-Type": "application/json" } });
      return JSON.stringify((await response.json()).result);
    }""")


def test_a_page_in_a_folder_finds_what_is_beside_it_and_locks_the_pointer(person):
    person.sign_in()
    frame = opened(person, "library")
    frame.locator("h1").wait_for()
    assert frame.locator("#said").text_content() == "/demos/one/ 1 2"
    frame.locator("#lock").click()
    until(lambda: frame.locator("#said").text_content() == "locked")


def test_what_a_page_wrote_is_there_on_another_device(person, lagoon, chromium):
    person.sign_in()
    opened(person, "page")
    until(lambda: json.loads(stored(person)).get("localStorage/starts"))
    starts = int(json.loads(json.loads(stored(person))["localStorage/starts"]))
    other = Person(lagoon, chromium).sign_in()
    try:
        assert opened(other, "page").locator("#starts").text_content().startswith(f"{starts + 1} 2 ")
    finally:
        other.context.close()


def test_nobody_else_finds_it(person, lagoon, chromium):
    person.sign_in("ben")
    assert opened(person, "page").locator("#starts").text_content().startswith("1 2 ")


@pytest.mark.thorough("more in browsers")
@pytest.mark.browser(geolocation={"latitude": 41.39, "longitude": 2.16}, permissions=["geolocation", "clipboard-write"])
def test_the_browser_s_interfaces_ask_the_user(person):
    person.sign_in()
    frame = opened(person, "page")
    frame.locator("#where").click()
    assert not frame.locator("#said").text_content(), "nothing is known before the user has agreed"
    person.answer("Allow")
    until(lambda: frame.locator("#said").text_content() == "41.4 2.2")
    frame.locator("#copy").click()
    until(lambda: frame.locator("#said").text_content() == "copied")


@pytest.mark.thorough("more in browsers")
def test_a_dialog_does_not_stop_the_page(person):
    person.sign_in()
    frame = opened(person, "page")
    frame.locator("#alert").click()
    person.page.locator("dialog:has-text('An old way to say something')").wait_for()
    assert frame.locator("#said").text_content() == "said"


def test_a_question_of_a_page_is_asked_and_answered(person):
    person.sign_in()
    frame = opened(person, "page")
    frame.locator("#ask").click()
    person.page.locator("dialog:has-text('Clear the list?')").wait_for()
    assert not frame.locator("#said").text_content(), "nothing happens before the answer"
    person.answer("Cancel")
    until(lambda: frame.locator("#said").text_content() == "kept 2")
    frame.locator("#ask").click()
    person.answer("OK")
    person.page.locator("dialog:has-text('Why?') input").fill("new")
    person.answer("OK")
    # The handler began once for each question, and once more to its end.
    until(lambda: frame.locator("#said").text_content() == "cleared, because new, 5")
    # Where no event can be sent again, there is no dialog that means nothing.
    frame.locator("#late").click()
    until(lambda: frame.locator("#said").text_content() == "late false")
    assert not person.page.locator("dialog[open]").count()
    # A click on a button asks, and then the form does: an answer counts for its own question.
    for button, answers in (("#send", ["Cancel"]), ("#twice", ["Cancel"]), ("#twice", ["OK", "Cancel"])):
        frame.locator(button).click()
        for answer in answers:
            person.answer(answer)
        # Had the form been sent, this button would be gone.
        frame.locator("#alert").click()
        person.answer("OK")
        until(lambda: frame.locator("#said").text_content() == "said")
        frame.locator("#late").click()
        until(lambda: frame.locator("#said").text_content() == "late false")
    frame.locator("#twice").click()
    for _ in range(2):
        person.answer("OK")
    frame.locator("#kept").wait_for()


@pytest.mark.thorough("more in browsers")
def test_a_link_that_leads_out_does_not_end_the_mini_app(person):
    person.sign_in()
    frame = opened(person, "page")
    for link, shown in (("#out", "https://example.com/elsewhere"), ("#mail", "mailto:somebody@example.com")):
        frame.locator(link).click()
        dialog = person.page.locator("dialog[open]")
        dialog.wait_for()
        assert shown in dialog.text_content()
        dialog.get_by_role("button", name="Cancel").click()
        dialog.wait_for(state="hidden")
        assert frame.locator("h1").text_content() == "Old page"


@pytest.mark.thorough("more in browsers")
def test_a_file_in_a_link_is_given_to_the_user(person):
    person.sign_in()
    frame = opened(person, "page")
    with person.page.expect_download() as download:
        frame.locator("#file").click()
        person.answer("Download")
    assert download.value.suggested_filename == "hello.txt"
    assert Path(download.value.path()).read_text() == "hello"


def test_only_the_scripts_of_the_package_run(person):
    """What somebody puts into the page later has another digest."""
    person.sign_in()
    opened(person, "page")
    inside = next(frame for frame in person.page.frames if frame.parent_frame)
    ran = inside.evaluate("""() => {
      const script = document.createElement("script");
      script.textContent = "window.ran = 1";
      document.body.append(script);
      document.body.insertAdjacentHTML("beforeend", '<p id="later" onclick="window.ran = 2">x</p>');
      document.getElementById("later").click();
      return window.ran ?? null;
    }""")
    assert ran is None
    person.page.frame_locator("#mini-app").locator("#evaluate").click()
    until(lambda: inside.evaluate("document.getElementById('said').textContent") == "EvalError")


@pytest.mark.thorough("more in browsers")
def test_updates_reach_every_device_in_their_order(person, lagoon, chromium):
    person.sign_in()
    frame = opened(person, "chat")
    assert person.page.locator("#page-title").text_content() == "Chat of ours"
    assert frame.locator("#me").text_content() == "known"
    # The page shows the name of its user.
    person.answer("Don’t allow")
    frame.locator("#text").fill("hello")
    frame.locator("#send").click()
    frame.locator("li:has-text('1/1 hello')").wait_for()
    # Another device: what a session sends it does not hear itself.
    other = Person(lagoon, chromium).sign_in(by_form=True)
    try:
        second = opened(other, "chat")
        other.answer("Don’t allow")
        second.locator("li:has-text('1/1 hello')").wait_for()
        second.locator("#text").fill("and more")
        second.locator("#send").click()
        frame.locator("li:has-text('2/2 and more')").wait_for()
        assert frame.locator("li").count() == 2, "each comes once"
        for one in (frame, second):
            one.locator("#join").click()
        until(lambda: all(page.frames[-1].evaluate("document.body.dataset.joined") == "once" for page in (person.page, other.page)))
        heard = second.locator("#heard")

        def shout():
            # A member who joins late has missed the earlier messages.
            frame.locator("#shout").click()
            heard.filter(has_text="30000 7 9").wait_for(timeout=1_000)
            return True

        until(shout)
    finally:
        other.context.close()


ADDRESSES = [
    "/list", "/list/", "//two", "/a%2Fb", "/a/../b", "/%E4%B8%AD/caf\u00e9", "/a'b\"c<d>", "/a;b=c,d", "/50%25",
    "/list?flag", "/list?q=a+b", "/list?q=a%20b&q=c", "/list?f=a|b", "/list?q={x}&&c", "/list?q=50%", "/list?%E9t%E9=1", "/list?with=/hub",
    "/list?return=%2Ftoday", "/list?atoll-page=/x", "/?a=1", "/?a=http://x.example/?b=c", "/users/ada.lovelace", "/release/1.2", "/#/route?x=1", "/list?q#!/route",
]


def shown_by(person):
    """The shell's address as it is now."""
    return person.page.evaluate("location.href")


def test_what_the_shell_shows_of_a_page_s_address_it_reads_again(person):
    person.sign_in()
    for address in some(ADDRESSES, 6):
        opened(person, "page")
        inside = next(frame for frame in person.page.frames if frame.parent_frame)
        before = shown_by(person)
        wanted = inside.evaluate(
            "(address) => { history.pushState(null, '', new URL(location.origin + address)); return location.href.slice(location.origin.length); }",
            address)
        until(lambda: shown_by(person) != before, said=lambda: address)
        shown = shown_by(person)
        person.page.reload()
        person.page.locator("#mini-app[data-ready]").wait_for(state="attached")
        inside = next(frame for frame in person.page.frames if frame.parent_frame)
        assert inside.evaluate("location.href.slice(location.origin.length)") == wanted, address
        until(lambda: shown_by(person) == shown, said=lambda: address)


def test_portals_find_their_context_and_plugins(person):
    person.sign_in()
    frame = opened(person, "portal")
    until(lambda: frame.locator("#said").text_content() == "green colour en sent UNIMPLEMENTED bus bus green true false")
    assert frame.locator("#context").text_content() == '["Portal","web","/"]/deep/route'
    # The shell's address follows the router in the page, and leads there again.
    person.wait_for_page("/deep/route")
    frame.locator("#dialog").click()
    person.page.locator("dialog[open]").get_by_role("button", name="Yes").click()
    until(lambda: frame.locator("#said").text_content() == "answered true")
    person.page.reload()
    person.page.locator("#mini-app[data-ready]").wait_for(state="attached")
    assert "/deep/route" in person.page.frame_locator("#mini-app").locator("#context").text_content()


def test_pages_of_telegram_find_their_host(person):
    person.sign_in()
    frame = opened(person, "telegram")
    until(lambda: frame.locator("#said").text_content() == "true 3 KEY_INVALID true true true true")
    assert "tgWebApp" not in person.page.url, "the host's address does not say who the user is"
    person.page.locator("#page-button button:has-text('Order')").click()
    person.page.locator("dialog[open]:has-text('Order it?')").get_by_role("button", name="OK").click()
    until(lambda: frame.locator("#said").text_content() == "ordered true")


# The calls of libraries to their client, and its answers. Unsupported ones are reported as such.
REQUESTS = {
    "web_app_request_theme": ({}, "theme_changed", None),
    "web_app_request_viewport": ({}, "viewport_changed", None),
    "web_app_request_safe_area": ({}, "safe_area_changed", {"top": 0, "right": 0, "bottom": 0, "left": 0}),
    "web_app_request_content_safe_area": ({}, "content_safe_area_changed", {"top": 0, "right": 0, "bottom": 0, "left": 0}),
    "web_app_request_write_access": ({}, "write_access_requested", {"status": "cancelled"}),
    "web_app_request_phone": ({}, "phone_requested", {"status": "cancelled"}),
    "web_app_check_location": ({}, "location_checked", None),
    "web_app_request_location": ({}, "location_requested", {"available": False}),
    "web_app_biometry_get_info": ({}, "biometry_info_received", {"available": False}),
    "web_app_biometry_request_auth": ({"reason": "x"}, "biometry_auth_requested", {"status": "failed"}),
    "web_app_biometry_update_token": ({"token": "x"}, "biometry_token_updated", {"status": "failed"}),
    "web_app_start_accelerometer": ({"refresh_rate": 100}, "accelerometer_failed", {"error": "UNSUPPORTED"}),
    "web_app_start_device_orientation": ({}, "device_orientation_failed", {"error": "UNSUPPORTED"}),
    "web_app_start_gyroscope": ({}, "gyroscope_failed", {"error": "UNSUPPORTED"}),
    "web_app_stop_gyroscope": ({}, "gyroscope_stopped", None),
    "web_app_check_home_screen": ({}, "home_screen_checked", {"status": "unsupported"}),
    "web_app_add_to_home_screen": ({}, "home_screen_failed", {"error": "UNSUPPORTED"}),
    "web_app_set_emoji_status": ({"custom_emoji_id": "1"}, "emoji_status_failed", {"error": "UNSUPPORTED"}),
    "web_app_request_emoji_status_access": ({}, "emoji_status_access_requested", {"status": "cancelled"}),
    "web_app_send_prepared_message": ({"id": "1"}, "prepared_message_failed", {"error": "UNSUPPORTED"}),
    "web_app_open_invoice": ({"slug": "s"}, "invoice_closed", {"slug": "s", "status": "failed"}),
    "web_app_device_storage_save_key": ({"req_id": "1", "key": "k", "value": "v"}, "device_storage_key_saved", {"req_id": "1"}),
    "web_app_secure_storage_clear": ({"req_id": "2"}, "secure_storage_failed", {"req_id": "2", "error": "UNSUPPORTED"}),
    "web_app_secure_storage_restore_key": ({"req_id": "3", "key": "k"}, "secure_storage_failed", {"req_id": "3", "error": "UNSUPPORTED"}),
    "web_app_invoke_custom_method": ({"req_id": "4", "method": "toString"}, "custom_method_invoked", {"req_id": "4", "error": "METHOD_UNKNOWN"}),
}


def test_each_request_of_telegram_s_libraries_is_answered(person):
    person.sign_in("ben")
    opened(person, "telegram")
    inside = next(frame for frame in person.page.frames if frame.parent_frame)
    inside.evaluate("""(requests) => {
      window.heard = [];
      Telegram.WebView.receiveEvent = (type, data) => heard.push([type, data ?? null]);
      for (const [name, [data]] of Object.entries(requests)) TelegramWebviewProxy.postEvent(name, JSON.stringify(data));
      for (const bad of ["", "{", "null", "7", "[]"]) TelegramWebviewProxy.postEvent("web_app_trigger_haptic_feedback", bad);
      TelegramWebviewProxy.postEvent("constructor", "{}");
    }""", REQUESTS)
    for name, (_, event, answer) in REQUESTS.items():
        until(lambda: any(type == event and (answer is None or data == answer) for type, data in inside.evaluate("heard")),
              said=lambda: f"{name}: {inside.evaluate('heard')}")


def test_properties_of_telegram_s_interface_can_be_set(person):
    person.sign_in("ben")
    opened(person, "telegram")
    inside = next(frame for frame in person.page.frames if frame.parent_frame)
    said = inside.evaluate("""() => {
      const { WebApp } = Telegram;
      const { MainButton, BackButton } = WebApp;
      Object.assign(MainButton, { text: "Pay 3 €", isVisible: true, isActive: true });
      BackButton.isVisible = true;
      WebApp.isClosingConfirmationEnabled = true;
      WebApp.headerColor = "#123456";
      WebApp.backgroundColor = "secondary_bg_color";
      WebApp.bottomBarColor = "no colour";
      return [MainButton.text, MainButton.type, BackButton.isVisible, WebApp.isClosingConfirmationEnabled, WebApp.headerColor,
              WebApp.backgroundColor === WebApp.themeParams.secondary_bg_color, WebApp.bottomBarColor === WebApp.themeParams.bg_color,
              Object.keys(MainButton).includes("text")];
    }""")
    assert said == ["Pay 3 €", "main", True, True, "#123456", True, True, True]
    person.page.locator("#page-button button:has-text('Pay 3 €')").wait_for()
    person.page.wait_for_selector("#page-back:not([hidden])")
    inside.evaluate("Telegram.WebApp.MainButton.isVisible = false")
    person.page.locator("#page-button button:has-text('Pay 3 €')").wait_for(state="hidden")
    inside.evaluate("""Telegram.WebApp.showPopup({ title: "Delete it?", message: "All of it.", buttons: [
        { id: "all", type: "destructive", text: "All" }, { id: "one", text: "One" }, { type: "cancel" }] }, (id) => (window.chosen = id))""")
    dialog = person.page.locator("dialog[open]:has-text('Delete it? All of it.')")
    dialog.get_by_text("One").click()
    until(lambda: inside.evaluate("window.chosen") == "one")


@pytest.mark.thorough("more in browsers")
def test_odd_texts_are_kept_whole(person):
    """Texts that others take for each other, halves of characters, quotation marks, and too much."""
    person.sign_in("ben")
    opened(person, "page")
    inside = next(frame for frame in person.page.frames if frame.parent_frame)
    fails = inside.evaluate("""() => {
      localStorage.clear();
      localStorage.setItem("\u00e9", "composed");
      localStorage.setItem("e\u0301", "in two");
      localStorage.setItem("half \ud83d", "half \ude00");
      localStorage.setItem("later", "4");
      localStorage.setItem("quotes", '"'.repeat(20_000));
      try {
        localStorage.setItem("more", '"'.repeat(300_000));
      } catch (error) {
        return error.name;
      }
    }""")
    assert fails == "QuotaExceededError"
    until(lambda: len(json.loads(stored(person))) == 5)
    opened(person, "page")
    inside = next(frame for frame in person.page.frames if frame.parent_frame)
    assert inside.evaluate("[localStorage['\u00e9'], localStorage['e\u0301'], localStorage['half \ufffd'], localStorage.later, localStorage.quotes.length]") == [
        "composed", "in two", "half \ufffd", "4", 20_000]


# A script's actions on a storage, called `s`, and the same for that of the browser itself.
STORAGE = {
    "asks as of any object": "s.hasOwnProperty('token') + ' ' + Object.hasOwn(s, 'token') + ' ' + s.hasOwnProperty('none') + ' ' + ('token' in s)",
    "calls through the prototype": "(s.removeItem('other'), Storage.prototype.getItem.call(s, 'token') + Storage.prototype.key.call(s, 0))",
    "its kind": "[s instanceof Storage, s.constructor === Storage, Object.getPrototypeOf(s) === Storage.prototype, String(s), typeof s]",
    "its kind for libraries": "Object.prototype.toString.call(s)",
    "keys": "[Object.keys(s), Object.entries(s), Reflect.ownKeys(s), Object.getOwnPropertyNames(s)].map((each) => each.sort())",
    "copies": "[JSON.parse(JSON.stringify(s)), { ...s }, Object.assign({}, s)].map((each) => Object.entries(each).sort())",
    "a loop": "(() => { const names = []; for (const name in s) names.push(name); return names.sort(); })()",
    "members": "Object.getOwnPropertyNames(Storage.prototype).sort()",
    "how members look": "['key', 'getItem', 'setItem', 'removeItem', 'clear'].map((each) => "
                        "[s[each].name, s[each].length, Object.keys(Object.getOwnPropertyDescriptor(Storage.prototype, each))])",
    "how the length looks": "(({ get, set, enumerable, configurable }) => [get.name, typeof set, enumerable, configurable])("
                            "Object.getOwnPropertyDescriptor(Storage.prototype, 'length'))",
    "a descriptor": "Object.getOwnPropertyDescriptor(s, 'token')",
    "no descriptor": "[Object.getOwnPropertyDescriptor(s, 'getItem'), Object.getOwnPropertyDescriptor(s, 'none')].map(String)",
    "too few arguments": "[() => s.getItem(), () => s.setItem('a'), () => s.removeItem(), () => s.key()].map(failure)",
    "symbols as texts": "[() => s.setItem('a', Symbol()), () => s.getItem(Symbol()), () => (s.a = Symbol())].map(failure)",
    "another receiver": "[() => Storage.prototype.getItem.call({}, 'a'), () => Object.getOwnPropertyDescriptor(Storage.prototype, 'length').get.call({})].map(failure)",
    "definitions": "(() => { Object.defineProperty(s, 'd', { value: 3 }); return [s.d, s.getItem('d')]; })()",
    "a definition with a getter": "failure(() => Object.defineProperty(s, 'g', { get: () => 1 }))",
    "removals": "[delete s.token, 'token' in s, delete s.none, s.token, s.getItem('token')].map(String)",
    "no end to additions": "[Object.isExtensible(s), failure(() => Object.preventExtensions(s)), failure(() => Object.freeze(s))]",
    "numbers": "(() => { s[0] = 'zero'; return [s[0], s.getItem('0'), s.getItem(0), s['0'], 0 in s, Object.keys(s).includes('0')]; })()",
    "places": "(s.removeItem('other'), 1) && [s.key(0), s.key(-1), s.key(99), s.key('0'), s.key(null), s.key(NaN), s.key(0.9), s.key(4294967296)].map(String)",
    "nothing as a key and a value": "(() => { s.setItem(null, undefined); s.setItem(undefined, null); return [s.null, s.undefined]; })()",
    "an empty key": "(() => { s.setItem('', ''); s[''] = 'e'; return [s.getItem(''), s[''], '' in s, s.length]; })()",
    "symbols as names": "(() => { const mark = Symbol(); s[mark] = 7; const is = [s[mark], mark in s, s.length, String(s[Symbol.iterator])]; delete s[mark]; return [...is, mark in s]; })()",
    "what is missing": "[s.missing, s.getItem('missing'), s.removeItem('missing'), s.clear(), s.length].map(String)",
    "assignment": "(() => { Object.assign(s, { a: 1, b: [2, 3], c: {} }); return [s.a, s.b, s.c, s.length]; })()",
    "reflection": "[Reflect.set(s, 'r', 1), Reflect.has(s, 'r'), Reflect.get(s, 'r'), Reflect.deleteProperty(s, 'r'), Reflect.has(s, 'r')]",
    "an object that inherits": "(() => { const o = Object.create(s); o.own = 1; return [o.token, Object.hasOwn(o, 'own'), s.getItem('own'), failure(() => o.getItem('token'))]; })()",
    "a clone": "failure(() => structuredClone(s))",
    "more members": "(() => { Storage.prototype.setObject = function (key, value) { this.setItem(key, JSON.stringify(value)); return this.length; }; "
                    "try { return [s.setObject('o', { a: 1 }), s.o, Object.keys(s).includes('setObject')]; } finally { delete Storage.prototype.setObject; } })()",
    "other members": "(() => { const { setItem } = Storage.prototype; Storage.prototype.setItem = function (key, value) { setItem.call(this, key, value + '!'); }; "
                     "try { s.setItem('w', 1); s.v = 1; return [s.w, s.v]; } finally { Storage.prototype.setItem = setItem; } })()",
    "its own": "[s === s.valueOf(), Object.is(s, s), s == s]",
}
STORAGE_PROGRAM = """(storage) => {
  const s = window[storage];
  const failure = (work) => {
    try {
      return String(work());
    } catch (error) {
      return error.name;
    }
  };
  return Object.entries({ %s }).map(([name, expression]) => {
    s.clear();
    s.setItem("token", "1");
    s.setItem("other", "2");
    return [name, JSON.stringify(expression(s, failure))];
  });
}""" % ",\n".join(f"{json.dumps(name)}: (s, failure) => {expression}" for name, expression in STORAGE.items())


def test_the_storage_is_one_in_every_way_that_scripts_ask(person):
    """Each expression gives what it gives for the storage of the browser itself."""
    person.sign_in()
    opened(person, "page")
    inside = next(frame for frame in person.page.frames if frame.parent_frame)
    own, native = dict(inside.evaluate(STORAGE_PROGRAM, "localStorage")), dict(person.page.evaluate(STORAGE_PROGRAM, "sessionStorage"))
    assert len(own) == len(STORAGE) and own == native


# The answer of a worker, and whether one runs at all.
WORKERS = """async (guard) => {
  // What never answers is named: an evaluation has no limit.
  const named = (name, promise) => Promise.race([promise, new Promise((resolve) => setTimeout(resolve, guard, `no answer: ${name}`))]);
  const blob = (code, type = "") => URL.createObjectURL(new Blob([code], { type }));
  const double = "onmessage = ({ data }) => postMessage(data * 2);";
  const answer = (source, options) => new Promise((resolve) => {
    const worker = new Worker(source, options);
    if (source.startsWith("blob:")) URL.revokeObjectURL(source);
    worker.onmessage = ({ data }) => resolve(data);
    worker.onerror = ({ message }) => resolve(String(message).includes("on purpose") ? "its own error" : "failed");
    worker.postMessage(21);
  });
  const workers = await Promise.all([
    named("file", answer("counting/counter.js")), named("blob", answer(blob(double))),
    named("module", answer(blob(`export const a = 1;\n${double}`), { type: "module" })),
    named("data", answer(`data:text/javascript,${encodeURIComponent(double)}`)),
    named("error", answer(blob("throw new Error('on purpose');"))), named("syntax", answer(blob("let = ;")))]);
  // A page gets what the host has taken away from a frame without an address.
  const blank = document.body.appendChild(document.createElement("iframe")).contentWindow;
  const run = (Kind, source) => new Promise((resolve) => {
    try {
      const worker = new Kind(source, { name: `${Math.random()}` });
      worker.onerror = () => resolve("refused");
      const port = worker.port ?? worker;
      port.onmessage = () => resolve("ran");
      port.postMessage(1);
    } catch ({ name }) {
      resolve(name);
    }
  });
  const shared = "onconnect = ({ ports: [port] }) => port.postMessage(1);";
  const others = !blank.SharedWorker ? [] : await Promise.all([
    named("shared file", run(blank.SharedWorker, "/counting/shared.js")), named("shared blob", run(blank.SharedWorker, blob(shared))),
    named("blob of the other frame", run(blank.Worker, blob(double)))]);
  return [typeof SharedWorker, workers, others];
}"""


def test_workers_run_but_none_that_outlives_its_pages(person):
    person.sign_in()
    opened(person, "pwa")
    inside = next(frame for frame in person.page.frames if frame.parent_frame)
    said = inside.evaluate(WORKERS, GUARD * 1_000)
    assert said[:2] == ["undefined", [44, 42, 42, 42, "its own error", "failed"]]
    assert len(said[2]) == 3 and set(said[2]) <= {"refused", "SecurityError"}


def test_a_page_can_not_show_another_address_of_the_shell(person):
    person.sign_in()
    opened(person, "page")
    inside = next(frame for frame in person.page.frames if frame.parent_frame)
    person.page.evaluate("""() => {
      window.shown = [];
      const { replaceState } = history;
      history.replaceState = (state, title, address) => {
        shown.push(new URL(address, location.href).pathname);
        replaceState.call(history, state, title, address);
      };
    }""")
    # Without an answer.
    inside.evaluate("""(pages) => import("/.atoll/atoll.js").then(({ call }) => {
      for (const page of pages) void call("page.changed", { page }).catch(() => {});
    })""", ["/../../hub", "/../com.example.chat/x", "/./../../today?a=1", "/..", "/a\u0301", "hub", "/x" * 1_100, "/a b", "\\..\\x", ["/x"]])
    inside.evaluate("""import("/.atoll/atoll.js").then(({ call }) => void call("page.changed", { page: "/\\ud800" }).catch(() => {}))""")
    # A fragment that may be a secret is never sent.
    inside.evaluate("history.pushState(null, '', '/list?flag#access_token=1')")
    until(lambda: "access_token" in shown_by(person))
    assert "access_token" not in shown_by(person).split("#")[0]
    assert set(person.page.evaluate("shown")) == {"/miniapp/com.example.page"}


@pytest.mark.thorough("more in browsers")
def test_two_tabs_see_each_other(person):
    person.sign_in("ben")
    opened(person, "page")
    other = person.context.new_page()
    other.goto("/miniapp/com.example.page")
    other.locator("#mini-app[data-ready]").wait_for(state="attached")
    first, second = (next(frame for frame in page.frames if frame.parent_frame) for page in (person.page, other))
    first.evaluate("addEventListener('storage', ({ key, newValue, storageArea }) => (window.heard = `${key} ${newValue} ${storageArea === localStorage}`))")
    second.evaluate("localStorage.setItem('shared', 'yes')")
    until(lambda: first.evaluate("window.heard") == "shared yes true")
    assert first.evaluate("localStorage.shared") == "yes"
    second.evaluate("localStorage.clear()")
    until(lambda: first.evaluate("window.heard") == "null null true")
    assert first.evaluate("localStorage.length") == 0


@pytest.mark.thorough("more in browsers")
def test_a_link_in_a_component_does_not_end_the_mini_app(person):
    person.sign_in()
    frame = opened(person, "page")
    inside = next(one for one in person.page.frames if one.parent_frame)
    inside.evaluate("""() => {
      const host = document.body.appendChild(document.createElement("div"));
      host.attachShadow({ mode: "open" }).innerHTML = '<a id="deep" href="https://example.com/deep">Deep</a>';
    }""")
    frame.locator("#deep").click()
    dialog = person.page.locator("dialog[open]")
    dialog.wait_for()
    assert "https://example.com/deep" in dialog.text_content()


# Features of thirty foreign pages that the first ones did not use, in the shell of atoll dev.


def brought(tmp_path, page, *options):
    source = tmp_path / "foreign"
    source.mkdir()
    (source / "index.html").write_text(f"<!doctype html><html><head><title>Foreign</title></head><body>{page}</body></html>")
    done = subprocess.run([ATOLL, "import", source, "--into", tmp_path / "app", *options], check=True, capture_output=True, text=True)
    return tmp_path / "app", done.stderr


@pytest.fixture
def shown(chromium):
    running = []

    def begin(folder, *options):
        dev = Dev(folder, *options)
        running.append(dev)
        return Developer(chromium, dev)

    yield begin
    for dev in running:
        dev.stop()


@pytest.mark.thorough("more in browsers")
def test_links_with_scripts_run_by_their_digests(tmp_path, shown):
    folder, _ = brought(tmp_path, "<a id='go' href=\"javascript:document.title = 'ran'; void 0\">Go</a><script>window.inject = (text) => {"
                                  "const link = document.createElement('a'); link.href = text; document.body.append(link); link.click(); }</script>")
    ada = shown(folder)
    frame = ada.opened("#go")
    frame.click("#go")
    until(lambda: frame.evaluate("() => document.title") == "ran")
    # One that is put into the page later does not.
    frame.evaluate("() => inject(\"javascript:document.title = 'injected'; void 0\")")
    ada.page.wait_for_timeout(300)  # sleep: nothing may happen, which no event shows
    assert frame.evaluate("() => document.title") == "ran"


@pytest.mark.thorough("more in browsers")
def test_a_file_of_a_link_in_no_document(tmp_path, shown):
    folder, _ = brought(tmp_path, "<button id='save'>Save</button><script>document.getElementById('save').onclick = () => {"
                                  "const link = document.createElement('a'); link.download = 'x.txt'; link.href = URL.createObjectURL(new Blob(['hello']));"
                                  "link.dispatchEvent(new MouseEvent('click')); }</script>")
    ada = shown(folder)
    ada.opened("#save").click("#save")
    until(lambda: (shell := ada.shell()) and shell.query_selector(".sheet button.primary"))
    ada.shell().locator(".sheet button.primary").click()
    until(lambda: any("files.save" in text for text in ada.page.locator("#calls summary").all_inner_texts()))


@pytest.mark.thorough("more in browsers")
def test_the_keyboard_goes_where_the_pointer_went(tmp_path, shown):
    folder, _ = brought(tmp_path, "<canvas id='game' width='200' height='200'></canvas><p id='keys'></p><script>"
                                  "document.getElementById('game').onpointerdown = document.getElementById('game').onmousedown = (event) => event.preventDefault();"
                                  "addEventListener('keydown', ({ key }) => (document.getElementById('keys').textContent += key));</script>")
    ada = shown(folder)
    ada.opened("#game").click("#game")
    ada.page.keyboard.press("x")
    ada.says("x", "#keys")


@pytest.mark.thorough("more in browsers")
@pytest.mark.parametrize("evaluates", [True, False])
def test_handlers_that_a_script_writes(tmp_path, shown, evaluates):
    folder, _ = brought(tmp_path, "<ul id='list'></ul><script>document.getElementById('list').innerHTML = "
                                  "'<li id=\"one\" onclick=\"document.title = this.id\">one</li>';"
                                  "const two = document.createElement('button'); two.id = 'two'; two.setAttribute('onclick', 'document.title = \"two\"');"
                                  "document.body.append(two);</script>", *(["--eval"] if evaluates else []))
    ada = shown(folder)
    frame = ada.opened("#two")
    for name in ("one", "two"):
        frame.evaluate(f"() => document.getElementById('{name}').click()")
        ada.page.wait_for_timeout(100)  # sleep: nothing may happen, which no event shows
        assert (frame.evaluate("() => document.title") == name) == evaluates


@pytest.mark.thorough("more in browsers")
def test_callbacks_that_are_none(tmp_path, shown):
    folder, _ = brought(tmp_path, "<p id='said'></p><script>const app = window.Telegram.WebApp; const said = [];"
                                  "app.BiometricManager.init(() => said.push('init')); said.push(app.BiometricManager.isBiometricAvailable);"
                                  "app.Gyroscope.start({}, (ok) => said.push(ok)); app.CloudStorage.getItem('k', ''); app.requestWriteAccess('');"
                                  "document.getElementById('said').textContent = said.join(' ');</script>", "--kind", "telegram")
    ada = shown(folder)
    ada.says("false", "#said")
    assert ada.errors == []
    assert "notifications" in (folder / "manifest.json").read_text()


@pytest.mark.thorough("more in browsers")
def test_a_build_for_a_folder_is_named(tmp_path):
    source = tmp_path / "foreign"
    (source / "assets").mkdir(parents=True)
    (source / "assets/app.js").write_text("")
    (source / "index.html").write_text("<!doctype html><title>X</title><script src='/somewhere/assets/app.js'></script>")
    done = subprocess.run([ATOLL, "import", source, "--into", tmp_path / "app"], check=True, capture_output=True, text=True)
    assert "It was built for a folder /somewhere/" in done.stderr
