"""What the shell's page does for mini apps with files, the camera, people, payments, notices, rooms and other mini apps; and Lunch, which
uses it."""

import base64
import shutil
import time
from pathlib import Path

import pytest

from conftest import Lagoon, Person, browser_arguments, press, stop_clock, until
from pictures import png
from test_permissions import CANCELLED, INVALID, NEEDS_TAP, TOO_LARGE, answer, ask, begin, found, sheet, start, tap
from tiers import IS_THOROUGH

NOT_FOUND, DENIED, QUOTA, BUSY = -32012, -32003, -32002, -32013


@pytest.fixture(scope="module")
def lagoon(tmp_path_factory):
    running = Lagoon(tmp_path_factory.mktemp("lagoon"))
    shutil.copytree(Path(__file__).parent / "Asker", running.miniapps / "asker")
    running.start()
    yield running
    running.stop()


@pytest.fixture(scope="module")
def chromium(playwright_driver, chromium_path):
    """A browser with a camera of its own, which asks nobody."""
    browser = playwright_driver.chromium.launch(
        executable_path=chromium_path,
        args=browser_arguments("--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream"))
    yield browser
    browser.close()


@pytest.fixture
def asker(person):
    return start(person)


def choose(person, method, files, **parameters):
    """Calls a method by a click, and chooses files in the browser's dialog."""
    with person.page.expect_file_chooser() as chooser:
        tap(person, method, **parameters)
    chooser.value.set_files(files)
    return found(person)


def read(person, path):
    text = ask(person, "files.read", path=path)["result"]["data"]
    return base64.b64decode(text)


def test_files_that_the_user_chooses_are_copied_and_saved(asker, tmp_path):
    small, large = tmp_path / "note.txt", tmp_path / "large.bin"
    small.write_text("hello")
    large.write_bytes(bytes(range(256)) * 4 * 1024)
    chosen = choose(asker, "files.pick", [small, large], multiple=True)["result"]
    assert [(each["name"], each["size"]) for each in chosen] == [("note.txt", 5), ("large.bin", 1024 * 1024)]
    assert read(asker, chosen[0]["file"]) == b"hello"
    assert {each["path"]: each["size"] for each in ask(asker, "files.list")["result"]}[chosen[1]["file"]] == 1024 * 1024
    with asker.page.expect_download() as download:
        tap(asker, "files.save", name="../copy.bin", type="application/octet-stream", file=chosen[1]["file"])
        answer(asker, "Download")
    assert Path(download.value.path()).read_bytes() == large.read_bytes()
    assert "/" not in download.value.suggested_filename


@pytest.mark.thorough("more in browsers")
def test_files_are_shared_and_downloaded_where_the_browser_shares_nothing(asker):
    asker.frame().evaluate("atoll.files.write({ path: 'notes/a.txt', data: btoa('hello') })")
    words = {"text": "Look", "files": ["notes/a.txt"]}
    asker.page.evaluate("navigator.share = navigator.canShare = undefined")
    with asker.page.expect_download() as download:
        tap(asker, "share", **words)
        sheet(asker).locator(".sheet-options").get_by_role("button", name="Download").click()
        answer(asker, "Download")
    assert Path(download.value.path()).read_bytes() == b"hello" and download.value.suggested_filename == "a.txt"
    assert found(asker)["result"] == {"shared": True}
    # A phone's browser.
    asker.page.evaluate("""Object.assign(navigator, {
      canShare: () => true,
      share: async ({ text, files: [file] }) => (window.shared = [text, file.name, file.type, await file.text()]),
    })""")
    tap(asker, "share", **words)
    assert found(asker)["result"] == {"shared": True}
    assert asker.page.evaluate("shared") == ["Look", "a.txt", "text/plain", "hello"]
    tap(asker, "share", files=["none"])
    assert found(asker)["code"] == NOT_FOUND
    tap(asker, "share", files=["../a.txt"])
    assert found(asker)["code"] == INVALID


@pytest.mark.parametrize("address, contents", [
    ("/manifest.json", None), pytest.param("data:text/plain;base64,aGVsbG8=", b"hello", marks=pytest.mark.thorough("files")), pytest.param("data:,a%20b", b"a b", marks=pytest.mark.thorough("files")), ("blob", b"".join(b"%07d," % number for number in range(150_000)))], ids=["file", "base64", "text", "blob"])
