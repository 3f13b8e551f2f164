"""What every page has: its language, the search over everything, the focus; and the one bar around a mini app."""

from urllib.parse import urlsplit

import pytest

from conftest import Person, until

PHONE = {"width": 390, "height": 780}


@pytest.fixture
def ada(lagoon, chromium):
    person = Person(lagoon, chromium, viewport=PHONE, reduced_motion="reduce", permissions=["clipboard-read", "clipboard-write"])
    person.sign_in("ada")
    yield person
    person.context.close()
    assert person.errors == []


# Languages

@pytest.mark.parametrize("locale,direction,title,tabs", [
    ("de-CH", "ltr", "Heute", ["Heute", "Hub", "Produkte", "Profil"]),
    pytest.param("es-MX", "ltr", "Hoy", ["Hoy", "Hub", "Productos", "Perfil"], marks=pytest.mark.thorough("faces")),
    ("ar-EG", "rtl", "اليوم", ["اليوم", "المركز", "المنتجات", "ملفي"]),
    pytest.param("fr-FR", "ltr", "Today", ["Today", "Hub", "Products", "Profile"], marks=pytest.mark.thorough("faces")),
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
    person.context.close()
    assert person.errors == []


@pytest.mark.thorough("more in browsers")
def test_a_language_that_is_chosen_counts_for_pages_and_mini_apps(ada):
    page = ada.page
    page.goto("/settings")
    page.get_by_role("button", name="Español").click()
    page.wait_for_selector("html[lang=es]")
    assert page.inner_text("h1") == "Ajustes"
    page.goto("/hub")
    inside = ada.open("Kudos")
    assert inside.locator("html").get_attribute("lang") == "es"
    assert page.inner_text("#page-title") == inside.locator("h1").text_content()
    page.goto("/nowhere")
    assert page.inner_text("h1") == "Página no encontrada"
    assert page.evaluate("fetch('/language', { method: 'POST', body: new URLSearchParams({ language: '../x' }) }).then((a) => a.status)") == 400


@pytest.mark.thorough("more in browsers")
def test_a_language_is_chosen_before_anybody_signs_in(lagoon, chromium):
    person = Person(lagoon, chromium, viewport=PHONE, reduced_motion="reduce", locale="en-GB")
    page = person.page
    page.goto("/sign-in?return=%2Fhub")
    page.get_by_role("button", name="Deutsch").click()
    page.wait_for_selector("html[lang=de]")
    assert page.get_attribute("button[name=language][aria-current]", "value") == "de"
    page.fill("#name", "ada")
    page.fill("#password", "coral-reef-1843")
    page.click("button.primary")
    page.wait_for_url("**/hub")
    assert page.get_attribute("html", "lang") == "de" and page.locator(".languages").count() == 0
    person.context.close()
    assert person.errors == []


def test_names_and_reasons_are_in_the_users_language(lagoon, chromium):
    person = Person(lagoon, chromium, reduced_motion="reduce", locale="es-MX").sign_in("ada")
    page = person.page
    assert {"Personas", "Dinero"} <= set(page.locator(".tag").all_inner_texts())
    tile = page.locator(".tile", has_text="Gastos").first
    assert "gastos de tu trabajo" in tile.inner_text()
    # It is found by either name.
    for text in "gastos", "expenses":
        page.goto(f"/hub?q={text}")
        assert page.locator(".tile", has_text="Gastos").count() >= 1, text
    page.goto("/hub")
    page.goto("/miniapp/com.example.expenses")
    assert page.title().startswith("Gastos")
    page.goto(page.get_attribute("#app-menu", "data-about"))
    assert "Para hacer una foto del recibo." in page.inner_text("main")
    person.context.close()


def test_a_mini_app_is_written_from_right_to_left(lagoon, chromium):
    person = Person(lagoon, chromium, viewport=PHONE, reduced_motion="reduce", locale="ar-EG").sign_in("ada")
    inside = person.open("شكر")
    assert inside.locator("html").get_attribute("lang") == "ar"
    assert inside.locator("html").evaluate("root => getComputedStyle(root).direction") == "rtl"
    inside.locator(".post").first.wait_for()
    assert inside.locator(".badge").all_inner_texts()[0] == "صاروخ"
    # A user's text has its own direction.
    assert inside.locator(".message").first.get_attribute("dir") == "auto"
    assert inside.locator("html").evaluate("root => root.scrollWidth <= innerWidth") and person.errors == []
    person.context.close()


@pytest.mark.thorough("more in browsers")
def test_a_mini_app_without_texts_in_a_language_keeps_its_own(lagoon, chromium):
    person = Person(lagoon, chromium, reduced_motion="reduce", locale="ar-EG").sign_in("ada")
    inside = person.open("Intruder")
    assert inside.locator("html").get_attribute("lang") == "en", "it is read by an English voice"
    assert inside.locator("html").evaluate("root => getComputedStyle(root).direction") == "ltr"
    assert person.page.get_attribute("html", "dir") == "rtl"
    person.context.close()


@pytest.mark.thorough("more in browsers")
def test_the_first_page_knows_the_time_zone(lagoon, chromium, request):
    """At 09:00 UTC it is evening in Tokyo: on the first page already, and without a script that corrects it. Who travels sees the time of
    the place where they are."""
    person = Person(lagoon, chromium, timezone_id="Asia/Tokyo", reduced_motion="reduce")
    request.addfinalizer(person.context.close)
    page = person.page
    page.goto("/register")
    page.fill("#full-name", "Kei Mori")
    page.fill("#name", "kei")
    page.fill("#email", "kei@example.com")
    page.fill("#password", "four unusual violet harbours")
    # The body of a page is there for as long as the page is.
    with page.expect_response(lambda answer: answer.url.endswith("/today") and answer.ok) as first:
        page.click("main button.primary")
    assert "Good evening" in first.value.text()
    assert "Good evening" in person.go("/today").text()
    elsewhere = Person(lagoon, chromium, timezone_id="Europe/Berlin", reduced_motion="reduce")
    request.addfinalizer(elsewhere.context.close)
    page = elsewhere.page
    page.goto("/sign-in")
    page.fill("#name", "kei")
    page.fill("#password", "four unusual violet harbours")
    with page.expect_response(lambda answer: answer.url.endswith("/today") and answer.ok) as first:
        page.click("button.primary")
    assert "Good morning" in first.value.text()
    # A page that is brought up to date in the other browser does not change it back.
    again = person.page.evaluate("fetch('/today', { headers: { Accept: 'text/html' } }).then((answer) => answer.text())")
    assert "Good morning" in again


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
    # The last drawn frame decides where a tap lands, and no user taps before they see the menu.
    page.evaluate("new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))")
    page.wait_for_timeout(100)  # sleep: the compositor draws the menu
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
    # Back leads to where one comes from.
    page.click("a.back")
    ada.wait_for_page("/pages/give")
    page.click("#menu-button")
    page.click("#app-menu >> text=Permissions")
    page.wait_for_url("**/permissions*")
    page.reload()
    page.click("a.back")
    ada.wait_for_page("/pages/give")
    page.goto("/profile")
    page.goto("/permissions")
    page.click("a.back")
    until(lambda: page.evaluate("location.pathname") == "/profile")


@pytest.mark.thorough("more in browsers")
def test_a_mini_app_that_has_something_to_lose_is_not_reloaded_unasked(lagoon, chromium, ada):
    page = ada.page
    inside = ada.open("Kudos")
    inside.locator("body").evaluate(
        """async () => { const { page } = await import("/.atoll/atoll.js"); await page.setCloseGuard({ enabled: true, message: "Not sent." }); }""")
    page.click("#menu-button")
    page.click("#menu-reload")
    page.locator("dialog.sheet").get_by_role("button", name="Cancel").click()
    assert inside.locator("main").is_visible()


@pytest.mark.thorough("more in browsers")
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

@pytest.mark.thorough("more in browsers")
def test_closing_gives_the_focus_back(ada):
    page = ada.page
    ada.go("/hub")
    tile = page.locator(".tile:has-text('Directory')")

    def opens():
        if urlsplit(page.url).path == "/hub":
            # Focuses it, and waits for the page that it leads to.
            tile.press("Enter")
        return urlsplit(page.url).path.startswith("/miniapp/")

    until(opens)
    ada.ready()
    page.click("#close")
    page.wait_for_url(lambda url: urlsplit(url).path == "/hub")
    until(lambda: "com.example.directory" in (page.evaluate("document.activeElement.href") or ""))
    ada.go("/today")
    page.click("[aria-label=New]")
    # Once the sheet has the keyboard.
    until(lambda: page.evaluate("document.activeElement.matches('.overlay .close')"))
    page.locator(".overlay .close").press("Escape")
    page.wait_for_url(lambda url: urlsplit(url).path == "/today")
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
@pytest.mark.thorough("more in browsers")
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


@pytest.mark.thorough("more in browsers")
def test_the_search_finds_people_in_the_directory(ada):
    """Nobody has opened it before: the server fetches what a search needs."""
    page = ada.page
    page.goto("/profile")
    page.keyboard.press("Control+k")
    page.locator(".search-sheet input").press_sequentially("ada keller")
    found = page.locator(".search-found section", has_text="In mini apps")
    until(lambda: found.locator("a").all_inner_texts() == ["Ada Keller\nDirectory · Engineering manager · Engineering"])
    # Enter opens what is the app's own, and nothing that a publisher has written.
    page.keyboard.press("Enter")
    page.wait_for_timeout(300)  # sleep: nothing may open, which no event shows
    assert page.evaluate("location.pathname") == "/profile"
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    until(lambda: page.evaluate("location.pathname + location.search") == "/miniapp/com.example.directory/pages/person?id=189")
    ada.frame().locator("h2", has_text="Ada Keller").wait_for()


@pytest.mark.thorough("more in browsers")
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
@pytest.mark.thorough("more in browsers")
def test_the_search_works_without_javascript(person):
    person.sign_in("ada", at="/profile")
    page = person.page
    page.click("#search-button", force=True)
    page.fill("#search-all", "coral lamp")
    page.keyboard.press("Enter")
    page.wait_for_url("**/search?text=*")
    assert page.locator("#search-results strong").first.inner_text() == "Coral Lamp"


# The player

@pytest.mark.thorough("more in browsers")
def test_the_player_counts(ada):
    page = ada.page
    page.goto("/player/evening-run?with=/live/evening-run")
    before = page.text_content(".ring-time")
    assert "until it starts" in page.inner_text("#player-state")
    until(lambda: page.text_content(".ring-time") != before)
    page.goto("/live/evening-run")
    assert page.get_by_role("link", name="Join", exact=True).count() == 0 and "ten minutes before" in page.inner_text("main")


# The look

@pytest.mark.parametrize("device,chosen", [("light", "dark"), pytest.param("dark", "light", marks=pytest.mark.thorough("faces"))])
def test_a_look_that_is_chosen_counts_for_pages_and_mini_apps(lagoon, chromium, device, chosen):
    person = Person(lagoon, chromium, viewport=PHONE, reduced_motion="reduce", color_scheme=device).sign_in("ada")
    page = person.page
    page.goto("/settings")
    background = "getComputedStyle(document.body).backgroundColor"
    before = page.evaluate(background)
    pressed = "button[name=appearance][aria-pressed=true]"
    assert page.get_attribute(pressed, "value") == "device"
    page.click(f"button[name=appearance][value={chosen}]")
    page.wait_for_selector(f"html[data-theme={chosen}]")
    assert page.evaluate(background) != before and page.get_attribute(pressed, "value") == chosen
    other = Person(lagoon, chromium, viewport=PHONE, color_scheme=chosen)
    other.page.goto("/sign-in")
    # As it is where the device says so.
    assert page.evaluate(background) == other.page.evaluate(background)
    other.context.close()
    page.goto("/today")
    module = "getComputedStyle(document.querySelector('[class*=module-]')).getPropertyValue('--module-background')"
    assert page.evaluate("getComputedStyle(document.documentElement).colorScheme") == chosen
    hero = page.evaluate(module)
    page.emulate_media(color_scheme=chosen)
    assert page.evaluate(module) == hero
    page.emulate_media(color_scheme=device)
    inside = person.open("Kudos")
    assert inside.locator("html").get_attribute("data-theme") == chosen
    assert page.frames[1].evaluate("import('/.atoll/atoll.js').then(({ host }) => host.info()).then(({ theme }) => theme)") == chosen
    page.goto("/settings")
    page.click("button[name=appearance][value=device]")
    page.wait_for_selector("html:not([data-theme])")
    assert page.evaluate(background) == before
    assert page.evaluate("fetch('/appearance', { method: 'POST', body: new URLSearchParams({ appearance: 'x' }) }).then((a) => a.status)") == 400
    person.context.close()
    assert person.errors == []
