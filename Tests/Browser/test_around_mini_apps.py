"""What stands around a mini app and leads out of it: the sections beside it, the search, the keyboard, and what is shown when its page is gone;
and a password that is seen while it is typed."""

import pytest

from conftest import Person, until
from waiting import GUARD

DESKTOP = {"width": 1280, "height": 800}
PHONE = {"width": 390, "height": 780}


@pytest.fixture
def ada(lagoon, chromium):
    person = Person(lagoon, chromium, viewport=DESKTOP, reduced_motion="reduce")
    person.sign_in("ada")
    yield person
    person.context.close()
    assert person.errors == []


def focused(page):
    return page.evaluate("document.activeElement.id")


def guard(person):
    """The mini app has something to lose."""
    person.frame().evaluate("""async () => (await import("/.atoll/atoll.js")).page.setCloseGuard({ enabled: true, message: "Not sent yet." })""")


def search_in_kudos(person):
    """Opens the search with the keyboard in Kudos, and returns its field."""
    person.open("Kudos")
    until(lambda: focused(person.page) == "mini-app")
    person.page.keyboard.press("Control+k")
    field = person.page.locator("dialog.search-sheet input")
    field.wait_for()
    return field


# The sections

@pytest.mark.thorough("more in browsers")
def test_the_sections_stand_beside_a_mini_app(ada):
    page = ada.page
    ada.go("/today")
    titles = page.locator(".tab span").all_inner_texts()
    shapes = page.locator(".tab svg > *").count()
    ada.open("Kudos")
    rail = page.locator("nav.tabs")
    assert titles == rail.locator(".tab span").all_inner_texts() == ["Today", "Hub", "Products", "Profile"]
    assert rail.locator("svg > *").count() == shapes and rail.get_attribute("aria-label") == "Sections"
    assert rail.locator("[aria-current]").inner_text() == "Hub"
    bar, inside = rail.bounding_box(), page.locator("#mini-app").bounding_box()
    assert bar["x"] == 0 and inside["x"] == bar["width"] and inside["width"] == 1280 - bar["width"]
    rail.get_by_text("Products").click()
    page.wait_for_url("**/products")
    # A phone has no room for them.
    page.set_viewport_size(PHONE)
    ada.open("Kudos")
    assert not rail.is_visible() and page.locator("#mini-app").bounding_box()["width"] == 390


@pytest.mark.thorough("more in browsers")
def test_the_sections_stand_where_reading_begins(lagoon, chromium):
    person = Person(lagoon, chromium, viewport=DESKTOP, reduced_motion="reduce", locale="ar-EG").sign_in("ada")
    page = person.page
    # Searches in a section are not stored.
    person.go("/products?search=lamp")
    person.open("شكر")
    rail = page.locator("nav.tabs")
    bar, inside = rail.bounding_box(), page.locator("#mini-app").bounding_box()
    assert inside["x"] == 0 and bar["x"] == inside["width"] == 1280 - bar["width"]
    assert rail.locator(".tab span").all_inner_texts() == ["اليوم", "المركز", "المنتجات", "ملفي"]
    assert "lamp" not in page.evaluate("localStorage.getItem('atoll.sections')")
    # Too narrow for both.
    page.set_viewport_size({"width": 1000, "height": 800})
    assert not rail.is_visible() and page.locator("#mini-app").bounding_box()["width"] == 1000
    page.click("#menu-button")
    page.click(".sign-out")
    page.wait_for_url("**/sign-in")
    until(lambda: page.evaluate("localStorage.getItem('atoll.sections')") is None)
    person.context.close()


@pytest.mark.thorough("more in browsers")
def test_a_section_is_not_opened_over_what_is_not_sent(ada):
    page = ada.page
    ada.open("Kudos")
    guard(ada)
    page.locator("nav.tabs").get_by_text("Products").click()
    sheet = page.locator("dialog.sheet")
    sheet.get_by_text("Not sent yet.").wait_for()
    sheet.get_by_role("button", name="Cancel").click()
    assert "/miniapp/" in page.url
    page.locator("nav.tabs").get_by_text("Products").click()
    sheet.get_by_role("button", name="Close").click()
    page.wait_for_url("**/products")


