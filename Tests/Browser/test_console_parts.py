"""Parts of the console's pages: what changed since a rejected version, signing keys, copies of secrets, and what one can't do to oneself."""

import pytest
from test_accessibility import problems
from test_console_work import MENU, demo, next_version, publish, works  # noqa: F401
from waiting import until


def test_what_changed_since_a_rejected_version_is_shown_on_request(demo, works):
    rita = works("rita")
    for code in 80, 81:
        status, said = publish(demo, next_version(demo, code, {f"part-{code}.js": "export {};\n"}), "--notes", "A part.", "--manual")
        assert status == 0, said
        rita.go(f"{MENU}/{code}")
        if code == 80:
            rita.press("Review this version")
            rita.page.locator("#reject input[type=checkbox]").first.check()
            rita.page.fill("#reject-comment", "Not yet.")
            rita.press("Reject", "#reject")
    # By default, it is compared with what users have, so that nothing is approved unseen.
    assert "Version 1.80.0 (code 80) was rejected." in rita.text("#changes") and "part-80.js" not in rita.text("#files")
    assert "Compared with version 1.80.0" not in rita.text("#changes")
    rita.page.click("text=Show what has changed since then")
    assert "Compared with version 1.80.0 (code 80)." in rita.text("#changes") and "part-80.js" in rita.text("#files")
    assert problems(rita.page) == []
    rita.page.click("text=Show everything that is new to users")
    assert "Compared with version 1.80.0" not in rita.text("#changes") and "was rejected." in rita.text("#changes")


def test_an_organization_shows_its_keys_and_nobody_removes_themselves(works):
    olga = works("olga")
    olga.go("/organizations/harbour")
    assert "Keys that must sign each version: 1" in olga.text("#publisher-keys")
    assert len(olga.page.locator("#publisher-keys code").first.inner_text()) == 64
    own = olga.page.locator("#members li", has_text="Olga Marsh")
    other = olga.page.locator("#members li", has_text="Dev Rao")
    for row in own, other:
        row.locator("summary").click()
    assert own.get_by_role("button", name="Save the roles").is_visible() and own.get_by_role("button", name="Remove").count() == 0
    assert other.get_by_role("button", name="Remove").is_visible() and other.get_by_role("button", name="Suspend").is_visible()
    assert problems(olga.page) == []


def test_a_key_is_copied_and_read_out(works):
    olga = works("olga", permissions=["clipboard-read", "clipboard-write"])
    page = olga.page
    olga.go("/organizations/harbour")
    page.click("#keys summary")
    page.fill("#key-name", "For a test")
    page.check("#keys input[name=scope-read]")
    olga.press("Create", "#keys")
    panel = page.locator("[role=status]", has_text="atoll_")
    panel.wait_for()
    # It is shown once: who can't see it hears it.
    assert page.evaluate("document.activeElement.getAttribute('role')") == "status"
    key = panel.locator("code").inner_text()
    panel.get_by_role("button", name="Copy").click()
    panel.get_by_role("button", name="Copied").wait_for()
    assert page.evaluate("navigator.clipboard.readText()") == key
    row = page.locator("#keys li", has_text="For a test")
    row.get_by_role("button").click()
    olga.settle()
    until(lambda: page.locator("#keys li", has_text="For a test").count() == 0)


@pytest.mark.parametrize("name", ["pat", "dev"])
def test_a_mini_app_that_does_not_exist_has_no_page(works, name):
    worker = works(name)
    assert worker.go("/miniapps/com.nobody.at-all").status == 404 and worker.page.locator("form:not([action='/sign-out'])").count() == 0
    assert worker.page.get_by_role("link", name="Overview").count() > 0
