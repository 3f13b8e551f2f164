"""The Center's own pages: where somebody permits a program to act in their name."""

import json
import urllib.error
import urllib.request

import pytest

from test_accessibility import problems


def ask(lagoon, program="atoll on a laptop"):
    """A program asks to be signed in; returns its secret, and the page with its code."""
    request = urllib.request.Request(
        lagoon.center + "/v1/device-code", json.dumps({"program": program}).encode(), {"Content-Type": "application/json"})
    with urllib.request.urlopen(request) as answer:
        asked = json.load(answer)
    return asked["deviceCode"], f"{lagoon.center}/device?code={asked['userCode']}"


def signed_in(lagoon, secret):
    """Who the program is signed in as, or the rule by which it is not."""
    request = urllib.request.Request(
        lagoon.center + "/v1/device-code/token", json.dumps({"secret": secret}).encode(), {"Content-Type": "application/json"})
    try:
        with urllib.request.urlopen(request) as answer:
            return json.load(answer)["name"]
    except urllib.error.HTTPError as error:
        return json.load(error)["rule"]


@pytest.mark.parametrize("scheme,width", [
    ("light", 390), pytest.param("dark", 1200, marks=pytest.mark.thorough("more in browsers"))])
def test_a_program_is_signed_in(lagoon, chromium, scheme, width):
    secret, address = ask(lagoon, "<b>atoll</b> on a laptop")
    page = chromium.new_context(color_scheme=scheme, viewport={"width": width, "height": 800}).new_page()
    errors = []
    page.on("console", lambda message: message.type == "error" and errors.append(message.text))
    page.goto(lagoon.center + "/device")
    assert problems(page) == []
    page.keyboard.type(address.split("=")[1].lower().replace("-", ""))
    page.keyboard.press("Enter")
    page.wait_for_selector("#password")
    assert page.inner_text(".asking dd >> nth=0") == "<b>atoll</b> on a laptop"
    assert problems(page) == []
    assert signed_in(lagoon, secret) == "pending"
    page.fill("#email", "dev@lagoon.example")
    page.fill("#password", "wrong")
    page.keyboard.press("Enter")
    page.wait_for_selector("[role=alert]")
    assert problems(page) == [] and page.input_value("#email") == "dev@lagoon.example" and page.input_value("#password") == ""
    page.fill("#password", "copper-wave-47")
    page.keyboard.press("Enter")
    page.wait_for_selector("text=You are signed in")
    assert problems(page) == []
    assert signed_in(lagoon, secret) not in ("pending", "unknown")
    assert signed_in(lagoon, secret) == "unknown"
    # Chromium tells of the 403 that the wrong password was answered with.
    assert [text for text in errors if "403" not in text] == []


def test_no_other_site_presses_the_button(lagoon, chromium):
    secret, address = ask(lagoon)
    page = chromium.new_context().new_page()
    page.route("http://evil.example/", lambda route: route.fulfill(content_type="text/html", body=f"""
        <form method="post" action="{lagoon.center}/device">
        <input name="code" value="{address.split('=')[1]}"><input name="email" value="dev@lagoon.example">
        <input name="password" value="copper-wave-47"><button>Go</button></form>"""))
    page.goto("http://evil.example/")
    page.click("button")
    page.wait_for_selector("text=The form was sent by another site.")
    assert signed_in(lagoon, secret) == "pending"
