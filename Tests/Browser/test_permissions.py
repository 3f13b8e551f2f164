"""What a mini app may do is asked of the user: outside its frame, when it is used, and taken back at once."""

import json
import shutil
import time
from pathlib import Path

import pytest

from conftest import Lagoon, Person, press, stop_clock, until
from running import ROOT
from test_accessibility import problems
from waiting import GUARD

NEEDS_TAP, DENIED, CANCELLED, LIMITED, BUSY, INVALID, UNSUPPORTED, TOO_LARGE = -32007, -32003, -32005, -32006, -32013, -32602, -32004, -32001


@pytest.fixture(scope="module")
def lagoon(tmp_path_factory):
    """A Lagoon of its own, with a mini app that calls whatever a host offers."""
    running = Lagoon(tmp_path_factory.mktemp("lagoon"))
    shutil.copytree(Path(__file__).parent / "Asker", running.miniapps / "asker")
    # Another, which asks for the photo, too.
    shutil.copytree(Path(__file__).parent / "Asker", running.miniapps / "viewer")
    file = running.miniapps / "viewer/manifest.json"
    manifest = json.loads(file.read_text())
    changed = {"app_id": "com.example.viewer", "name": "Viewer", "req_permissions": [{"name": "user.photo", "reason": "To see you."}]}
    file.write_text(json.dumps(manifest | changed))
    running.start()
    yield running
    running.stop()


@pytest.fixture
def asker(person):
    return start(person)


def start(person, name="ada"):
    person.sign_in(name)
    # As if the user had never been asked.
    person.forget("com.example.asker")
    person.open("Asker")
    person.frame().wait_for_selector("body[data-ready]")
    return person


def begin(person, method, **parameters):
    """Calls a method without waiting for its answer."""
    person.frame().evaluate("([method, params]) => { window.found = null; window.ask(method, params).then((found) => (window.found = found)); }", [method, parameters])


def found(person):
    until(lambda: person.frame().evaluate("window.found") is not None)
    return person.frame().evaluate("window.found")


def ask(person, method, **parameters):
    late = "new Promise((resolve) => setTimeout(resolve, 50_000, { code: 'no answer' }))"
    return person.frame().evaluate(f"([method, params]) => Promise.race([window.ask(method, params), {late}])", [method, parameters])


def tap(person, method, **parameters):
    """Calls a method by a click in the frame, as a user does."""
    person.frame().evaluate("(next) => { window.next = next; window.found = undefined; }", [method, parameters])
    person.page.frame_locator("#mini-app").locator("#go").click()


def sheet(person):
    dialog = person.page.locator("dialog.sheet")
    dialog.wait_for()
    return dialog


def answer(person, words):
    person.answer(words)


def test_a_name_is_given_when_the_user_allows_it_and_taken_back_in_another_tab(asker):
    begin(asker, "user.profile")
    dialog = sheet(asker)
    text = dialog.inner_text()
    assert "Allow Asker to:" in text and "Know your name" in text and "To greet you." in text and "com.example" in text
    # Refusing has the focus, and nothing answers before the sheet can have been seen.
    assert asker.page.evaluate("document.activeElement.textContent") == "Don’t allow"
    answer(asker, "Allow")
    assert found(asker)["result"]["name"] == "Ada Moreno"
    assert ask(asker, "user.profile")["result"]["name"] == "Ada Moreno"
    assert ask(asker, "permissions.query", names=["user.name", "location", "microphone"])["result"] == {
        "user.name": "granted", "location": "prompt", "microphone": "unavailable"}

    other = asker.context.new_page()
    other.goto("/permissions")
    row = other.locator("li", has_text="Know your name")
    assert "Asker" in other.locator("main").inner_text() and "Used 2 times" in row.inner_text()
    row.get_by_role("button", name="Revoke").click()
    other.locator("li", has_text="Know your name").get_by_role("button", name="Allow").wait_for()
    assert "name" not in ask(asker, "user.profile")["result"]
    assert ask(asker, "permissions.query", names=["user.name"])["result"] == {"user.name": "denied"}
    assert asker.errors == []


