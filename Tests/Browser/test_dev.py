"""`atoll dev`: what a developer sees of a mini app while they work on it, in the real shell."""

import http.client
import http.server
import json
import os
import re
import shutil
import signal
import socket
import subprocess
import threading
import time
from pathlib import Path

import pytest
from conftest import ROOT, until
from waiting import GUARD
from tiers import sampled

ATOLL = os.environ.get("ATOLL", str(ROOT / ".build/debug/atoll"))
WEB_APPS = Path(__file__).parent / "WebApps"


class Dev:
    """An `atoll dev` on a free port."""

    def __init__(self, folder, *arguments, cwd=None):
        self.process = subprocess.Popen(
            [ATOLL, "dev", str(folder), "--port", "0", "--no-open", *arguments], cwd=cwd,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        self.lines = []
        line = self.process.stdout.readline()
        found = re.search(r"http://dev-\d+\.localhost:(\d+)", line)
        assert found, line + (self.process.stdout.read() if self.process.poll() is not None else "")
        self.address, self.port = found[0], int(found[1])
        threading.Thread(target=self.pump, daemon=True).start()

    def pump(self):
        for line in self.process.stdout:
            self.lines.append(line.rstrip("\n"))

    def has_said(self, text):
        until(lambda: any(text in line for line in self.lines))

    def send(self, method, path, host=None, headers=(), body=None):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=GUARD)
        connection.request(method, path, body=body, headers={"Host": host or f"dev-{self.port}.localhost:{self.port}", **dict(headers)})
        response = connection.getresponse()
        return response.status, dict(response.getheaders()), response.read()

    def stop(self):
        self.process.terminate()
        assert self.process.wait(timeout=GUARD) == 0, "\n".join(self.lines)


def replace(path, text):
    """Writes a file in one step: what is written half would be read, and read again."""
    made = path.parents[1] / f"{path.name}.new"
    made.write_text(text)
    made.replace(path)


class Developer:
    """A browser with the page of an `atoll dev`."""

    def __init__(self, browser, dev, **options):
        options.setdefault("viewport", {"width": 1500, "height": 900})
        self.context = browser.new_context(**options)
        self.context.set_default_timeout(20_000)
        self.page = self.context.new_page()
        self.errors = []
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.page.goto(dev.address)

    def shell(self, user="ada"):
        # Frames come and go only while the driver is called.
        self.page.title()
        return next((frame for frame in self.page.frames if f"//{user}.dev-" in frame.url), None)

    def mini_app(self, user="ada"):
        self.page.title()
        return next((frame for frame in self.page.frames if re.search(rf"//[\w-]+\.{user}\.dev-", frame.url)), None)

    def has(self, selector, user="ada"):
        """Whether the mini app is there, with an element. Between two pages there is none."""
        frame = self.mini_app(user)
        return frame is not None and frame.query_selector(selector) is not None

    def opened(self, selector, user="ada"):
        until(lambda: self.has(selector, user))
        return self.mini_app(user)

    def says(self, text, selector="body", user="ada"):
        def is_said():
            frame = self.mini_app(user)
            return frame and text in (frame.inner_text(selector) or "")

        until(is_said)

    def tab(self, name):
        self.page.click(f"#tab-{name.lower()}")

    def panel_says(self, text):
        until(lambda: text in self.page.inner_text("#panel"))

    def call(self, method, parameters=None, user="ada"):
        """Calls the bridge as the mini app does."""
        # Between two pages there is no document.
        found = []
        until(lambda: found.append(self.mini_app(user)) or found[-1])
        return found[-1].evaluate(
            """async ([method, parameters]) => {
              const { call } = await import("/.atoll/atoll.js");
              try { return { result: await call(method, parameters) }; } catch ({ code, message }) { return { code, message }; }
            }""", [method, parameters or {}])


