"""What a web app of another host asks with `confirm` and `prompt`, in each engine: they are handlers that the host runs again."""

import os
import subprocess
from pathlib import Path

import pytest

from conftest import ROOT
from domains import Domains
from journeys import browser, sign_in, thoroughly  # noqa: F401
from running import Lagoon
from test_journeys import inside
from waiting import GUARD

ATOLL = Path(os.environ.get("LAGOON", ROOT / ".build/debug/lagoon")).with_name("atoll")
APP = Path(__file__).parent / "WebApps/page"


@pytest.fixture(scope="module")
def lagoon(tmp_path_factory):
    running = Lagoon(tmp_path_factory.mktemp("lagoon"), with_intruder=False, options=Domains.OPTIONS)
    subprocess.run(
        [ATOLL, "import", APP, "--into", running.miniapps / "page", "--id", "com.example.page"], check=True, capture_output=True,
        timeout=GUARD)
    running.start()
    yield running
    running.stop()


def press(browser, selector):
    with browser.frame():
        browser.click(selector)


def answer(browser, words):
    """Presses a button of the question that is shown, and waits until it is gone: another one may follow at once."""
    browser.until("""const button = [...document.querySelectorAll("dialog[open] button")].find((each) => each.textContent.trim() === arguments[0]);
        if (!button || button.hasAttribute("aria-disabled")) return false;
        window.question = button.closest("dialog");
        button.id = "the-answer";
        return true;""", words)
    browser.click("#the-answer")
    browser.until("return !window.question.isConnected")


def says(browser, words):
    inside(browser, "return document.getElementById('said')?.textContent === arguments[0]", words)


@pytest.mark.parametrize("browser", [thoroughly(name) for name in ("Chromium", "Firefox", "WebKit")], indirect=True)
def test_a_question_is_asked_and_its_answer_counts_once(browser):
    sign_in(browser, "ada")
    browser.go("/miniapp/com.example.page")
    browser.until("return document.getElementById('mini-app')?.dataset.ready !== undefined")
    press(browser, "#ask")
    answer(browser, "Cancel")
    says(browser, "kept 2")
    press(browser, "#ask")
    answer(browser, "OK")
    browser.until("return !!document.querySelector('dialog[open] input')")
    assert browser.js("return document.querySelector('dialog[open] input').value") == "old"
    browser.js("document.querySelector('dialog[open] input').value = ''")
    browser.fill("dialog[open] input", "new")
    answer(browser, "OK")
    says(browser, "cleared, because new, 5")
    # After an await, no event can be sent again, and the answer is no.
    press(browser, "#late")
    says(browser, "late false")
    assert not browser.js("return !!document.querySelector('dialog[open]')")
    # A form that asks is sent only after its own question was answered.
    press(browser, "#send")
    answer(browser, "Cancel")
    press(browser, "#late")
    says(browser, "late false")
    press(browser, "#send")
    answer(browser, "OK")
    inside(browser, "return !!document.getElementById('kept')")