# The keyboard

def test_the_search_is_there_in_a_mini_app_and_finds_what_can_be_done(ada):
    page = ada.page
    field = search_in_kudos(ada)
    field.fill("expense")
    actions = page.locator(".search-found section", has_text="Actions")
    actions.get_by_text("Add an expense").click()
    page.wait_for_url("**/miniapp/com.example.expenses/pages/edit")
    # From the bar, and by its menu.
    ada.ready()
    page.focus("#menu-button")
    page.keyboard.press("Control+k")
    field.wait_for()
    page.keyboard.press("Escape")
    until(lambda: field.count() == 0)
    assert "/pages/edit" in page.url
    page.click("#menu-button")
    page.click("#menu-search")
    field.wait_for()


@pytest.mark.thorough("more in browsers")
def test_what_one_may_not_do_is_not_found(lagoon, chromium):
    ben = Person(lagoon, chromium, reduced_motion="reduce")
    ben.sign_in("ben")
    ben.go("/search?text=expense")
    assert ben.page.get_by_text("Add an expense").count() == 0
    ben.go("/search?text=kudos")
    ben.page.get_by_text("Give kudos").click()
    ben.page.wait_for_url("**/miniapp/com.example.kudos/pages/give")
    ben.context.close()


@pytest.mark.thorough("more in browsers")
def test_nothing_of_a_mini_app_gets_between_the_user_and_the_search(ada):
    page = ada.page
    field = search_in_kudos(ada)
    ada.frame().evaluate("""async () => {
        const { ui } = await import("/.atoll/atoll.js");
        window.said = ui.prompt({ message: "Your password?" });
        for (const late of [100, 200, 300]) setTimeout(() => window.focus(), late);
        await new Promise((resolve) => setTimeout(resolve, 400));
    }""")
    # It may take the focus, but not retain it.
    until(lambda: field.evaluate("field => document.activeElement === field"))
    page.keyboard.type("secret plan", delay=30)
    assert field.input_value() == "secret plan" and page.locator("dialog").count() == 1
    # The first one clears the field.
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    page.locator("dialog", has_text="Your password?").wait_for()
    page.keyboard.press("Escape")
    assert ada.frame().evaluate("window.said") is None
    until(lambda: focused(page) == "mini-app")


@pytest.mark.thorough("more in browsers")
def test_a_key_that_is_held_does_not_close_a_mini_app(ada):
    page = ada.page
    inside = ada.open("Kudos")
    inside.locator("h1").wait_for(state="attached")
    until(lambda: focused(page) == "mini-app")
    page.keyboard.down("Escape")
    until(lambda: focused(page) == "close")
    for _ in range(3):
        page.keyboard.down("Escape")
    page.keyboard.up("Escape")
    page.wait_for_timeout(500)  # sleep: nothing may happen, which no event shows
    assert "/miniapp/" in page.url and focused(page) == "close"


def test_escape_leads_to_the_bar_and_out(ada):
    """shows: page.key"""
    page = ada.page
    inside = ada.open("Kudos")
    inside.locator(".give a").click()
    field = inside.locator("#message")
    field.click()
    page.keyboard.press("Escape")
    page.wait_for_timeout(300)  # sleep: nothing may happen, which no event shows
    assert focused(page) == "mini-app", "what a field does with it is its own"
    inside.locator("h1").evaluate("() => document.activeElement.blur()")
    page.keyboard.press("Escape")
    until(lambda: focused(page) == "close")
    page.keyboard.press("Escape")
    page.wait_for_url("**/hub*")