def test_a_link_with_a_file_in_it_gives_the_user_that_file(asker, address, contents):
    asker.frame().evaluate("""(address) => {
      const link = document.createElement("a");
      link.id = "file";
      link.download = "../report.txt";
      link.textContent = "Report";
      link.href = address === "blob" ? URL.createObjectURL(new Blob([Array.from({ length: 150_000 }, (_, number) => `${number}`.padStart(7, "0") + ",").join("")])) : address;
      // As pages do it: it is gone when the click has been heard.
      link.addEventListener("click", () => setTimeout(() => URL.revokeObjectURL(link.href)));
      document.body.prepend(link);
    }""", address)
    with asker.page.expect_download() as download:
        asker.frame().locator("#file").click()
        answer(asker, "Download")
    assert "/" not in download.value.suggested_filename and "report.txt" in download.value.suggested_filename
    given = Path(download.value.path()).read_bytes()
    assert given == contents if contents else b"asker" in given
    until(lambda: not [each for each in ask(asker, "files.list")["result"] if each["path"].startswith("downloads/")])


@pytest.mark.thorough("more in browsers")
def test_a_link_in_no_document_gives_its_file_too(asker):
    asker.frame().evaluate("""() => {
      const button = document.createElement("button");
      button.id = "export";
      button.onclick = () => Object.assign(document.createElement("a"), { href: URL.createObjectURL(new Blob(["hello"])), download: "a.txt" }).click();
      document.body.prepend(button);
    }""")
    with asker.page.expect_download() as download:
        asker.frame().locator("#export").click()
        answer(asker, "Download")
    assert Path(download.value.path()).read_bytes() == b"hello"


def test_a_download_needs_an_answer_and_what_runs_is_refused(asker):
    downloads = []
    asker.page.on("download", lambda download: downloads.append(download))
    for name in "Invoice.pdf.exe", "a.html", "a.html. ", "x.SVG", "run.command":
        tap(asker, "files.save", name=name, type="application/pdf", data="aGVsbG8=")
        assert found(asker)["code"] == INVALID, name
    tap(asker, "files.save", name="a.txt", type="text/plain", data="aGVsbG8=")
    assert "a.txt (1 kB)" in sheet(asker).inner_text()
    asker.page.keyboard.press("Escape")
    assert found(asker)["code"] == CANCELLED
    # One tap is one question.
    asker.frame().evaluate("""() => { window.next = null; window.saved = null; document.querySelector("#go").addEventListener("click", () => {
        const save = () => window.ask("files.save", { name: "b.txt", type: "text/plain", data: "aGVsbG8=" });
        Promise.all([save(), save(), save()]).then((all) => (window.saved = all));
    }, { once: true }); }""")
    asker.page.frame_locator("#mini-app").locator("#go").click()
    sheet(asker)
    asker.page.keyboard.press("Escape")
    until(lambda: asker.frame().evaluate("window.saved"))
    assert sorted(each["code"] for each in asker.frame().evaluate("window.saved")) == sorted([CANCELLED, BUSY, BUSY])
    assert downloads == []


@pytest.mark.thorough("more in browsers")
def test_a_picture_that_is_too_large_or_none_is_refused_and_leaves_nothing(asker, tmp_path):
    before = ask(asker, "files.list")["result"]
    huge, text = tmp_path / "huge.png", tmp_path / "text.png"
    with open(huge, "wb") as file:
        file.truncate(200 * 1024 * 1024)
    text.write_text("no picture")
    assert choose(asker, "files.pick", [huge])["code"] == TOO_LARGE
    assert choose(asker, "camera.photo", [huge], **{"from": "library"})["code"] == TOO_LARGE
    assert choose(asker, "camera.photo", [text], **{"from": "library"})["code"] == INVALID
    assert ask(asker, "files.list")["result"] == before
    assert ask(asker, "host.info")["result"]["name"] == "Lagoon"


def test_colors_vibration_and_what_the_host_says_about_itself(asker):
    """shows: page.setAppearance, ui.haptic, device.network, host.info"""
    page = asker.page
    page.evaluate("Object.defineProperty(navigator, 'vibrate', { value: (pattern) => (window.felt = pattern) })")
    assert ask(asker, "ui.haptic", kind="success") == {"result": None}
    assert page.evaluate("window.felt") is not None
    assert ask(asker, "page.setAppearance", bar="#123456", background="#fed") == {"result": None}
    colors = "(selector) => { const { backgroundColor, color } = getComputedStyle(document.querySelector(selector)); return [backgroundColor, color]; }"
    assert page.evaluate(colors, ".bar") == ["rgb(18, 52, 86)", "rgb(255, 255, 255)"]
    assert page.evaluate(colors, "#mini-app")[0] == "rgb(255, 238, 221)"
    assert ask(asker, "page.setAppearance", bar="#eee") == {"result": None}
    assert page.evaluate(colors, ".bar") == ["rgb(238, 238, 238)", "rgb(0, 0, 0)"]
    assert ask(asker, "device.network")["result"]["online"] is True
    info = ask(asker, "host.info")["result"]
    assert info["platform"] == "web" and {"page.setAppearance", "ui.haptic"} <= set(info["features"])


