"""Deep links, and the URL as the state of the site."""

import http.client
import urllib.parse

import pytest

from conftest import until
from tiers import sampled, some
from waiting import GUARD
from test_accessibility import problems

WIDE = {"width": 1200, "height": 700}
PHONE = {"width": 390, "height": 700}


def where(page):
    return page.evaluate("location.pathname + location.search")


def is_in_view(page, selector):
    return page.locator(selector).evaluate(
        """element => {
            const box = element.getBoundingClientRect();
            return box.height > 0 && box.top >= 0 && box.bottom <= innerHeight;
        }""")


def shows_product_30(page):
    page.wait_for_selector("h1:has-text('Amber Bowl')")
    assert "No. 30" in page.inner_text(".product")


LINKS = [
    ("dla://Products?id=30", "/products?id=30", "Amber Bowl"),
    ("dla://Settings", "/settings", "Settings"),
    ("dla://Profile", "/profile", "Profile"),
]


def addresses(link, path):
    """The forms in which a browser gets a link."""
    # The last as Chromium opens a link with a registered scheme, in place of %s.
    return [path, "/open?url=" + urllib.parse.quote(link, safe=""), "/open?url=" + urllib.parse.quote("web+" + link, safe="")]


def opens(page, path, title):
    page.wait_for_selector(f"h1:has-text('{title}')")
    until(lambda: where(page) == path)


def test_a_link_opens_its_screen_at_once(person):
    person.sign_in(at="/today")
    for link, path, title in LINKS:
        for address in some(addresses(link, path), 1):
            person.page.goto(address)
            opens(person.page, path, title)


@pytest.mark.parametrize("link, path, title", sampled(LINKS, "more in browsers", lambda each: each == LINKS[0]))
@pytest.mark.parametrize("form", sampled([0, 1, 2], "more in browsers", lambda form: form == 1), ids=["web", "open", "protocol"])
def test_a_link_opens_its_screen_after_signing_in(person, link, path, title, form):
    page = person.page
    page.goto(addresses(link, path)[form])
    assert page.evaluate("location.pathname") == "/sign-in"
    page.fill("#name", "ada")
    page.fill("#password", "coral-reef-1843")
    page.keyboard.press("Enter")
    opens(page, path, title)


@pytest.mark.thorough("more in browsers")
def test_other_letters_lead_to_the_same_product(person):
    person.sign_in(at="/today")
    for path in "/Products?id=30", "/PRODUCTS?id=30", "/products/?id=30":
        person.page.goto(path)
        shows_product_30(person.page)


@pytest.mark.browser(viewport=WIDE)
@pytest.mark.thorough("more in browsers")
def test_on_a_wide_screen_the_row_of_the_product_is_in_view(person):
    person.sign_in(at="/products?id=30")
    page = person.page
    shows_product_30(page)
    until(lambda: is_in_view(page, "#product-30"))
    assert page.get_attribute("#product-30", "aria-current") == "true"
    page.click("text=Next")
    page.wait_for_selector("h1:has-text('Copper Bowl')")
    until(lambda: is_in_view(page, "#product-31"))


@pytest.mark.browser(viewport=WIDE, java_script_enabled=False)
def test_without_script_too(person):
    person.sign_in(at="/products?id=930")
    page = person.page
    assert "No. 930" in page.inner_text(".product")
    until(lambda: page.locator("#product-930").bounding_box()["y"] < WIDE["height"])
    assert page.locator("#product-930").bounding_box()["y"] > 0
    page.click("nav.tabs >> text=Profile", force=True)
    page.wait_for_url("**/profile?with=**")
    page.goto("/compose")
    assert page.locator("[role=dialog]").count() == 1
    page.click("text=Close", force=True)
    page.wait_for_url("**/today")


@pytest.mark.browser(viewport=PHONE)
@pytest.mark.thorough("more in browsers")
def test_on_a_phone_the_product_takes_the_screen(person):
    person.sign_in(at="/products?id=30")
    page = person.page
    shows_product_30(page)
    assert not page.locator(".column.main").is_visible()
    page.click(".column.beside .back")
    page.wait_for_url("**/products")
    assert page.locator(".column.main").is_visible()