PAGE = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Bench</title>
<link rel="stylesheet" href="/.atoll/theme.css"><link rel="stylesheet" href="/app.css">
<script type="module" src="/pages/{name}.js"></script></head>
<body><main><h1>{name}</h1><p id="said">{said}</p><input id="note" aria-label="Note"><button id="press">Press</button>
<div style="height: 3000px"></div></main></body></html>
"""
MANIFEST = {
    "app_id": "com.example.bench", "name": "Bench", "description": "For tests.", "lang": "en", "dir": "ltr",
    "version": {"code": 3, "name": "0.3"}, "platform_version": {"min_code": 1}, "color_scheme": "auto",
    "pages": ["pages/home", "pages/other"], "icons": [{"src": "common/icon.svg", "sizes": "any", "label": "A bench"}],
    "atoll_network": ["https://api.example.org"],
    "req_permissions": [
        {"name": name, "reason": "For tests.", "atoll_optional": True}
        for name in ("user.name", "location", "camera", "payments", "clipboard.read")],
}


@pytest.fixture
def bench(tmp_path):
    """The folder of a small mini app."""
    folder = tmp_path / "bench"
    for path in ("pages", "common", "i18n"):
        (folder / path).mkdir(parents=True)
    for name in ("home", "other"):
        (folder / f"pages/{name}.html").write_text(PAGE.format(name=name, said="first"))
        (folder / f"pages/{name}.js").write_text('import { start } from "/.atoll/atoll.js";\nawait start();\n')
    (folder / "app.js").write_text("")
    (folder / "app.css").write_text("#said { color: rgb(1, 2, 3); }\n")
    (folder / "common/icon.svg").write_text('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h9v9z"/></svg>')
    (folder / "manifest.json").write_text(json.dumps(MANIFEST, indent=2))
    return folder


@pytest.fixture
def start():
    running = []

    def begin(*arguments, **options):
        dev = Dev(*arguments, **options)
        running.append(dev)
        return dev

    yield begin
    for dev in running:
        if dev.process.poll() is None:
            dev.stop()


@pytest.mark.thorough("more in browsers")
def test_a_style_is_swapped_and_nothing_is_lost(chromium, start, bench):
    dev = start(bench, "--page", "pages/other?sort=name")
    ada = Developer(chromium, dev)
    frame = ada.opened("#note")
    frame.fill("#note", "half a sentence")
    frame.evaluate("() => { window.isTheSame = true; scrollTo(0, 500); }")
    (bench / "app.css").write_text("#said { color: rgb(9, 8, 7); }\n")
    until(lambda: frame.evaluate("() => getComputedStyle(document.querySelector('#said')).color") == "rgb(9, 8, 7)")
    assert frame.evaluate("() => window.isTheSame && document.querySelector('#note').value") == "half a sentence"
    assert frame.evaluate("() => scrollY") == 500
    assert frame.evaluate("() => document.querySelectorAll('link[rel=stylesheet]').length") == 2
    dev.has_said("app.css: swapped")
    assert ada.errors == []


def test_a_script_is_loaded_again_on_the_same_page(chromium, start, bench):
    dev = start(bench, "--page", "pages/other?sort=name")
    ada = Developer(chromium, dev)
    ada.opened("#note").evaluate("() => { window.isTheSame = true; scrollTo(0, 700); }")
    (bench / "pages/other.js").write_text(
        'import { start } from "/.atoll/atoll.js";\nawait start();\ndocument.querySelector("#said").textContent = "second";\n')
    ada.says("second", "#said")
    frame = ada.mini_app()
    assert frame.evaluate("() => window.isTheSame") is None
    assert frame.evaluate("() => location.pathname + location.search") == "/pages/other?sort=name"
    until(lambda: ada.mini_app().evaluate("() => scrollY") == 700)
    dev.has_said("pages/other.js: reloaded")


def test_a_manifest_that_breaks_and_mends(chromium, start, bench):
    dev = start(bench)
    ada = Developer(chromium, dev)
    ada.opened("#note")
    whole = (bench / "manifest.json").read_text()
    (bench / "manifest.json").write_text(whole.replace('"pages/other"', '"pages/missing"'))
    ada.page.wait_for_selector("#problem:not([hidden])")
    assert "pages/missing.html" in ada.page.inner_text("#problem")
    # The earlier version still runs.
    assert ada.mini_app().query_selector("#note")
    dev.has_said("missing-page")
    (bench / "manifest.json").write_text(whole.replace('"Bench"', '"Work Bench"'))
    ada.page.wait_for_selector("#problem", state="hidden")
    until(lambda: ada.page.inner_text("#name") == "Work Bench")
    until(lambda: "Work Bench" in ada.shell().inner_text("#page-title"))
    dev.has_said("The folder is a mini app again.")


@pytest.mark.thorough("more in browsers")
def test_a_folder_that_is_broken_from_the_beginning(chromium, start, bench):
    whole = (bench / "manifest.json").read_text()
    (bench / "manifest.json").write_text(whole.replace('"lang": "en",', '"lang": "en",,'))
    dev = start(bench)
    dev.has_said("manifest.json:5")
    ada = Developer(chromium, dev)
    ada.page.wait_for_selector("#problem:not([hidden])")
    assert "manifest.json:5" in ada.page.inner_text("#problem")
    (bench / "manifest.json").write_text(whole)
    ada.opened("#note")
    assert not ada.page.is_visible("#problem")


@pytest.mark.thorough("more in browsers")
def test_too_many_files_are_said(start, bench):
    dev = start(bench)
    for number in range(2_010):
        (bench / f"common/{number}.txt").write_text("")
    dev.has_said("too-many-files")
    shutil.rmtree(bench / "common")
    dev.has_said("missing-icon")


def test_links_and_hidden_files_are_left_out(start, bench):
    (bench / "common/link.txt").symlink_to("/etc/passwd")
    (bench / ".git").mkdir()
    (bench / ".git/config").write_text("secret")
    dev = start(bench)
    until(lambda: json.loads(dev.send("GET", "/.dev/state")[2])["state"].get("size"))
    files = [file["path"] for file in json.loads(dev.send("GET", "/.dev/state")[2])["state"]["size"]["files"]]
    assert "common/icon.svg" in files and not any("link" in file or "git" in file for file in files)


@pytest.mark.thorough("more in browsers")
def test_a_folder_that_goes_away_and_comes_back(chromium, start, bench, tmp_path):
    dev = start(bench)
    ada = Developer(chromium, dev)
    ada.opened("#note")
    bench.rename(tmp_path / "elsewhere")
    ada.page.wait_for_selector("#problem:not([hidden])")
    (tmp_path / "elsewhere").rename(bench)
    ada.page.wait_for_selector("#problem", state="hidden")
    ada.opened("#note")


# MARK: The inspector


@pytest.fixture
def inspected(chromium, start, bench):
    dev = start(bench, "--grant", "location,user.name,payments")
    ada = Developer(chromium, dev)
    ada.opened("#note")
    yield ada, dev, bench
    assert ada.errors == []


def test_calls(inspected):
    ada, _, _ = inspected
    assert ada.call("storage.set", {"key": "greeting", "value": "hello"}) == {"result": None}
    assert ada.call("storage.get", {"key": "greeting"}) == {"result": "hello"}
    assert ada.call("storage.get", {})["code"] == -32602
    ada.tab("calls")
    ada.panel_says("storage.set")
    ada.panel_says("1 failed")
    ada.page.fill("#panel input[type=search]", "storage.get")
    until(lambda: ada.page.locator("#calls details").count() == 2)
    ada.page.locator("#calls summary").nth(1).click()
    assert "hello" in ada.page.locator("#calls pre").first.inner_text()
    # Sent again, edited.
    ada.call("storage.set", {"key": "other", "value": "bye"})
    ada.page.locator("#calls details[open] textarea").fill('{"key": "other"}')

    def is_answered():
        # On a busy machine the inspector may have given up waiting.
        ada.page.locator("#calls details[open]").get_by_text("Send again").click()
        ada.page.wait_for_timeout(300)  # sleep: the call needs a moment
        return "bye" in ada.page.locator("#calls details[open] pre").inner_text()

    until(is_answered)


@pytest.mark.thorough("more in browsers")
def test_events(inspected):
    ada, _, _ = inspected
    ada.mini_app().evaluate("""async () => {
      const { on } = await import("/.atoll/atoll.js");
      on("page.mainButton", () => (document.querySelector("#said").textContent = "tapped"));
      on("device.networkChanged", ({ online }) => (document.querySelector("#said").textContent = `online: ${online}`));
    }""")
    ada.tab("events")
    ada.page.select_option("#panel select", "page.mainButton")
    ada.page.click("#panel button:text-is('Send')")
    ada.says("tapped")
    ada.panel_says("page.mainButton")
    ada.page.select_option("#panel select", "device.networkChanged")
    ada.page.fill("#panel textarea", '{"online": ')
    ada.page.click("#panel button:text-is('Send')")
    until(lambda: ada.page.inner_text("#panel .bad") != "")
    ada.page.fill("#panel textarea", '{"online": false}')
    ada.page.click("#panel button:text-is('Send')")
    ada.says("online: false")


@pytest.mark.thorough("more in browsers")
def test_lifecycle(inspected):
    ada, _, _ = inspected
    ada.mini_app().evaluate("""async () => {
      const { page } = await import("/.atoll/atoll.js");
      page.onpagehidden = () => (document.querySelector("#said").textContent = "hidden");
    }""")
    ada.tab("lifecycle")
    ada.panel_says("ready")
    ada.page.get_by_text("Hide", exact=True).click()
    ada.says("hidden")
    ada.panel_says("hidden")


def test_storage(inspected):
    ada, _, _ = inspected
    ada.call("storage.setAll", {"items": {"one": "1", "two": "2"}})
    ada.call("secrets.set", {"key": "pin", "value": "4711"})
    ada.tab("storage")
    ada.panel_says("2 keys")
    # In one step: the table may be made anew in between.
    ada.page.locator("#panel textarea[aria-label=one]").evaluate(
        "(field) => { field.value = 'eleven'; field.dispatchEvent(new Event('change', { bubbles: true })); }")
    until(lambda: ada.call("storage.get", {"key": "one"}) == {"result": "eleven"})
    ada.page.click("#panel button[aria-label='Remove two']")
    ada.panel_says("1 key")
    ada.page.fill("#panel input[aria-label='Key of a secret']", "pin")
    ada.page.click("#panel button:text-is('Show')")
    ada.panel_says("4711")
    ada.page.click("#panel button:text-is('Clear all')")
    ada.panel_says("Nothing is stored.")


def test_permissions(inspected):
    ada, _, _ = inspected
    ada.tab("permissions")
    ada.panel_says("location")
    state = "#panel select[aria-label='State of {}']"
    until(lambda: ada.page.input_value(state.format("location")) == "granted")
    assert ada.page.input_value(state.format("camera")) == "prompt"
    ada.page.select_option(state.format("location"), "denied")
    until(lambda: ada.call("permissions.query", {"names": ["location"]}) == {"result": {"location": "denied"}})
    ada.page.select_option(state.format("location"), "prompt")
    until(lambda: ada.call("permissions.query", {"names": ["location"]}) == {"result": {"location": "prompt"}})
    # The operator has the last word over the user.
    ada.page.check("#panel input[aria-label='The operator denies user.name']")
    until(lambda: ada.has("#note") and
          ada.call("permissions.query", {"names": ["user.name"]}) == {"result": {"user.name": "unavailable"}})


@pytest.mark.thorough("more in browsers")
def test_device(inspected):
    ada, _, _ = inspected
    ada.tab("device")
    ada.page.select_option("#panel select >> nth=0", "Tokyo")
    until(lambda: ada.call("location.current").get("result", {}).get("latitude") == 35.68)
    ada.page.fill("#panel input[aria-label=Latitude]", "10")
    ada.page.locator("#panel input[aria-label=Latitude]").dispatch_event("change")
    until(lambda: ada.call("location.current").get("result", {}).get("latitude") == 10)
    ada.call("ui.haptic", {"kind": "success"})
    ada.panel_says("success")
    ada.page.locator("#panel input[type=range]").fill("35")
    until(lambda: ada.call("device.battery").get("result", {}).get("level") == 0.35)
    ada.page.select_option("#panel select >> nth=1", "off")
    until(lambda: ada.call("device.network").get("result") == {"online": False, "type": "none"})
    assert ada.call("user.profile")["code"] == -32008
    assert ada.page.is_checked("#offline")
    ada.page.uncheck("#offline")
    until(lambda: "result" in ada.call("user.profile"))


@pytest.mark.thorough("more in browsers")
def test_a_code_and_a_picture(inspected):
    ada, _, _ = inspected
    ada.mini_app().evaluate("""() => {
      document.querySelector("#press").onclick = async () => {
        const { call } = await import("/.atoll/atoll.js");
        const code = await call("scanner.scan", {});
        const photo = await call("camera.photo", { from: "camera" });
        document.querySelector("#said").textContent = `${code.text} ${photo.width}x${photo.height}`;
      };
    }""")
    ada.tab("device")
    ada.page.fill("#panel input[aria-label='What a scanned code says']", "table 7")
    ada.page.locator("#panel input[aria-label='What a scanned code says']").dispatch_event("change")
    ada.page.get_by_text("A test picture").click()
    ada.mini_app().click("#press")
    # The user is asked for the camera, as always.
    ada.shell().click(".sheet button:text-is('Allow')")
    ada.says("table 7 640x480")


@pytest.mark.thorough("more in browsers")
def test_payments(inspected):
    ada, _, _ = inspected
    ada.tab("payments")
    ada.page.check("#panel input[value=failed]")
    ada.mini_app().evaluate("""() => {
      document.querySelector("#press").onclick = async () => {
        const { call } = await import("/.atoll/atoll.js");
        const { status } = await call("payments.request", { id: crypto.randomUUID(), amount: { value: "3.50", currency: "EUR" }, label: "Soup" });
        document.querySelector("#said").textContent = `ended: ${status}`;
      };
    }""")
    until(lambda: json.loads(ada.page.evaluate("async () => JSON.stringify(await (await fetch('/.dev/state')).json())"))["settings"]["payments"] == "failed")
    ada.mini_app().click("#press")
    ada.shell().locator(".sheet button.primary").click(delay=600)
    ada.says("ended: failed")
    ada.tab("user")
    ada.tab("payments")
    ada.panel_says("Soup")


def test_user_language_and_theme(inspected):
    ada, _, bench = inspected
    ada.tab("user")
    ada.panel_says("Ada Moreno")
    name = ada.call("user.profile")["result"]["id"]
    ada.panel_says(name)
    ada.page.select_option("#language", "de")
    until(lambda: ada.has("#note") and ada.call("host.info")["result"].get("language") == "de")
    ada.page.select_option("#theme", "dark")
    until(lambda: ada.has("#note") and ada.mini_app().evaluate("() => matchMedia('(prefers-color-scheme: dark)').matches"))
    ada.page.select_option("#theme", "light")
    until(lambda: not ada.mini_app().evaluate("() => matchMedia('(prefers-color-scheme: dark)').matches"))


def test_token(chromium, start, bench):
    ada = Developer(chromium, start(bench))
    ada.opened("#note")
    ada.tab("token")
    ada.page.get_by_text("Get a token").click()
    # Without a member in the manifest there is no permission.
    until(lambda: ada.page.query_selector("#panel .bad"))
    ada.shell().evaluate("window.isOld = true")
    manifest = MANIFEST | {"atoll_tokens": [{"audience": "https://api.example.org", "scopes": ["profile"], "reason": "For tests."}]}
    replace(bench / "manifest.json", json.dumps(manifest))
    # The hello of the new page ends what was asked before it.
    until(lambda: (shell := ada.shell()) and shell.evaluate("!window.isOld && document.querySelector('#mini-app[data-ready]') !== null"))
    ada.page.get_by_text("Get a token").click()
    until(lambda: (shell := ada.shell()) and shell.query_selector(".sheet button.primary"))
    # Waits until it can be answered.
    ada.shell().locator(".sheet button.primary").click()
    ada.panel_says("The published keys verify it.")
    assert '"aud": "https://api.example.org"' in ada.page.inner_text("#panel")


def test_network_and_console(inspected):
    ada, dev, bench = inspected
    (bench / "pages/home.js").write_text(
        'import { start } from "/.atoll/atoll.js";\nawait start();\nconsole.log("begun", { at: 1 });\n'
        'fetch("https://elsewhere.example/data").catch(() => {});\nsetTimeout(() => missing.thing(), 100);\n')
    ada.tab("network")
    ada.panel_says("https://elsewhere.example/data")
    assert '"atoll_network": ["https://elsewhere.example"]' in ada.page.inner_text("#panel")
    assert "pages/home.js:4" in ada.page.inner_text("#panel")
    ada.tab("console")
    ada.panel_says('begun {"at":1}')
    ada.panel_says("missing is not defined")
    assert "pages/home.js:5" in ada.page.inner_text("#panel")
    until(lambda: ada.page.inner_text("#tab-console .badge") != "0")
    # The terminal says it once, with the place.
    dev.has_said("pages/home.js:5: error:")
    dev.has_said("stopped https://elsewhere.example/data. \"atoll_network\": [\"https://elsewhere.example\"]")
    said = [line for line in dev.lines if "pages/home.js:5: error:" in line]
    ada.page.click("#reload")
    ada.page.wait_for_timeout(1500)  # sleep: nothing more may be said, which no event shows
    assert [line for line in dev.lines if "pages/home.js:5: error:" in line] == said
    assert ada.errors and all("missing is not defined" in error for error in ada.errors)
    ada.errors.clear()


@pytest.mark.thorough("more in browsers")
def test_review_and_size(chromium, start, bench, tmp_path):
    published = tmp_path / "published"
    shutil.copytree(bench, published)
    dev = start(bench, "--base", str(published))
    ada = Developer(chromium, dev)
    ada.opened("#note")
    (bench / "pages/home.js").write_text("import '/.atoll/atoll.js';\neval('1');\n")
    ada.tab("review")
    ada.panel_says("script-eval")
    assert "pages/home.js:2" in ada.page.inner_text("#panel")
    dev.has_said("script-eval")
    ada.tab("size")
    ada.panel_says(f"fetches {len((bench / 'pages/home.js').read_bytes())} bytes")
    assert "pages/home.html" in ada.page.inner_text("#panel")


def test_two_users_chat(chromium, start, tmp_path):
    subprocess.run([ATOLL, "import", str(WEB_APPS / "chat"), "--kind", "webxdc", "--into", str(tmp_path / "chat")], check=True, capture_output=True)
    dev = start(tmp_path / "chat", "--peers", "2", "--grant", "user.name")
    both = Developer(chromium, dev)
    for user in ("ada", "ben"):
        both.opened("body[data-ready]", user)
    both.mini_app("ada").fill("#text", "Lunch?")
    both.mini_app("ada").click("#send")
    for user in ("ada", "ben"):
        both.says("Lunch?", user=user)
    both.tab("rooms")
    both.panel_says("Lunch?")
    assert both.errors == []


def test_the_keyboard_reaches_every_tab(inspected):
    ada, _, _ = inspected
    ada.page.focus("#tab-calls")
    names = []
    for _ in range(14):
        names.append(ada.page.evaluate("() => document.activeElement.id"))
        ada.page.keyboard.press("ArrowRight")
    assert len(set(names)) == 14 and ada.page.evaluate("() => document.activeElement.id") == "tab-calls"


def test_a_mini_app_can_not_speak_for_its_host(inspected):
    """Its code may be somebody else's: what it tells the page around it is only what pages have to tell."""
    ada, dev, _ = inspected
    ada.mini_app().evaluate("""() => {
      const send = (atollDev) => parent.postMessage({ atollDev }, "*");
      for (const id of [1, 2, 3, "1"]) send({ type: "answer", id, result: { id: "forged" } });
      send({ type: "call", method: "payments.request", result: { status: "paid" } });
      send({ type: "call" });
      send({ type: "event" });
      send({ type: "page", isMiniApp: false });
      send({ type: "__proto__", isAdmin: true });
      send({ type: "console", at: "boo", level: {}, text: 5, line: "x", path: "p".repeat(1000000) });
      send({ type: "console", level: "log", text: "<img src=x onerror=alert(1)>".repeat(1000) });
      send({ type: "error", text: "real", path: "pages/home.js", line: 7 });
      for (let at = 0; at < 2000; at += 1) console.log("flood", at);
    }""")
    ada.tab("console")
    ada.panel_says("more messages within a second are left out")
    dev.has_said("pages/home.js:7: error: real")
    ada.tab("calls")
    ada.page.wait_for_timeout(300)  # sleep: nothing may happen, which no event shows
    assert "payments.request" not in ada.page.inner_text("#panel")
    for name in ("lifecycle", "events", "user"):
        ada.tab(name)
    ada.panel_says("Ada Moreno")
    assert "forged" not in ada.page.inner_text("#panel")
    assert ada.page.query_selector("#panel img") is None


