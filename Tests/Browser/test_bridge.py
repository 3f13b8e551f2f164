"""The bridge keeps working whatever happens to the pages on both of its sides."""

import re
from urllib.parse import parse_qs, urlsplit

import pytest

from conftest import ROOT, until


@pytest.fixture
def opened(person):
    person.sign_in()
    person.open("Intruder")
    return person


def ask(person):
    frame = person.frame()
    frame.wait_for_selector("body[data-ready]")
    return frame.evaluate("atoll.host.info().then(({ miniApp }) => miniApp.id)")


def path(person):
    return person.page.evaluate("location.pathname")


BASE = "/miniapp/com.example.intruder"


def test_it_survives_page_changes_back_and_forward(opened):
    page = opened.page
    assert ask(opened) == "com.example.intruder"
    opened.frame().click("text=other")
    opened.wait_for_page("/pages/other")
    assert ask(opened) == "com.example.intruder"
    page.go_back()
    opened.wait_for_page("/pages/home")
    assert ask(opened) == "com.example.intruder"
    page.go_forward()
    opened.wait_for_page("/pages/other")
    assert ask(opened) == "com.example.intruder"


@pytest.mark.thorough("more in browsers")
def test_it_survives_a_reload_of_the_mini_app(opened):
    for _ in range(3):
        with opened.page.expect_event("framenavigated"):
            opened.frame().evaluate("location.reload()")
        assert ask(opened) == "com.example.intruder"


@pytest.mark.thorough("more in browsers")
def test_it_survives_a_reload_of_the_shell_and_the_page_stays(opened):
    opened.frame().click("text=other")
    opened.wait_for_page("/pages/other")
    opened.page.reload()
    assert ask(opened) == "com.example.intruder"
    assert opened.frame().url.endswith("/pages/other")
    assert path(opened) == f"{BASE}/pages/other"


@pytest.mark.thorough("more in browsers")
def test_it_survives_leaving_and_coming_back(opened):
    opened.frame().click("text=other")
    opened.wait_for_page("/pages/other")
    opened.page.goto("/hub")
    opened.page.go_back()
    assert ask(opened) == "com.example.intruder"


@pytest.mark.thorough("many page changes")
def test_no_hello_is_lost_in_thirty_page_changes(opened):
    for number in range(30):
        frame = opened.frame()
        with opened.page.expect_event("framenavigated"):
            frame.evaluate(f"location.assign('/pages/{'other' if number % 2 == 0 else 'home'}?n={number}')")
        assert ask(opened) == "com.example.intruder"


@pytest.mark.thorough("more in browsers")
def test_two_tabs_each_have_a_bridge(opened):
    second = opened.context.new_page()
    second.goto(BASE)
    inside = next(frame for frame in second.frames if frame.parent_frame)
    inside.wait_for_selector("body[data-ready]")
    assert inside.evaluate("atoll.host.info().then(({ miniApp }) => miniApp.id)") == "com.example.intruder"
    assert ask(opened) == "com.example.intruder"
    second.close()


@pytest.mark.thorough("more in browsers")
def test_each_request_says_which_version_the_tab_shows(opened):
    version = opened.page.get_attribute("#mini-app", "data-version")
    assert re.fullmatch("[0-9a-f]{8}", version)
    asked = {"miniApp": ["com.example.intruder"], "version": [version]}
    with opened.page.expect_request(lambda request: urlsplit(request.url).path == "/bridge") as call:
        opened.frame().evaluate("void atoll.storage.get('a')")
    assert parse_qs(urlsplit(call.value.url).query) == asked
    with opened.page.expect_request(lambda request: urlsplit(request.url).path == "/bridge/question") as question:
        opened.page.evaluate("void AtollConsent.ask(document.getElementById('mini-app'), ['user.name'])")
    assert parse_qs(urlsplit(question.value.url).query) == asked


def test_a_tab_whose_session_has_ended_says_so(opened):
    # Without a page that tells the other tabs: as when the session is ended from another device.
    opened.context.request.post("/sign-out", headers={"Origin": opened.lagoon.origin})
    opened.frame().evaluate("void atoll.storage.keys()")
    opened.page.wait_for_selector("#notice:not([hidden])")
    assert opened.page.inner_text("#notice") == "You were signed out. Reload the page to sign in again."


def test_in_an_app_calls_go_to_its_message_handler(chromium):
    """The same script in a native app, where the document is not in a frame: the app handles each message."""
    script = (ROOT / "Sources/Device/AtollRuntime/HostFiles/atoll.js").read_text()
    page = chromium.new_page()
    page.add_init_script("""
        window.asked = [];
        window.webkit = { messageHandlers: { atoll: { async postMessage(text) {
            const { id, method, params } = JSON.parse(text);
            asked.push(method);
            if (id === undefined) return "null";
            if (method === "storage.get" && params.key === "broken") throw new Error("The app went away.");
            if (method === "storage.get") return JSON.stringify({ jsonrpc: "2.0", id, result: '"kept"' });
            if (method === "user.profile") return JSON.stringify({ jsonrpc: "2.0", id, result: { id: "u", name: "Ada" } });
            if (method === "host.info")
                return JSON.stringify({ jsonrpc: "2.0", id, result: { theme: "dark", language: "en", textLanguage: null } });
            return JSON.stringify({ jsonrpc: "2.0", id, error: { code: -32601, message: "There is no such method." } });
        } } } };""")
    html = "<!doctype html><script type=module>import * as atoll from '/.atoll/atoll.js'; globalThis.atoll = atoll</script>"
    page.route("https://kudos.example/**", lambda route: route.fulfill(
        content_type="text/javascript" if route.request.url.endswith(".js") else "text/html",
        body=script if route.request.url.endswith(".js") else html))
    page.goto("https://kudos.example/")
    assert page.evaluate("atoll.user.profile().then(({ name }) => name)") == "Ada"
    assert page.evaluate("atoll.storage.get('a')") == "kept"
    assert page.evaluate("atoll.storage.get('broken').catch(({ message, code }) => [message, code])") == ["The app went away.", -32603]
    assert page.evaluate("atoll.call('nothing').catch(({ code }) => code)") == -32601
    page.evaluate("atoll.dress()")
    assert page.evaluate("document.documentElement.dataset.theme") == "dark"
    page.evaluate("dispatchEvent(new CustomEvent('atoll:host', { detail: { method: 'host.themeChanged', params: { theme: 'light' } } }))")
    assert page.evaluate("document.documentElement.dataset.theme") == "light"
    until(lambda: "lifecycle.ready" in page.evaluate("asked"))
    page.close()