@pytest.mark.thorough("more in browsers")
def test_nothing_answers_in_the_first_half_second(asker):
    stop_clock(asker.page)
    begin(asker, "user.profile")
    dialog = sheet(asker)
    allow = dialog.get_by_role("button", name="Allow", exact=True)
    # A click that was under way, and the keyboard.
    asker.page.evaluate("for (const each of document.querySelectorAll('dialog.sheet button')) each.click()")
    asker.page.keyboard.press("Enter")
    assert dialog.is_visible() and allow.is_visible()
    asker.page.clock.resume()
    answer(asker, "Don’t allow")
    assert "name" not in found(asker)["result"]


@pytest.mark.thorough("more in browsers")
def test_who_refuses_is_asked_once_more_at_another_opening_and_then_never(asker):
    for opening in range(2):
        begin(asker, "user.profile")
        sheet(asker)
        asker.page.keyboard.press("Escape")
        assert "name" not in found(asker)["result"]
        assert "name" not in ask(asker, "user.profile")["result"]
        asker.page.reload()
        asker.frame().wait_for_selector("body[data-ready]")
    assert "name" not in ask(asker, "user.profile")["result"]
    assert ask(asker, "permissions.query", names=["user.name"])["result"] == {"user.name": "denied"}


@pytest.mark.thorough("more in browsers")
def test_once_lasts_until_the_mini_app_is_closed(asker):
    begin(asker, "user.profile")
    answer(asker, "Allow once")
    assert found(asker)["result"]["name"] == "Ada Moreno"
    assert ask(asker, "user.profile")["result"]["name"] == "Ada Moreno"
    asker.page.reload()
    asker.frame().wait_for_selector("body[data-ready]")
    begin(asker, "user.profile")
    answer(asker, "Don’t allow")
    assert "name" not in found(asker)["result"]


@pytest.mark.thorough("more in browsers")
def test_many_calls_ask_once(asker):
    calls = []
    asker.page.on("response", lambda response: calls.append(response) if "/bridge?" in response.url else None)
    asker.frame().evaluate("window.all = Promise.all(Array.from({ length: 30 }, () => window.ask('user.profile'))); 0")
    # All have come before it is answered.
    until(lambda: asker.page.wait_for_timeout(20) or len(calls) >= 30)  # sleep: lets Playwright handle responses
    answer(asker, "Allow")
    found = asker.frame().evaluate("window.all.then((all) => all.map(({ result, code }) => result?.name ?? code))")
    # A few wait for the answer; the others get an error.
    assert set(found) == {"Ada Moreno", BUSY} and 1 <= found.count("Ada Moreno") <= 8
    assert asker.page.locator("dialog.sheet").count() == 0


def test_several_permissions_are_asked_for_in_one_sheet_and_only_after_a_tap(asker):
    names = ["user.name", "location", "microphone"]
    # A test's evaluation counts as a tap, for some seconds.
    with asker.page.expect_console_message(lambda message: message.text == "asked", timeout=GUARD * 1_000):
        asker.frame().evaluate("names => void setTimeout(() => Promise.all([window.ask('permissions.request', { names }), window.ask('clipboard.write', { text: 'x' })]).then((all) => { window.all = all; console.log('asked'); }), 6000)", names)
    assert [each["code"] for each in asker.frame().evaluate("window.all")] == [NEEDS_TAP, NEEDS_TAP]
    tap(asker, "permissions.request", names=names)
    text = sheet(asker).inner_text()
    assert "Know your name" in text and "Know your approximate location" in text and "microphone" not in text
    answer(asker, "Allow")
    assert found(asker)["result"] == {"user.name": "granted", "location": "granted", "microphone": "unavailable"}


