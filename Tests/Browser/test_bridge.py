"""The bridge outlives what happens to the pages on both of its sides."""

import pytest


@pytest.fixture
def opened(person):
    person.sign_in()
    person.open("Intruder")
    return person


def ask(person):
    frame = person.frame()
    frame.wait_for_selector("body[data-ready]")
    return frame.evaluate("atoll.user.profile().then(({ name }) => name)")


def path(person):
    return person.page.evaluate("location.pathname")


BASE = "/miniapp/com.example.intruder"


def test_it_survives_page_changes_back_and_forward(opened):
    page = opened.page
    assert ask(opened) == "Ada Moreno"
    opened.frame().click("text=other")
    opened.wait_for_page("/pages/other")
    assert ask(opened) == "Ada Moreno"
    page.go_back()
    opened.wait_for_page("/pages/home")
    assert ask(opened) == "Ada Moreno"
    page.go_forward()
    opened.wait_for_page("/pages/other")
    assert ask(opened) == "Ada Moreno"


def test_it_survives_a_reload_of_the_mini_app(opened):
    for _ in range(3):
        with opened.page.expect_event("framenavigated"):
            opened.frame().evaluate("location.reload()")
        assert ask(opened) == "Ada Moreno"


def test_it_survives_a_reload_of_the_shell_and_the_page_stays(opened):
    opened.frame().click("text=other")
    opened.wait_for_page("/pages/other")
    opened.page.reload()
    assert ask(opened) == "Ada Moreno"
    assert opened.frame().url.endswith("/pages/other")
    assert path(opened) == f"{BASE}/pages/other"


def test_it_survives_leaving_and_coming_back(opened):
    opened.frame().click("text=other")
    opened.wait_for_page("/pages/other")
    opened.page.goto("/hub")
    opened.page.go_back()
    assert ask(opened) == "Ada Moreno"


def test_no_hello_is_lost_in_thirty_page_changes(opened):
    for number in range(30):
        frame = opened.frame()
        with opened.page.expect_event("framenavigated"):
            frame.evaluate(f"location.assign('/pages/{'other' if number % 2 == 0 else 'home'}?n={number}')")
        assert ask(opened) == "Ada Moreno"


def test_two_tabs_each_have_a_bridge(opened):
    second = opened.context.new_page()
    second.goto(BASE)
    inside = next(frame for frame in second.frames if frame.parent_frame)
    inside.wait_for_selector("body[data-ready]")
    assert inside.evaluate("atoll.user.profile().then(({ name }) => name)") == "Ada Moreno"
    assert ask(opened) == "Ada Moreno"
    second.close()


def test_a_signed_out_tab_says_so(opened):
    other = opened.context.new_page()
    other.goto("/hub")
    other.click("details.account summary")
    other.click("text=Sign out")
    opened.frame().evaluate("void atoll.storage.keys()")
    opened.page.wait_for_selector("#notice:not([hidden])")
    assert opened.page.inner_text("#notice") == "You were signed out. Reload the page to sign in again."
