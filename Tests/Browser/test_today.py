"""Today: which modules it shows when, live updates in each tab, with and without script, and the card of a mini app."""

import time
from urllib.parse import urlsplit

import pytest

from conftest import Person, until
from tiers import sampled

PLAN = "module-plan-introduction"


@pytest.fixture
def ben(lagoon, chromium):
    """A person with a Today of their own, reset to the first day."""
    person = Person(lagoon, chromium, viewport={"width": 390, "height": 780}).sign_in("ben")
    explain(person)
    person.page.goto("/today")
    panel(person)
    with person.page.expect_navigation():
        person.page.click("button[name=reset]")
    yield person
    person.context.close()
    assert person.errors == []


def explain(person):
    """Turns on the panel for developers."""
    person.page.goto("/settings")
    if person.page.locator("[role=switch][aria-checked=false]").count():
        person.page.click("[role=switch]")
        person.page.wait_for_selector("[role=switch][aria-checked=true]")


def panel(person):
    if not person.page.locator("#debug").count():
        explain(person)
        person.page.goto("/today")
    if not person.page.locator("#debug[open]").count():
        person.page.click("#debug summary")


def choose(person, date="2026-11-21T09:00:00", **choices):
    """Sets the inputs of Today with the demo's panel, and the time of its day."""
    panel(person)
    with person.page.expect_navigation():
        # In one step: an update may replace the panel, and with it what was chosen.
        person.page.evaluate("""([choices, date]) => {
            const form = document.querySelector("#debug form");
            for (const [name, value] of Object.entries(choices)) form.elements[name].value = value;
            form.elements.date.value = date;
            form.requestSubmit(form.querySelector(".primary"));
        }""", [choices, date])


# Notes what a page shows after each update, in `seen`, and counts the updates.
WATCH = """addEventListener("DOMContentLoaded", () => {
    const shown = () => [...document.querySelectorAll(".module")].map(({ id }) => id).filter((id) => id !== "module-miniApp").join(" ");
    window.updates = 0;
    window.seen = [shown()];
    addEventListener("atoll:updated", () => {
        updates += 1;
        if (shown() !== seen.at(-1)) seen.push(shown());
    });
});"""


def change(page, **fields):
    """Sets the inputs of Today without loading a page."""
    page.evaluate("""(fields) => fetch("/do/today/debug", { method: "POST", body: new URLSearchParams(fields) }).then(({ ok }) => ok)""",
                  {"user": "known", "cycle": "2", "plan": "full", "return": "/today", **fields})


def connections(page):
    """How many connections for events the server has."""
    return page.evaluate("fetch('/health').then((answer) => answer.json())")["events"]


def modules(page):
    return page.evaluate("[...document.querySelectorAll('.module')].map(({ id }) => id.replace('module-', ''))")


def shows(page, *wanted):
    """Waits until the first modules are these, ignoring the card of a mini app."""
    until(lambda: [name for name in modules(page) if name != "miniApp"][:len(wanted)] == list(wanted))


@pytest.mark.thorough("more in browsers")
def test_the_first_day_and_the_days_after(ben):
    choose(ben, user="new", cycle="1", lives="today", plan="empty")
    page = ben.page
    shows(page, "plan-introduction", "addStartingStats", "planner-empty", "lives-today", "inspiration-recipe-general")
    assert "hero-is-plan-introduction" in page.get_attribute("body", "class")

    # The introduction disappears after it was opened, and the second module becomes the hero.
    page.click("text=Show me how it works")
    page.wait_for_url("**/plan?*" if "?" in page.url else "**/plan")
    page.goto("/today")
    shows(page, "addStartingStats", "planner-empty", "plan-details", "lives-today")
    assert "hero-is-addStartingStats" in page.get_attribute("body", "class")

    # As one writes it in most of Europe.
    page.fill("#weight", "71,5")
    page.fill("#push-ups", "14")
    page.click("text=Save my starting point")
    shows(page, "planner-empty", "plan-details", "lives-today")
    page.click("text=18:00 Evening run")
    shows(page, "planner-noMeals", "plan-details", "lives-today")
    assert "Evening run" in page.inner_text("#module-planner-noMeals")
    page.click("text=Plan these meals")
    shows(page, "plan-details", "planner-fullyPlanned", "lives-today")

    # After training, the recipe that refuels is shown; it can be hidden.
    page.goto("/live/evening-run")
    page.click("text=I have trained today")
    shows(page, "plan-details", "planner-fullyPlanned", "lives-today", "inspiration-recipe-refuel")
    page.click("[aria-label^='Hide: Refuel']")
    until(lambda: "inspiration-recipe-refuel" not in modules(page))
    # And shown again.
    page.click("text=Show 1 hidden card")
    shows(page, "plan-details", "planner-fullyPlanned", "lives-today", "inspiration-recipe-refuel")