@pytest.mark.thorough("more in browsers")
def test_texts_of_others_are_no_lines_of_the_terminal(inspected):
    ada, dev, _ = inspected
    ada.mini_app().evaluate("() => console.error('x\\nThe folder is a mini app again.\\u001b[31m')")
    dev.has_said("ada: ")
    until(lambda: any("The folder is a mini app again." in line for line in dev.lines))
    assert not any(line.startswith("The folder is a mini app again.") for line in dev.lines)
    assert not any("\x1b" in line for line in dev.lines)


@pytest.mark.thorough("more in browsers")
def test_values_that_can_not_be_shown_do_not_stop_a_page(inspected):
    ada, _, _ = inspected
    assert ada.mini_app().evaluate("""() => {
      const odd = [{ toString() { throw new Error("no"); }, toJSON() { throw new Error("no"); } }, Object.create(null, { big: { value: 1n, enumerable: true } }),
        new Proxy({}, { get() { throw new Error("no"); } }), new Array(1e6).fill("x"), Symbol("s")];
      for (const value of odd) console.log(value);
      return "went on";
    }""") == "went on"


@pytest.mark.thorough("more in browsers")
def test_a_page_that_goes_and_comes_back(chromium, start, bench):
    dev = start(bench)
    ada = Developer(chromium, dev)
    ada.opened("#note")
    whole = (bench / "manifest.json").read_text()
    (bench / "manifest.json").write_text(json.dumps(MANIFEST | {"pages": ["pages/other"]}))
    until(lambda: "not found" in ada.shell().inner_text("body").lower())
    (bench / "manifest.json").write_text(whole)
    ada.opened("#note")
    # Another id is another mini app.
    (bench / "manifest.json").write_text(json.dumps(MANIFEST | {"app_id": "com.example.second"}))
    until(lambda: "com.example.second" in ada.shell().url)
    ada.opened("#note")


