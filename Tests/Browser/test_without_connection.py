"""What a user has opened opens without a connection, and what is entered then is kept until there is one."""

import pytest

from conftest import Lagoon, Person, until

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
    # The first page is cached, too, although it was there before the worker.
    until(lambda: kept(person.page, "/hub"))
    person.page.reload()
    until(lambda: person.page.evaluate("!!navigator.serviceWorker.controller"))
    return person


def kept(page, address):
    return page.evaluate(
        "(address) => caches.open('atoll-1').then((store) => store.match(address)).then(Boolean)", address)


def down(lagoon):
    ports = str(lagoon.port), lagoon.center.rsplit(":", 1)[1]
    lagoon.stop()
    return ports


def test_what_was_opened_opens(own, chromium):
    person = signed_in(own, chromium)
    page = person.page
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
    # A mini app's pages are not cached: the page says that there is no connection, and no frame stays empty.
    page.goto("/miniapp/com.example.kudos")
    assert page.inner_text("h1") == "You are offline" and page.locator("iframe").count() == 0
    # A page that was never opened says so.
    page.goto("/about/com.example.directory")
    assert page.inner_text("h1") == "You are offline" and "before" in page.inner_text("p")
    person.context.close()


WRITE = """async ([key, value]) => {
  const { storage } = await import("/.atoll/atoll.js");
  await storage.set(key, value);
  return storage.get(key);
}"""


def frame_of(person, name):
    person.open(name)
    return person.frame()


def test_what_is_written_without_a_connection_is_there_after_it(own, chromium):
    person = signed_in(own, chromium)
    page = person.page
    inside = frame_of(person, "Expenses")
    ports = down(own)
    # Reads return the written values, although they were not sent yet.
    assert inside.evaluate(WRITE, ["ferry", 12.5]) == 12.5
    assert inside.evaluate(WRITE, ["ferry", 13]) == 13
    until(lambda: "2 changes wait for a connection." in page.inner_text("#waiting"))
    own.start(*ports)
    page.evaluate("dispatchEvent(new Event('online'))")
    until(lambda: not page.is_visible("#waiting"))
    # On another device, too.
    elsewhere = Person(own, chromium).sign_in("ada")
    there = frame_of(elsewhere, "Expenses")
    assert there.evaluate("import('/.atoll/atoll.js').then(({ storage }) => storage.get('ferry'))") == 13
    elsewhere.context.close()
    person.context.close()


@pytest.mark.thorough("more in browsers")
def test_a_write_that_is_refused_later_is_told_and_kept(own, chromium):
    person = signed_in(own, chromium)
    page = person.page
    inside = frame_of(person, "Expenses")
    ports = down(own)
    inside.evaluate(WRITE, ["late", 3])
    until(lambda: page.is_visible("#waiting"))
    page.route("**/bridge?*", lambda route: route.fulfill(
        content_type="application/json", body='{"jsonrpc":"2.0","id":1,"error":{"code":-32002,"message":"There is no room.","data":{}}}'))
    own.start(*ports)
    page.evaluate("dispatchEvent(new Event('online'))")
    until(lambda: "refused: There is no room." in page.inner_text("#waiting"))
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
    # A reload with Shift is not handled by the worker, which knows that the user has signed out.
    page.context.new_cdp_session(page).send("Page.reload", {"ignoreCache": True})
    until(lambda: page.evaluate("location.pathname") == "/sign-in")
    # A new session stays, although the worker has not told the server of the end of the old one.
    page.fill("#name", "ada")
    page.fill("#password", "coral-reef-1843")
    page.get_by_role("button", name="Sign in").click()
    until(lambda: page.evaluate("location.pathname") == "/hub")
    page.goto("/profile")
    until(lambda: page.evaluate("location.pathname") == "/profile")
    page.goto("/hub")
    until(lambda: page.evaluate("location.pathname") == "/hub")
    person.context.close()


@pytest.mark.parametrize("has_connection", [True, pytest.param(False, marks=pytest.mark.thorough("more in browsers"))])
def test_signing_out_in_one_tab_shows_in_all(request, chromium, has_connection):
    server = request.getfixturevalue("lagoon" if has_connection else "own")
    person = signed_in(server, chromium)
    person.open("Kudos")
    tabs = [person.page, *(person.context.new_page() for _ in range(3))]
    for tab, address in zip(tabs[1:], ["/today", "/products", "/hub"]):
        tab.goto(address)
    if not has_connection:
        down(server)
    tabs[3].click("details.account summary")
    tabs[3].click("text=Sign out")
    if has_connection:
        for tab in tabs:
            tab.wait_for_url("**/sign-in**")
    else:
        for tab in tabs:
            tab.get_by_role("heading", name="You are signed out").wait_for()
            assert "Ada" not in tab.content()
    assert all(tab.locator("iframe").count() == 0 for tab in tabs)
    person.context.close()


@pytest.mark.thorough("more in browsers")
def test_the_next_user_of_the_browser_finds_nothing(own, chromium):
    person = signed_in(own, chromium)
    page = person.page
    person.open("Kudos")
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


@pytest.mark.thorough("more in browsers")
def test_what_waits_survives_a_session_that_ended(own, chromium):
    """The same user signs in again: what was entered meanwhile is sent."""
    person = signed_in(own, chromium)
    page = person.page
    inside = frame_of(person, "Expenses")
    ports = down(own)
    inside.evaluate(WRITE, ["after", 7])
    until(lambda: page.is_visible("#waiting"))
    cookies = [each for each in person.context.cookies() if each["name"] == "__Host-session"]
    own.start(*ports)
    requests = chromium.new_context(base_url=own.origin)
    requests.add_cookies(cookies)
    requests.request.post("/sign-out", headers={"Origin": own.origin, "Content-Type": "application/x-www-form-urlencoded"})
    requests.close()
    # The open page notices, and shows nothing more.
    page.evaluate("dispatchEvent(new Event('online'))")
    until(lambda: page.evaluate("location.pathname") == "/sign-in")
    person.sign_in("ada")
    inside = frame_of(person, "Expenses")
    until(lambda: not page.is_visible("#waiting"))
    assert inside.evaluate("import('/.atoll/atoll.js').then(({ storage }) => storage.get('after'))") == 7
    person.context.close()


@pytest.mark.thorough("more in browsers")
def test_no_mini_app_takes_the_room_of_another(own, chromium):
    person = signed_in(own, chromium)
    kudos = frame_of(person, "Kudos")
    other = person.context.new_page()
    other.goto("/miniapp/com.example.expenses")
    other.frame_locator("#mini-app").locator("html[data-theme]").wait_for(state="attached")
    expenses = next(frame for frame in other.frames if frame.parent_frame)
    down(own)
    refused = kudos.evaluate("""async () => {
      const { storage, call } = await import("/.atoll/atoll.js");
      const codes = new Set();
      for (let index = 0; index < 12; index++) await storage.set(`k${index}`, "x".repeat(500_000)).catch(({ code }) => codes.add(code));
      await call("storage.set", { key: "a", value: "half \\ud83d" }).catch(({ code }) => codes.add(code));
      await call("storage.set", { key: 7, value: "x" }).catch(({ code }) => codes.add(code));
      return [...codes].sort();
    }""")
    assert refused == [-32002, -32602], refused
    assert expenses.evaluate(WRITE, ["room", 1]) == 1
    # Both tabs say the same.
    until(lambda: person.page.inner_text("#waiting") == other.inner_text("#waiting") != "")
    person.context.close()
