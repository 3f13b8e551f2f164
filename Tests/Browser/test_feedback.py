"""What a user says of a mini app reaches those who make it, and their answer reaches the user; nobody learns who it was."""

import os
import re
import secrets

import pytest

from conftest import Lagoon, Person, until
from test_accessibility import problems
from test_console_work import Worker, look_at

ABOUT = "/about/com.example.kudos"
FEEDBACK = "/miniapps/com.example.kudos/feedback"


@pytest.fixture(scope="module")
def demo(tmp_path_factory):
    running = Lagoon(tmp_path_factory.mktemp("feedback"), with_intruder=False)
    running.start()
    yield running
    running.stop()


@pytest.fixture
def people(demo, chromium):
    everybody = []

    def person(name=None, **options):
        options.setdefault("reduced_motion", "reduce")
        one = Person(demo, chromium, **options)
        everybody.append(one)
        if name in ("ada", "ben"):
            return one.sign_in(name)
        # A new user.
        one.page.goto("/register")
        one.page.fill("#full-name", name.capitalize())
        one.page.fill("#name", name)
        one.page.fill("#email", f"{name}@example.com")
        one.page.fill("#password", "four unusual violet harbours")
        one.page.click("main button.primary")
        one.page.wait_for_url("**/today")
        one.go("/hub")
        return one

    yield person
    for one in everybody:
        one.context.close()
        assert one.errors == []


def stars(page):
    return page.locator(".stars .filled").count()


@pytest.mark.thorough("long stories of a mini app")
def test_five_users_rate_and_everybody_sees_the_average(demo, people, chromium):
    for name, given in [("cleo", 5), ("dora", 4), ("emil", 4), ("finn", 3), ("ada", 5)]:
        page = people(name).page
        page.goto(ABOUT)
        assert "★ (" not in page.inner_text(".fact-strip")
        page.get_by_role("button", name=f"{given} stars", exact=True).click()
        until(lambda: stars(page) == given)
        assert page.url.endswith("#feedback")
        assert page.get_by_role("button", name=f"{given} stars", exact=True).get_attribute("aria-pressed") == "true"
    page.goto(ABOUT)
    assert "4.2 ★ (5)" in page.inner_text(".fact-strip")
    german = people("ben", locale="de-DE").page
    german.goto(ABOUT)
    assert "4,2 ★ (5)" in german.inner_text(".fact-strip") and stars(german) == 0
    assert german.get_by_role("button", name="1 Stern", exact=True).count() == 1
    assert page.inner_text(".fact-strip li .visually-hidden") == "4.2 of 5 stars, 5 ratings"
    # One change alone is not seen in the average.
    page.click("text=Remove my rating")
    until(lambda: stars(page) == 0)
    assert "4.2 ★ (5)" in page.inner_text(".fact-strip")
    page.get_by_role("button", name="5 stars", exact=True).click()
    until(lambda: stars(page) == 5)
    sam = Worker(demo, chromium, "sam")
    sam.go(FEEDBACK)
    assert "4.2" in sam.text("section[aria-labelledby=ratings-title]")
    sam.context.close()
    assert sam.errors == []