@pytest.mark.browser(geolocation={"latitude": 39.56789, "longitude": 2.65432}, permissions=["geolocation"])
def test_a_place_is_coarse_unless_the_user_allows_more(asker):
    begin(asker, "location.current")
    answer(asker, "Allow")
    place = found(asker)["result"]
    assert (place["latitude"], place["longitude"]) == (39.57, 2.65) and place["accuracy"] >= 1000
    begin(asker, "location.current", precise=True)
    assert "your exact location" in sheet(asker).inner_text()
    answer(asker, "Don’t allow")
    refused = found(asker)
    assert refused["code"] == DENIED and refused["data"]["permission"] == "location.precise"
    # It was used once, and the settings say so.
    asker.page.goto("/permissions")
    assert "Used once" in asker.page.locator("li", has_text="approximate location").inner_text()


@pytest.mark.thorough("more in browsers")
def test_a_place_that_the_browser_refuses_is_an_error(asker):
    begin(asker, "location.current", timeout=1000)
    answer(asker, "Allow")
    assert found(asker)["code"] in (DENIED, UNSUPPORTED, -32009)


@pytest.mark.browser(permissions=["clipboard-read", "clipboard-write"])
def test_the_clipboard_is_written_and_read_after_a_tap(asker):
    tap(asker, "clipboard.write", text="Calle Mayor 7")
    assert found(asker) == {"result": None}
    tap(asker, "clipboard.read")
    answer(asker, "Allow")
    assert found(asker) == {"result": "Calle Mayor 7"}


@pytest.mark.thorough("more in browsers")
def test_dialogs_are_the_shells_own_and_one_at_a_time(asker):
    begin(asker, "ui.confirm", message="Delete it?", ok="Delete", destructive=True)
    dialog = sheet(asker)
    assert dialog.inner_text().startswith("Asker") and asker.page.evaluate("document.activeElement.textContent") == "Cancel"
    dialog.get_by_role("button", name="Delete").click()
    assert found(asker) == {"result": True}
    begin(asker, "ui.prompt", message="Your name?", value="A")
    sheet(asker).locator("input").fill("Ada <b>")
    asker.page.keyboard.press("Enter")
    assert found(asker) == {"result": "Ada <b>"}
    begin(asker, "ui.choose", title="Which?", options=[{"id": "1", "text": "One"}, {"id": "2", "text": "<i>Two</i>"}])
    sheet(asker).get_by_role("button", name="<i>Two</i>").click()
    assert found(asker) == {"result": "2"}
    begin(asker, "ui.alert", message="Done")
    sheet(asker)
    asker.page.keyboard.press("Escape")
    assert found(asker) == {"result": None}

    # Three wait behind one; a fifth is refused. A page that goes takes its dialogs with it.
    asker.frame().evaluate("window.all = Array.from({ length: 5 }, (_, n) => window.ask('ui.alert', { message: `Number ${n}` })); 0")
    assert asker.frame().evaluate("window.all[4]")["code"] == BUSY
    assert "Number 0" in sheet(asker).inner_text() and asker.page.locator("dialog.sheet").count() == 1
    asker.frame().evaluate("location.assign('/pages/other')")
    asker.wait_for_page("/pages/other")
    until(lambda: asker.page.locator("dialog.sheet").count() == 0)


@pytest.mark.thorough("more in browsers")
def test_the_bar_the_button_and_the_guard(asker):
    page = asker.page
    ask(asker, "page.setTitle", title="Step 2 of 3")
    assert page.inner_text("#page-title") == "Step 2 of 3"
    assert page.inner_text("#page-app") == "Asker", "whatever a page calls itself, the bar says whose it is"
    ask(asker, "page.setMainButton", text="Pay €3", visible=True)
    page.locator("#page-button button").click()
    ask(asker, "page.setBackButton", visible=True)
    page.locator("#page-back").click()
    until(lambda: asker.frame().evaluate("window.events") == ["page.mainButton", "page.back"])
    ask(asker, "page.setMainButton", visible=True, loading=True)
    assert page.locator("#page-button button").is_disabled()
    ask(asker, "page.setCloseGuard", enabled=True, message="Your order is not sent yet.")
    page.locator("#close").click()
    dialog = sheet(asker)
    assert "Your order is not sent yet." in dialog.inner_text()
    dialog.get_by_role("button", name="Cancel").click()
    assert page.locator("#mini-app").is_visible()
    page.locator("#close").click()
    sheet(asker).get_by_role("button", name="Close").click()
    page.wait_for_url("**/hub*")


