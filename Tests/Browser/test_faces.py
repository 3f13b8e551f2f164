"""What every page has: its language, the search over everything, the focus; and the one bar around a mini app."""

import pytest

from conftest import USERS, Person, until

PHONE = {"width": 390, "height": 780}


@pytest.fixture
def ada(lagoon, chromium):
    person = Person(lagoon, chromium, viewport=PHONE, reduced_motion="reduce", permissions=["clipboard-read", "clipboard-write"])
    person.sign_in("ada")
    yield person
    assert person.errors == []
    person.context.close()


# Languages

@pytest.mark.parametrize("locale,direction,title,tabs", [
    ("de-CH", "ltr", "Heute", ["Heute", "Hub", "Produkte", "Profil"]),
    ("es-MX", "ltr", "Hoy", ["Hoy", "Hub", "Productos", "Perfil"]),
    ("ar-EG", "rtl", "اليوم", ["اليوم", "المركز", "المنتجات", "ملفي"]),
    ("fr-FR", "ltr", "Today", ["Today", "Hub", "Products", "Profile"]),
])
def test_pages_speak_the_language_of_the_browser(lagoon, chromium, locale, direction, title, tabs):
    person = Person(lagoon, chromium, viewport=PHONE, reduced_motion="reduce", locale=locale).sign_in("ada")
    page = person.page
    page.goto("/today")
    assert page.get_attribute("html", "dir") == direction
    assert page.get_attribute("html", "lang") == (locale[:2] if locale != "fr-FR" else "en")
    assert page.inner_text("h1") == title
    assert page.locator(".tab span").all_inner_texts() == tabs
    # The scripts' texts, too.
    words = {"de": "Mitteilungen", "es": "Notificaciones", "ar": "الإشعارات", "fr": "Notices"}[locale[:2]]
    until(lambda: page.get_attribute("#bell", "aria-label").startswith(words))
    assert person.errors == []
    person.context.close()


def test_a_language_that_is_chosen_counts_for_pages_and_mini_apps(ada):
    page = ada.page
    page.goto("/settings")
    page.select_option("select[name=language]", "es")
    page.click("text=Change")
    page.wait_for_selector("html[lang=es]")
    assert page.inner_text("h1") == "Ajustes"
    page.goto("/hub")
    inside = ada.open("Kudos")
    assert inside.locator("html").get_attribute("lang") == "es"
    assert page.inner_text("#page-title") == inside.locator("h1").text_content()
    page.goto("/nowhere")
    assert page.inner_text("h1") == "Página no encontrada"
    assert page.evaluate("fetch('/language', { method: 'POST', body: new URLSearchParams({ language: '../x' }) }).then((a) => a.status)") == 400


def test_a_mini_app_without_texts_in_a_language_keeps_its_own(lagoon, chromium):
    person = Person(lagoon, chromium, reduced_motion="reduce", locale="ar-EG").sign_in("ada")
    inside = person.open("Kudos")
    assert inside.locator("html").get_attribute("lang") == "en", "it is read by an English voice"
    assert inside.locator("html").evaluate("root => getComputedStyle(root).direction") == "ltr"
    assert person.page.get_attribute("html", "dir") == "rtl"
    person.context.close()


def test_the_first_page_knows_the_time_zone(lagoon, chromium):
    """At 09:00 UTC it is evening in Tokyo: on the first page already, and without a script that corrects it."""
    person = Person(lagoon, chromium, timezone_id="Asia/Tokyo", reduced_motion="reduce")
    page = person.page
    page.goto("/sign-in")
    page.fill("#name", "ben")
    page.fill("#password", USERS["ben"])
    # The body of a page is there for as long as the page is.
    with page.expect_response(lambda answer: answer.url.endswith("/today") and answer.ok) as first:
        page.click("button.primary")
    assert "Good evening" in first.value.text()
    assert "Good evening" in page.goto("/today").text()
    person.context.close()


# The bar of a mini app

def test_the_menu_of_a_mini_app(ada):
    page = ada.page
    inside = ada.open("Kudos")
    until(lambda: page.evaluate("document.activeElement.id") == "mini-app")
    page.click("#menu-button")
    favourite = page.locator("#menu-favourite")
    before = favourite.get_attribute("aria-pressed")
    favourite.click()
    until(lambda: favourite.get_attribute("aria-pressed") != before)
    assert "favourites" in page.inner_text("#toast")
    page.click("#menu-button")
    favourite.click()
    until(lambda: favourite.get_attribute("aria-pressed") == before)

    page.evaluate("navigator.share = undefined")
    page.click("#menu-button")
    page.click("#menu-share")
    until(lambda: page.evaluate("navigator.clipboard.readText()") == page.url)

    # A tap in the mini app closes the menu, and so does Escape, which gives the focus back.
    page.click("#menu-button")
    assert page.locator("#app-menu:popover-open").count() == 1
    # Where a tap lands is decided by what was drawn last, and nobody taps before they see the menu.
    page.evaluate("new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))")
    page.wait_for_timeout(100)
    page.mouse.click(20, 600)
    until(lambda: page.locator("#app-menu:popover-open").count() == 0)
    page.click("#menu-button")
    page.keyboard.press("Escape")
    assert page.locator("#app-menu:popover-open").count() == 0
    assert page.evaluate("document.activeElement.id") == "menu-button"

    inside.locator(".give a").click()
    ada.wait_for_page("/pages/give")
    page.click("#menu-button")
    page.click("#menu-reload")
    ada.ready().locator("#to").wait_for()
    page.click("#menu-button")
    page.click("#app-menu >> text=About Kudos")
    page.wait_for_url("**/about/com.example.kudos*")