# MARK: Around it


def test_who_may_ask(start, bench):
    dev = start(bench)
    json_type = ("Content-Type", "application/json")
    assert dev.send("GET", "/", host=f"evil.example:{dev.port}")[0] == 302
    assert dev.send("GET", "/.dev/state", host=f"evil.example:{dev.port}")[0] == 421
    assert dev.send("GET", "/.dev/state", host="127.0.0.1")[0] == 421
    assert dev.send("POST", "/.dev/settings", headers=[json_type], body="{}")[0] == 403
    assert dev.send("POST", "/.dev/settings", headers=[json_type, ("Origin", "http://evil.example")], body="{}")[0] == 403
    own = [json_type, ("Origin", dev.address)]
    assert dev.send("POST", "/.dev/settings", headers=own, body="{}")[0] == 400
    assert dev.send("POST", "/.dev/settings", headers=own, body="[" * 100_000)[0] == 400
    assert dev.send("POST", "/.dev/settings", headers=own, body='"' + "x" * (1024 * 1024 + 10) + '"')[0] == 413
    assert dev.send("POST", "/.dev/record", headers=own, body="{}")[0] == 404
    assert dev.send("POST", "/.dev/report", headers=own, body="\xff\xfe".encode("latin-1"))[0] == 400
    assert dev.send("GET", "/.dev/files/../../etc/passwd")[0] == 404
    ada = f"ada.dev-{dev.port}.localhost:{dev.port}"
    assert dev.send("GET", "/.dev/enter?to=/", host=ada, headers=[("Sec-Fetch-Site", "cross-site")])[0] == 403
    status, headers, _ = dev.send("GET", "/.dev/enter?to=https://evil.example/", host=ada)
    assert status == 303 and headers["Location"] == "/"
    assert dev.send("POST", "/.dev/decision", host=ada, headers=[json_type], body="{}")[0] == 403
    _, headers, _ = dev.send("GET", "/")
    assert "frame-ancestors 'none'" in headers["Content-Security-Policy"]
    _, headers, _ = dev.send("GET", "/hub", host=ada)
    assert f"frame-ancestors {dev.address}" in headers.get("Content-Security-Policy", "")


