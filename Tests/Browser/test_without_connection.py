"""What a user has opened opens without a connection, and what is entered then is kept until there is one."""

import pytest

from conftest import Lagoon, Person, until

SAMPLES = {"Kudos": "com.example.kudos", "Expenses": "com.example.expenses", "Directory": "com.example.directory"}


@pytest.fixture
def own(tmp_path):
    """A Lagoon that can be stopped: even in a browser set to offline, a service worker can send requests."""
    running = Lagoon(tmp_path, with_intruder=False)
    running.start()
    yield running
    if running.process.poll() is None:
        running.stop()


def signed_in(lagoon, chromium, name="ada"):
    person = Person(lagoon, chromium, service_workers="allow", reduced_motion="reduce").sign_in(name)
    # The first page is kept, too, although it was there before the worker.
    until(lambda: kept(person.page, "/hub"))
    person.page.reload()
    until(lambda: person.page.evaluate("!!navigator.serviceWorker.controller"))
    return person


def kept(page, address):
    return page.evaluate(
        "(address) => caches.open('atoll-1').then((store) => store.match(address)).then(Boolean)", address)


def keep_mini_app(person, name):
    """Opens a mini app until its browser has kept it."""
    person.open(name)
    page = person.page
    until(lambda: page.evaluate("(id) => localStorage.getItem('atoll.kept:' + id) !== null", SAMPLES[name]), seconds=20)


def down(lagoon):
    ports = str(lagoon.port), lagoon.center.rsplit(":", 1)[1]
    lagoon.stop()
    return ports


def test_what_was_opened_opens(own, chromium):
    person = signed_in(own, chromium)
    page = person.page
    for name in SAMPLES:
        keep_mini_app(person, name)
    for address in ["/hub", "/products", "/products?id=30", "/about/com.example.kudos", "/today"]:
        page.goto(address)
        until(lambda: kept(page, address))
    down(own)
    for address, words in [
            ("/hub", "Expenses"), ("/products", "Coral Lamp"), ("/products?id=30", "No. 30"), ("/about/com.example.kudos", "Kudos"),
            ("/today", "Good morning")]:
        page.goto(address)
        assert words in page.inner_text("body"), address
        assert page.inner_text(".column > .notice").startswith("You are offline. This page is from ")
    for name in SAMPLES:
        page.goto("/hub")
        page.click(f".tile:has-text('{name}')")
        inside = page.frame_locator("#mini-app")
        inside.locator("html[data-theme]").wait_for(state="attached")
        until(lambda: len(inside.locator("body").inner_text()) > 20)
        assert page.locator("#splash").count() == 0
    # What was never opened says so.
    page.goto("/about/com.example.directory")
    assert page.inner_text("h1") == "You are offline" and "before" in page.inner_text("p")
    person.context.close()


def add_expense(inside, what, amount):
    inside.locator("a[href$='edit']").first.click()
    inside.locator("#amount").fill(amount)
    inside.locator("#note").fill(what)
    inside.locator("#save").click()


def test_an_expense_entered_without_a_connection_is_there_after_it(own, chromium):
    person = signed_in(own, chromium)
    page = person.page
    keep_mini_app(person, "Expenses")
    # What it has kept is read by then.
    until(lambda: page.evaluate(
        """() => new Promise((resolve) => {
          const request = indexedDB.open("atoll-kept");
          request.onsuccess = () => {
            const found = request.result.transaction("apps").objectStore("apps").getAllKeys();
            found.onsuccess = () => { request.result.close(); resolve(found.result.length > 0); };
          };
        })"""))
    ports = down(own)
    page.goto("/miniapp/com.example.expenses")
    inside = page.frame_locator("#mini-app")
    inside.locator("html[data-theme]").wait_for(state="attached")
    add_expense(inside, "Ferry without a signal", "12.50")
    until(lambda: "Ferry without a signal" in inside.locator("body").inner_text())
    assert "waits for a connection" in page.inner_text("#waiting") or "wait for a connection" in page.inner_text("#waiting")
    # Another tab agrees.
    other = person.context.new_page()
    other.goto("/miniapp/com.example.expenses")
    second = other.frame_locator("#mini-app")
    second.locator("html[data-theme]").wait_for(state="attached")
    until(lambda: "Ferry without a signal" in second.locator("body").inner_text())
    own.start(*ports)
    page.evaluate("dispatchEvent(new Event('online'))")
    until(lambda: not page.is_visible("#waiting"), seconds=20)
    # On another device, too.
    elsewhere = Person(own, chromium).sign_in("ada")
    inside = elsewhere.open("Expenses")
    until(lambda: "Ferry without a signal" in inside.locator("body").inner_text())
    elsewhere.context.close()
    person.context.close()


