"""`atoll check --pictures`: what the Center will see of a mini app's pages, before an upload."""

import json
import shutil

import pytest

from conftest import ROOT


def sample(folder):
    shutil.copytree(ROOT / "Examples/MiniApps/menu", folder)
    return folder


@pytest.mark.thorough("more of the commands")
def test_every_page_has_its_pictures_and_what_is_wrong_with_it_is_said(run, tmp_path):
    folder = sample(tmp_path / "menu")
    chromium = shutil.which("chromium") or shutil.which("google-chrome")
    outcome = run("atoll", "check", folder, "--pictures", tmp_path / "pictures", "--chromium", chromium)
    assert outcome.status == 0 and "4 pictures in" in outcome.output, outcome.output
    names = sorted(path.name for path in (tmp_path / "pictures").iterdir())
    assert names == [f"1-pages-week-{look}.png" for look in ("desktop-dark", "desktop-light", "phone-dark", "phone-light")]
    script = folder / "pages/week.js"
    script.write_text(script.read_text() + "\nthrow new Error('broken \\u001b[31m on purpose');\n")
    # A picture that is there already may be a link to something dear.
    dear = tmp_path / "dear"
    dear.write_text("dear")
    (tmp_path / "pictures" / names[0]).unlink()
    (tmp_path / "pictures" / names[0]).symlink_to(dear)
    outcome = run("atoll", "check", folder, "--pictures", tmp_path / "pictures", "--chromium", chromium, "--json")
    findings = json.loads(outcome.output)
    assert outcome.status == 1 and findings[0]["code"] == "start" and "on purpose" in findings[0]["text"]
    assert "\x1b" not in outcome.output and dear.read_text() == "dear"


def test_without_a_browser_it_says_so(run, tmp_path):
    folder = sample(tmp_path / "menu")
    outcome = run("atoll", "check", folder, "--pictures", tmp_path / "pictures", environment={"CHROMIUM": "none"})
    assert outcome.status == 1 and "There is no Chromium" in outcome.output
    (tmp_path / "link").symlink_to(tmp_path)
    chromium = shutil.which("chromium") or shutil.which("google-chrome")
    outcome = run("atoll", "check", folder, "--pictures", tmp_path / "link", "--chromium", chromium)
    assert outcome.status == 1 and "is a link" in outcome.output