def test_an_api_on_this_machine_may_be_connected_to(chromium, start, bench):
    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            self.send_response(200)
            self.send_header("Access-Control-Allow-Origin", "*")
            self.end_headers()
            self.wfile.write(b"soup")

        def log_message(self, *_):
            pass

    servers = [http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler) for _ in range(3)]
    for each in servers:
        threading.Thread(target=each.serve_forever, daemon=True).start()
    by_option, by_file, by_none = (f"http://127.0.0.1:{each.server_port}" for each in servers)
    (bench / ".atoll").mkdir()
    (bench / ".atoll/dev.json").write_text(json.dumps({"connect": [by_file]}))
    ada = Developer(chromium, start(bench, "--connect", by_option))
    frame = ada.opened("#note")
    load = "(address) => fetch(address).then((answer) => answer.text(), () => null)"
    assert frame.evaluate(load, by_option) == "soup" and frame.evaluate(load, by_file) == "soup"
    assert frame.evaluate(load, by_none) is None
    ada.tab("network")
    ada.panel_says(f"Only while you develop: atoll dev --connect {by_none}")
    for each in servers:
        each.shutdown()
        each.server_close()


def refused(*arguments, cwd=None):
    done = subprocess.run([ATOLL, "dev", *arguments, "--no-open"], cwd=cwd, capture_output=True, text=True, timeout=GUARD)
    assert done.returncode != 0
    return done.stderr


