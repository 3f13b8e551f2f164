"""Takes the pictures in docs/images: `make screenshots`."""

import os
import shutil
import subprocess
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

from conftest import NAMED, ROOT, Lagoon, Person, browser_arguments
from test_dev import ATOLL, Dev, Developer
from test_miniapps import picture
from test_today import explain

IMAGES = ROOT / "docs/images"
PHONE = {"width": 390, "height": 780}
TABLET = {"width": 820, "height": 1180}
DESKTOP = {"width": 1200, "height": 760}
# The settings of Today's panel.
TODAYS = {
    "new": {"user": "new", "cycle": "1", "lives": "today", "plan": "empty"},
    "mid-plan": {"user": "known", "cycle": "2", "lives": "scheduled", "plan": "workouts"},
    "live": {"user": "known", "cycle": "2", "lives": "now", "plan": "full"},
}
SCREENS = {
    "product": "/products?id=30", "profile": "/profile", "compose": "/compose",
    "player": "/player/evening-run?with=/live/evening-run",
}


def fill(person):
    """Adds content for the pictures."""
    inside = person.open("Kudos")
    inside.locator(".give a").click()
    inside.locator("#to").select_option(index=7)
    inside.locator(".choice", has_text="Team player").click()
    inside.locator("#message").fill("You made the hub feel like home on the very first day. Thank you!")
    inside.locator("button.primary").click()
    person.answer("Allow")
    inside.locator(".post.own").first.wait_for()
    person.page.goto("/hub")
    inside = person.open("Expenses")
    for amount, currency, category, date, note in [
        ("412.80", "EUR", "travel", "2026-10-28", "Train to Barcelona"),
        ("189", "EUR", "lodging", "2026-10-29", "Hotel, one night"),
        ("36.45", "EUR", "meals", "2026-11-05", "Lunch with the reef team"),
        ("1480", "JPY", "meals", "2026-11-12", "Tea in Osaka"),
        ("24.90", "EUR", "supplies", "2026-11-17", "Whiteboard pens"),
    ]:
        inside.locator(".foot a").click()
        inside.locator("#heading", has_text="Add an expense").wait_for()
        inside.locator("#amount").fill(amount)
        inside.locator("#currency").select_option(currency)
        inside.locator("#category").select_option(category)
        inside.locator("#date").fill(date)
        inside.locator("#note").fill(note)
        if category == "meals":
            inside.locator("#photo").set_input_files({"name": "r.png", "mimeType": "image/png", "buffer": picture()})
            inside.locator("#picture").wait_for()
        inside.locator("#save").click()
        inside.locator(".entry", has_text=note).wait_for()


def take(person, name):
    person.page.wait_for_timeout(400)  # sleep: animations end
    person.page.screenshot(path=IMAGES / f"{name}.png")
    print(f"  {name}.png")


def hub(person, layout):
    person.page.goto("/hub")
    if person.page.get_attribute(".grid", "data-layout") != layout:
        label = {"one": "Show one column", "two": "Show two columns", "list": "Show a list"}[layout]
        person.page.click(f"[aria-label='{label}']")
        person.page.wait_for_selector(f".grid[data-layout={layout}]")


def today(person, name, suffix, direction="ltr"):
    page = person.page
    explain(person)
    page.goto("/today")
    page.click("#debug summary")
    for field, value in TODAYS[name].items():
        page.select_option(f"#debug-{field}", value)
    page.fill("#debug-date", "2026-11-21T17:10")
    page.click(".debug-buttons .primary")
    page.wait_for_load_state()
    page.evaluate("(direction) => document.documentElement.dir = direction", direction)
    card = page.locator("[data-card]")
    card.scroll_into_view_if_needed()
    page.wait_for_selector("[data-card][data-state=ready]")
    page.evaluate("scrollTo(0, 0)")
    # Frames of other origins appear in a picture of the viewport, not of the full page, so the viewport is enlarged.
    size = page.viewport_size
    page.set_viewport_size({"width": size["width"], "height": page.evaluate("document.getElementById('home-after').offsetTop + 40")})
    take(person, f"today-{name}-{suffix}")
    page.set_viewport_size(size)


def todays(lagoon, chromium):
    for device, viewport in [("phone", PHONE), ("tablet", TABLET), ("desktop", DESKTOP)]:
        for theme in ["light", "dark"]:
            person = Person(lagoon, chromium, viewport=viewport, color_scheme=theme, reduced_motion="reduce").sign_in()
            for name in TODAYS:
                today(person, name, f"{device}-{theme}")
            if device == "phone" and theme == "light":
                today(person, "mid-plan", "phone-rtl", "rtl")
            person.context.close()


def hub_states(lagoon, chromium):
    person = Person(lagoon, chromium, viewport=PHONE, reduced_motion="reduce").sign_in()
    page = person.page
    for name in ["Kudos", "Directory"]:
        page.click(f"[aria-label='Favourite: {name}'][aria-pressed=false]")
        page.wait_for_selector(f"[aria-label='Favourite: {name}'][aria-pressed=true]")
    page.goto("/hub")
    take(person, "hub-full-phone")
    page.fill("#hub-search", "nothing like that")
    page.wait_for_selector(".empty")
    take(person, "hub-empty-phone")
    page.goto("/about/com.example.kudos")
    take(person, "hub-details-phone")
    page.goto("/hub")
    held = []
    page.route("**/hub?text=*", lambda route: held.append(route))
    page.fill("#hub-search", "ku")
    page.wait_for_selector(".is-loading")
    take(person, "hub-loading-phone")
    held[0].abort()
    page.wait_for_selector("#hub-results [role=alert]")
    take(person, "hub-error-phone")
    person.context.close()