@pytest.mark.thorough("more in browsers")
def test_a_new_page_begins_with_the_bar_as_it_was(asker):
    ask(asker, "page.setTitle", title="Other")
    ask(asker, "page.setMainButton", text="Go on", visible=True)
    asker.page.frame_locator("#mini-app").locator("a").click()
    asker.wait_for_page("/pages/other")
    until(lambda: asker.page.inner_text("#page-title") == "Asker")
    assert asker.page.is_hidden("#page-app")
    assert asker.page.locator("#page-button").is_hidden()


@pytest.mark.thorough("more in browsers")
def test_toasts_come_one_a_second_and_waiting_is_shown(asker):
    stop_clock(asker.page)
    assert ask(asker, "ui.toast", text="Saved") == {"result": None}
    assert asker.page.inner_text("#toast") == "Saved"
    late = ask(asker, "ui.toast", text="Again")
    assert late["code"] == LIMITED and 0 < late["data"]["retryAfter"] <= 1000
    ask(asker, "ui.loading", visible=True, text="Sending")
    assert "Sending" in asker.page.inner_text("#page-wait")
    ask(asker, "ui.loading", visible=False)
    assert asker.page.locator("#page-wait").is_hidden()


@pytest.mark.thorough("more in browsers")
def test_a_url_opens_after_a_question(asker):
    for url in ("javascript:alert(1)", "file:///etc/passwd", "not a url", "data:text/html,x"):
        tap(asker, "host.openURL", url=url)
        assert found(asker)["code"] == INVALID, url
    tap(asker, "host.openURL", url="https://example.invalid/a?b=c")
    dialog = sheet(asker)
    assert "https://example.invalid/a?b=c" in dialog.inner_text()
    press(dialog.get_by_role("button", name="Cancel"))
    assert found(asker)["code"] == CANCELLED
    # A link of the page is the same question.
    for url, shown in ("https://example.invalid/elsewhere", "example.invalid"), ("mailto:olga@example.com", "olga@example.com"), ("tel:+491234", "+491234"):
        asker.frame().evaluate("""(href) => {
            document.querySelector("#out")?.remove();
            document.body.append(Object.assign(document.createElement("a"), { id: "out", href, textContent: "Elsewhere" }));
        }""", url)
        asker.page.frame_locator("#mini-app").locator("#out").click()
        dialog = sheet(asker)
        assert shown in dialog.inner_text()
        press(dialog.get_by_role("button", name="Cancel"))
        dialog.wait_for(state="detached")
        assert asker.frame().evaluate("document.body.dataset.ready") == ""
    tap(asker, "host.openSettings")
    asker.page.wait_for_url("**/permissions")


@pytest.mark.thorough("more in browsers")
def test_a_hidden_mini_app_can_store_but_can_not_ask(asker):
    page = asker.page
    page.evaluate("""Object.defineProperty(document, "hidden", { configurable: true, get: () => window.isAway });
        window.see = (isAway) => { window.isAway = isAway; document.dispatchEvent(new Event("visibilitychange")); };""")
    stop_clock(page)
    page.evaluate("see(true)")
    page.clock.run_for(4_000)
    assert "result" in ask(asker, "device.network")
    page.clock.run_for(2_000)
    for method, parameters in ("device.network", {}), ("ui.toast", {"text": "Here!"}), ("user.profile", {}):
        assert ask(asker, method, **parameters)["code"] == LIMITED, method
    assert page.locator("dialog.sheet").count() == 0
    assert ask(asker, "storage.set", key="hidden", value="1") == {"result": None}
    assert "hidden" in ask(asker, "storage.keys")["result"]
    page.evaluate("see(false)")
    assert "result" in ask(asker, "device.network")


