"""Takes the pictures in docs/images: `make screenshots`."""

import os
import shutil
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

from conftest import ROOT, Lagoon, Person
from test_miniapps import picture

IMAGES = ROOT / "docs/images"
PHONE = {"width": 390, "height": 780}
DESKTOP = {"width": 1200, "height": 760}
SCREENS = {
    "today": "/today", "product": "/products?id=30", "profile": "/profile", "compose": "/compose",
    "player": "/player/evening-run?with=/live/evening-run",
}


def fill(person):
    """Gives the user something to look at."""
    inside = person.open("Kudos")
    inside.locator(".give a").click()
    inside.locator("#to").select_option(index=7)
    inside.locator(".choice", has_text="Team player").click()
    inside.locator("#message").fill("You made the hub feel like home on the very first day. Thank you!")
    inside.locator("button.primary").click()
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
    person.page.wait_for_timeout(400)
    person.page.screenshot(path=IMAGES / f"{name}.png")
    print(f"  {name}.png")


def hub(person, layout):
    person.page.goto("/hub")
    if person.page.get_attribute(".grid", "data-layout") != layout:
        person.page.click(".layout-switch button")
        person.page.wait_for_selector(f".grid[data-layout={layout}]")


def take_all(lagoon, chromium):
    first = Person(lagoon, chromium).sign_in()
    fill(first)
    first.context.close()
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
            for name in ["Directory", "Kudos", "Expenses"]:
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


if __name__ == "__main__":
    IMAGES.mkdir(exist_ok=True)
    folder = Path(tempfile.mkdtemp())
    lagoon = Lagoon(folder, with_intruder=False)
    lagoon.start()
    try:
        with sync_playwright() as playwright:
            path = os.environ.get("CHROMIUM") or shutil.which("chromium")
            browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
            take_all(lagoon, browser)
            browser.close()
    finally:
        lagoon.stop()
        shutil.rmtree(folder)
