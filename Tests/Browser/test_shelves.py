"""The hub beyond its grid: search as the user types, shelves, favourites by mouse, touch and keyboard, the search
nearby, details, and endless scrolling."""

import re

import pytest

from conftest import Person, until, stop_clock


@pytest.fixture
def ben(lagoon, chromium):
    person = Person(lagoon, chromium, viewport={"width": 390, "height": 780}, reduced_motion="reduce").sign_in("ben")
    # One mini app may be there twice.
    chosen = person.page.locator("[data-favourite] button[aria-pressed=true]")
    while (count := chosen.count()) > 0:
        chosen.first.click()
        until(lambda: chosen.count() < count)
    person.page.goto("/hub")
    yield person
    person.context.close()
    assert person.errors == []


def names(page, where=".tile-name"):
    return page.locator(where).all_inner_texts()


def favourites(page):
    return [name.strip() for name in names(page, "#shelf-favourites + .chips .chip > span[dir]")]


def test_it_searches_as_one_types_with_one_request_at_a_time(ben):
    page = ben.page
    asked = []
    page.on("request", lambda request: asked.append(request.url) if "text=" in request.url else None)
    stop_clock(page)
    page.locator("#hub-search").press_sequentially("direct")
    assert asked == []
    page.clock.run_for(200)
    page.clock.resume()
    until(lambda: names(page) == ["Directory"])
    assert len(asked) == 1 and asked[0].endswith("text=direct")
    assert page.url.endswith("/hub?text=direct")
    assert page.evaluate("document.activeElement.id") == "hub-search", "the user can go on typing"
    assert page.text_content("#hub-summary") == "1 mini app found"
    page.reload()
    assert names(page) == ["Directory"] and page.input_value("#hub-search") == "direct"
    page.fill("#hub-search", "")
    until(lambda: len(names(page)) >= 2)


@pytest.mark.thorough("more in browsers")
def test_a_search_without_a_result_says_what_to_do(ben):
    page = ben.page
    page.fill("#hub-search", "<b>nothing</b> \U0001f300 % ' \"")
    until(lambda: page.locator(".empty h2").count() == 1)
    assert page.inner_text(".empty h2") == "Nothing found"
    page.click(".empty >> text=Show all")
    until(lambda: len(names(page)) >= 2)


@pytest.mark.thorough("more in browsers")
def test_a_search_that_fails_says_so_and_can_be_tried_again(ben):
    page = ben.page
    page.route("**/hub?text=*", lambda route: route.abort())
    page.fill("#hub-search", "kudos")
    until(lambda: page.locator("#hub-results [role=alert]").count() == 1)
    assert len(names(page)) >= 2, "the previous results stay"
    page.unroute("**/hub?text=*")
    page.click("text=Try again")
    until(lambda: names(page) == ["Kudos"])


@pytest.mark.thorough("more in browsers")
def test_placeholders_stand_where_an_answer_takes_its_time(ben):
    page = ben.page

    held = []
    page.route("**/hub?text=*", lambda route: held.append(route))
    page.fill("#hub-search", "kudos")
    until(lambda: page.locator("#hub-results.is-loading").count() == 1)
    held[0].continue_()
    until(lambda: names(page) == ["Kudos"] and page.locator(".is-loading").count() == 0)


NO_SENSE = [
    ("/hub?text=" + "x" * 201, 400), ("/hub?near=91,0", 400), ("/hub?near=a,b", 400), ("/hub?near=1", 400), ("/hub?near=here", 200), ("/hub?near=NaN,1", 400),
    ("/hub?tag=" + "x" * 300, 400), ("/hub?next=garbage", 400), ("/hub?text=" + "%20" * 9, 200), ("/hub?text=%F0%9F%8C%80", 200),
    ("/about/com.example.expenses", 404), ("/about/nobody", 400), ("/about/..%2f..", 400),
]


@pytest.mark.thorough("more in browsers")
def test_addresses_that_make_no_sense(ben):
    for address, status in NO_SENSE:
        answer = ben.page.goto(address)
        assert answer.status == status, f"{address}: {ben.page.inner_text('body')[:300]}"


@pytest.mark.thorough("more in browsers")
def test_categories_lead_to_what_has_them(ben):
    page = ben.page
    page.click(".tag >> text=people")
    page.wait_for_url("**/hub?tag=people")
    assert sorted(names(page)) == ["Directory", "Kudos"]
    assert page.locator(".tag[aria-current]").inner_text().lower() == "people"
    page.click("text=Show all")
    page.wait_for_url("**/hub")