def test_a_photo_is_made_smaller_and_needs_consent_only_for_the_camera(asker, tmp_path):
    """shows: camera.photo"""
    wide = tmp_path / "wide.png"
    wide.write_bytes(png(2000, 1000))
    photo = choose(asker, "camera.photo", [wide], **{"from": "library", "maxSide": 500})["result"]
    assert (photo["width"], photo["height"], photo["type"]) == (500, 250, "image/jpeg")
    assert read(asker, photo["file"])[:3] == b"\xff\xd8\xff"
    tap(asker, "camera.photo", **{"from": "camera"})
    answer(asker, "Allow")
    dialog = asker.page.locator("dialog.sheet", has_text="Take a photo")
    dialog.wait_for()
    until(lambda: asker.page.evaluate("document.querySelector('video').videoWidth > 0"))
    dialog.get_by_role("button", name="Take photo").click()
    taken = found(asker)["result"]
    assert taken["width"] > 0 and taken["type"] == "image/jpeg"
    # The camera is off again.
    assert asker.page.evaluate("document.querySelector('video')") is None
    tap(asker, "camera.photo", **{"from": "camera"})
    asker.page.locator("dialog.sheet", has_text="Take a photo").get_by_role("button", name="Cancel").click()
    assert found(asker)["code"] == CANCELLED


@pytest.mark.thorough("more in browsers")
def test_a_code_is_typed_where_nothing_scans(asker):
    tap(asker, "scanner.scan")
    answer(asker, "Allow")
    dialog = asker.page.locator("dialog.sheet")
    dialog.get_by_label("The code").fill("verd-4")
    dialog.get_by_role("button", name="Use this code").click()
    assert found(asker)["result"] == {"format": "text", "text": "verd-4"}


def test_people_are_chosen_by_the_user_and_only_their_fields_are_given(asker):
    tap(asker, "contacts.pick", fields=["name"])
    press(sheet(asker).get_by_role("button", name="Ben Okafor"))
    assert found(asker)["result"] == [{"name": "Ben Okafor"}]
    tap(asker, "contacts.pick", fields=["email"], multiple=True)
    sheet(asker).get_by_label("Ben Okafor").check()
    press(sheet(asker).get_by_role("button", name="Choose"))
    assert found(asker)["result"] == [{"email": "ben@lagoon.example"}]
    tap(asker, "contacts.pick", fields=["name"])
    sheet(asker)
    asker.page.keyboard.press("Escape")
    assert found(asker)["code"] == CANCELLED


def pay(person, **parameters):
    tap(person, "payments.request", **{"id": "1", "amount": {"value": "12.30", "currency": "EUR"}, "label": "Lunch", **parameters})


def test_a_payment_is_shown_confirmed_and_taken_once(asker):
    """shows: payments.request"""
    pay(asker)
    answer(asker, "Allow")
    dialog = asker.page.locator("dialog.sheet", has_text="Pay €12.30?")
    dialog.wait_for()
    asker.page.keyboard.press("Escape")
    assert found(asker)["result"] == {"status": "cancelled"}
    stop_clock(asker.page)
    pay(asker)
    dialog.wait_for()
    assert "Lunch" in dialog.inner_text() and "com.example" in dialog.inner_text()
    # Not paying has the focus, and a tap that was meant for something else pays nothing.
    assert asker.page.evaluate("document.activeElement.textContent") == "Cancel"
    primary = dialog.locator("button.primary")
    assert primary.is_disabled()
    asker.page.clock.resume()
    press(primary)
    first = found(asker)["result"]
    assert first["status"] == "paid" and first["receipt"].startswith("T-")
    pay(asker)
    press(asker.page.locator("dialog.sheet button.primary"))
    assert found(asker)["result"] == first
    pay(asker, id="2")
    press(asker.page.locator("dialog.sheet").get_by_role("button", name="Cancel"))
    assert found(asker)["result"] == {"status": "cancelled"}
    pay(asker, id="3", amount={"value": "95.00", "currency": "EUR"})
    press(asker.page.locator("dialog.sheet button.primary"))
    assert found(asker)["result"] == {"status": "failed"}
    pay(asker, id="4", amount={"value": "0.00", "currency": "EUR"})
    assert found(asker)["code"] == INVALID
    # A wallet that can't be reached takes nothing, and says so.
    asker.page.route("**/bridge/payments?**", lambda route: route.abort())
    pay(asker, id="5")
    press(asker.page.locator("dialog.sheet button.primary"))
    assert found(asker)["code"] == -32008


