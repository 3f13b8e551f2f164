"""The site as an app that a browser can install, and offline."""

import pytest

from conftest import Lagoon, Person, until


def signed_in(lagoon, chromium):
    return Person(lagoon, chromium, service_workers="allow", reduced_motion="reduce").sign_in("ben")


def controlled(page):
    """Returns whether a worker controls the page, and reloads the page otherwise: Chromium may still clear the site's data after a sign-in, and a
    registration with it. Each page registers again."""
    if page.evaluate("!!navigator.serviceWorker.controller"):
        return True
    page.reload()
    return False


# The folders of files that are the same for everybody, as service-worker.js has them.
PUBLIC = ("/assets/", "/styles/", "/icons/")


def cached(page):
    """Returns the paths that the worker has cached."""
    return page.evaluate("""caches.keys().then((names) => Promise.all(names.map(async (name) => (await (await caches.open(name)).keys())
        .map(({ url }) => new URL(url).pathname)))).then((paths) => paths.flat())""")


def with_kept_home(lagoon, chromium):
    """A person whose browser has cached their home screen."""
    person = signed_in(lagoon, chromium)
    page = person.page
    page.goto("/today")
    until(lambda: controlled(page))
    page.reload()
    until(lambda: page.evaluate("caches.open('atoll-1').then((store) => store.match('/today')).then(Boolean)"))
    return person


def test_it_can_be_installed(lagoon, chromium):
    person = signed_in(lagoon, chromium)
    page = person.page
    page.goto("/today")
    manifest = page.evaluate("fetch(document.querySelector('link[rel=manifest]').href).then((answer) => answer.json())")
    assert manifest["name"] == "Lagoon" and manifest["start_url"] == "/" and manifest["display"] == "standalone"
    for icon in manifest["icons"]:
        assert page.request.get(icon["src"]).headers["content-type"].startswith("image/svg+xml")
    session = person.context.new_cdp_session(page)
    assert session.send("Page.getInstallabilityErrors")["installabilityErrors"] in ([], [{"errorId": "in-incognito", "errorArguments": []}])
    person.context.close()


@pytest.mark.thorough("more in browsers")
def test_the_last_home_is_there_without_a_connection(tmp_path, chromium):
    # A separate Lagoon that can be stopped: even in a browser set to offline, a service worker can send requests.
    lagoon = Lagoon(tmp_path, with_intruder=False)
    lagoon.start()
    try:
        person = signed_in(lagoon, chromium)
        page = person.page
        page.goto("/today")
        until(lambda: controlled(page))
        page.reload()
        first = page.locator(".module").first.get_attribute("id")
        until(lambda: page.evaluate("caches.open('atoll-1').then((store) => store.match('/today')).then(Boolean)"))
        until(lambda: page.evaluate("caches.open('atoll-1').then((store) => store.keys()).then((keys) => keys.length)") > 4)
        page.reload()
    finally:
        lagoon.stop()
    page.goto("/today")
    assert page.locator(".module").first.get_attribute("id") == first
    assert page.inner_text(".column > .notice").startswith("You are offline. This page is from ")
    blue = page.evaluate("getComputedStyle(document.querySelector('.module')).backgroundColor")
    assert blue == "rgb(0, 89, 106)", "its style sheet is cached, too"
    page.goto("/about/com.example.kudos")
    assert page.inner_text("h1") == "You are offline"
    page.click("text=Back to the start page")
    until(lambda: page.locator(".module").count() > 0)
    person.context.close()


@pytest.mark.thorough("more in browsers")
def test_a_mini_app_says_that_it_is_offline(lagoon, chromium):
    person = signed_in(lagoon, chromium)
    inside = person.open("Kudos")
    # On a machine without a network, Chromium takes itself to be offline from the start, and has nothing to report.
    is_news = person.page.evaluate("navigator.onLine")
    person.context.set_offline(True)
    if not is_news:
        person.page.evaluate("dispatchEvent(new Event('offline'))")
    until(lambda: "You are offline" in person.page.inner_text("#notice"))
    assert inside.locator("body").count() == 1
    person.context.set_offline(False)
    person.context.close()


@pytest.mark.thorough("more in browsers")
def test_a_mini_app_that_starts_late_does_not_take_that_back(lagoon, chromium):
    person = signed_in(lagoon, chromium)
    person.page.add_init_script("addEventListener('DOMContentLoaded', () => dispatchEvent(new Event('offline')))")
    person.open("Kudos")
    until(lambda: person.page.get_attribute("#mini-app", "data-ready") is not None)
    assert "You are offline" in person.page.inner_text("#notice")
    person.context.close()


def test_nothing_of_it_is_left_after_signing_out(lagoon, chromium):
    person = with_kept_home(lagoon, chromium)
    page = person.page
    person.sign_out()
    # The worker may cache the public files of the sign-in page again before it ends.
    until(lambda: all(path.startswith(PUBLIC) for path in cached(page)), said=lambda: cached(page))
    until(lambda: page.evaluate("navigator.serviceWorker.getRegistrations().then((all) => all.length)") == 0)
    person.context.close()


@pytest.mark.thorough("more in browsers")
def test_nothing_of_it_is_left_when_a_session_has_ended_by_itself(lagoon, chromium):
    person = with_kept_home(lagoon, chromium)
    page = person.page
    person.context.clear_cookies()
    # The open page may notice first and reload itself in the meantime.
    until(lambda: page.goto("/today"))
    until(lambda: page.evaluate("location.pathname") == "/sign-in")
    # The style sheets of the sign-in page may already be cached again; they are public.
    until(lambda: not page.evaluate("Promise.all([caches.match('/today'), caches.match('/.home')]).then((all) => all.some(Boolean))"))
    person.context.close()