def test_favourites_by_keyboard_alone_are_announced(ben):
    page = ben.page
    for name in ["Directory", "Kudos"]:
        page.locator(f"[aria-label='Favourite: {name}']").focus()
        page.keyboard.press("Enter")
        until(lambda: page.text_content("#live-news") == f"{name} added to favourites.")
        until(lambda: page.evaluate("document.activeElement.getAttribute('aria-label')") == f"Favourite: {name}")
    until(lambda: favourites(page) == ["Directory", "Kudos"])
    page.locator(".arrange summary").focus()
    page.keyboard.press("Enter")
    page.locator("[aria-label='Move Kudos up']").focus()
    page.keyboard.press("Enter")
    until(lambda: page.text_content("#live-news") == "Kudos: 1 of 2.")
    assert page.evaluate("document.activeElement.getAttribute('aria-label')") == "Move Kudos up"
    until(lambda: favourites(page) == ["Kudos", "Directory"])
    page.reload()
    assert favourites(page) == ["Kudos", "Directory"]
    # A favourite can be opened with the keyboard, too.
    page.locator("#shelf-favourites + .chips .chip").first.focus()
    page.keyboard.press("Enter")
    page.wait_for_url("**/miniapp/com.example.kudos*")
    ben.ready()
    page.goto("/hub")
    assert page.locator("#shelf-recent").count() == 0, "all of them are in sight"


@pytest.mark.thorough("more in browsers")
@pytest.mark.parametrize("kind", ["mouse", "touch"])
def test_favourites_are_dragged(lagoon, chromium, kind):
    person = Person(lagoon, chromium, viewport={"width": 390, "height": 780}, has_touch=kind == "touch", reduced_motion="reduce")
    person.sign_in("ben")
    page = person.page
    for name in ["Directory", "Kudos"]:
        if page.locator(f"[aria-label='Favourite: {name}'][aria-pressed=false]").count():
            page.click(f"[aria-label='Favourite: {name}']")
            until(lambda: page.locator(f"[aria-label='Favourite: {name}'][aria-pressed=true]").count() == 1)
    page.click(".arrange summary")
    order = page.evaluate("[...document.querySelectorAll('[data-arrange] .row')].map(({ dataset }) => dataset.name)")
    boxes = [page.locator("[data-arrange] .handle").nth(index).bounding_box() for index in (0, 1)]
    (x, first), (_, second) = [(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2) for box in boxes]
    if kind == "mouse":
        page.mouse.move(x, first)
        page.mouse.down()
        page.mouse.move(x, second + 4, steps=6)
        page.mouse.up()
    else:
        touch = page.context.new_cdp_session(page)
        touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": first}]})
        for step in range(1, 7):
            touch.send("Input.dispatchTouchEvent", {
                "type": "touchMove", "touchPoints": [{"x": x, "y": first + (second + 4 - first) * step / 6}]})
        touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    until(lambda: page.text_content("#live-news") == f"{order[0]}: 2 of 2.")
    until(lambda: favourites(page) == order[::-1])
    page.reload()
    assert favourites(page) == order[::-1]
    person.context.close()
    assert person.errors == []


@pytest.mark.thorough("more in browsers")
def test_favourites_without_script(lagoon, chromium):
    person = Person(lagoon, chromium, java_script_enabled=False, reduced_motion="reduce").sign_in("ben")
    page = person.page
    before = page.locator("[aria-label='Favourite: Kudos']").get_attribute("aria-pressed")
    page.click("[aria-label='Favourite: Kudos']")
    assert page.locator("[aria-label='Favourite: Kudos']").get_attribute("aria-pressed") != before
    page.fill("#hub-search", "kudos")
    page.keyboard.press("Enter")
    page.wait_for_url("**/hub?text=kudos")
    assert names(page) == ["Kudos"]
    person.context.close()


@pytest.mark.thorough("more in browsers")
def test_bad_forms_are_refused(ben):
    post = "([to, fields]) => fetch(to, { method: 'POST', body: new URLSearchParams(fields) }).then((a) => a.status)"
    for to, fields in [
        ("/hub/favourite", {}), ("/hub/favourite", {"id": "../x", "favourite": "yes"}),
        ("/hub/favourite", {"id": "com.example.kudos", "favourite": "maybe"}), ("/hub/favourite/move", {"id": "com.example.kudos"}),
        ("/hub/favourite/move", {"id": "com.example.kudos", "by": "9223372036854775807"}), ("/hub/layout", {"layout": "nine"}),
    ]:
        assert ben.page.evaluate(post, [to, fields]) == 400, (to, fields)