def asked(lagoon, chromium):
    """What users are asked: for consent, and to pay; and what mini apps tell them."""
    for device, viewport, theme in [("phone", PHONE, "dark"), ("desktop", DESKTOP, "light")]:
        person = Person(lagoon, chromium, viewport=viewport, color_scheme=theme, reduced_motion="reduce").sign_in("ben")
        for miniapp in ["com.example.kudos", "com.example.lunch"]:
            person.forget(miniapp)
        inside = person.open("Kudos")
        inside.locator("#join button").click()
        person.page.locator("dialog.sheet").wait_for()
        take(person, f"consent-{device}-{theme}")
        person.answer("Allow")
        inside.locator("#join").wait_for(state="hidden")
        person.frame().evaluate(
            "import('/.atoll/atoll.js').then(({ notifications }) => notifications.schedule({ id: 'a', at: Date.now(), title: 'Ada Moreno thanks you',"
            " body: 'For the deck that never creaks.', path: '/pages/feed' }))")
        person.page.locator("#arrived").wait_for()
        person.page.goto("/notices")
        take(person, f"notices-{device}-{theme}")
        person.page.goto("/permissions")
        take(person, f"permissions-{device}-{theme}")
        person.page.goto("/hub")
        inside = person.open("Lunch")
        inside.get_by_text("Pay at the till").click()
        inside.get_by_role("button", name="Scan the table").click()
        person.answer("Allow")
        person.page.get_by_label("The code").fill("verd-4")
        person.page.get_by_role("button", name="Use this code").click()
        person.page.locator("dialog.sheet", has_text="Ask you to pay").wait_for()
        person.answer("Allow")
        person.page.locator("dialog.sheet", has_text="Pay €11.20?").wait_for()
        take(person, f"payment-{device}-{theme}")
        person.context.close()


def take_all(lagoon, chromium):
    first = Person(lagoon, chromium).sign_in()
    fill(first)
    first.context.close()
    todays(lagoon, chromium)
    for device, viewport in [("phone", PHONE), ("desktop", DESKTOP)]:
        for theme in ["light", "dark"]:
            person = Person(lagoon, chromium, viewport=viewport, color_scheme=theme, reduced_motion="reduce")
            if theme == "light":
                person.page.goto("/sign-in")
                take(person, f"sign-in-{device}")
            person.sign_in()
            for name, address in SCREENS.items():
                person.page.goto(address)
                take(person, f"{name}-{device}-{theme}")
            for layout in ["two", "one"]:
                hub(person, layout)
                take(person, f"hub-{layout}-{device}-{theme}")
            for name in ["Directory", "Kudos", "Expenses", "Lunch"]:
                person.page.goto("/hub")
                person.open(name)
                take(person, f"{name.lower()}-{device}-{theme}")
            if theme == "light":
                person.page.goto("/miniapp/com.example.directory/pages/person?id=30")
                person.ready()
                take(person, f"directory-person-{device}")
                for page in ["kudos/pages/give", "expenses/pages/totals", "expenses/pages/edit"]:
                    person.page.goto(f"/miniapp/com.example.{page}")
                    person.ready()
                    take(person, page.replace("/pages/", "-") + f"-{device}")
            person.context.close()
    hub_states(lagoon, chromium)
    asked(lagoon, chromium)


def developing(chromium, folder):
    """atoll dev: a poll between two users, and the tabs of its inspector."""
    subprocess.run([ATOLL, "new", "Where do we eat?", "--template", "webxdc", "--id", "com.example.poll", "--directory", folder / "poll"],
                   check=True, capture_output=True)
    dev = Dev(folder / "poll", "--peers", "2", "--grant", "user.name")
    both = Developer(chromium, dev, viewport={"width": 1400, "height": 760})
    for user, option in [("ada", "Harbour Kitchen"), ("ben", "Verd")]:
        frame = both.opened("#option", user)
        frame.fill("#option", option)
        frame.click("#add button")
        both.says(option, user="ben" if user == "ada" else "ada")
    both.mini_app("ben").locator("button", has_text="0").first.click()
    both.says("1 ✓", user="ada")
    for tab in ["calls", "rooms", "device", "permissions", "review"]:
        both.tab(tab)
        if tab == "device":
            both.page.select_option("#panel select >> nth=0", "Berlin")
        both.page.wait_for_timeout(600)  # sleep: animations end
        both.page.screenshot(path=IMAGES / f"dev-{tab}-desktop.png")
    both.page.select_option("#theme", "dark")
    both.tab("calls")
    both.page.wait_for_timeout(600)  # sleep: animations end
    manifest = folder / "poll/app/manifest.json"
    manifest.write_text(manifest.read_text().replace('"lang": "en"', '"lang": 5'))
    both.page.wait_for_selector("#problem:not([hidden])")
    both.page.screenshot(path=IMAGES / "dev-problem-dark.png")
    both.context.close()
    dev.stop()


if __name__ == "__main__":
    IMAGES.mkdir(exist_ok=True)
    folder = Path(tempfile.mkdtemp())
    lagoon = Lagoon(folder, with_intruder=False)
    lagoon.start()
    try:
        with sync_playwright() as playwright:
            path = (NAMED if NAMED != "none" else None) or shutil.which("chromium")
            browser = playwright.chromium.launch(executable_path=path, args=browser_arguments())
            if not os.environ.get("ONLY_DEV"):
                take_all(lagoon, browser)
            developing(browser, folder)
            browser.close()
    finally:
        lagoon.stop()
        shutil.rmtree(folder)
