"""The parts of WCAG 2.2 AA that rules can check: axe-core on every page, light and dark, on a phone and a desktop, and
right to left. The order of focus and announcements, which no rule can check, are covered by the other tests."""

import pytest
from axe_playwright_python.sync_playwright import Axe

from conftest import Person, until
from test_today import choose, explain
from tiers import some

RULES = {"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"], "resultTypes": ["violations"]}
PAGES = [
    "/today", "/plan", "/live/evening-run", "/recipe/banana-oats", "/hub", "/hub?text=nothing-like-that", "/hub?near=ask", "/hub?tag=people",
    "/about/com.example.kudos", "/products?id=30", "/profile", "/settings", "/account", "/permissions", "/compose", "/notices", "/account/sessions", "/account/password", "/account/data", "/search?text=la",
    "/player/evening-run?with=/live/evening-run", "/products", "/nowhere",
]
STATUS = {"/nowhere": 404, "/reset?code=x": 410}
OUTSIDE = ["/preview", "/sign-in", "/register", "/forgot", "/reset?code=x"]


def problems(page):
    found = Axe().run(page, options=RULES).response["violations"]
    return [f"{rule['id']}: {rule['help']}: " + "; ".join(node["html"][:140] + " " + node["failureSummary"][:200].replace("\n", " ")
            for node in rule["nodes"][:3]) for rule in found]


@pytest.mark.parametrize("scheme,width,language", [
    ("light", 390, "en-GB"), *(pytest.param(*each, marks=pytest.mark.thorough("axe on all pages in all languages")) for each in [
        ("dark", 1200, "en-GB"), ("light", 390, "de-DE"), ("dark", 1200, "es-ES"), ("dark", 390, "ar-EG"), ("light", 1200, "ar-EG")]),
])
def test_no_rule_is_broken(lagoon, chromium, scheme, width, language):
    person = Person(
        lagoon, chromium, color_scheme=scheme, viewport={"width": width, "height": 800}, reduced_motion="reduce",
        locale=language)
    found = {}
    for address in some(OUTSIDE, 2):
        assert person.page.goto(address).status == STATUS.get(address, 200), address
        found[address] = problems(person.page)
    person.sign_in("ada")
    for address in some(PAGES, 6):
        assert person.page.goto(address).status == STATUS.get(address, 200), address
        found[address] = problems(person.page)
        assert person.page.get_attribute("html", "lang") == language[:2], address
        assert person.page.evaluate("document.documentElement.scrollWidth <= innerWidth"), address
    person.page.goto("/hub")
    person.open("شكر" if language == "ar-EG" else "Kudos")
    person.page.click("#menu-button")
    found["the bar of a mini app"] = problems(person.page)
    assert {address: rules for address, rules in found.items() if rules} == {}
    person.context.close()


@pytest.mark.thorough("axe on all pages in all languages")
def test_every_look_of_today(lagoon, chromium):
    """Each module, as the hero and below it, has its own colours."""
    found = {}
    for scheme in "light", "dark":
        person = Person(lagoon, chromium, color_scheme=scheme, reduced_motion="reduce").sign_in("ben")
        page = person.page
        explain(person)
        for user, cycle, lives, plan in [
            ("new", "1", "none", "empty"), ("new", "2", "upcoming", "full"), ("known", "2", "now", "workouts"), ("known", "2", "today", "empty"),
        ]:
            page.goto("/today")
            choose(person, user=user, cycle=cycle, lives=lives, plan=plan)
            found[scheme, user, cycle, lives, plan] = problems(page)
        person.context.close()
    assert {state: rules for state, rules in found.items() if rules} == {}