def test_a_problem_is_reported_from_the_menu_answered_and_the_answer_is_read(demo, people, chromium):
    ada = people("ada", viewport={"width": 390, "height": 844})
    page = ada.page
    ada.open("Kudos")
    page.click("#menu-button")
    page.click("#app-menu >> text=Report a problem")
    page.wait_for_url("**/about/com.example.kudos*")
    # The form is open, and nothing else is in the way.
    page.locator("#report-text").wait_for()
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    words = "The cake is not <b>sent</b>.\n\u0645\u0631\u062d\u0628\u0627"
    page.select_option("#report-kind", "incorrect")
    page.fill("#report-text", words)
    page.click("text=Send the report")
    page.locator(".reports li").wait_for()
    if folder := os.environ.get("PICTURES"):
        page.screenshot(path=f"{folder}/details.png", full_page=True)
    assert "The information is wrong" in page.inner_text(".reports") and "<b>sent</b>" in page.inner_text(".reports")
    assert page.locator(".reports b").count() == 0
    if problems_found := problems(page):
        raise AssertionError(problems_found)

    sam = Worker(demo, chromium, "sam")
    sam.go("/miniapps/com.example.kudos")
    sam.page.click("text=What users say")
    assert "The cake is not <b>sent</b>." in sam.text("article.report") and "Information is wrong" in sam.text("article.report")
    assert "ada" not in sam.text().lower()
    assert problems(sam.page) == []
    look_at(sam, "feedback")
    # Without an answer there is nothing to send.
    sam.page.click("article.report >> text=Send the answer")
    assert sam.page.evaluate("document.querySelector('article.report textarea').matches(':invalid')")
    sam.go(FEEDBACK + "?state=open")
    # Each line end is one character, as the browser counts.
    answer = "Fixed in the next version. Thank you!\n" + "x\n" * 900
    sam.page.fill("article.report textarea", answer + "x" * (2_000 - len(answer)))
    sam.press("Send the answer", "article.report")
    # It has left the list of those that are open.
    assert sam.page.locator("article.report").count() == 0 and "No reports" in sam.text()
    sam.go(FEEDBACK + "?state=answered")
    assert "Thank you!" in sam.text("article.report blockquote") and "Sam" in sam.text("article.report")
    assert not sam.errors, sam.errors
    sam.context.close()
    # A reviewer can't read what does not concern them.
    rita = Worker(demo, chromium, "rita")
    assert rita.go(FEEDBACK).status == 403 and "cake" not in rita.text()
    rita.context.close()

    page.reload()
    assert "Thank you!" in page.inner_text(".reports .answer") and "Answered" in page.inner_text(".reports")
    # Ben has reported nothing.
    ben = people("ben").page
    ben.goto(ABOUT)
    assert ben.locator(".reports").count() == 0


@pytest.mark.thorough("more in browsers")
def test_hostile_forms_are_refused(demo, people):
    page = people("ben").page
    page.goto(ABOUT)
    code = page.locator("input[name=code]").first.get_attribute("value")
    post = """([path, body]) => fetch(path, { method: "POST", body: new URLSearchParams(body), redirect: "manual" })
        .then((answer) => answer.type === "opaqueredirect" ? 303 : answer.status)"""

    def send(path, **fields):
        fields = {"id": "com.example.kudos", "code": code, "return": ABOUT, "report": secrets.token_hex(16)} | fields
        return page.evaluate(post, [path, fields])

    assert send("/hub/rating", stars="6") == send("/hub/rating", stars="x") == send("/hub/rating", stars="1", code="0") == 400
    assert send("/hub/rating", stars="1", code="999") == 400
    assert send("/hub/rating", stars="1", id="com.example.none") == 404
    # Ben may not open it, and for him it does not exist.
    assert send("/hub/rating", stars="1", id="com.example.expenses") == 404
    assert send("/hub/report", kind="evil", text="x") == send("/hub/report", kind="other", text="") == 400
    assert send("/hub/report", kind="other", text="x" * 2_001) == send("/hub/report", kind="other", text="x" * 40_000) == 400
    # As long as it may be, in the longest characters.
    assert send("/hub/report", kind="other", text="\U0001f40b" * 2_000) == 303
    # As a browser sends them: 2,000 characters, of which many are line ends.
    assert send("/hub/report", kind="other", text="x\r\n" * 1_000) == 303
    twice = secrets.token_hex(16)
    assert [send("/hub/report", kind="other", text="x", report=twice) for _ in range(2)] == [303] * 2
    assert [send("/hub/report", kind="other", text="x") for _ in range(3)] == [303, 303, 400]
    page.goto(ABOUT)
    assert page.locator(".reports li").count() == 5


@pytest.mark.thorough("more in browsers")
def test_without_scripts_everything_can_be_said(demo, people):
    page = people("ada", java_script_enabled=False).page
    page.goto(ABOUT)
    page.get_by_role("button", name="3 stars", exact=True).click()
    page.wait_for_url(re.compile("#feedback$"))
    assert stars(page) == 3
    page.click("text=Report a problem")
    page.fill("#report-text", "Said without a script.")
    page.click("text=Send the report")
    page.wait_for_url(re.compile("#feedback$"))
    assert "Said without a script." in page.inner_text(".reports")
