"""Kudos has a back end: what one user gives, another one sees, with the super app's tokens and nothing else in between."""

import json
import time

from urllib.parse import urlsplit

import pytest

from conftest import Lagoon, Person, until

DENIED = -32003
KUDOS = "com.example.kudos"


@pytest.fixture(scope="module")
def lagoon(tmp_path_factory):
    """A Lagoon of its own: its back end remembers who takes part."""
    running = Lagoon(tmp_path_factory.mktemp("lagoon"))
    running.start()
    yield running
    running.stop()


@pytest.fixture
def two(lagoon, chromium):
    people = [Person(lagoon, chromium), Person(lagoon, chromium)]
    yield people
    for each in people:
        each.context.close()


def take_part(person, name):
    person.sign_in(name)
    person.forget(KUDOS)
    inside = person.open("Kudos")
    inside.locator("#join button").click()
    dialog = person.page.locator("dialog.sheet")
    dialog.wait_for()
    text = dialog.inner_text()
    assert "Sign you in at api.kudos.example.com and tell it: your name" in text and "reach your colleagues" in text
    # One question for both.
    assert "Send you notifications" in text
    # The page listens once the back end has answered it.
    with person.page.expect_response(lambda response: urlsplit(response.url).path == "/v1/events"):
        person.answer("Allow")
    inside.locator("#join").wait_for(state="hidden")
    return inside


def thank(person, inside, name, message):
    inside.get_by_text("Give kudos").click()
    option = inside.locator("#to optgroup option", has_text=name)
    option.wait_for(state="attached")
    inside.locator("#to").select_option(label=name)
    inside.locator("#message").fill(message)
    inside.get_by_role("button", name="Send").click()


def test_thanks_reach_somebody_else(two):
    ada, ben = two
    here, there = take_part(ada, "ada"), take_part(ben, "ben")
    thank(ada, here, "Ben Okafor", "For the deck that never creaks.")
    # The mini app does not ask again: it gets an event.
    there.get_by_text("For the deck that never creaks.").wait_for()
    # And a notice, on any page of the super app where Ben is.
    arrived = ben.page.locator("#arrived")
    arrived.wait_for()
    assert "Ada Moreno thanks you" in arrived.inner_text()
    assert ben.page.locator("#bell").get_attribute("aria-label") == "Notices, 1 new"
    ben.page.goto("/notices")
    assert "For the deck that never creaks." in ben.page.inner_text("main")
    ben.page.goto("/hub")
    until(lambda: ben.page.locator("#bell").get_attribute("aria-label") == "Notices")
    assert ada.errors == [] and ben.errors == []


def test_a_token_is_for_one_back_end_and_says_no_more_than_was_agreed(two):
    """shows: user.token, user.code"""
    ada, _ = two
    take_part(ada, "ada")
    frame = ada.frame()
    token = frame.evaluate("import('/.atoll/atoll.js').then(({ user }) => user.token({ audience: 'https://api.kudos.example.com' }))")
    assert token["audience"] == "https://api.kudos.example.com" and token["scopes"] == ["profile"]
    import base64
    part = token["token"].split(".")[1]
    claims = json.loads(base64.urlsafe_b64decode(part + "=" * (-len(part) % 4)))
    assert claims["name"] == "Ada Moreno" and "email" not in claims and "roles" not in claims
    assert claims["exp"] - claims["iat"] == 300 and claims["client_id"] == KUDOS
    before, code, after = frame.evaluate("""async () => {
        const { user } = await import("/.atoll/atoll.js");
        return [Date.now(), await user.code({ audience: "https://api.kudos.example.com" }), Date.now()];
    }""")
    assert len(code["code"]) > 20 and code["code"] not in token["token"]
    # The code expires after a minute. The server's time is in whole seconds.
    assert before + 58_000 <= code["expiresAt"] <= after + 62_000
    problem = frame.evaluate(
        "import('/.atoll/atoll.js').then(({ user }) => user.token({ audience: 'https://api.other.example.com' })).catch(({ code }) => code)")
    assert problem == -32010
    problem = frame.evaluate(
        "import('/.atoll/atoll.js').then(({ user }) => user.token({ audience: 'https://api.kudos.example.com', scopes: ['email'] })).catch(({ code }) => code)")
    assert problem == -32011


@pytest.mark.thorough("more in browsers")
def test_kudos_says_when_its_back_end_is_away_and_works_by_itself(two):
    ada, _ = two
    take_part(ada, "ada")

    def is_of_back_end(address):
        return urlsplit(address).path.startswith("/v1/") and urlsplit(address).port is not None

    ada.context.route(is_of_back_end, lambda route: route.abort())
    ada.page.reload()
    inside = ada.ready()
    inside.get_by_text("The kudos of your colleagues can't be loaded right now.").wait_for()
    # Private notes still work.
    inside.get_by_text("Give kudos").click()
    inside.locator("#to option[value='Ada Keller']").wait_for(state="attached")
    inside.locator("#to").select_option("Ada Keller")
    inside.locator("#message").fill("For the light in the hall.")
    inside.get_by_role("button", name="Send").click()
    # The note needs the user's name.
    ada.answer("Allow")
    inside.locator("#feed").get_by_text("For the light in the hall.").wait_for()
    ada.context.unroute(is_of_back_end)
    ada.page.reload()
    inside = ada.ready()
    inside.locator("#feed").get_by_text("For the light in the hall.").wait_for()
    assert inside.locator("#problem").is_hidden()


@pytest.mark.thorough("more in browsers")
def test_what_is_taken_back_in_another_tab_ends_with_the_next_call(two):
    ben = two[0]
    take_part(ben, "ben")
    token = "import('/.atoll/atoll.js').then(({ user }) => user.token({ audience: 'https://api.kudos.example.com' })).then(() => 'given', ({ code, data }) => [code, data.state])"
    assert ben.frame().evaluate(token) == "given"
    other = ben.context.new_page()
    other.goto("/permissions")
    other.get_by_role("button", name="Revoke: Sign you in at api.kudos.example.com and tell it: your name").click()
    other.get_by_role("button", name="Allow: Sign you in at api.kudos.example.com and tell it: your name").wait_for()
    assert ben.frame().evaluate(token) == [DENIED, "denied"]