def test_what_can_not_start(start, bench, tmp_path):
    assert "Expected a folder with a manifest.json" in refused(str(tmp_path))
    assert "Name 1 to 6 users" in refused(str(bench), "--users", "ada,ada")
    assert "can't be a user's id" in refused(str(bench), "--users", "Ada Moreno")
    assert "a server on this machine" in refused("https://example.org")
    (bench / ".atoll").mkdir()
    (bench / ".atoll/dev.json").write_text('{"users": [{"name": "X"}]}')
    assert 'The member "id" is missing.' in refused(str(bench))
    (bench / ".atoll/dev.json").write_text("{")
    assert ".atoll/dev.json can't be used" in refused(str(bench))
    shutil.rmtree(bench / ".atoll")
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        assert f"Port {port} is in use" in refused(str(bench), "--port", port)


@pytest.mark.thorough("more in browsers")
def test_two_at_once_on_one_folder_in_one_browser(chromium, start, bench):
    first, second = start(bench), start(bench)
    ada = Developer(chromium, first)
    ada.opened("#note")
    beside = Developer(chromium, second)
    beside.opened("#note")
    other = ada.context.new_page()
    other.goto(second.address)
    until(lambda: other.title() and any("//ada.dev-" in frame.url for frame in other.frames))
    assert "result" in ada.call("storage.keys")
    (bench / "app.css").write_text("#said { color: rgb(0, 0, 9); }\n")
    first.has_said("swapped")
    second.has_said("swapped")


