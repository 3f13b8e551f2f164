"""Expenses has a back end: what one user hands in, a manager sees with its receipts and decides about, by the roles in the token."""

import json
import os
import urllib.error
import urllib.request
from pathlib import Path

import pytest

from conftest import Lagoon, Person, until
from waiting import GUARD

EXPENSES = "com.example.expenses"
API = "https://api.expenses.example.com"
PICTURE = "data:image/jpeg;base64,/9j/4AAQSkZJRgABAQEASABIAAD/2wBDAP//////////////////////////////////////////////////////////////////////////////////////wgALCAABAAEBAREA/8QAFBABAAAAAAAAAAAAAAAAAAAAAP/aAAgBAQABPxA="


@pytest.fixture(scope="module")
def lagoon(tmp_path_factory):
    """A Lagoon of its own: its back end remembers what was handed in."""
    running = Lagoon(tmp_path_factory.mktemp("lagoon"))
    running.start()
    yield running
    running.stop()


@pytest.fixture
def ada(lagoon, chromium):
    yield from somebody(lagoon, chromium, "ada")


@pytest.fixture
def noor(lagoon, chromium):
    yield from somebody(lagoon, chromium, "noor")


def somebody(lagoon, chromium, name):
    person = Person(lagoon, chromium)
    person.sign_in(name)
    yield person
    person.context.close()


def look(page, name):
    """Keeps a picture of the page, if somebody wants to look at it."""
    if folder := os.environ.get("PICTURES"):
        page.screenshot(path=Path(folder) / f"{name}.png")


def add(inside, amount, note, picture=None):
    inside.locator(".foot a").click()
    inside.locator("#fields:not([disabled])").wait_for()
    inside.locator("#amount").fill(amount)
    inside.locator("#note").fill(note)
    if picture:
        inside.locator("#photo").set_input_files(picture)
        inside.locator("#picture:not([hidden])").wait_for()
    inside.locator("#save").click()
    inside.get_by_text(note).wait_for()


def hand_in(person, inside, asked=False):
    inside.locator(".total").click()
    inside.locator("#hand-in").click()
    if asked:
        dialog = person.page.locator("dialog.sheet")
        dialog.wait_for()
        words = dialog.inner_text()
        assert "Sign you in at api.expenses.example.com and tell it: your name, your roles that begin with “Sales”" in words
        person.answer("Allow")
    inside.locator("#own .report").first.wait_for()


def agree(person):
    """Signs the user in at the back end, if they have not agreed to it yet."""
    inside = person.open("Expenses")
    inside.locator("#reports").click()
    inside.locator("#join:not([hidden]), #handed:not([hidden])").wait_for()
    if inside.locator("#join").is_visible():
        inside.locator("#join button").click()
        person.answer("Allow")
        inside.locator("#handed:not([hidden])").wait_for()


def token(person):
    """A token of the mini app, as its page gets one; and where the back end is."""
    inside = person.frame()
    found = inside.evaluate(
        f"""async () => {{
          const {{ user, host }} = await import("/.atoll/atoll.js");
          const [{{ token }}, {{ backEnds }}] = await Promise.all([user.token({{ audience: "{API}" }}), host.info()]);
          return [token, backEnds["{API}"]];
        }}"""
    )
    return Caller(*found)


class Caller:
    """Calls the back end with a token, and no page around it."""

    def __init__(self, token, place):
        self.token, self.place = token, place

    def ask(self, method, path, body=None, token=None, origin=None):
        data = body if isinstance(body, bytes) else None if body is None else json.dumps(body).encode()
        headers = {"Authorization": f"Bearer {token or self.token}", "Content-Type": "application/json"}
        if origin:
            headers["Origin"] = origin
        request = urllib.request.Request(self.place + path, data, headers, method=method)
        try:
            with urllib.request.urlopen(request, timeout=GUARD) as answer:
                text = answer.read()
                return answer.status, json.loads(text) if text else None
        except urllib.error.HTTPError as error:
            return error.code, None