@pytest.mark.thorough("more in browsers")
def test_what_was_taken_back_while_the_sheet_was_open_is_not_paid(asker):
    pay(asker, id="taken-back")
    answer(asker, "Allow")
    asker.page.locator("dialog.sheet", has_text="Pay €12.30?").wait_for()
    asker.page.evaluate(
        "fetch('/permissions/change', { method: 'POST', body: new URLSearchParams({ miniApp: 'com.example.asker', permission: 'payments', decision: 'denied' }) })")
    press(asker.page.locator("dialog.sheet button.primary"))
    assert "code" in found(asker)


def test_a_message_is_shown_before_and_reaches_somebody(asker, lagoon, chromium):
    ben = Person(lagoon, chromium).sign_in("ben")
    tap(asker, "messages.send", text="Lunch at one?", path="/pages/home")
    answer(asker, "Allow")
    dialog = asker.page.locator("dialog.sheet", has_text="Lunch at one?")
    press(dialog.get_by_role("button", name="Ben Okafor"))
    assert found(asker)["result"] == {"sent": True}
    ben.page.locator("#arrived", has_text="A message from Ada Moreno").wait_for()
    ben.page.click("#arrived a")
    ben.page.wait_for_url("**/miniapp/com.example.asker/pages/home")
    ben.context.close()


def test_a_notice_comes_at_its_time_and_can_be_taken_back(asker):
    page, now = asker.page, lambda: int(time.time() * 1000)
    begin(asker, "notifications.schedule", id="2", at=now() + 3_600_000, title="Never")
    answer(asker, "Allow")
    assert found(asker)["result"] is None
    assert ask(asker, "notifications.cancel", id="2")["result"] is None

    def is_told():
        # Messages before the page listens are behind the bell only.
        ask(asker, "notifications.schedule", id="3", at=now(), title="Taken back")
        return page.locator("#arrived", has_text="Taken back").count() > 0

    until(is_told)
    assert ask(asker, "notifications.cancel", id="3")["result"] is None
    # The page notes when it arrives. (`window.arrived` would be the element with that id.)
    page.evaluate("""() => { new MutationObserver(() => {
        if (document.getElementById("arrived")?.innerText.includes("It is time.")) window.arrival ??= Date.now();
    }).observe(document.body, { childList: true, subtree: true, characterData: true }); }""")
    soon = now() + 2_000
    assert ask(asker, "notifications.schedule", id="1", at=soon, title="Soon", body="It is time.")["result"] is None
    until(lambda: page.evaluate("window.arrival ?? null") is not None)
    assert page.evaluate("arrival") >= soon
    page.goto("/notices")
    text = page.inner_text("main")
    assert "Soon" in text and "Never" not in text and "Taken back" not in text
    page.get_by_role("button", name="Remove all").click()
    page.get_by_text("No notices").wait_for()


def test_a_room_is_shared_in_one_order_and_heard_at_once(asker, lagoon, chromium):
    ben = start(Person(lagoon, chromium), "ben")
    for each in (asker, ben):
        # The server listens before it answers.
        with each.page.expect_response(lambda response: "/bridge/events" in response.url):
            assert ask(each, "realtime.join")["result"] is None
        ask(each, "updates.since", serial=0)
    last = ask(asker, "updates.since", serial=0)["result"]["last"]
    serial = ask(asker, "updates.send", payload={"move": 1}, info="Ada moved")["result"]["serial"]
    assert serial == last + 1
    until(lambda: "updates.changed" in ben.frame().evaluate("window.events"))
    update = ask(ben, "updates.since", serial=last)["result"]["updates"][0]
    assert update["payload"] == {"move": 1} and update["info"] == "Ada moved"
    assert len(update["from"]) == 22
    assert ask(asker, "realtime.send", data={"x": 3})["result"] is None
    until(lambda: ben.frame().evaluate("window.last?.event") == "realtime.message")
    assert ben.frame().evaluate("window.last.parameters.data") == {"x": 3}
    assert "realtime.message" not in asker.frame().evaluate("window.events")
    ben.context.close()


def test_any_number_of_tabs_show_a_room_and_hear_of_its_updates(asker, lagoon, chromium):
    """Browsers open six connections to a server, and mini apps may hold three of them."""
    tabs = [asker]
    for _ in range(7 if IS_THOROUGH else 4):
        tab = Person.__new__(Person)
        tab.use(lagoon, asker.context)
        tab.page.goto("/miniapp/com.example.asker")
        tab.frame().wait_for_selector("body[data-ready]")
        tabs.append(tab)
    for tab in tabs:
        assert ask(tab, "realtime.join")["result"] is None
        ask(tab, "updates.since", serial=0)
    serial = ask(tabs[-1], "updates.send", payload={"move": 1})["result"]["serial"]
    for tab in tabs[:-1]:
        # Those without a connection, too.
        until(lambda: (tab.frame().evaluate("window.last?.parameters?.last") or 0) >= serial)
    # Tabs that are closed leave their connections to others: three are left, one for each.
    for tab in tabs[1:-2]:
        tab.page.close()

    ben = start(Person(lagoon, chromium), "ben")
    ask(ben, "realtime.join")

    def hears():
        ask(ben, "realtime.send", data={"x": 5})
        return tabs[-1].frame().evaluate("window.last?.event") == "realtime.message"

    until(hears)
    ben.context.close()