def test_a_mini_app_that_has_something_to_lose_is_not_reloaded_unasked(lagoon, chromium, ada):
    page = ada.page
    inside = ada.open("Kudos")
    inside.locator("body").evaluate(
        """async () => { const { page } = await import("/.atoll/atoll.js"); await page.setCloseGuard({ enabled: true, message: "Not sent." }); }""")
    page.click("#menu-button")
    page.click("#menu-reload")
    page.locator("dialog.sheet").get_by_role("button", name="Cancel").click()
    assert inside.locator("main").is_visible()


def test_the_title_and_the_way_back_of_a_page_are_in_the_bar(ada):
    page = ada.page
    inside = ada.open("Kudos")
    until(lambda: page.inner_text("#page-title") == "Kudos")
    assert page.is_hidden("#page-back") and page.is_hidden("#page-app")
    inside.locator(".give a").click()
    until(lambda: page.inner_text("#page-title") == "Give kudos")
    assert page.inner_text("#page-app") == "Kudos"
    assert inside.locator("[data-bar]").bounding_box()["width"] <= 1, "the page does not show its title again"
    page.click("#page-back")
    ada.wait_for_page("/pages/feed")


def test_a_mini_app_that_does_not_start_can_be_tried_again(ada):
    page = ada.page
    page.clock.install()
    page.route("**/.atoll/atoll.js", lambda route: route.abort())
    page.goto("/miniapp/com.example.directory")
    page.clock.fast_forward(3_500)
    until(lambda: "Still loading" in page.inner_text("#splash"))
    page.clock.fast_forward(12_000)
    until(lambda: "Directory has not started." in page.inner_text("#splash"))
    page.unroute("**/.atoll/atoll.js")
    page.click("#splash >> text=Try again")
    ada.ready()


# The focus

def test_closing_gives_the_focus_back(ada):
    page = ada.page
    page.goto("/hub")
    page.locator(".tile:has-text('Directory')").focus()
    page.keyboard.press("Enter")
    ada.ready()
    page.click("#close")
    page.wait_for_url("**/hub*")
    until(lambda: "com.example.directory" in (page.evaluate("document.activeElement.href") or ""))
    page.goto("/today")
    page.click("[aria-label=New]")
    page.keyboard.press("Escape")
    page.wait_for_url("**/today*")
    until(lambda: page.evaluate("document.activeElement.getAttribute('aria-label')") == "New")


def test_one_can_skip_to_the_content(ada):
    page = ada.page
    page.goto("/profile")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.className") == "skip-link"
    assert page.locator(".skip-link").bounding_box()["y"] >= 0
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    assert page.evaluate("!!document.activeElement.closest('main')")


@pytest.mark.browser(viewport={"width": 320, "height": 200})
def test_on_a_low_screen_bars_scroll_away(person):
    person.sign_in("ada")
    page = person.page
    for address in ["/today", "/hub", "/profile"]:
        page.goto(address)
        page.evaluate("scrollTo(0, 400)")
        until(lambda: page.locator(".bar").first.bounding_box()["y"] < -40)
        assert page.locator(".tabs").evaluate("tabs => getComputedStyle(tabs).position") == "static"
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


# The search over everything

def test_one_search_finds_mini_apps_products_and_settings(ada):
    page = ada.page
    page.goto("/profile")
    page.keyboard.press("/")
    field = page.locator(".search-sheet input")
    field.wait_for()
    field.press_sequentially("lun")
    until(lambda: page.locator(".search-found h2").all_inner_texts() == ["Today", "Mini apps"])
    until(lambda: page.text_content(".search-sheet [role=status]").endswith("results"))
    field.fill("permis")
    until(lambda: page.locator(".search-found a").all_inner_texts() == ["Permissions"])
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    until(lambda: page.evaluate("location.pathname") == "/permissions")
    page.wait_for_load_state()
    page.keyboard.press("Control+k")
    page.locator(".search-sheet input").wait_for()
    page.keyboard.press("Escape")
    until(lambda: page.locator(".search-sheet").count() == 0)
    # "/" is a letter where one types.
    page.goto("/hub")
    page.locator("#hub-search").press_sequentially("a/b")
    assert page.input_value("#hub-search") == "a/b" and page.locator(".search-sheet").count() == 0


def test_nobody_finds_what_is_not_theirs(lagoon, chromium):
    person = Person(lagoon, chromium, reduced_motion="reduce").sign_in("ben")
    page = person.page
    page.goto("/search?text=expenses")
    assert page.locator("#search-results a").count() == 0
    assert page.inner_text(".empty") == "Nothing found"
    for text, status in [("x" * 101, 400), ("%00", 400), ("<b>'\"%26", 200), ("", 200)]:
        assert page.goto(f"/search?text={text}").status == status, text
    assert page.locator("#search-results b").count() == 0
    person.context.close()
    stranger = Person(lagoon, chromium)
    stranger.page.goto("/search?text=kudos")
    assert "/sign-in" in stranger.page.url
    stranger.context.close()


@pytest.mark.browser(java_script_enabled=False)
def test_the_search_works_without_javascript(person):
    person.sign_in("ada")
    page = person.page
    page.goto("/profile")
    page.click("#search-button", force=True)
    page.fill("#search-all", "coral lamp")
    page.keyboard.press("Enter")
    page.wait_for_url("**/search?text=*")
    assert page.locator("#search-results strong").first.inner_text() == "Coral Lamp"


# The player

def test_the_player_counts(ada):
    page = ada.page
    page.goto("/player/evening-run?with=/live/evening-run")
    before = page.text_content(".ring-time")
    assert "until it starts" in page.inner_text("#player-state")
    until(lambda: page.text_content(".ring-time") != before)
    page.goto("/live/evening-run")
    assert page.get_by_role("link", name="Join", exact=True).count() == 0 and "ten minutes before" in page.inner_text("main")