@pytest.mark.thorough("long stories of a mini app")
def test_a_manager_decides_about_what_was_handed_in(ada, noor, tmp_path):
    receipt = tmp_path / "receipt.png"
    ada.page.screenshot(path=receipt)
    inside = ada.open("Expenses")
    add(inside, "12.50", "Taxi", receipt)
    add(inside, "7.25", "Coffee")
    hand_in(ada, inside, asked=True)
    assert "waits for a decision" in inside.locator("#own .report").inner_text()
    assert "€19.75" in inside.locator("#own .report").inner_text()

    # Noor is asked nothing by only looking.
    there = noor.open("Expenses")
    there.locator("#reports").click()
    there.locator("#join button").click()
    noor.page.locator("dialog.sheet").wait_for()
    noor.answer("Allow")
    report = there.locator("#waiting .report")
    report.locator("summary").click()
    assert "Ada Moreno" in report.inner_text() and "Taxi" in report.inner_text()
    report.get_by_role("button", name="Show the receipt").click()
    picture = report.locator("img.paper")
    picture.wait_for()
    until(lambda: picture.evaluate("(image) => image.naturalWidth") > 100)
    look(noor.page, "reports-manager")
    report.get_by_role("button", name="Send back").click()
    noor.page.locator("dialog input").fill("Which taxi was it?")
    noor.page.locator("dialog").get_by_role("button", name="OK").click()
    there.locator("#nothing:not([hidden])").wait_for()

    # Ada sees why, changes it, and hands it in once more.
    ada.page.reload()
    inside = ada.frame()
    state = inside.locator("#own .report .state")
    until(lambda: state.inner_text() == "sent back")
    inside.locator("#own summary").click()
    assert "Which taxi was it?" in inside.locator("#own .note").inner_text()
    assert "decided by Noor Haddad" in inside.locator("#own summary").inner_text()
    look(ada.page, "reports-own")
    ada.page.locator("#page-back").click()
    inside = ada.frame()
    inside.get_by_text("Taxi").click()
    inside.locator("#fields:not([disabled])").wait_for()
    inside.locator("#note").fill("Taxi to the airport")
    inside.locator("#save").click()
    inside.get_by_text("Taxi to the airport").wait_for()
    hand_in(ada, inside)

    # The list of who decides says that something waits.
    noor.page.locator("#page-back").click()
    there = noor.frame()
    until(lambda: "Reports waiting for your decision: 1" in there.locator("#reports").inner_text())
    there.locator("#reports").click()
    there.locator("#waiting .report summary").click()
    there.locator("#waiting .report").get_by_role("button", name="Approve").click()
    there.locator("#nothing:not([hidden])").wait_for()
    ada.page.reload()
    inside = ada.frame()
    until(lambda: inside.locator("#own .report .state").first.inner_text() == "approved")

    # An approved report is fixed, and says so.
    ada.page.locator("#page-back").click()
    inside = ada.frame()
    inside.get_by_text("approved").first.wait_for()
    inside.get_by_text("Taxi to the airport").click()
    inside.locator("#fixed:not([hidden])").wait_for()
    assert inside.locator("#amount").is_disabled() and inside.locator("#save").is_hidden()
    assert ada.errors == [] and noor.errors == []


@pytest.mark.thorough("more in browsers")
def test_a_report_that_waits_can_be_taken_back(ada):
    agree(ada)
    inside = ada.open("Expenses")
    add(inside, "3", "Postcard")
    hand_in(ada, inside)
    report = inside.locator("#own .report").first
    report.locator("summary").click()
    report.get_by_role("button", name="Take back").click()
    until(lambda: all(state != "waits for a decision" for state in inside.locator("#own .state").all_inner_texts()))
    ada.page.locator("#page-back").click()
    inside = ada.frame()
    inside.get_by_text("Postcard").click()
    inside.locator("#fields:not([disabled])").wait_for()
    assert inside.locator("#fixed").is_hidden() and inside.locator("#save").is_visible()
    assert ada.errors == []


@pytest.mark.thorough("more in browsers")
def test_what_did_not_arrive_is_handed_in_again_and_what_did_is_not(ada):
    agree(ada)
    inside = ada.open("Expenses")
    add(inside, "4.40", "Stamps")
    inside.locator(".total").click()
    inside.locator("#hand-in").wait_for()
    # The connection goes before the report is complete.
    ada.page.route("**/v1/reports/*/submission", lambda route: route.abort())
    inside.locator("#hand-in").click()
    inside.locator("#problem:not([hidden])").wait_for()
    assert "could not be handed in" in inside.locator("#problem").inner_text()
    ada.page.unroute("**/v1/reports/*/submission")
    # This time, only the answer is lost.
    def lost(route):
        route.fetch()
        route.abort()
    ada.page.route("**/v1/reports/*/submission", lost)
    inside.locator("#hand-in").click()
    until(lambda: "could not be handed in" in inside.locator("#problem").inner_text() and inside.locator("#hand-in").is_enabled())
    ada.page.unroute("**/v1/reports/*/submission")
    inside.locator("#hand-in").click()
    until(lambda: "changed in the meantime" in inside.locator("#problem").inner_text())
    assert inside.locator("#hand-in").is_hidden()
    ada.page.locator("#page-back").click()
    inside = ada.frame()
    inside.get_by_text("waits for a decision").first.wait_for()
    assert [error for error in ada.errors if "ERR_FAILED" not in error] == []


@pytest.mark.thorough("more in browsers")
def test_two_tabs_hand_in_once(ada):
    agree(ada)
    inside = ada.open("Expenses")
    add(inside, "5.50", "Ticket")
    inside.locator(".total").click()
    inside.locator("#hand-in").wait_for()
    other = ada.context.new_page()
    other.goto(ada.page.url)
    there = other.frame_locator("#mini-app")
    there.locator("#hand-in").click()
    there.locator("#own .report").first.wait_for()
    inside.locator("#hand-in").click()
    until(lambda: "changed in the meantime" in inside.locator("#problem").inner_text())
    other.close()