@pytest.mark.thorough("axe on all pages in all languages")
@pytest.mark.parametrize("language", ["en-GB", "de-DE", "es-ES", "ar-EG"])
def test_at_four_times_the_size_no_page_is_wider_than_the_window(lagoon, chromium, language):
    """A window of 1280 by 1024 at 400 % (WCAG 2.2, 1.4.10)."""
    person = Person(lagoon, chromium, viewport={"width": 320, "height": 256}, reduced_motion="reduce", locale=language)
    wide = []

    def look(address):
        assert person.page.goto(address).status == STATUS.get(address, 200), address
        if not person.page.evaluate("document.documentElement.scrollWidth <= innerWidth"):
            wide.append(address)

    for address in OUTSIDE:
        look(address)
    person.sign_in("ada")
    for address in PAGES:
        look(address)
    for address in ["/miniapp/com.example.kudos", "/miniapp/com.example.expenses"]:
        person.page.goto(address)
        person.ready()
        if not person.page.evaluate("document.documentElement.scrollWidth <= innerWidth") or not person.frame().evaluate("document.documentElement.scrollWidth <= innerWidth"):
            wide.append(address)
    assert wide == []
    person.context.close()


def test_from_right_to_left_nothing_runs_out_of_the_page(lagoon, chromium):
    person = Person(lagoon, chromium, viewport={"width": 390, "height": 780}, reduced_motion="reduce").sign_in("ada")
    for address in ["/today", "/hub", "/about/com.example.kudos", "/products", "/profile"]:
        person.page.goto(address)
        person.page.evaluate("document.documentElement.dir = 'rtl'")
        assert person.page.evaluate("document.documentElement.scrollWidth <= innerWidth"), address
        assert problems(person.page) == [], address
    person.context.close()


def test_high_contrast_and_large_text_keep_everything_in_reach(lagoon, chromium):
    person = Person(lagoon, chromium, viewport={"width": 320, "height": 640}, contrast="more", reduced_motion="reduce").sign_in("ada")
    for address in ["/today", "/hub", "/about/com.example.kudos"]:
        person.page.goto(address)
        person.page.evaluate("document.documentElement.style.fontSize = '200%'")
        until(lambda: person.page.evaluate("document.documentElement.scrollWidth <= innerWidth"))
    person.context.close()


@pytest.mark.parametrize("slowness", [1, pytest.param(10, marks=pytest.mark.thorough("more in browsers"))])
@pytest.mark.parametrize("address", ["/today", "/hub"])
def test_the_first_page_is_small_steady_and_from_here(lagoon, chromium, address, slowness):
    person = Person(lagoon, chromium, viewport={"width": 390, "height": 780}).sign_in("ada")
    page = person.page
    page.close()
    page = person.context.new_page()
    # A slow processor paints a page in several steps.
    session = person.context.new_cdp_session(page)
    session.send("Emulation.setCPUThrottlingRate", {"rate": slowness})
    session.send("Network.enable")
    wire = []
    session.on("Network.loadingFinished", lambda event: wire.append(event["encodedDataLength"]))
    page.add_init_script("""
        window.shifts = [];
        new PerformanceObserver((list) => {
          for (const { value, startTime, hadRecentInput, sources } of list.getEntries()) {
            const moved = sources.map(({ node, previousRect, currentRect }) =>
              `${node?.nodeName}.${node?.className ?? node?.textContent} ${previousRect.y},${previousRect.height} to ${currentRect.y},${currentRect.height}`);
            if (!hadRecentInput) window.shifts.push({ value, startTime, moved });
          }
        }).observe({ type: "layout-shift", buffered: true });""")
    sizes = {}

    def note(response):
        if response.url.startswith(lagoon.origin):
            sizes[response.url] = len(response.body()) if response.status == 200 and "/events" not in response.url else 0
        else:
            sizes[response.url] = None

    page.on("response", note)
    page.goto(address, wait_until="load")
    page.wait_for_timeout(800)  # sleep: nothing may happen, which no event shows
    shifts = page.evaluate("shifts")
    assert sum(shift["value"] for shift in shifts) < 0.001, shifts
    foreign = [url for url, size in sizes.items() if size is None]
    assert not [url for url in foreign if "localhost" not in url], "nothing from other sites"
    assert not foreign, "no mini app before it is visible"
    # Files that a mini app will need are fetched when idle: they are no part of the page, but of the transferred bytes.
    assert sum(size for url, size in sizes.items() if not url.endswith(("/mini-app.js", "/mini-app.css"))) < 100_000, sizes
    assert sum(wire) < 60_000, wire
    person.context.close()