def test_a_write_that_is_refused_later_is_told_and_kept(own, chromium):
    person = signed_in(own, chromium)
    page = person.page
    keep_mini_app(person, "Expenses")
    ports = down(own)
    page.goto("/miniapp/com.example.expenses")
    page.frame_locator("#mini-app").locator("html[data-theme]").wait_for(state="attached")
    inside = page.frame_locator("#mini-app")
    add_expense(inside, "Too late", "3")
    until(lambda: page.is_visible("#waiting"))
    # Nobody has the mini app any more when the connection is back.
    page.route("**/bridge?*", lambda route: route.fulfill(
        content_type="application/json", body='{"jsonrpc":"2.0","id":1,"error":{"code":-32002,"message":"There is no room.","data":{}}}'))
    own.start(*ports)
    page.evaluate("dispatchEvent(new Event('online'))")
    until(lambda: "refused: There is no room." in page.inner_text("#waiting"), seconds=20)
    page.unroute("**/bridge?*")
    page.locator("#waiting").get_by_role("button", name="Try again").click()
    until(lambda: not page.is_visible("#waiting"))
    person.context.close()


def test_signing_out_without_a_connection_leaves_nothing(own, chromium):
    person = signed_in(own, chromium)
    page = person.page
    page.goto("/hub")
    until(lambda: kept(page, "/hub"))
    ports = down(own)
    page.goto("/hub")
    page.click("details.account summary")
    page.click("text=Sign out")
    until(lambda: page.inner_text("h1") == "You are signed out")
    page.goto("/hub")
    assert page.inner_text("h1") == "You are signed out"
    own.start(*ports)
    page.goto("/hub")
    until(lambda: page.evaluate("location.pathname") == "/sign-in")
    person.context.close()


def test_signing_out_in_one_tab_shows_in_all(lagoon, chromium):
    person = signed_in(lagoon, chromium)
    person.open("Kudos")
    other = person.context.new_page()
    other.goto("/hub")
    other.click("details.account summary")
    other.click("text=Sign out")
    other.wait_for_url("**/sign-in")
    until(lambda: person.page.evaluate("location.pathname") == "/sign-in")
    assert person.page.locator("iframe").count() == 0
    person.context.close()


def test_the_next_user_of_the_browser_finds_nothing(own, chromium):
    person = signed_in(own, chromium)
    page = person.page
    keep_mini_app(person, "Kudos")
    page.goto("/hub")
    person.sign_out()
    person.sign_in("ben")
    down(own)
    for address in ["/miniapp/com.example.kudos", "/today", "/about/com.example.kudos"]:
        page.goto(address)
        assert "Ada" not in page.content()
    page.goto("/miniapp/com.example.kudos")
    assert page.inner_text("h1") == "You are offline"
    person.context.close()


def test_what_waits_survives_a_session_that_ended(own, chromium):
    """The same user signs in again: what was entered meanwhile is sent. Another user finds nothing of it."""
    person = signed_in(own, chromium)
    page = person.page
    keep_mini_app(person, "Expenses")
    ports = down(own)
    page.goto("/miniapp/com.example.expenses")
    inside = page.frame_locator("#mini-app")
    inside.locator("html[data-theme]").wait_for(state="attached")
    add_expense(inside, "After the session", "7")
    until(lambda: page.is_visible("#waiting"))
    cookies = [each for each in person.context.cookies() if each["name"] == "__Host-session"]
    own.start(*ports)
    requests = chromium.new_context(base_url=own.origin)
    requests.add_cookies(cookies)
    requests.request.post("/sign-out", headers={"Origin": own.origin, "Content-Type": "application/x-www-form-urlencoded"})
    requests.close()
    # The open page notices, and shows nothing more.
    page.evaluate("dispatchEvent(new Event('online'))")
    until(lambda: page.evaluate("location.pathname") == "/sign-in", seconds=20)
    person.sign_in("ada")
    inside = person.open("Expenses")
    until(lambda: not page.is_visible("#waiting"), seconds=20)
    page.reload()
    until(lambda: "After the session" in inside.locator("body").inner_text())
    person.context.close()


def test_no_mini_app_takes_the_room_of_another(own, chromium):
    person = signed_in(own, chromium)
    page = person.page
    for name in ["Kudos", "Expenses"]:
        keep_mini_app(person, name)
    down(own)
    page.goto("/miniapp/com.example.kudos")
    page.frame_locator("#mini-app").locator("html[data-theme]").wait_for(state="attached")
    frame = next(frame for frame in page.frames if frame.parent_frame)
    refused = frame.evaluate("""async () => {
      const { storage, call } = await import("/.atoll/atoll.js");
      const codes = new Set();
      for (let index = 0; index < 12; index++) await storage.set(`k${index}`, "x".repeat(500_000)).catch(({ code }) => codes.add(code));
      await call("storage.set", { key: "a", value: "half \\ud83d" }).catch(({ code }) => codes.add(code));
      await call("storage.set", { key: 7, value: "x" }).catch(({ code }) => codes.add(code));
      return [...codes].sort();
    }""")
    assert refused == [-32002, -32602], refused
    page.goto("/miniapp/com.example.expenses")
    inside = page.frame_locator("#mini-app")
    inside.locator("html[data-theme]").wait_for(state="attached")
    add_expense(inside, "Still room", "1")
    until(lambda: "Still room" in inside.locator("body").inner_text())
    person.context.close()
