"""The console of a Center that has just been made."""

import os
import subprocess

import pytest

from test_accessibility import problems
from two_processes import BINARIES
from waiting import GUARD

PASSWORD = "four unusual violet harbours"


@pytest.fixture
def center(tmp_path):
    process = subprocess.Popen(
        [BINARIES / "atoll", "center", "--data", "center", "--port", "0", "--issuer", "http://localhost:9"], cwd=tmp_path,
        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    address = process.stdout.readline().split()[-1]
    subprocess.run(
        [BINARIES / "atoll", "center", "init", "root@example.com", "--name", "Root", "--data", "center"], cwd=tmp_path,
        env=os.environ | {"ATOLL_PASSWORD": PASSWORD}, check=True, capture_output=True, timeout=GUARD)
    yield address
    process.terminate()
    process.stdout.close()
    process.wait(timeout=GUARD)


def test_its_first_administrator_sees_the_first_steps_until_there_is_an_organization(center, chromium):
    page = chromium.new_context(viewport={"width": 390, "height": 800}).new_page()
    page.goto(center + "/sign-in")
    page.fill("#email", "root@example.com")
    page.fill("#password", PASSWORD)
    page.click("main button.primary")
    page.wait_for_selector("#first-steps")
    assert "atoll trust init" in page.inner_text("#first-steps") and problems(page) == []
    assert "Nothing waits" not in page.inner_text("main")
    page.click("text=Create the organizations")
    page.click("summary:has-text('New organization')")
    page.fill("[name=id]", "kitchen")
    page.fill("[name=name]", "Kitchen")
    page.get_by_role("button", name="Create", exact=True).click()
    page.wait_for_url("**/organizations/kitchen")
    page.goto(center + "/")
    page.wait_for_selector("h1")
    assert page.locator("#first-steps").count() == 0