@pytest.mark.parametrize("lives,first", sampled(
    [("now", "lives-now"), ("none", "planner-empty"), ("upcoming", "planner-empty")], "more in browsers", lambda each: each[0] == "none"))
def test_live_workouts(ben, lives, first):
    choose(ben, user="known", cycle="2", lives=lives, plan="empty")

    def fits():
        found = modules(ben.page)
        return found[:1] == [first] and ("lives-upcoming" in found) == (lives == "upcoming")

    until(fits, said=lambda: modules(ben.page))


def test_a_live_workout_moves_to_the_top_when_it_begins(ben):
    choose(ben, user="known", cycle="2", lives="scheduled", plan="empty", date="2026-11-21T17:50:00")
    page = ben.page
    shows(page, "planner-empty", "plan-details", "lives-today")
    page.evaluate("window.updates = 0; addEventListener('atoll:updated', () => updates += 1)")
    kept = page.evaluate("(window.kept = document.getElementById('module-plan-details')).id")
    change(page, lives="scheduled", plan="empty", date="2026-11-21T17:59:58")
    shows(page, "lives-now", "planner-empty", "plan-details")
    assert page.evaluate("kept.isConnected"), "a module that has not changed stays as it is"
    assert kept and "hero-is-lives-now" in page.get_attribute("body", "class")
    until(lambda: "Live now" in page.inner_text("#live-news"))
    # It moves back 40 minutes later.
    choose(ben, date="2026-11-21T18:39:57")
    shows(page, "planner-empty", "plan-details", "lives-upcoming")


@pytest.mark.thorough("more in browsers")
def test_a_live_workout_is_joined_while_it_is_on(ben):
    choose(ben, user="known", cycle="2", lives="scheduled", plan="full", date="2026-11-21T18:11:01")
    page = ben.page
    page.click("text=Join Freya")
    page.get_by_role("link", name="Join", exact=True).click()
    page.wait_for_selector(".overlay.cover .ring-time")
    minutes, seconds = page.text_content(".ring-time").split(":")
    assert 27 <= int(minutes) <= 28 and len(seconds) == 2
    assert "to go" in page.inner_text("#player-state")
    # Four exercises in forty minutes: it is the second.
    assert page.locator("[aria-current=step]").inner_text().startswith("Six strides")
    until(lambda: float(page.locator(".ring-done").evaluate("ring => ring.style.getPropertyValue('--done')")) > 27)
    page.click(".player >> text=I have trained today")
    page.wait_for_url("**/live/evening-run*")


@pytest.mark.thorough("more in browsers")
def test_the_day_changes_by_itself(ben):
    choose(ben, user="known", cycle="2", lives="none", plan="full", date="2026-11-21T23:50:00")
    page = ben.page
    shows(page, "plan-details", "planner-fullyPlanned")
    assert page.inner_text(".home-date") == "Saturday 21 November"
    change(page, lives="none", date="2026-11-21T23:59:58")
    until(lambda: page.inner_text(".home-date") == "Sunday 22 November")
    shows(page, "planner-empty", "plan-details")


@pytest.mark.thorough("more in browsers")
def test_changes_together_are_one_update_in_every_tab_where_one_was(ben):
    choose(ben, user="new", cycle="1", lives="none", plan="empty")
    ben.context.add_init_script(WATCH)
    pages = [ben.page, *(ben.context.new_page() for _ in range(8))]
    for page in pages:
        page.goto("/today")
    for page in pages:
        # Each is notified once when it begins to listen.
        until(lambda: page.evaluate("updates") > 0)
        page.evaluate("seen.splice(0, seen.length - 1); scrollTo(0, 400)")
    other = ben.context.new_page()
    other.goto("/settings")
    change(other, lives="now")
    for page in pages:
        shows(page, "lives-now", "plan-details", "planner-fullyPlanned")
    # There is one connection, and what was sent before on it was heard before.
    change(other, lives="none")
    for page in pages:
        shows(page, "plan-details", "planner-fullyPlanned")
    assert [page.evaluate("seen.length") for page in pages] == [3] * 9
    until(lambda: connections(other) == 1)