def test_the_back_end_takes_only_what_is_right_from_whom_it_may(ada, noor):
    agree(ada)
    agree(noor)
    writer, manager = token(ada), token(noor)
    assert writer.ask("GET", "/v1/me") == (200, {"name": "Ada Moreno", "isManager": False})
    assert manager.ask("GET", "/v1/me") == (200, {"name": "Noor Haddad", "isManager": True})
    entry = {"id": "33333333-3333-4333-8333-333333333333", "date": "2026-11-27", "category": "meals", "note": "", "amount": "1.50", "currency": "EUR", "hasReceipt": True}
    good = {"title": "Lunch", "entries": [entry]}
    first, own = "11111111-1111-4111-8111-111111111111", "22222222-2222-4222-8222-222222222222"
    for body in [
        b"", b"{", b"[]", b"\xff", {}, good | {"entries": []}, good | {"entries": [entry] * 101}, good | {"title": "a" * 101},
        good | {"entries": [entry | {"amount": 1.5}]}, good | {"entries": [entry | {"amount": "-1"}]},
        good | {"entries": [entry | {"category": "<b>"}]},
        good | {"entries": [entry | {"date": "2026-13-45"}]}, good | {"entries": [entry | {"currency": "AUD"}]},
        good | {"entries": [entry | {"amount": "1.500", "currency": "JPY"}]}, good | {"entries": [entry | {"id": "1"}]}, b'{"title": "a", "entries": ' + b"[" * 60_000,
        json.dumps(good | {"title": "a" * 200_000}).encode(),
    ]:
        assert writer.ask("PUT", f"/v1/reports/{first}", body)[0] == 400, body
    assert writer.ask("PUT", "/v1/reports/..%2F..", good)[0] == 404
    assert writer.ask("PUT", f"/v1/reports/{first}", good)[0] == 204
    for path, body in [
        ("0", b""), ("0", b"data:text/html;base64,AAAA"), ("0", b"data:image/jpeg;base64,<svg>"), ("0", PICTURE.encode() + b"a" * 690_000 + b"<"),
        ("x", PICTURE.encode()), ("1", PICTURE.encode()), ("-1", PICTURE.encode()),
    ]:
        assert writer.ask("PUT", f"/v1/reports/{first}/receipts/{path}", body)[0] in (400, 404), (path, body[:40])
    assert writer.ask("POST", f"/v1/reports/{first}/submission")[0] == 409, "its receipt is missing"
    assert writer.ask("PUT", f"/v1/reports/{first}/receipts/0", PICTURE.encode())[0] == 204
    # A draft is private, and another manager decides on a manager's own report.
    assert manager.ask("GET", f"/v1/reports/{first}/receipts/0")[0] == 404
    assert manager.ask("POST", f"/v1/reports/{first}/decision", {"isApproved": True, "note": ""})[0] == 404
    assert manager.ask("DELETE", f"/v1/reports/{first}")[0] == 404
    assert writer.ask("POST", f"/v1/reports/{first}/submission")[0] == 200
    assert writer.ask("POST", f"/v1/reports/{first}/decision", {"isApproved": True, "note": ""})[0] == 403
    assert writer.ask("GET", "/v1/waiting")[0] == 403
    plain = good | {"entries": [entry | {"hasReceipt": False}]}
    assert writer.ask("PUT", f"/v1/reports/{own}", plain)[0] == 204
    assert writer.ask("POST", f"/v1/reports/{own}/submission")[0] == 409, "it was handed in already"
    assert writer.ask("DELETE", f"/v1/reports/{own}")[0] == 204
    assert writer.ask("PUT", f"/v1/reports/{own}", plain)[0] == 409, "an id stands for one report"
    own = "44444444-4444-4444-8444-444444444444"
    assert manager.ask("PUT", f"/v1/reports/{own}", plain)[0] == 204
    assert manager.ask("POST", f"/v1/reports/{own}/submission")[0] == 200
    assert manager.ask("POST", f"/v1/reports/{own}/decision", {"isApproved": True, "note": ""})[0] == 403
    for body in [b"", b"{", {"isApproved": True}, {"isApproved": "yes", "note": ""}, {"isApproved": True, "note": "a" * 501}]:
        assert manager.ask("POST", f"/v1/reports/{first}/decision", body)[0] == 400, body
    status, decided = manager.ask("POST", f"/v1/reports/{first}/decision", {"isApproved": True, "note": ""})
    assert status == 200 and set(decided) == {"id", "ownerName", "date", "state", "text", "decision"}
    assert set(decided["decision"]) == {"byName", "date", "note"}
    assert manager.ask("POST", f"/v1/reports/{first}/decision", {"isApproved": False, "note": ""})[0] == 409
    assert writer.ask("DELETE", f"/v1/reports/{first}")[0] == 409
    # Without a good token, and from other pages, nothing.
    for bad in ["", "x", writer.token[:-8] + "AAAAAAAA", "a" * 9_000]:
        assert writer.ask("GET", "/v1/me", token=bad or " ")[0] in (401, 431), bad[:20]
    assert writer.ask("GET", "/v1/me", origin="https://evil.example.com")[0] == 403
