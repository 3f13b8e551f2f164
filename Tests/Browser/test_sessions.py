"""The pages on which users see their sessions and change their password."""

import pytest

from conftest import Person, until


@pytest.mark.parametrize("size", [
    {"width": 390, "height": 844}, pytest.param({"width": 1280, "height": 800}, marks=pytest.mark.thorough("more in browsers"))], ids=["phone", "desktop"])
def test_other_sessions_are_listed_and_ended(lagoon, chromium, size):
    here, there = Person(lagoon, chromium, viewport=size).sign_in("ben", by_form=True), Person(lagoon, chromium).sign_in("ben", by_form=True)
    page = here.page
    page.goto("/account")
    page.click("text=Sessions")
    page.wait_for_url("**/account/sessions")
    rows = page.locator(".sessions .row")
    assert rows.count() >= 2
    assert rows.filter(has_text="(this session)").count() == 1
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.click("text=Sign out everywhere else")
    until(lambda: rows.count() == 1)
    there.page.goto("/hub")
    assert there.page.url.endswith("/sign-in?return=/hub")
    page.goto("/hub")
    assert page.url.endswith("/hub")
    assert here.errors == []
    here.context.close()
    there.context.close()


@pytest.mark.thorough("more in browsers")
def test_one_session_is_ended(lagoon, chromium):
    here, there = Person(lagoon, chromium).sign_in("ben", by_form=True), Person(lagoon, chromium).sign_in("ben", by_form=True)
    here.page.goto("/account/sessions")
    before = here.page.locator(".sessions .row").count()
    here.page.locator(".sessions form button").first.click()
    until(lambda: here.page.locator(".sessions .row").count() == before - 1)
    here.context.close()
    there.context.close()


@pytest.mark.thorough("more in browsers")
def test_a_password_is_changed_with_the_old_one(lagoon, chromium):
    person = Person(lagoon, chromium)
    page = person.page
    page.goto("/register")
    page.fill("#full-name", "Dora Reef")
    page.fill("#name", "dora")
    page.fill("#email", "dora@example.com")
    page.fill("#password", "mangrove-kettle-19")
    page.click("button.primary")
    page.wait_for_url("**/today")
    page.goto("/account/password")
    page.fill("#old", "wrong")
    page.fill("#new", "seagrass-lantern-7")
    page.click("button.primary")
    assert "The current password is incorrect" in page.inner_text("[role=alert]")
    page.fill("#old", "mangrove-kettle-19")
    page.fill("#new", "password2024")
    page.click("button.primary")
    assert "easy to guess" in page.inner_text("[role=alert]")
    page.fill("#old", "mangrove-kettle-19")
    page.fill("#new", "seagrass-lantern-7")
    page.click("button.primary")
    assert "Your password was changed" in page.inner_text("[role=status]")
    page.goto("/hub")
    assert page.url.endswith("/hub"), "this browser stays signed in"
    assert person.errors == []
    person.context.close()