@pytest.mark.thorough("more in browsers")
def test_a_page_that_the_user_is_leaving_is_not_loaded_again(ben):
    page = ben.page
    ben.context.add_init_script(WATCH)
    page.goto("/today")
    until(lambda: page.evaluate("updates") > 0)
    held, fetched, loaded = [], [], []

    def today(route):
        if route.request.is_navigation_request():
            loaded.append(route.request.url)
            return route.continue_()
        # As if the page had other parts now, which only loading it again can show.
        answer = route.fetch()
        fetched.append(answer.status)
        route.fulfill(response=answer, body=answer.text().replace("data-live", "data-other"))

    other = ben.context.new_page()
    other.goto("/settings")
    hub = lambda url: urlsplit(url).path == "/hub"
    page.route(hub, lambda route: held.append(route))
    page.route(lambda url: urlsplit(url).path == "/today", today)
    page.evaluate("document.querySelector('.tab[href^=\"/hub\"]').click()")
    until(lambda: page.wait_for_timeout(20) or held)  # sleep: lets Playwright handle requests
    other.evaluate("""() => fetch("/do/today/debug", { method: "POST", body: new URLSearchParams({
        user: "known", cycle: "2", lives: "now", plan: "full", return: "/today" }) })""")
    until(lambda: page.wait_for_timeout(20) or fetched)  # sleep: lets Playwright handle requests
    page.wait_for_timeout(500)  # sleep: nothing may follow, which no event shows
    assert loaded == []
    held[0].continue_()
    page.wait_for_url(hub)
    page.unroute_all()


@pytest.mark.thorough("more in browsers")
def test_a_tab_that_is_hidden_listens_no_longer_and_comes_back_up_to_date(ben):
    page = ben.page
    ben.context.add_init_script(WATCH)
    page.goto("/today")
    until(lambda: page.evaluate("updates") > 0)
    until(lambda: connections(page) == 1)
    hide = """(state) => { Object.defineProperty(document, 'visibilityState', { value: state, configurable: true });
        document.dispatchEvent(new Event('visibilitychange')); }"""
    page.evaluate(hide, "hidden")
    until(lambda: connections(page) == 0)
    before = page.evaluate("updates")
    change(page, lives="now")
    assert page.evaluate("updates") == before
    page.evaluate(hide, "visible")
    shows(page, "lives-now")


def test_it_works_without_script(lagoon, chromium):
    person = Person(lagoon, chromium, java_script_enabled=False, reduced_motion="reduce").sign_in("ben")
    page = person.page
    explain(person)
    page.goto("/today")
    page.click("#debug summary")
    page.click("button[name=reset]")
    assert page.locator(f"#{PLAN}").count() == 1
    page.click("text=On my own")
    assert page.locator("#module-planner-noMeals").count() == 1
    person.context.close()


@pytest.mark.thorough("more in browsers")
def test_what_is_wrong_in_a_form_is_said(ben):
    page = ben.page
    page.goto("/today")
    for fields, words in [
        ({"weight": "7000", "pressUps": "3"}, "from 20 to 400"), ({"weight": "70", "pressUps": "many"}, "whole number"),
        ({"weight": "NaN", "pressUps": "1"}, "from 20 to 400"), ({}, "from 20 to 400"),
    ]:
        status, text = page.evaluate("""async (fields) => {
            const answer = await fetch("/do/today/stats", { method: "POST", body: new URLSearchParams(fields) });
            return [answer.status, await answer.text()]; }""", fields)
        assert status == 400 and words in text
    for address in ["/do/today/nothing", "/do/nobody/stats"]:
        assert page.evaluate("(to) => fetch(to, { method: 'POST', body: new URLSearchParams() }).then((a) => a.status)", address) == 404
    assert page.evaluate("fetch('/events?topics=nothing').then((answer) => answer.status)") == 404
    assert page.evaluate("fetch('/events').then((answer) => answer.status)") == 400


def card(page):
    page.locator("[data-card]").scroll_into_view_if_needed()
    return page.locator("[data-card]")


def test_kudos_has_a_card(ben):
    choose(ben, user="known", cycle="2", lives="none", plan="full")
    page = ben.page
    until(lambda: "miniApp" in modules(page))
    place = card(page)
    until(lambda: place.get_attribute("data-state") == "ready")
    text = place.frame_locator("iframe").locator(".post .message").first
    text.wait_for()
    assert len(text.inner_text()) > 10
    frame = page.locator("[data-card] iframe")
    assert "allow-top-navigation" not in frame.get_attribute("sandbox")
    version = frame.get_attribute("data-version")
    assert len(version) == 8
    asked = page.evaluate("AtollHost.address('/bridge', document.querySelector('[data-card] iframe'))")
    user = page.locator("[data-user]").first.get_attribute("data-user")
    assert asked == f"/bridge?miniApp=com.example.kudos&version={version}&card=true&user={user}"
    # Changes of other modules do not affect the card.
    page.evaluate("window.frame = document.querySelector('[data-card] iframe')")
    page.evaluate("""() => fetch("/do/today/debug", { method: "POST", body: new URLSearchParams({
        user: "known", cycle: "2", lives: "now", plan: "full", return: "/today" }) })""")
    shows(page, "lives-now")
    assert page.evaluate("window.frame.isConnected")