@pytest.mark.thorough("more in browsers")
def test_nothing_stays_behind(start, bench):
    temporary = Path(os.environ.get("TMPDIR", "/tmp"))
    left = lambda dev: list(temporary.glob(f"atoll-dev-{dev.process.pid}-*"))
    dev = start(bench)
    assert left(dev) and left(dev)[0].stat().st_mode & 0o077 == 0
    other = start(bench)
    # A running one is left alone.
    assert left(dev) and left(other)
    dev.stop()
    assert not left(dev)
    # One that was killed can't remove anything; the next one does.
    killed = start(bench)
    killed.process.send_signal(signal.SIGKILL)
    killed.process.wait()
    assert left(killed)
    start(bench)
    assert not left(killed)


@pytest.mark.thorough("more in browsers")
def test_presets_are_shared_by_a_file(chromium, start, bench):
    (bench / ".atoll").mkdir()
    (bench / ".atoll/dev.json").write_text(json.dumps({
        "users": [{"id": "zoe", "name": "Zoë Quinn", "roles": ["Sales"]}], "grant": ["location", "user.name"],
        "device": {"location": {"latitude": -1.29, "longitude": 36.82}}}))
    dev = start(bench)
    zoe = Developer(chromium, dev)
    zoe.opened("#note", "zoe")
    until(lambda: zoe.call("location.current", user="zoe").get("result", {}).get("latitude") == -1.29)
    assert zoe.call("user.profile", user="zoe")["result"]["name"] == "Zoë Quinn"


def test_a_recording(chromium, start, bench, tmp_path):
    dev = start(bench, "--record", str(tmp_path / "calls.jsonl"))
    ada = Developer(chromium, dev)
    ada.opened("#note")
    ada.call("storage.set", {"key": "a", "value": "b"})
    until(lambda: (tmp_path / "calls.jsonl").exists() and "storage.set" in (tmp_path / "calls.jsonl").read_text())
    lines = [json.loads(line) for line in (tmp_path / "calls.jsonl").read_text().splitlines()]
    assert {"method": "storage.set", "params": {"key": "a", "value": "b"}, "result": None, "user": "ada"} in lines


@pytest.mark.thorough("more in browsers")
def test_recordings_have_a_place_of_their_own(bench):
    assert "is in the mini app's folder" in refused(str(bench), "--record", str(bench / "calls.jsonl"))
    assert "can't be created" in refused(str(bench), "--record", "/nowhere/calls.jsonl")


@pytest.mark.parametrize("arguments, said", [
    (["--language", "en_US"], "is not a language"), (["--grant", "locatoin"], 'No host knows the permission "locatoin"'),
    (["--connect", "https://api.example.org"], "--connect https://api.example.org must be the origin of a server on this machine"),
    (["--connect", "http://localhost:8000/path"], "must be the origin"), (["--port", "70000"], "up to 65535"), (["--peers", "9"], "for --peers 9"),
])
def test_options_that_say_nothing(bench, arguments, said):
    assert said in refused(str(bench), *arguments)


