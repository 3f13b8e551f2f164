"""What a user sees if a server sends files or metadata other than those released."""

import shutil

import pytest
from conftest import Lagoon, Person


@pytest.fixture
def own_lagoon(tmp_path):
    """A Lagoon whose files a test may change."""
    running = Lagoon(tmp_path, with_intruder=False)
    running.start()
    yield running
    if running.process.poll() is None:
        running.stop()


@pytest.fixture
def person(own_lagoon, chromium):
    person = Person(own_lagoon, chromium)
    yield person.sign_in()
    person.context.close()


@pytest.mark.thorough("more in browsers")
def test_an_older_copy_of_the_repository_is_refused_with_the_reason(own_lagoon, person, tmp_path):
    person.open("Kudos")
    ports = own_lagoon.port, own_lagoon.center.rsplit(":", 1)[1]
    own_lagoon.stop()
    center = tmp_path / "data/center"
    shutil.copytree(center, tmp_path / "older")
    script = own_lagoon.miniapps / "kudos/app.js"
    before = script.read_text()
    script.write_text(before + "// A new version.\n")
    own_lagoon.start(str(ports[0]), ports[1])
    person.page.goto("/hub")
    person.open("Kudos")
    # An attacker restores the copy, which is still signed and in date, with the database, or the Center would repair it.
    own_lagoon.stop()
    shutil.rmtree(center)
    shutil.copytree(tmp_path / "older", center)
    script.write_text(before)
    own_lagoon.start(str(ports[0]), ports[1])
    person.page.goto("/miniapp/com.example.kudos")
    text = person.page.locator("main").inner_text()
    assert "This mini app was not opened" in text
    assert "The repository offers version " in text and " of timestamp, but version " in text
    assert person.page.locator("iframe").count() == 0
    person.page.screenshot(path=tmp_path / "older.png")


def test_a_package_with_one_byte_changed_is_refused_with_the_reason(own_lagoon, person, tmp_path):
    script = (own_lagoon.miniapps / "directory/app.js").read_bytes()
    changed = [file for file in (tmp_path / "data/center/blobs").glob("*/*") if file.read_bytes() == script]
    assert len(changed) == 1
    changed[0].write_bytes(script[:-2] + b"!" + script[-1:])
    person.page.goto("/miniapp/com.example.directory")
    text = person.page.locator("main").inner_text()
    assert "This mini app was not opened" in text
    assert "do not match its digest" in text
    assert changed[0].name[:12] in text
    assert person.page.locator("iframe").count() == 0
    person.page.screenshot(path=tmp_path / "changed.png")
    # After the file is restored, the mini app opens.
    changed[0].write_bytes(script)
    person.page.goto("/hub")
    person.open("Directory")