BAD_CALLS = [
    ("ui.toast", {}, INVALID), ("ui.toast", {"text": 7}, INVALID), ("ui.toast", {"text": ""}, TOO_LARGE), ("ui.toast", {"text": "x" * 201}, TOO_LARGE),
    ("ui.toast", {"text": "x", "seconds": 99}, INVALID), ("ui.toast", {"text": "x", "colour": "red"}, INVALID), ("ui.haptic", {"kind": "huge"}, INVALID),
    ("ui.choose", {"options": []}, INVALID), ("ui.choose", {"options": [{"id": "1"}]}, INVALID), ("page.setAppearance", {"bar": "url(x)"}, INVALID),
    ("page.setAppearance", {"bar": "#fff;x"}, INVALID), ("page.setTitle", {"title": "x" * 101}, TOO_LARGE), ("device.network", {"x": 1}, INVALID),
]


@pytest.mark.thorough("more in browsers")
def test_bad_parameters_are_refused_by_the_page_too(asker):
    for method, parameters, code in BAD_CALLS:
        assert ask(asker, method, **parameters)["code"] == code, (method, parameters)


BRIDGE = json.loads((ROOT / "Sources/Device/AtollRuntime/HostFiles/bridge.json").read_text())
# A text for each form that a parameter must have.
FORMS = {"^#(": "#a0b1c2", "^[0-9]": "4.50", "^[A-Z]": "EUR", "^/": "/pages/home"}


def sample(schema):
    """A value that the schema permits."""
    if "enum" in schema:
        return schema["enum"][0]
    match schema.get("type"):
        case "string":
            form = next((text for start, text in FORMS.items() if schema.get("pattern", "").startswith(start)), "a")
            return form if len(form) >= schema.get("minLength", 0) else form * schema["minLength"]
        case "integer" | "number":
            return schema["minimum"]
        case "boolean":
            return True
        case "array":
            return [sample(schema["items"])] * max(1, schema.get("minItems", 0))
        case "object":
            return {name: sample(schema["properties"][name]) for name in schema["required"]}
    return None


def faults(schema):
    """Values that the schema does not permit, each with the error."""
    if "enum" in schema:
        yield from ((value, INVALID) for value in (None, 7, "", schema["enum"][0] + "x", schema["enum"]))
        return
    match schema.get("type"):
        case "string":
            yield from ((value, INVALID) for value in (None, 7, True, ["a"], {}))
            yield "x" * (schema["maxLength"] + 1), TOO_LARGE
            if schema.get("minLength"):
                yield "", TOO_LARGE
            if "pattern" in schema:
                yield " " * schema["minLength"], INVALID
        case "integer" | "number":
            yield from ((value, INVALID) for value in (None, "7", [], schema["minimum"] - 1, schema["maximum"] + 1))
        case "boolean":
            yield from ((value, INVALID) for value in (None, 0, "true"))
        case "array":
            one = sample(schema["items"])
            yield from ((value, INVALID) for value in (None, {}, one, [one] * (schema["maxItems"] + 1)))
            yield from (([value], code) for value, code in faults(schema["items"]))
            if schema.get("minItems"):
                yield [], INVALID
            if schema.get("uniqueItems"):
                yield [one, one], INVALID
        case "object":
            whole = sample(schema)
            yield from ((value, INVALID) for value in (None, 7, [whole], whole | {"unknown": 1}))
            yield from (({each: value for each, value in whole.items() if each != name}, INVALID) for name in schema["required"])
            for name, part in schema["properties"].items():
                yield from ((whole | {name: value}, code) for value, code in faults(part))
        case None:
            yield {"a": "x" * schema["maxBytes"]}, TOO_LARGE


