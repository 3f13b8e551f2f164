"""The shell while the Center can't be reached."""

import pytest
from conftest import Person
from two_processes import two_processes


@pytest.fixture
def two(tmp_path):
    with two_processes(tmp_path) as two:
        yield two


def test_what_was_opened_opens_without_the_center_and_the_hub_says_that_it_is_offline(two, chromium, tmp_path):
    person = Person(two, chromium)
    person.sign_in()
    person.open("Kudos")
    # A version that was published with one command opens next.
    script = two.miniapps / "kudos/pages/feed.html"
    script.write_text(script.read_text().replace("<main>", "<main data-version='2'>"))
    two.publish("kudos", 2)
    person.page.goto("/hub")
    assert person.open("Kudos").locator("main[data-version='2']").count() == 1

    port = two.center.rsplit(":", 1)[1]
    two.stop_center()
    person.page.goto("/hub")
    notice = person.page.locator("p.offline")
    assert notice.get_attribute("role") == "status"
    assert notice.inner_text().startswith("You are offline.")
    person.page.screenshot(path=tmp_path / "offline.png")
    assert person.open("Kudos").locator("main[data-version='2']").count() == 1
    # A mini app that was never opened shows why it can't be opened now.
    person.page.goto("/miniapp/com.example.directory")
    assert "The Mini App Center can't be reached" in person.page.locator("main").inner_text()

    two.start_center(two.origin, port)
    person.page.goto("/hub")
    assert person.page.locator("p.offline").count() == 0
    person.open("Directory")
    person.context.close()