def test_a_card_that_hangs_or_throws_gives_its_place_back(ben):
    choose(ben, user="known", cycle="2", lives="none", plan="full")
    page = ben.page
    until(lambda: "miniApp" in modules(page))
    held = []
    page.route("**/.atoll/atoll.js", lambda route: held.append(route))
    page.clock.install()
    page.goto("/today")
    # The page has loaded, and does not wait for cards.
    place = card(page)
    until(lambda: place.get_attribute("data-state") == "waiting")
    page.clock.fast_forward(4_000)
    until(lambda: place.get_attribute("data-state") == "failed")
    assert "not responding" in place.inner_text()
    assert page.locator("[data-card] iframe").count() == 0
    assert page.locator("text=Open Kudos").is_visible()


@pytest.mark.thorough("more in browsers")
def test_a_card_has_its_size_and_is_made_anew_when_it_says(ben):
    choose(ben, user="known", cycle="2", lives="none", plan="full")
    page = ben.page
    page.clock.install()
    page.goto("/today")
    until(lambda: "miniApp" in modules(page))
    place = card(page)
    until(lambda: place.get_attribute("data-state") == "ready")
    assert (place.get_attribute("data-size"), place.get_attribute("data-refresh-after")) == ("medium", "300")
    assert place.bounding_box()["height"] == 220
    opened = place.get_attribute("data-opened")
    page.clock.fast_forward(240_000)
    assert place.get_attribute("data-opened") == opened
    page.clock.fast_forward(90_000)
    until(lambda: place.get_attribute("data-opened") not in (None, opened))
    until(lambda: place.get_attribute("data-state") == "ready")


@pytest.mark.thorough("more in browsers")
def test_a_card_stays_while_others_come_and_go(ben):
    choose(ben, user="known", cycle="2", lives="now", plan="full")
    page = ben.page
    until(lambda: "miniApp" in modules(page))
    place = card(page)
    until(lambda: place.get_attribute("data-state") == "ready")
    page.evaluate("window.loads = 0; document.querySelector('[data-card] iframe').addEventListener('load', () => loads += 1)")
    page.evaluate("""() => fetch("/do/today/debug", { method: "POST", body: new URLSearchParams({
        user: "known", cycle: "2", lives: "none", plan: "full", return: "/today" }) })""")
    until(lambda: "lives-now" not in modules(page))
    page.wait_for_timeout(500)  # sleep: nothing may load, which no event shows
    assert page.evaluate("loads") == 0, "a frame that is moved is loaded again"
    place.frame_locator("iframe").locator(".post").wait_for()


@pytest.mark.thorough("more in browsers")
def test_what_is_typed_is_not_taken_away(ben):
    choose(ben, user="new", cycle="2", lives="none", plan="full")
    page = ben.page
    page.fill("#weight", "71")
    page.evaluate("""() => fetch("/do/today/debug", { method: "POST", body: new URLSearchParams({
        user: "new", cycle: "2", lives: "now", plan: "full", return: "/today" }) })""")
    shows(page, "lives-now", "addStartingStats")
    assert page.input_value("#weight") == "71"
    assert page.evaluate("document.activeElement.id") == "weight"


@pytest.mark.thorough("more in browsers")
def test_cards_are_for_those_who_may_open_the_mini_app(ben):
    ask = """(fields) => fetch("/cards", { method: "POST", body: new URLSearchParams(fields) }).then((a) => a.status)"""
    page = ben.page
    page.goto("/today")
    kudos = {"id": "com.example.kudos", "route": "widgets/latest"}
    assert page.evaluate(ask, kudos) == 200
    assert page.evaluate(ask, kudos | {"route": "pages/feed"}) == 404, "a page is not a card"
    assert page.evaluate(ask, kudos | {"id": "com.example.expenses"}) == 404, "not for ben"
    assert page.evaluate(ask, kudos | {"id": "../../etc"}) == 404
    assert page.evaluate(ask, {}) == 404