def test_the_page_refuses_each_fault_of_each_call_that_it_carries_out(asker):
    cases = []
    for method in BRIDGE["methods"]:
        if method["by"] != "device":
            continue
        schema = method["parameters"] | {"type": "object"}
        # A call without parameters is one with none.
        cases += [(method["name"], value, code) for value, code in faults(schema) if value is not None]
        cases.append((method["name"], sample(schema), None))
    found = asker.page.evaluate("""(cases) => cases.map(([name, parameters]) =>
        AtollChecks.problem(AtollChecks.method(name), parameters, new AtollChecks.Limit())?.code ?? null)""", [[name, value] for name, value, _ in cases])
    wrong = [(name, str(value)[:100], code, each) for (name, value, code), each in zip(cases, found)
             if each != code and (code is not None or each != NEEDS_TAP)]
    assert wrong == [] and len(cases) > 400, len(cases)


@pytest.mark.thorough("more in browsers")
def test_the_page_limits_its_own_calls(asker):
    stop_clock(asker.page)
    codes = asker.frame().evaluate(
        "Promise.all(Array.from({ length: 400 }, () => window.ask('device.network'))).then((all) => all.map(({ code = 0 }) => code))")
    assert 90 <= codes.count(0) <= 250 and set(codes) == {0, LIMITED}


@pytest.mark.thorough("more in browsers")
def test_device_calls_do_not_work_in_a_batch_or_for_others(asker):
    batch = """async () => {
        const nonce = crypto.randomUUID();
        const port = await new Promise((resolve) => {
            addEventListener("message", ({ data, ports }) => data?.nonce === nonce && resolve(ports[0]));
            parent.postMessage({ atoll: "hello", nonce, page: location.pathname }, "*");
        });
        return new Promise((resolve) => {
            port.onmessage = ({ data }) => resolve(JSON.parse(data));
            port.postMessage('[{"jsonrpc":"2.0","id":1,"method":"ui.toast","params":{"text":"x"}},{"jsonrpc":"2.0","id":2,"method":"host.info"}]');
        });
    }"""
    first, second = asker.frame().evaluate(batch)
    assert first["error"]["code"] == UNSUPPORTED and second["result"]["apiLevel"] == 2


def test_nobody_else_answers_for_the_user(lagoon, asker, chromium):
    """What the sheet sends is refused from anywhere but the shell's own page."""
    send = "(path) => fetch(path, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: '{\"answers\":{\"user.name\":\"granted\"}}' }).then(({ status }) => status, () => 0)"
    path = f"{lagoon.origin}/bridge/answer?miniApp=com.example.asker"
    assert asker.frame().evaluate(send, path) in (0, 403, 401)
    assert "name" not in asker.page.evaluate("fetch('/bridge?miniApp=com.example.asker', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'permissions.query', params: { names: ['user.name'] } }) }).then((answer) => answer.json())")["result"]
    # Another user has decided nothing.
    ben = Person(lagoon, chromium)
    try:
        start(ben, "ben")
        begin(asker, "user.profile")
        answer(asker, "Allow")
        assert found(asker)["result"]["name"] == "Ada Moreno"
        assert ask(ben, "permissions.query", names=["user.name"])["result"] == {"user.name": "prompt"}
    finally:
        ben.context.close()


def test_a_sheet_is_read_aloud_whole(asker):
    begin(asker, "user.profile")
    dialog = sheet(asker)
    assert problems(asker.page) == []
    described = asker.page.evaluate("""() => document.querySelector("dialog.sheet").getAttribute("aria-describedby").split(" ")
        .map((id) => document.getElementById(id).innerText.replace(/\\s+/g, " "))""")
    words = ["From com.example", "Allow Asker to:", "Know your name “To greet you.”", "You can take this back in your profile at any time."]
    assert described == words
    snapshot = dialog.aria_snapshot()
    order = [snapshot.index(each) for each in ['dialog "Asker asks for permission"', *words[:2], "Know your name", words[3], "Don’t allow", "Allow once", 'button "Allow"']]
    assert order == sorted(order), snapshot
    answer(asker, "Don’t allow")