@pytest.mark.thorough("more in browsers")
def test_a_tab_that_nobody_sees_has_no_connection_and_misses_nothing(asker, lagoon, chromium):
    ben = start(Person(lagoon, chromium), "ben")
    page = ben.page
    sent, ended = [], []
    page.on("request", lambda request: sent.append(request.post_data or request.url))
    page.on("requestfailed", lambda request: ended.append(request.url))
    page.on("requestfinished", lambda request: ended.append(request.url))
    with page.expect_response(lambda response: "/bridge/events" in response.url):
        ask(ben, "realtime.join")
    ask(ben, "updates.since", serial=0)
    page.evaluate("""Object.defineProperty(document, "hidden", { configurable: true, get: () => window.isAway });
        window.see = (isAway) => { window.isAway = isAway; document.dispatchEvent(new Event("visibilitychange")); };""")
    # A user who comes back soon still has it.
    stop_clock(page)
    page.evaluate("see(true)")
    page.clock.run_for(500)
    page.evaluate("see(false)")
    page.clock.run_for(5_500)
    page.evaluate("fetch('/health').then(({ ok }) => ok)")
    assert not any("/bridge/events" in url for url in ended)
    page.evaluate("see(true)")
    page.clock.resume()
    until(lambda: page.wait_for_timeout(100) or any("/bridge/events" in url for url in ended))  # sleep: lets Playwright handle requests
    serial = ask(asker, "updates.send", payload={"move": 2})["result"]["serial"]
    page.wait_for_timeout(500)  # sleep: nothing may arrive, which no event shows
    assert ben.frame().evaluate("window.events").count("updates.changed") == 0
    # The server refuses it the first time.
    page.route("**/bridge/events*", lambda route: route.fulfill(status=503), times=1)
    sent.clear()
    page.evaluate("see(false)")
    until(lambda: ben.frame().evaluate("window.last?.event") == "updates.changed")
    assert ben.frame().evaluate("window.last.parameters") == {"last": serial}
    assert sum("/bridge/events" in each for each in sent) == 2 and any("realtime.join" in each for each in sent)
    ask(asker, "realtime.send", data={"x": 4})
    until(lambda: ben.frame().evaluate("window.last?.event") == "realtime.message")
    ben.context.close()


@pytest.mark.thorough("more in browsers")
def test_secrets_are_kept_apart(asker):
    assert ask(asker, "secrets.set", key="pin", value="1234")["result"] is None
    assert ask(asker, "secrets.get", key="pin")["result"] == "1234"
    assert ask(asker, "storage.get", key="pin")["result"] is None
    assert ask(asker, "secrets.remove", key="pin")["result"] is None
    assert ask(asker, "secrets.get", key="pin")["result"] is None


def test_one_mini_app_opens_another_after_the_user_has_agreed(asker):
    # Whether the user may open it is revealed after the question only.
    asked = []
    asker.page.on("request", lambda request: asked.append(request.url) if "/miniapp/com.example.none" in request.url else None)
    tap(asker, "apps.open", id="com.example.none")
    sheet(asker)
    assert asked == []
    answer(asker, "Open")
    assert found(asker)["code"] == NOT_FOUND
    tap(asker, "apps.open", id="com.example.directory", page="pages/person", query="id=30", params={"from": "asker"})
    dialog = sheet(asker)
    assert "Asker would like to open com.example.directory" in dialog.inner_text()
    press(dialog.get_by_role("button", name="Open"))
    asker.page.wait_for_url("**/miniapp/com.example.directory/pages/person?id=30")
    until(lambda: asker.page.frames[-1].evaluate("document.documentElement.dataset.theme") is not None)
    launch = asker.page.frames[-1].evaluate("import('/.atoll/atoll.js').then(({ apps }) => apps.launch())")
    assert launch == {
        "source": "app", "referrer": "com.example.asker", "params": {"from": "asker"}, "page": "pages/person", "query": "id=30"}
    # Closing leads back to where it was opened.
    asker.page.frames[-1].evaluate("void import('/.atoll/atoll.js').then(({ host }) => host.close({ result: 'chosen' }))")
    asker.page.wait_for_url("**/miniapp/com.example.asker**")