def test_back_forward_reload_and_a_second_tab(person):
    person.sign_in(at="/products")
    page = person.page
    page.click("#product-3")
    page.wait_for_url("**/products?id=3")
    page.click("nav.tabs >> text=Profile")
    page.click("text=Settings")
    page.wait_for_selector("h1:has-text('Settings')")
    here = where(page)
    page.reload()
    assert where(page) == here and page.inner_text("h1") == "Settings"
    page.go_back()
    page.wait_for_selector("h1:has-text('Profile')")
    page.go_back()
    page.wait_for_selector("h1:has-text('Linen Lamp')")
    page.go_forward()
    page.go_forward()
    page.wait_for_selector("h1:has-text('Settings')")
    # The background tab is part of the URL, and is restored as it was left.
    assert "with=/products?id=3" in urllib.parse.unquote(here)
    other = person.context.new_page()
    other.goto(page.url)
    assert other.inner_text("h1") == "Settings"
    other.click("nav.tabs >> text=Products")
    other.wait_for_selector("h1:has-text('Linen Lamp')")
    # The first browser tab has not changed.
    assert where(page) == here


@pytest.mark.thorough("more in browsers")
def test_a_link_sent_to_a_friend_who_is_not_signed_in(person, lagoon, chromium):
    person.sign_in(at="/products?id=30")
    page = person.page
    page.click("nav.tabs >> text=Today")
    page.click("a:has-text('Evening run')")
    page.wait_for_selector("h1:has-text('Evening run')")
    context = chromium.new_context()
    friend = context.new_page()
    friend.goto(page.url)
    assert friend.evaluate("location.pathname") == "/sign-in"
    friend.click("text=Register")
    friend.wait_for_url("**/register?return=**")
    friend.click("text=I already have an account")
    friend.fill("#name", "ben")
    friend.fill("#password", "quiet-water-27")
    friend.keyboard.press("Enter")
    friend.wait_for_selector("h1:has-text('Evening run')")
    assert where(friend) == where(page)
    context.close()


@pytest.mark.thorough("more in browsers")
def test_sheet_and_player_lie_over_what_is_there(person):
    person.sign_in(at="/player/evening-run?with=/live/evening-run")
    page = person.page
    page.wait_for_selector(".overlay.cover [role=dialog]")
    assert page.locator(".app").get_attribute("inert") is not None
    page.reload()
    page.wait_for_selector(".overlay.cover .ring-time")
    page.keyboard.press("Escape")
    page.wait_for_url("**/live/evening-run")
    page.click(".back")
    page.click("[aria-label='New']")
    page.wait_for_selector(".overlay.sheet [role=dialog]")
    page.click("text=Give kudos")
    page.wait_for_url("**/miniapp/com.example.kudos/pages/give")
    person.ready().locator("#to").wait_for()


def test_a_mini_app_gets_its_launch_parameters(person):
    person.sign_in()
    page = person.page
    link = "miniapp://com.example.directory;version=1.0.0/pages/person?id=30"
    page.goto("/open?url=" + urllib.parse.quote(link, safe=""))
    person.ready().locator(".portrait h2").wait_for()
    assert where(page).endswith("/pages/person?id=30")


BAD = [
    ("/nowhere", 404), ("/products?id=abc", 400), ("/products?id=030", 400), ("/products?id=1&id=2", 400),
    ("/products?id=4000", 404), ("/products/%2e%2e/x", 400), ("/products//x", 400), ("/products?search=%00", 400),
    ("/products?search=%E0%A4", 400),
    ("/live/nobody", 404), ("/compose?with=https://evil.example/", 400), ("/compose?with=/nowhere", 400),
    ("/open", 400), ("/open?url=", 400), ("/open?url=https%3A%2F%2Fevil.example%2Fproducts", 400),
    ("/open?url=javascript%3Aalert(1)", 400), ("/open?url=dla%3A%2F%2Fnowhere", 404),
    ("/open?url=https%3A%2F%2Fada%40localhost%2F", 400), ("/open?url=dla%3A%2F%2Fproducts%2F..%2Fx", 400),
    ("/miniapp/com.example.none", 404), ("/miniapp/..", 400), ("/products?search=" + "a" * 100_000, 400),
]


def ask(person, lagoon, address):
    """Sends a path exactly as it is, while a browser would correct some of them. Returns status, headers and text."""
    cookies = "; ".join(f"{cookie['name']}={cookie['value']}" for cookie in person.context.cookies())
    connection = http.client.HTTPConnection("localhost", lagoon.port, timeout=GUARD)
    try:
        connection.request("GET", address, headers={"Cookie": cookies})
        answer = connection.getresponse()
        return answer.status, {name.lower(): value for name, value in answer.getheaders()}, answer.read().decode()
    except ConnectionError:
        return 400, {}, ""
    finally:
        connection.close()