def test_the_frame_can_not_cover_or_focus_away_the_sheet(asker):
    begin(asker, "user.profile")
    sheet(asker)
    box = asker.page.locator("dialog.sheet").bounding_box()
    # The frame covers and moves its own contents.
    asker.frame().evaluate("""() => {
        const cover = document.createElement("div");
        cover.style = "position: fixed; inset: 0; z-index: 2147483647; background: red";
        document.body.append(cover);
        window.moves = 0;
        setInterval(() => {
            window.moves += 1;
            document.body.style.margin = `${Math.random() * 999}px`;
            document.documentElement.style.height = `${Math.random() * 9999}px`;
            scrollTo(0, Math.random() * 9999);
            window.resizeTo(200, 200);
        }, 10);
    }""")
    for moves in range(10, 110, 10):
        until(lambda: asker.frame().evaluate("window.moves") >= moves)
        assert asker.page.locator("dialog.sheet").bounding_box() == box
    # It also takes the focus, and asks again and again.
    asker.frame().evaluate("""() => {
        window.flood = setInterval(() => {
            window.focus(); document.getElementById("go").focus(); window.ask("user.profile"); }, 10);
    }""")
    # The frame loses: it is stopped, and what the user types from then on reaches the sheet.
    is_in_sheet = "document.activeElement.closest('dialog.sheet') !== null"
    until(lambda: "was stopped" in asker.page.inner_text("#notice") and asker.page.evaluate(is_in_sheet))
    for _ in range(20):
        assert asker.page.evaluate(is_in_sheet)
        assert asker.page.locator("dialog.sheet").bounding_box() == box
        time.sleep(0.02)  # sleep: the pause of a poll
    top = asker.page.evaluate("([x, y]) => document.elementFromPoint(x, y).closest('dialog.sheet') !== null", [box["x"] + box["width"] / 2, box["y"] + box["height"] / 2])
    assert top
    answer(asker, "Don’t allow")
    until(lambda: asker.page.locator("dialog.sheet").count() == 0)


@pytest.mark.thorough("more in browsers")
def test_a_mini_app_is_told_when_what_it_knows_of_the_user_may_be_another(asker):
    events = lambda: asker.frame().evaluate("window.events")
    begin(asker, "user.profile")
    asker.answer("Allow")
    assert found(asker)["result"]["name"] == "Ada Moreno"
    assert events() == ["user.changed"]
    # In another tab, the user takes it back.
    other = asker.context.new_page()
    other.goto("/permissions")
    other.locator("form:has([value='com.example.asker']):has([value='user.name']) button").click()
    until(lambda: events() == ["user.changed"] * 2)
    assert "name" not in ask(asker, "user.profile").get("result", {})
    other.goto("/profile")
    assert events() == ["user.changed"] * 2
    other.close()


def test_a_photo_is_seen_only_by_a_mini_app_that_the_user_allows_to(person):
    person.sign_in("ada", at="/profile")
    person.page.evaluate("""async () => {
      const canvas = Object.assign(document.createElement("canvas"), { width: 20, height: 20 });
      const form = new FormData();
      form.append("photo", await new Promise((resolve) => canvas.toBlob(resolve, "image/jpeg")), "photo.jpg");
      await fetch("/photo?return=/profile", { method: "POST", body: form });
    }""")
    person.forget("com.example.viewer")
    person.open("Viewer")
    person.frame().wait_for_selector("body[data-ready]")
    begin(person, "user.profile")
    assert "See your picture" in person.page.locator("dialog.sheet").inner_text()
    person.answer("Don’t allow")
    assert "photo" not in found(person)["result"]
    person.forget("com.example.viewer")
    person.page.reload()
    person.frame().wait_for_selector("body[data-ready]")
    begin(person, "user.profile")
    person.answer("Allow")
    profile = found(person)["result"]
    assert profile["photo"].startswith("data:image/jpeg;base64,") and "name" not in profile
    # It is a picture, and gone with the photo.
    size = person.frame().evaluate("(src) => new Promise((resolve) => Object.assign(new Image(), { src, onload() { resolve(this.width); } }))", profile["photo"])
    assert size == 20
    person.page.evaluate("fetch('/photo/remove', { method: 'POST', body: new URLSearchParams({ return: '/profile' }) })")
    until(lambda: "photo" not in ask(person, "user.profile")["result"])