@pytest.mark.thorough("more in browsers")
def test_the_life_of_a_mini_app_is_told_by_the_draft_s_names(asker):
    until(lambda: "page shown" in asker.frame().evaluate("window.life"))
    assert asker.frame().evaluate("window.life") == ["global launched", "global shown", "page loaded", "page ready", "page shown"]
    state = ask(asker, "lifecycle.state")["result"]
    assert state["global"] == "shown" and state["input"]["pagePath"] in ("", "pages/home")
    # A page of the same launch is launched no more.
    asker.frame().evaluate("window.life = []; void location.assign('/pages/other')")
    until(lambda: asker.frame().evaluate("window.life?.includes('page shown')"))
    assert "global launched" not in asker.frame().evaluate("window.life")
    asker.frame().evaluate("setTimeout(() => { throw new Error('On purpose.') })")
    until(lambda: "global error" in asker.frame().evaluate("window.life"))


@pytest.mark.thorough("more in browsers")
def test_a_location_watch_ends_with_the_permission(asker):
    asker.context.grant_permissions(["geolocation"], origin=asker.lagoon.origin)
    asker.context.set_geolocation({"latitude": 39.56789, "longitude": 2.65432})
    begin(asker, "location.watch")
    answer(asker, "Allow")
    assert found(asker)["result"] is None
    until(lambda: asker.frame().evaluate("window.last?.event") == "location.changed")
    assert asker.frame().evaluate("window.last.parameters.latitude") == 39.57
    asker.page.evaluate(
        "fetch('/permissions/change', { method: 'POST', body: new URLSearchParams({ miniApp: 'com.example.asker', permission: 'location', decision: 'denied' }) })")
    asker.page.wait_for_timeout(1_200)  # sleep: a place is reported once a second at most
    asker.frame().evaluate("window.events.length = 0")
    asker.context.set_geolocation({"latitude": 40.5, "longitude": 3.5})
    asker.page.wait_for_timeout(1_500)  # sleep: nothing may be reported, which no event shows
    assert "location.changed" not in asker.frame().evaluate("window.events")


@pytest.mark.thorough("more in browsers")
def test_lunch_is_where_colleagues_meet_and_pay(person, lagoon, chromium):
    ben = Person(lagoon, chromium)
    for each, name in ((person, "ada"), (ben, "ben")):
        each.sign_in(name)
        each.forget("com.example.lunch")
    inside, there = person.open("Lunch"), ben.open("Lunch")
    is_early = person.frame().evaluate("new Date() < new Date().setHours(12, 45, 0, 0)")
    inside.get_by_label("I eat here: Verd").click()
    person.page.locator("dialog.sheet", has_text="Know your name").wait_for()
    answer(person, "Allow")
    # Before a quarter to one, it asks to remind. That it is joined shows as soon as the others hear of it, perhaps before that.
    if is_early:
        person.page.locator("dialog.sheet", has_text="Send you notifications").wait_for()
        answer(person, "Don’t allow")
    inside.get_by_label("Not today: Verd").wait_for()
    there.get_by_text("With Ada Moreno").wait_for()
    inside.get_by_text("Pay at the till").click()
    inside.get_by_role("button", name="Scan the table").click()
    answer(person, "Allow")
    person.page.get_by_label("The code").fill("verd-4")
    person.page.get_by_role("button", name="Use this code").click()
    person.page.locator("dialog.sheet", has_text="Ask you to pay").wait_for()
    answer(person, "Allow")
    press(person.page.locator("dialog.sheet button.primary"))
    inside.get_by_text("Paid. Enjoy your meal!").wait_for()
    inside.get_by_text("Verd: €11.20, receipt T-").wait_for()
    assert person.errors == [] and ben.errors == []
    ben.context.close()


