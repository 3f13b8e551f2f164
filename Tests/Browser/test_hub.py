"""Sign-in and the hub."""

import json
import urllib.error
import urllib.request

import pytest

from conftest import until


def tiles(page):
    return page.locator(".tile-name").all_inner_texts()


def test_the_sales_user_sees_four_mini_apps_and_the_other_three(person):
    person.sign_in("ada")
    assert [name for name in tiles(person.page) if name != "Intruder"] == ["Directory", "Expenses", "Kudos", "Lunch"]
    person.sign_out()
    # Back must not show the previous user's page.
    person.page.go_back()
    person.page.wait_for_url("**/sign-in?return=**")
    assert person.errors == []
    person.sign_in("ben")
    assert [name for name in tiles(person.page) if name != "Intruder"] == ["Directory", "Kudos", "Lunch"]


@pytest.mark.thorough("more in browsers")
def test_without_the_role_expenses_does_not_exist(person, lagoon):
    person.sign_in("ada")
    origin = person.origin_of("com.example.expenses")
    person.sign_out()
    person.sign_in("ben")
    answer = person.page.goto("/miniapp/com.example.expenses")
    assert answer.status == 404
    assert "Page not found" in person.page.inner_text("h1")
    assert person.page.goto("/miniapp/com.example.expenses/pages/list").status == 404
    assert person.page.goto(f"{origin}/pages/list").status == 404


def test_the_center_gives_a_stranger_nothing(lagoon):
    with pytest.raises(urllib.error.HTTPError) as caught:
        urllib.request.urlopen(f"{lagoon.center}/v1/miniapps/com.example.expenses")
    assert caught.value.code == 401
    assert json.load(caught.value)["title"] == "Unauthorized"


def test_the_layout_is_switched_and_found_again(person):
    person.sign_in()
    page = person.page
    page.click("button:has(svg)[aria-label='Show one column'], button[aria-label='Show two columns']")
    page.goto("/hub")
    if page.get_attribute(".grid", "data-layout") == "one":
        page.click("button[aria-label='Show two columns']")
        page.wait_for_selector(".grid[data-layout=two]")
    page.reload()
    assert page.get_attribute(".grid", "data-layout") == "two"
    assert page.locator(".tile-description").count() == 0
    assert page.locator(".tile").first.bounding_box()["height"] == 150
    boxes = [page.locator(".tile").nth(index).bounding_box() for index in (0, 1)]
    assert boxes[0]["y"] == boxes[1]["y"] and boxes[0]["x"] < boxes[1]["x"]
    page.click("button[aria-label='Show one column']")
    page.wait_for_selector(".grid[data-layout=one]")
    assert page.locator(".tile").first.bounding_box()["height"] == 200
    assert page.locator(".tile-description").first.inner_text() == "Search for colleagues and their contact information."


@pytest.mark.thorough("more in browsers")
def test_a_wrong_password_is_said_and_the_name_is_kept(person):
    page = person.page
    page.goto("/sign-in")
    page.fill("#name", "ada")
    page.fill("#password", "wrong")
    page.keyboard.press("Enter")
    assert page.inner_text("[role=alert]") == "The name or password is incorrect."
    assert page.input_value("#name") == "ada"
    assert page.evaluate("document.activeElement.id") == "password"


def test_signing_in_leads_to_where_one_was_going(person):
    page = person.page
    page.goto("/miniapp/com.example.directory/pages/person?id=30")
    page.fill("#name", "ada")
    page.fill("#password", "coral-reef-1843")
    page.keyboard.press("Enter")
    page.wait_for_url("**/miniapp/com.example.directory/pages/person?id=30")
    person.ready().locator(".portrait h2").wait_for()


@pytest.mark.browser(java_script_enabled=False)
def test_the_hub_works_without_javascript(person):
    person.sign_in()
    page = person.page
    layout = page.get_attribute(".grid", "data-layout")
    page.click(".layout-switch [aria-pressed=false]", force=True)
    assert page.get_attribute(".grid", "data-layout") != layout
    page.click(".layout-switch [aria-pressed=false]", force=True)
    # The click that chose the layout may still be on its way.
    page.goto("/hub")
    page.click(".tile:has-text('Kudos')", force=True)
    page.wait_for_url("**/miniapp/com.example.kudos")
    assert "Kudos needs JavaScript" in page.content()
    # With the keyboard: without JavaScript, the test can't wait until the position of a click is stable.
    page.press("#close", "Enter")
    page.wait_for_url("**/hub#com.example.kudos")


def test_the_hub_works_with_the_keyboard(person):
    person.sign_in()
    page = person.page
    for _ in range(20):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.classList.contains('tile')"):
            break
    page.keyboard.press("Enter")
    page.wait_for_url("**/miniapp/**")


@pytest.mark.thorough("more in browsers")
@pytest.mark.browser(viewport={"width": 390, "height": 600})
@pytest.mark.parametrize("name", [
    "Directory", pytest.param("Kudos", marks=pytest.mark.thorough("hub")), pytest.param("Expenses", marks=pytest.mark.thorough("hub"))])
def test_closing_leads_back_to_where_one_was(person, name):
    person.sign_in()
    page = person.page
    # The scroll position that counts is the one when the hub is left, in whichever document of it that is.
    page.add_init_script("""if (self === top && location.pathname === "/hub")
        addEventListener("pagehide", () => sessionStorage.setItem("left", scrollY))""")
    page.reload()
    page.locator(f".tile:has-text('{name}')").evaluate("tile => scrollTo(0, tile.getBoundingClientRect().top - 150)")

    def is_back():
        path, left, now = page.evaluate("[location.pathname, Number(sessionStorage.getItem('left')), scrollY]")
        # Chromium remembers where the topmost tile was on the screen, and comes back to that. One below the pointer is lifted
        # by up to two pixels (hub.css), in both directions on the way, and heights are fractions of pixels.
        return path == "/hub" and abs(now - left) <= 3 or f"{path} at {now}, left at {left}"

    def comes_back():
        until(lambda: is_back() is True, said=is_back)

    person.open(name)
    page.click("#close")
    comes_back()
    # The same from the bar of the shell, after the mini app has navigated to another of its pages.
    inside = person.open(name)
    inside.locator("main a, .give a").first.click()
    until(lambda: page.evaluate("location.pathname") not in ("/hub", f"/miniapp/com.example.{name.lower()}"))
    page.click("#close")
    comes_back()


@pytest.mark.thorough("more in browsers")
def test_a_restart_keeps_everything(person, lagoon):
    person.sign_in()
    person.forget("com.example.kudos")
    inside = person.open("Kudos")
    inside.locator(".give a").click()
    inside.locator("#to").select_option(index=3)
    inside.locator("#message").fill("Kept over a restart.")
    inside.locator("button.primary").click()
    person.answer("Allow")
    inside.locator(".post.own", has_text="Kept over a restart.").wait_for()
    lagoon.restart()
    person.page.goto("/permissions")
    assert "Know your name" in person.page.inner_text("main")
    person.page.goto("/miniapp/com.example.kudos")
    person.ready().locator(".post.own", has_text="Kept over a restart.").wait_for()