# Other tests show what these do.
FULLSCREEN, OPEN = "page.setFullscreen", "host.openURL"


def test_clicks_and_keys_that_were_meant_for_something_else_answer_nothing(asker):
    page = asker.page
    stop_clock(page)
    begin(asker, "user.profile")
    dialog = sheet(asker)
    allow = dialog.get_by_role("button", name="Allow", exact=True)
    is_held = lambda: allow.get_attribute("aria-disabled") == "true"

    def after_a_while():
        page.clock.run_for(600)
        until(lambda: not is_held())

    def point():
        box = allow.bounding_box()
        page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)

    # A press that begins too early and ends late.
    point()
    page.mouse.down()
    after_a_while()
    page.mouse.up()
    assert dialog.is_visible() and is_held()
    # The sheet moves as it answers.
    after_a_while()
    page.evaluate("document.querySelector('dialog.sheet').style.translate = '0 -2px'")
    page.mouse.down()
    page.mouse.up()
    assert dialog.is_visible() and is_held()
    # A click beside the buttons begins the time again, and is no tap of the mini app's.
    after_a_while()
    dialog.locator("p, li").first.click()
    assert is_held()
    assert ask(asker, FULLSCREEN, on=True)["code"] == NEEDS_TAP
    # A key that is held down.
    after_a_while()
    allow.focus()
    page.keyboard.down("Space")
    page.keyboard.down("Space")
    assert is_held()
    after_a_while()
    page.keyboard.up("Space")
    assert dialog.is_visible() and is_held() and asker.frame().evaluate("window.found") is None
    # Beside a frame that may lock the pointer, a mouse that is over the button immediately.
    page.keyboard.press("Escape")
    page.evaluate("document.getElementById('mini-app').sandbox.add('allow-pointer-lock')")
    asker.frame().evaluate("window.found = null")
    tap(asker, OPEN, url="https://example.invalid/a")
    opens = sheet(asker).get_by_role("button", name="Open", exact=True)
    box = opens.bounding_box()
    page.clock.run_for(600)
    until(lambda: opens.get_attribute("aria-disabled") is None)
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.down()
    page.mouse.up()
    assert opens.is_visible() and opens.get_attribute("aria-disabled") == "true"
    page.keyboard.press("Escape")
    assert found(asker)["code"] == CANCELLED


def test_a_tap_that_was_meant_for_a_mini_app_allows_nothing_in_the_settings(asker):
    begin(asker, "user.profile")
    answer(asker, "Don’t allow")
    page = asker.context.new_page()
    stop_clock(page)
    page.goto("/permissions")
    row = page.locator("li", has_text="Know your name")
    allow = row.get_by_role("button", name="Allow")
    box = allow.bounding_box()

    def tap():
        page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)

    # A user taps in a rhythm, as in a game: each tap begins the second again.
    for _ in range(4):
        assert allow.get_attribute("aria-disabled") == "true"
        page.clock.run_for(700)
        tap()
    # The keyboard as well.
    allow.focus()
    page.keyboard.press("Enter")
    assert ask(asker, "permissions.query", names=["user.name"])["result"] == {"user.name": "denied"}
    page.clock.run_for(1_100)
    until(lambda: allow.get_attribute("aria-disabled") is None)
    tap()
    row.get_by_role("button", name="Revoke").wait_for()
    assert ask(asker, "permissions.query", names=["user.name"])["result"] == {"user.name": "granted"}


def test_a_page_that_was_made_for_another_user_calls_nothing(asker):
    """As one that was asleep while somebody else signed in: the session is theirs, and the page is not."""
    ask = """(user) => fetch(`/bridge?miniApp=com.example.asker&user=${user}`, { method: "POST", headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "user.get" }) }).then((answer) => answer.status)"""
    own = asker.page.locator("[data-user]").first.get_attribute("data-user")
    assert asker.page.evaluate(ask, own) == 200
    assert asker.page.evaluate(ask, "u-2") == 401