@pytest.mark.thorough("more in browsers")
def test_the_place_is_asked_for_when_it_is_chosen_and_not_before(lagoon, chromium):
    person = Person(lagoon, chromium, geolocation={"latitude": 39.571, "longitude": 2.652}, reduced_motion="reduce")
    person.context.grant_permissions(["geolocation"], origin=lagoon.origin)
    person.context.add_init_script("""
        window.asked = 0;
        const ask = navigator.geolocation.getCurrentPosition.bind(navigator.geolocation);
        navigator.geolocation.getCurrentPosition = (...rest) => { window.asked += 1; ask(...rest); };""")
    person.sign_in("ben")
    page = person.page
    page.click("text=Near me")
    page.wait_for_url("**/hub?near=ask")
    assert page.evaluate("asked") == 0
    assert "not stored" in page.inner_text("#ask-place")
    page.click("text=Use my location")
    page.wait_for_url("**/hub?near=here")
    until(lambda: page.locator("#ask-place").count() == 0)
    assert names(page) == ["Directory"]
    assert page.inner_text("main h2") == "Near you"
    assert "39.57" not in page.evaluate("navigation.entries().map(({ url }) => url).join()"), "the place is in no history"
    page.reload()
    assert page.locator("#ask-place").count() == 1, "and is asked for again"
    person.context.close()
    assert person.errors == []


@pytest.mark.thorough("more in browsers")
def test_who_does_not_allow_their_place_is_told_what_to_do(lagoon, chromium):
    person = Person(lagoon, chromium, reduced_motion="reduce").sign_in("ben")
    page = person.page
    page.goto("/hub?near=ask")
    page.click("text=Use my location")
    until(lambda: page.locator("#place-problem:not([hidden])").count() == 1)
    problem = page.inner_text("#place-problem")
    assert "allowed" in problem or "could not be determined" in problem
    person.context.close()


def test_what_there_is_to_know_of_a_mini_app(ben):
    page = ben.page
    page.click("[aria-label='About Kudos']")
    page.wait_for_url("**/about/com.example.kudos*")
    text = page.inner_text("main")
    # The publisher has a name, in addition to the id that it signs as.
    assert "Reef Works" in page.inner_text(".details-head")
    assert page.get_attribute("text=Get help from the publisher", "href") == "mailto:kudos@example.com"
    similar = page.locator(".similar a").all_inner_texts()
    assert similar and any("Directory" in text for text in similar) and not any("Kudos" in text for text in similar)
    for word in ["Kudos", "Recognize your colleagues", "com.example", "1.0.0", "kB",
                 "Know your name", "To sign your kudos with your name.", "https://api.kudos.example.com"]:
        assert word in text
    assert re.search(r"\d+ \w+ 20\d\d", text)
    page.click("main >> text=Open")
    page.wait_for_url("**/miniapp/com.example.kudos*")
    # A mini app without permissions still has an id for the user.
    page.goto("/about/com.example.directory")
    assert "Gives you a private id" in page.inner_text("main")


@pytest.mark.thorough("more in browsers")
def test_a_shelf_holds_only_what_is_not_in_sight(ben):
    assert ben.page.locator(".tile").count() <= 8
    assert ben.page.locator(".banner, #shelf-featured, #shelf-recent").count() == 0


@pytest.mark.thorough("more in browsers")
def test_the_list_has_as_many_columns_as_fit(lagoon, chromium):
    person = Person(lagoon, chromium, viewport={"width": 390, "height": 800}, reduced_motion="reduce").sign_in("ada")
    page = person.page
    for width, columns in (390, 1), (820, 2), (1000, 3), (1280, 3), (1920, 3):
        page.set_viewport_size({"width": width, "height": 800})
        page.goto("/hub")
        if page.locator("[aria-label='Show a list']").count():
            page.click("[aria-label='Show a list']")
        page.wait_for_selector(".grid[data-layout=list]")
        boxes = [tile.bounding_box() for tile in page.locator(".cell").all()]
        assert len({box["x"] for box in boxes}) == columns, width
        assert all(box["height"] <= 100 for box in boxes), width
        # Where three columns barely fit, the name needs the room.
        assert page.locator(".tile-open").first.is_visible() == (width != 1000), width
        if width == 390:
            assert boxes[0]["y"] < 600, "a phone shows the first mini app without scrolling"
    person.context.close()
