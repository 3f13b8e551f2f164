"""A version that is not released, seen by a link or a QR code: made in the console, opened in the shell."""

import re

import pytest
import zxingcpp
from PIL import Image

from conftest import Person, until
from test_accessibility import problems
from test_console_work import MENU, PEOPLE, Worker, demo, look_at, works  # noqa: F401


@pytest.fixture
def ada(demo, chromium):
    somebody = Person(demo, chromium)
    yield somebody
    somebody.context.close()


def waiting(dev):
    """The page of the version that waits for a review."""
    dev.go("/miniapps/com.harbour.menu")
    dev.page.goto(dev.center + max(
        re.findall(rf'href="({MENU}/\d+)"', dev.page.content()), key=lambda path: int(path.rsplit("/", 1)[1])))


def make(dev, opens="20"):
    waiting(dev)
    dev.page.fill("#preview-opens", opens)
    dev.press("Create a link", "#previews")
    return dev.page.inner_text("#previews .preview-link code")


def test_a_link_is_made_scanned_opened_and_revoked(demo, works, ada, tmp_path):
    dev = works("dev")
    link = make(dev)
    assert re.fullmatch(re.escape(demo.origin) + r"/preview#v1\.[A-Z2-7]{26}", link)
    dev.page.locator("#previews svg.qr").screenshot(path=tmp_path / "qr.png")
    assert [found.text for found in zxingcpp.read_barcodes(Image.open(tmp_path / "qr.png"))] == [link]
    look_at(dev, "preview-made")
    assert problems(dev.page) == []
    waiting(dev)
    assert link.rsplit(".", 1)[1] not in dev.page.content()

    # Who is signed out signs in first, and has the code still.
    ada.page.goto(link)
    assert "v1." not in ada.page.url
    assert ada.page.input_value("#code") == link.rsplit(".", 1)[1]
    assert problems(ada.page) == []
    ada.page.click("text=Open the preview")
    ada.page.wait_for_url("**/sign-in?**")
    ada.page.fill("#name", "ada")
    ada.page.fill("#password", "coral-reef-1843")
    ada.page.click("button.primary")
    ada.page.wait_for_url("**/preview")
    ada.page.click("text=Open the preview")
    ada.page.wait_for_url("**/miniapp/preview.com.harbour.menu")
    inside = ada.ready()
    assert "may not have been reviewed" in ada.page.inner_text("#preview")
    inside.locator("h1, h2").first.wait_for()
    look_at(ada, "preview-open")
    assert ada.frame().evaluate("import('/.atoll/atoll.js').then(({ host }) => host.info())")["environment"] == "preview"
    # It has a separate origin, and is in no list.
    assert "preview" not in ada.page.get_attribute("#mini-app", "data-origin")
    assert ada.page.locator("#menu-favourite, #menu-share").count() == 0
    assert ada.errors == []
    ada.go("/hub")
    assert ada.page.locator("text=preview.com.harbour").count() == 0

    # Who has it open already uses no further opening.
    ada.page.goto(link)
    ada.page.click("text=Open the preview")
    ada.page.wait_for_url("**/miniapp/preview.com.harbour.menu")
    waiting(dev)
    assert "opened 1 of 20" in dev.text("#previews").replace("\n", " ")
    links = dev.page.locator("#previews .line").count()
    dev.page.locator("#previews .line", has_text="opened 1 of 20").get_by_role("button").click()
    until(lambda: dev.page.locator("#previews .line").count() == links - 1)
    other = Person(demo, ada.context.browser)
    other.sign_in("ben")
    other.page.goto(link)
    other.page.click("text=Open the preview")
    until(lambda: "no such preview" in other.page.inner_text(".problem"))
    assert other.page.input_value("#code") == link.rsplit(".", 1)[1]
    other.context.close()
    assert dev.errors == []


@pytest.mark.thorough("more in browsers")
def test_what_is_no_code_opens_nothing(demo, ada):
    ada.sign_in()
    for code in "x", "A" * 26, "<b>" * 20, "A" * 999, "АBCDEFGHIJKLMNOPQRSTUVWXYZ":
        ada.page.goto("/preview")
        ada.page.fill("#code", code)
        ada.page.click("text=Open the preview")
        ada.page.wait_for_selector(".problem")
        assert ada.page.locator("b").count() == 0 and ada.errors == [], code


@pytest.mark.thorough("more in browsers")
def test_somebody_elses_preview_is_not_there(demo, works, ada, chromium):
    link = make(works("dev"), "1")
    ada.sign_in()
    ada.page.goto(link)
    ada.page.click("text=Open the preview")
    ada.page.wait_for_url("**/miniapp/preview.com.harbour.menu")
    other = Person(demo, chromium)
    other.sign_in("ben")
    assert other.page.goto("/miniapp/preview.com.harbour.menu").status == 404
    other.page.goto(link)
    other.page.click("text=Open the preview")
    until(lambda: "as often as it may be" in other.page.inner_text(".problem"))
    other.context.close()


@pytest.mark.thorough("more in browsers")
def test_a_shell_without_previews_has_no_such_page(chromium, tmp_path):
    from running import Lagoon
    plain = Lagoon(tmp_path, with_intruder=False, options=["--no-previews"])
    plain.start()
    try:
        somebody = Person(plain, chromium)
        somebody.sign_in()
        assert somebody.page.goto("/preview").status == 404
        assert somebody.page.goto("/miniapp/preview.com.harbour.menu").status == 404
        somebody.context.close()
    finally:
        plain.stop()
