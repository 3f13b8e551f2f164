"""Web apps that were written for other hosts, as their developers have them: they come in by one command, and run."""

import json
import os
import subprocess
from pathlib import Path

import pytest

from conftest import ROOT, Lagoon, Person, until
from waiting import GUARD
from test_dev import Dev, Developer

APPS = Path(__file__).parent / "WebApps"
LAGOON = Path(os.environ.get("LAGOON", ROOT / ".build/debug/lagoon"))
ATOLL = LAGOON.with_name("atoll")
NAMES = {"page": "Old page", "chat": "Chat of ours", "portal": "Portal", "telegram": "Telegram page"}


@pytest.fixture(scope="module")
def lagoon(tmp_path_factory):
    folder = tmp_path_factory.mktemp("web-apps")
    running = Lagoon(folder, with_intruder=False)
    for source in NAMES:
        subprocess.run(
            [ATOLL, "import", APPS / source, "--into", running.miniapps / source, "--id", f"com.example.{source}"],
            check=True, capture_output=True, timeout=GUARD)
    running.start()
    yield running
    running.stop()


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
            # Whoever joins late has missed what was said before.
            frame.locator("#shout").click()
            heard.filter(has_text="30000 7 9").wait_for(timeout=1_000)
            return True

        until(shout)
    finally:
        other.context.close()


def test_portals_find_their_context_and_plugins(person):
    person.sign_in()
    frame = opened(person, "portal")
    until(lambda: frame.locator("#said").text_content() == "green colour en sent UNIMPLEMENTED bus")
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


@pytest.mark.thorough("more in browsers")
def test_two_tabs_see_each_other(person):
    person.sign_in("ben")
    opened(person, "page")
    other = person.context.new_page()
    other.goto("/miniapp/com.example.page")
    other.locator("#mini-app[data-ready]").wait_for(state="attached")
    first, second = (next(frame for frame in page.frames if frame.parent_frame) for page in (person.page, other))
    first.evaluate("addEventListener('storage', ({ key, newValue }) => (window.heard = `${key} ${newValue}`))")
    second.evaluate("localStorage.setItem('shared', 'yes')")
    until(lambda: first.evaluate("window.heard") == "shared yes")
    assert first.evaluate("localStorage.shared") == "yes"


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


# What thirty foreign pages did that the first ones did not, in the shell of atoll dev.


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
