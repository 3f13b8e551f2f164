"""`lagoon snapshots`: a second run, with slow mini apps, shows no difference, and a changed colour does."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from conftest import ROOT

BINARY = Path(os.environ.get("LAGOON", ROOT / ".build/debug/lagoon"))


def snapshots(binary, folder, chromium, *options, miniapps=ROOT / "Examples/MiniApps"):
    return subprocess.run(
        [binary, "snapshots", folder, "--looks", "phone-light", "--chromium", chromium, "--miniapps", miniapps, *options],
        capture_output=True, text=True, timeout=150,
    )


def prefixed(folder, line):
    """A copy of the mini apps whose scripts begin with a line."""
    shutil.copytree(ROOT / "Examples/MiniApps", folder)
    for script in folder.glob("*/app.js"):
        script.write_text(line + script.read_text())
    return folder


@pytest.mark.thorough("pictures of all screens")
def test_a_second_run_finds_no_difference_and_another_colour_is_one(tmp_path, whole_chromium_path):
    pictures = tmp_path / "pictures"
    wait = "await new Promise((done) => setTimeout(done, 1500));\n"
    # As long as the other: a page says how large they are.
    quick = prefixed(tmp_path / "quick", "//".ljust(len(wait) - 1) + "\n")
    first = snapshots(BINARY, pictures, whole_chromium_path, miniapps=quick)
    assert first.returncode == 0, first.stdout + first.stderr
    taken = sorted(path.name for path in pictures.glob("*.png"))
    assert len(taken) > 20 and "there were no earlier pictures to compare with" in first.stdout
    # Pictures of slow mini apps are taken only when they are ready.
    second = snapshots(BINARY, pictures, whole_chromium_path, miniapps=prefixed(tmp_path / "slow", wait))
    assert second.returncode == 0, second.stdout + second.stderr
    assert f"{len(taken)} pictures, no differences." in second.stdout
    assert sorted(path.name for path in pictures.glob("*.png")) == taken

    # The same program, with a different colour in its style sheet.
    other = tmp_path / "other"
    other.mkdir()
    shutil.copy(BINARY, other / "lagoon")
    for resources in BINARY.parent.glob("*.resources"):
        shutil.copytree(resources, other / resources.name)
    sheet = next(other.rglob("products.css"))
    sheet.write_text(sheet.read_text() + ".price { color: rgb(200, 0, 120); }")
    third = snapshots(other / "lagoon", tmp_path / "changed", whole_chromium_path, "--before", pictures, miniapps=quick)
    assert third.returncode == 1
    different = {line.split(":")[0] for line in third.stdout.splitlines() if line.endswith("pixels differ")}
    assert "phone-light-ada-products-with--today" in different
    assert not any("today.png" in name or "profile" in name or "guest" in name for name in different)
    report = (tmp_path / "changed/report.html").read_text()
    for name in different:
        assert f'src="difference/{name}.png"' in report
        assert (tmp_path / f"changed/difference/{name}.png").exists()