def test_the_rest_of_the_table_answers_in_the_shell(asker):
    assert ask(asker, "storage.setAll", items={"a": "1", "b/1": "2", "b/2": "3"})["result"] is None
    assert ask(asker, "storage.set", key="c", value="4")["result"] is None
    assert ask(asker, "storage.keys")["result"] == ["a", "b/1", "b/2", "c"]
    assert ask(asker, "storage.getAll", prefix="b/")["result"] == {"b/1": "2", "b/2": "3"}
    assert ask(asker, "storage.remove", key="a")["result"] is None
    assert ask(asker, "storage.size")["result"]["keys"] == 3
    assert ask(asker, "storage.clear")["result"] is None
    assert ask(asker, "storage.get", key="c")["result"] is None
    data = base64.b64encode(b"hello").decode()
    assert ask(asker, "files.write", path="notes/1.txt", data=data)["result"] == {"size": 5}
    assert ask(asker, "files.read", path="notes/1.txt", offset=2)["result"] == {"data": base64.b64encode(b"llo").decode(), "size": 5}
    assert ask(asker, "files.remove", path="notes/1.txt")["result"] is None
    assert ask(asker, "files.read", path="notes/1.txt")["code"] == NOT_FOUND
    assert ask(asker, "files.read", path="../secrets")["code"] == INVALID
    assert ask(asker, "host.log", level="info", message="hello")["result"] is None
    assert ask(asker, "lifecycle.error", message="on purpose")["result"] is None
    assert ask(asker, "analytics.event", name="opened", params={"from": "test"})["result"] is None
    assert ask(asker, "user.signIn")["result"] == {"signedIn": True}
    assert ask(asker, "apps.launch")["result"]["source"] in ("hub", "link")
    # The manifest asks for no tokens.
    assert ask(asker, "user.token")["code"] == -32010 and ask(asker, "user.code")["code"] == -32010
    assert ask(asker, "location.unwatch")["result"] is None
    assert ask(asker, "realtime.leave")["result"] is None
    # Chromium on Linux may lack these: a typed answer either way.
    for method, parameters in [("device.battery", {}), ("page.setOrientation", {"orientation": "portrait"})]:
        answered = ask(asker, method, **parameters)
        assert "result" in answered or answered["code"] == -32004
    tap(asker, "page.setFullscreen", on=True)
    answered = found(asker)
    assert answered.get("result", 0) is None or answered["code"] == -32004
    if "result" in answered:
        # The bar stays in sight: nothing can pass for the shell or the browser.
        assert asker.page.evaluate("document.fullscreenElement.contains(document.querySelector('.app-bar'))")
        assert asker.page.evaluate("""() => { const { x, y, width, height } = document.getElementById("close").getBoundingClientRect();
            return document.getElementById("close").contains(document.elementFromPoint(x + width / 2, y + height / 2)); }""")
    asker.page.evaluate("document.fullscreenElement && document.exitFullscreen()")
    asker.page.context.grant_permissions(["clipboard-read", "clipboard-write"], origin=asker.lagoon.origin)
    tap(asker, "share", text="Look at this")
    sheet(asker).get_by_role("button", name="Copy").click()
    assert found(asker)["result"] == {"shared": True}


@pytest.mark.thorough("more in browsers")
def test_a_number_stands_beside_the_mini_app_in_the_hub(asker):
    begin(asker, "notifications.badge", count=3)
    answer(asker, "Allow")
    assert found(asker)["result"] is None
    asker.page.goto("/hub")
    asker.page.locator(".cell", has_text="Asker").locator(".tile-badge", has_text="3").wait_for()


@pytest.mark.thorough("more in browsers")
def test_the_address_is_given_with_consent(asker):
    begin(asker, "user.contact", fields=["email"])
    answer(asker, "Allow")
    assert found(asker)["result"] == {"email": "ada@lagoon.example", "emailVerified": True}
    asker.frame().evaluate("void window.ask('page.changed', { page: '/pages/home?x=1' })")
    asker.page.wait_for_url("**/pages/home?x=1")
    asker.frame().evaluate("void window.ask('host.close')")
    asker.page.wait_for_url("**/hub**")


@pytest.mark.thorough("more in browsers")
def test_tapping_fast_pays_sends_and_gives_nothing(asker):
    """A mini app can have the user tap again and again in one place: no button there answers before they stop."""
    for method, parameters in [
        ("contacts.pick", {"fields": ["name"]}),
        ("host.openURL", {"url": "https://example.com/"}),
        ("apps.open", {"id": "com.example.directory"}),
    ]:
        # From the page's own timers, so that no pause between two taps is longer than the sheet's.
        asker.page.evaluate("""() => {
            window.taps = 0;
            window.tapping = setInterval(() => {
                const buttons = document.querySelectorAll('dialog.sheet button:not(:first-of-type)');
                for (const each of buttons) each.click();
                if (buttons.length) taps += 1;
            }, 100);
        }""")
        tap(asker, method, **parameters)
        dialog = sheet(asker)
        until(lambda: asker.page.evaluate("taps") > 12)
        assert dialog.is_visible() and asker.frame().evaluate("window.found") is None
        asker.page.evaluate("clearInterval(tapping)")
        asker.page.keyboard.press("Escape")
        assert found(asker)["code"] == CANCELLED