@pytest.mark.parametrize("presets, said", sampled([
    ({"grnat": []}, '"grnat" is not a known member.'), ({"device": {"network": None}}, "device.network"),
    ({"device": {"location": "x"}}, "device.location"), ({"device": {"location": {"latitude": 91, "longitude": 0}}}, "device.location"),
    ({"device": {"refuse": 5}}, "device.refuse"), ({"device": []}, "must be an object"),
    ({"payments": "piad"}, "payments"), ({"connect": ["http://10.0.0.1"]}, "must be the origin of a server on this machine"), ({"users": [{"id": "Ö", "name": "X"}]}, "can't be a user's id"),
], "more in browsers", lambda each: "payments" in each[0] or "grnat" in each[0]))
def test_presets_that_are_none(bench, presets, said):
    (bench / ".atoll").mkdir()
    (bench / ".atoll/dev.json").write_text(json.dumps(presets))
    assert said in refused(str(bench))


@pytest.mark.thorough("more in browsers")
def test_a_client_that_goes_at_once_takes_no_place(start, bench):
    dev = start(bench)
    for _ in range(60):
        connection = socket.create_connection(("127.0.0.1", dev.port))
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\x01\0\0\0\0\0\0\0")
        connection.sendall(f"GET /.dev/events HTTP/1.1\r\nHost: dev-{dev.port}.localhost:{dev.port}\r\n\r\n".encode())
        connection.close()

    def is_served():
        connection = http.client.HTTPConnection("127.0.0.1", dev.port, timeout=GUARD)
        connection.request("GET", "/.dev/events", headers={"Host": f"dev-{dev.port}.localhost:{dev.port}"})
        status = connection.getresponse().status
        connection.close()
        return status == 200

    until(is_served)
    assert dev.send("HEAD", "/")[2] == b""


@pytest.mark.thorough("more in browsers")
def test_what_can_not_be_read_is_read_later(start, bench):
    if os.geteuid() == 0:
        pytest.skip("root reads everything")
    (bench / "app.js").chmod(0)
    dev = start(bench)
    dev.has_said("app.js: unreadable")
    (bench / "app.js").chmod(0o644)
    dev.has_said("The folder is a mini app again.")


@pytest.mark.thorough("more in browsers")
def test_too_much_is_not_read(start, bench):
    for number in range(30):
        with open(bench / f"common/{number}.bin", "wb") as file:
            file.truncate(9_900_000)
    dev = start(bench)
    dev.has_said("too-large")
    memory = int(re.search(r"VmHWM:\s+(\d+)", Path(f"/proc/{dev.process.pid}/status").read_text())[1]) if Path("/proc").exists() else 0
    assert memory < 200_000, memory


class Bundler(http.server.BaseHTTPRequestHandler):
    """What a bundler's own server answers: a page with a script in its text, and modules of types that no file name tells."""

    text = "from the bundler"
    asked = []

    def do_GET(self):
        files = {
            "/": ("text/html", "<!doctype html><title>B</title><script type='module'>window.inline = 1;</script>"
                               "<script type='module' src='/src/main.tsx?t=1'></script><p id='note'></p>"),
            "/broken.js": ("text/plain", "build error in line 7"),
            "/src/main.tsx": ("text/javascript", f"document.querySelector('#note').textContent = {self.text!r} + window.inline;"),
        }
        kind, body = files.get(self.path.split("?")[0], (None, ""))
        if self.path.startswith("/away"):
            self.send_response(302)
            self.send_header("Location", "http://localhost:1/secret")
            self.end_headers()
            return
        self.asked.append(self.path)
        self.send_response(500 if "broken" in self.path else 200 if kind else 404)
        self.send_header("Content-Type", kind or "text/plain")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body.encode())

    def log_message(self, *_):
        pass


@pytest.mark.thorough("more in browsers")
def test_a_bundler_that_dies_and_comes_back(chromium, start, tmp_path):
    class Server(http.server.ThreadingHTTPServer):
        allow_reuse_address = True

    server = Server(("127.0.0.1", 0), Bundler)
    port = server.server_port
    threading.Thread(target=server.serve_forever, daemon=True).start()
    dev = start(f"http://localhost:{port}", cwd=tmp_path)
    ada = Developer(chromium, dev)
    ada.says("from the bundler1", "#note")
    # Any address, and any answer of the bundler, goes through.
    answers = ada.mini_app().evaluate("""async () => Promise.all(
      ["/x?q=100%", '/x?f={"a":1}', "/x?a=[1]|2", "/%", "/a[1].js", "/broken.js", "/away"].map(async (path) => {
        const answer = await fetch(path);
        return [answer.status, await answer.text()];
      }))""")
    assert [status for status, _ in answers[:5]] == [404] * 5 and answers[5] == [500, "build error in line 7"], answers
    assert answers[6][0] != 200
    assert not any("atoll-launch" in path for path in Bundler.asked)
    server.shutdown()
    server.server_close()
    ada.page.click("#reload")
    ada.says("Nothing responds at")
    server = Server(("127.0.0.1", port), Bundler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    ada.says("from the bundler1", "#note")
    server.shutdown()
    server.server_close()