def test_a_bad_address_is_said_kindly_and_leads_nowhere_else(person, lagoon):
    person.sign_in()
    for address, status in BAD:
        code, headers, text = ask(person, lagoon, address)
        if len(address) > 50_000:
            # Longer than the server accepts at all.
            assert code in (400, 414, 431)
            continue
        assert code == status, address
        assert "text/html" in headers["content-type"], address
        assert "Back to the start page" in text, address


def test_what_somebody_searches_for_may_look_encoded_and_what_others_add_closes_no_link(person, lagoon):
    person.sign_in()
    for query in ["search=%5C", "search=%2541", "search=5%25cashback", "search=C%3A%5Ctemp", "search=a%09b", "search=http%3A%2F%2Fa.test%2F%3Fb%3D%2520"]:
        assert ask(person, lagoon, f"/products?{query}")[0] == 200, query
    for query in ["utm_campaign=50%_off", "f=a|b", "&gclid=1", "a={{ad.name}}", "q=%E9t%E9", "u=http%3A%2F%2Fa.test%2F%3Fb%3D%2520", "=1"]:
        assert ask(person, lagoon, f"/products?id=30&{query}")[0] == 200, query


def test_no_address_leads_to_another_site(person, lagoon):
    person.sign_in()
    for address in ["//evil.example", "/\\evil.example", "/sign-in?return=//evil.example",
                    "/sign-in?return=https://evil.example", "/open?url=//evil.example", "/%2f%2fevil.example"]:
        _, headers, _ = ask(person, lagoon, address)
        location = headers.get("location", "/")
        assert location.startswith("/") and not location.startswith("//"), (address, location)


def mailed(lagoon, page):
    """The newest link to a page in the mails to cleo."""
    found = []

    def look():
        for mail in (lagoon.folder / "data/mail").glob("cleo@example.com-*.txt"):
            lines = [line for line in mail.read_text().splitlines() if line.startswith(f"{lagoon.origin}/{page}?")]
            found.extend((mail.stat().st_mtime, line) for line in lines)
        return found

    until(look)
    return max(found)[1]


def test_registering_and_choosing_another_password(person, lagoon):
    page = person.page
    page.goto("/products?id=30")
    page.click("text=Register")
    page.fill("#full-name", "Cleo Reef")
    page.fill("#name", "ada")
    page.fill("#email", "cleo@example.com")
    page.fill("#password", "mangrove-kettle-19")
    page.click("button.primary")
    assert "This sign-in name is taken" in page.inner_text("[role=alert]")
    assert page.input_value("#full-name") == "Cleo Reef" and page.input_value("#email") == "cleo@example.com"
    page.fill("#name", "cleo")
    page.fill("#password", "football2024")
    page.click("button.primary")
    assert "easy to guess" in page.inner_text("[role=alert]")
    page.fill("#password", "mangrove-kettle-19")
    page.click("button.primary")
    shows_product_30(page)
    # The link in the mail works in a browser that is signed in, and only when the user presses the button.
    page.goto(mailed(lagoon, "confirm"))
    page.click("button.primary")
    assert "address is confirmed" in page.inner_text("[role=status]")
    page.click("text=Continue to Lagoon")
    page.wait_for_url("**/today")
    page.goto("/account")
    assert "Cleo Reef" in page.inner_text(".facts") and "None" in page.inner_text(".facts")
    page.click("main >> text=Sign out")
    page.wait_for_url("**/sign-in")
    page.click("text=Forgot password?")
    page.fill("#name", "cleo")
    page.click("button.primary")
    assert "a link is on its way" in page.inner_text("[role=status]")
    link = mailed(lagoon, "reset")
    page.goto(link)
    assert problems(page) == []
    late = page.context.new_page()
    late.goto(link)
    page.fill("#password", "seagrass-lantern-7")
    page.click("button.primary")
    assert "Your password was changed" in page.inner_text("[role=status]")
    # A form that was open meanwhile, and the link opened again.
    late.fill("#password", "seagrass-lantern-8")
    late.click("button.primary")
    assert "already been used" in late.inner_text("[role=alert]")
    late.close()
    assert page.goto(link).status == 410
    assert "already been used" in page.inner_text("[role=alert]") and page.locator("#password").count() == 0
    page.click("text=Request a new link")
    page.wait_for_url("**/forgot**")
    page.goto("/sign-in")
    page.fill("#name", "cleo")
    page.fill("#password", "seagrass-lantern-7")
    page.click("button.primary")
    page.wait_for_url("**/today")