@pytest.mark.thorough("more in browsers")
def test_what_the_manifest_names_is_opened_without_a_question(asker):
    asker.context.route("https://known.example.com/**", lambda route: route.fulfill(body="Known.", content_type="text/plain"))
    with asker.context.expect_page() as opened:
        tap(asker, "host.openURL", url="https://known.example.com/a?b")
    opened.value.wait_for_url("https://known.example.com/a?b")
    assert opened.value.evaluate("opener") is None
    opened.value.close()
    for url in ("https://known.example.com@evil.test/", "https://a@known.example.com/", "https://a:b@known.example.com/"):
        tap(asker, "host.openURL", url=url)
        assert found(asker)["code"] == INVALID, url
    for url in ("https://known.example.com.evil.test/", "https://known.example.com:8443/", "mailto:a@known.example.com"):
        tap(asker, "host.openURL", url=url)
        assert url in sheet(asker).inner_text()
        asker.page.keyboard.press("Escape")
        assert found(asker)["code"] == CANCELLED, url


@pytest.mark.parametrize("script", [
    "location.href = 'https://elsewhere.example.com/a?b'",
    pytest.param("location.replace('https://elsewhere.example.com/a?b')", marks=pytest.mark.thorough("more in browsers")),
    pytest.param("""{ const form = document.createElement("form"); form.action = "https://elsewhere.example.com/a"; form.innerHTML = "<input name=b>";
        document.body.append(form); form.submit(); }""", marks=pytest.mark.thorough("more in browsers")),
])
def test_a_page_that_leads_elsewhere_stays_and_the_user_is_asked(asker, script):
    asker.frame().evaluate("document.body.append(Object.assign(document.createElement('input'), { id: 'entered', value: 'not lost' }))")
    asker.frame().evaluate(f"void setTimeout(() => {script})")
    assert "elsewhere.example.com" in sheet(asker).inner_text()
    asker.page.keyboard.press("Escape")
    assert ask(asker, "host.info")["result"]["name"] == "Lagoon"
    assert asker.frame().evaluate("document.getElementById('entered').value") == "not lost"


@pytest.mark.thorough("more in browsers")
def test_who_is_asked_again_and_again_can_leave(asker):
    asker.frame().evaluate("void (async () => { for (;;) await window.ask('ui.alert', { message: 'Stay!' }); })()")
    for _ in range(3):
        sheet(asker).get_by_role("button", name="OK").click()
    asker.page.locator("dialog.sheet").get_by_role("button", name="Close the mini app").click()
    asker.page.wait_for_url("**/hub**")


@pytest.mark.thorough("more in browsers")
def test_a_bill_says_what_is_paid(asker):
    is_asked = False
    for parameters in [
        {"items": [{"label": "Total", "value": "2.00"}]}, {"amount": {"value": "12.3049", "currency": "EUR"}},
        {"amount": {"value": "0.5", "currency": "JPY"}},
    ]:
        pay(asker, **{"id": "bill", **parameters})
        # The first time, the user is asked for the permission before.
        if not is_asked:
            answer(asker, "Allow")
            is_asked = True
        assert found(asker)["code"] == INVALID


@pytest.mark.thorough("more in browsers")
def test_a_notice_leads_only_into_its_mini_app_and_ends_with_the_permission(asker):
    begin(asker, "notifications.schedule", id="1", at=int(time.time() * 1000) + 60_000, title="Later")
    answer(asker, "Allow")
    assert found(asker)["result"] is None
    for path in ["/../com.example.expenses/pages/edit", "/%2e%2e/permissions", "//example.com", "/a/../../b", "pages/home"]:
        assert ask(asker, "notifications.schedule", id="2", at=0, title="Out", path=path)["code"] in (INVALID, TOO_LARGE)
    assert ask(asker, "notifications.schedule", id="3", at=0, title="Now", path="/pages/home")["result"] is None
    asker.page.locator("#arrived", has_text="From Asker").wait_for()
    asker.page.evaluate(
        "fetch('/permissions/change', { method: 'POST', body: new URLSearchParams({ miniApp: 'com.example.asker', permission: 'notifications', decision: 'denied' }) })")
    until(lambda: asker.page.evaluate("fetch('/notice/new').then((response) => response.json()).then(({ count }) => count)") == 0)


@pytest.mark.thorough("more in browsers")
def test_whoever_forgets_a_mini_app_is_somebody_else_there(asker):
    ask(asker, "updates.send", payload="from before")
    ask(asker, "storage.set", key="a", value="1")
    before = ask(asker, "updates.since", serial=0)["result"]["updates"][-1]
    asker.forget("com.example.asker")
    assert ask(asker, "storage.get", key="a")["result"] is None
    log = ask(asker, "updates.since", serial=0)["result"]["updates"]
    assert before["from"] not in [each["from"] for each in log]
    ask(asker, "updates.send", payload="from after")
    assert ask(asker, "updates.since", serial=before["serial"])["result"]["updates"][-1]["from"] != before["from"]