@pytest.mark.thorough("more in browsers")
def test_a_mini_app_can_not_open_the_search_by_itself(ada):
    page = ada.page
    ada.open("Kudos")
    # A test's evaluation counts as a tap, for some seconds.
    with page.expect_console_message(lambda message: message.text == "told", timeout=GUARD * 1_000):
        ada.frame().evaluate("""() => void setTimeout(async () => {
            const { call } = await import("/.atoll/atoll.js");
            for (const key of ["search", "Search", {}, null, "x".repeat(9000)]) call("page.key", { key }).catch(() => {});
            // Messages arrive in order.
            await call("device.network");
            console.log("told");
        }, 6_000)""")
    assert page.locator("dialog").count() == 0 and focused(page) == "mini-app"


@pytest.mark.thorough("more in browsers")
def test_a_tap_beside_a_mini_app_is_none_in_it(ada):
    page = ada.page
    ada.open("Kudos")
    title, close = (page.locator(each).bounding_box() for each in ("#page-title", "#close"))
    # A test's evaluation counts as a tap, for some seconds: until the mouse has clicked, this evaluates nothing.
    with page.expect_console_message(lambda message: message.text == "begun", timeout=GUARD * 1_000):
        ada.frame().evaluate("""() => void setTimeout(async () => {
            const { call } = await import("/.atoll/atoll.js");
            window.begun = setInterval(() => {
                window.focus();
                call("page.key", { key: "search" }).catch(() => {});
                console.log("begun");
            }, 50);
        }, 6_000)""")
    page.mouse.click(title["x"] + 5, title["y"] + 5)
    page.wait_for_timeout(700)  # sleep: nothing may open, which no event shows
    assert page.locator("dialog").count() == 0
    page.mouse.click(close["x"] + 5, close["y"] + 5)
    page.wait_for_url(lambda url: "/miniapp/" not in url)


@pytest.mark.thorough("more in browsers")
def test_keys_that_a_mini_app_uses_stay_its_own(ada):
    page = ada.page
    ada.open("Directory")
    until(lambda: focused(page) == "mini-app")
    # Its listener is added after that of atoll.js.
    ada.frame().evaluate("addEventListener('keydown', (event) => { window.pressed = event.key; event.preventDefault(); })")
    for key in "Control+k", "Escape":
        page.keyboard.press(key)
    page.wait_for_timeout(500)  # sleep: nothing may open, which no event shows
    assert ada.frame().evaluate("window.pressed") == "Escape"
    assert page.locator("dialog").count() == 0 and focused(page) == "mini-app"


# What is shown when the page is gone

@pytest.mark.thorough("more in browsers")
def test_a_mini_app_that_leaves_for_another_site_says_so(ada, elsewhere):
    address, visits = elsewhere
    page = ada.page
    ada.open("Directory")
    # Past atoll.js, which asks the user instead.
    ada.frame().evaluate("(address) => { Event.prototype.preventDefault = () => {}; location.href = address; }", address)
    splash = page.locator("#splash")
    splash.get_by_text("Directory tried to open another site, and was stopped.").wait_for()
    assert visits == []
    until(lambda: page.evaluate("document.activeElement.textContent") == "Try again")
    page.wait_for_timeout(3_200)  # sleep: longer than a page may take before it is called slow
    assert "was stopped" in splash.inner_text(), "nothing says that it still loads"
    splash.get_by_role("button", name="Try again").click()
    ada.ready().locator("h1").first.wait_for(state="attached")
    until(lambda: splash.count() == 0)
    ada.errors.clear()


# Where one comes from, and what was done

@pytest.mark.thorough("more in browsers")
def test_closing_leads_back_to_the_section_where_it_was_opened(ada):
    page = ada.page
    ada.go("/today")
    page.keyboard.press("/")
    field = page.locator("dialog.search-sheet input")
    field.fill("kudos")
    page.locator(".search-found a", has_text="Recognize").click()
    ada.ready()
    page.click("#close")
    page.wait_for_url("**/today")
    # A page that only led here does not count.
    page.goto("/open?url=dla://miniapp/com.example.kudos")
    ada.ready()
    page.click("#close")
    page.wait_for_url(lambda url: "/miniapp/" not in url)
    assert page.evaluate("location.pathname") in ("/hub", "/today")