def test_the_browser_is_asked_to_hand_links_over_when_the_button_is_pressed(person):
    person.sign_in()
    page = person.page
    page.add_init_script("""
        window.asked = [];
        navigator.registerProtocolHandler = (scheme, url) => asked.push([scheme, url]);
    """)
    page.goto("/settings")
    assert page.evaluate("asked") == []
    page.click("text=Open Lagoon's links in this browser")
    origin = page.evaluate("location.origin")
    assert page.evaluate("asked") == [["web+dla", f"{origin}/open?url=%s"], ["web+miniapp", f"{origin}/open?url=%s"]]


@pytest.mark.thorough("more in browsers")
def test_chromium_takes_our_schemes_and_refuses_the_bare_one(person):
    person.sign_in(at="/settings")
    page = person.page
    attempt = """scheme => {
        try { navigator.registerProtocolHandler(scheme, location.origin + "/open?url=%s"); return "taken"; }
        catch (error) { return error.name; }
    }"""
    assert page.evaluate(attempt, "web+dla") == "taken"
    assert page.evaluate(attempt, "dla") == "SecurityError"


def test_a_pasted_link_is_opened(person):
    person.sign_in(at="/settings")
    page = person.page
    page.click("summary >> text=Open a link")
    page.fill("[name=url]", "dla://Products?id=30")
    page.keyboard.press("Enter")
    shows_product_30(page)


@pytest.mark.thorough("more in browsers")
def test_a_search_in_a_tab_in_the_background_is_there_when_one_comes_back(person):
    person.sign_in(at="/products")
    page = person.page
    page.fill("[type=search]", "coral lamp")
    page.keyboard.press("Enter")
    page.wait_for_selector("text=1 product")
    page.click("nav.tabs >> text=Profile")
    page.wait_for_selector("h1:has-text('Profile')")
    page.click("nav.tabs >> text=Products")
    page.wait_for_selector("text=1 product")
    assert page.input_value("[type=search]") == "coral lamp"
    # A search does not change the tabs in the background.
    page.fill("[type=search]", "slate bowl")
    page.keyboard.press("Enter")
    page.wait_for_selector("text=Slate Bowl")
    assert "with=/profile" in urllib.parse.unquote(where(page))


@pytest.mark.thorough("more in browsers")
def test_a_product_is_open_under_two_tabs_each_as_it_was_left(person):
    page = person.sign_in().page
    both = "/recipe/lagoon-bowl/products/30?with=/products?id=31"
    page.goto("/recipe/lagoon-bowl")
    page.click("text=What to serve it in")
    page.wait_for_selector("h1:has-text('Amber Bowl')")
    assert where(page) == "/recipe/lagoon-bowl/products/30"
    page.click("nav.tabs >> text=Products")
    page.wait_for_selector("h1:has-text('Products')")
    assert page.locator(".product").count() == 0, "this tab has its own products"
    page.goto("/products?id=31&with=/recipe/lagoon-bowl/products/30")
    shows = page.locator(".product")
    assert "No. 31" in shows.inner_text()
    page.click("nav.tabs >> text=Today")
    page.wait_for_selector("h1:has-text('Amber Bowl')")
    until(lambda: where(page) == both)
    page.reload()
    assert "No. 30" in shows.inner_text()
    # Going back in this tab does not change the other one.
    page.click("a.back")
    page.wait_for_selector("text=What to serve it in")
    page.click("nav.tabs >> text=Products")
    until(lambda: "No. 31" in shows.inner_text())
    # The browser's back button, and a link from another site.
    page.go_back()
    page.wait_for_selector("text=What to serve it in")
    page.goto(both)
    assert "No. 30" in shows.inner_text()
    page.click("nav.tabs >> text=Products")
    until(lambda: "No. 31" in shows.inner_text())


@pytest.mark.thorough("more in browsers")
def test_what_is_pushed_stands_beside_nothing(person):
    page = person.sign_in().page
    page.set_viewport_size(WIDE)
    page.goto("/recipe/lagoon-bowl/products/30")
    assert page.locator(".column.beside").count() == 0 and page.locator(".app.split").count() == 0
    assert page.locator("a.back").count() == 1
    assert page.locator(".product-steps a").count() == 0, "no other product can be reached from here"