@pytest.mark.thorough("more in browsers")
def test_kudos_says_what_was_done_and_who_refused_finds_the_way_back(lagoon, chromium):
    ben = Person(lagoon, chromium, reduced_motion="reduce")
    ben.sign_in("ben")
    page = ben.page
    ben.forget("com.example.kudos")
    inside = ben.open("Kudos")
    inside.locator("#join button").click()
    ben.answer("Don’t allow")
    inside.get_by_text("You do not take part").wait_for()
    inside.locator(".give a").click()
    inside.locator("#to").select_option(index=3)
    inside.locator("#message").fill("Between us.")
    inside.locator("button.primary").click()
    ben.answer("Don’t allow")
    page.get_by_text("Saved as a private note.").wait_for()
    post = inside.locator(".post", has_text="Between us.")
    assert post.inner_text().strip().startswith("Y") and "You thank " in post.inner_text() and "You thanks" not in post.inner_text()
    post.locator("button").click()
    post.wait_for(state="detached")
    inside.get_by_role("button", name="Open permissions").click()
    page.wait_for_url("**/permissions**")
    ben.forget("com.example.kudos")
    ben.context.close()


@pytest.mark.thorough("more in browsers")
def test_expenses_say_what_was_done(ada):
    page = ada.page
    inside = ada.open("Expenses")
    inside.locator("a", has_text="Add an expense").click()
    inside.locator("#amount").fill("23.50")
    inside.locator("#note").fill("A taxi to the fair")
    inside.locator("#save").click()
    page.get_by_text("The expense is saved.").wait_for()
    inside.locator("a", has_text="By month and category").click()
    with page.expect_download() as saved:
        inside.locator("#export").click()
        ada.answer("Download")
    assert saved.value.suggested_filename == "expenses.csv"
    page.get_by_text("expenses.csv is among your downloads.").wait_for()
    ada.open("Expenses").locator("a", has_text="A taxi to the fair").click()
    inside.locator("#delete").click()
    page.get_by_text("The expense is deleted.").wait_for()
    assert inside.locator("a", has_text="A taxi to the fair").count() == 0


# Passwords

@pytest.mark.parametrize("direction", ["ltr", pytest.param("rtl", marks=pytest.mark.thorough("more in browsers"))])
def test_a_password_is_seen_while_it_is_typed(lagoon, chromium, direction):
    person = Person(lagoon, chromium, viewport=PHONE, reduced_motion="reduce", locale="ar-EG" if direction == "rtl" else "en-GB")
    page = person.page
    page.goto("/sign-in")
    assert focused(page) == "name"
    page.fill("#name", "ada")
    field, eye = page.locator("#password"), page.locator(".reveal")
    field.fill("coral-reef-1843")
    around, button = field.bounding_box(), eye.bounding_box()
    assert button["height"] >= 44 and around["y"] <= button["y"] and button["y"] + button["height"] <= around["y"] + around["height"]
    assert (button["x"] > around["x"] + around["width"] / 2) == (direction == "ltr")
    assert field.get_attribute("type") == "password" and eye.get_attribute("aria-pressed") == "false"
    eye.press("Enter")
    assert field.get_attribute("type") == "text" and eye.get_attribute("aria-pressed") == "true" and "/sign-in" in page.url
    eye.click()
    assert field.get_attribute("type") == "password"
    eye.click()
    page.evaluate("document.forms[0].addEventListener('submit', () => sessionStorage.setItem('type', document.getElementById('password').type))")
    field.press("Enter")
    page.wait_for_url("**/today")
    assert page.evaluate("sessionStorage.getItem('type')") == "password", "the browser keeps it as one"
    person.context.close()
    assert person.errors == []
