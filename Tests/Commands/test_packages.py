"""Packages from outside: hostile ones, each refused by its rule, and those made by real tools."""

import json
import os
import re
import shutil
import subprocess
import zipfile

import pytest
from conftest import ROOT
from tiers import sampled
from hostile_archives import GOOD, MANIFEST, Entry, archive, cases, good, with_manifest

CASES = list(cases())


def snapshot(folder):
    return sorted(str(path) for path in folder.rglob("*"))


def test_there_are_at_least_sixty_hostile_archives_with_different_names():
    assert len(CASES) >= 60
    assert len({name for name, _, _ in CASES}) == len(CASES)


# The Swift tests check all of these, so the quick tier runs one archive for each rule.
FIRST = {rule: name for name, rule, _ in reversed(CASES)}


@pytest.mark.parametrize(
    "name, rule, make", sampled(CASES, "hostile archives", lambda case: FIRST[case[1]] == case[0]), ids=[name for name, _, _ in CASES])
def test_a_hostile_archive_is_refused_by_its_rule(run, tmp_path, name, rule, make):
    inside = tmp_path / "a/b/c"
    inside.mkdir(parents=True)
    file = inside / "package.ma"
    file.write_bytes(make())
    before = snapshot(tmp_path)
    outcome = run("atoll", "package", "verify", "package.ma", directory=inside)
    assert outcome.status == 1
    assert outcome.output.startswith(rule + ": "), outcome.output
    assert snapshot(tmp_path) == before
    assert not os.path.exists("/tmp/evil.txt")
    assert outcome.memory < 64_000_000
    assert outcome.processor_seconds < 1


@pytest.mark.parametrize("deflate", [False, True], ids=["stored", "deflated"])
def test_twenty_megabytes_with_a_wrong_checksum_take_little_memory(run, tmp_path, deflate):
    files = [Entry(f"{n}.bin", os.urandom(9_900_000), deflate=deflate) for n in range(2)]
    files[1].crc ^= 1
    (tmp_path / "large.ma").write_bytes(archive(good() + files))
    outcome = run("atoll", "package", "verify", tmp_path / "large.ma")
    assert outcome.output.startswith("checksum: 1.bin: "), outcome.output
    assert outcome.memory < 64_000_000, f"{outcome.memory / 1e6:.0f} MB"


def test_what_other_tools_make_is_refused_with_what_helps(run, folder, tmp_path):
    """As Finder and `zip` do it: an archive of the folder itself, or with names in two encodings."""
    add_unicode(folder)
    for name, what, place in [("names", ".", folder), ("outside", folder.name, folder.parent)]:
        subprocess.run(["zip", "-q", "-r", str(tmp_path / f"{name}.ma"), what], cwd=place, check=True)
        outcome = run("atoll", "package", "verify", tmp_path / f"{name}.ma")
        assert outcome.status == 1 and "atoll package build FOLDER" in outcome.output, outcome.output


def test_what_a_package_says_of_itself_steers_no_terminal(run, tmp_path):
    text = '\\u001b[2K\\rpermissions: none\\u202e\\n' + "x" * 300
    manifest = MANIFEST[:-1] + f', "{text}": 1}}'.encode()
    (tmp_path / "odd.ma").write_bytes(with_manifest(manifest))
    outcome = run("atoll", "package", "inspect", tmp_path / "odd.ma")
    assert outcome.status == 0, outcome.output
    assert "\x1b" not in outcome.output and "\r" not in outcome.output and "\u202e" not in outcome.output
    assert "\\u{1B}[2K\\u{D}permissions: none\\u{202E}\\u{A}" in outcome.output
    assert "x" * 200 not in outcome.output


def test_an_archive_that_keeps_every_rule_is_accepted(run, tmp_path):
    (tmp_path / "good.ma").write_bytes(archive(good()))
    outcome = run("atoll", "package", "verify", tmp_path / "good.ma")
    assert outcome.output == "com.example.sample 1.0 follows every rule.\n"
    assert outcome.status == 0


@pytest.fixture
def folder(tmp_path):
    folder = tmp_path / "app"
    for name, data in GOOD.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(data)
    (folder / "common/long.txt").write_text("".join(f"line {n}\n" for n in range(2_000)))
    return folder


def add_unicode(folder):
    (folder / "common/ünïcödé.txt").write_text("x")


def accepts(run, file):
    outcome = run("atoll", "package", "verify", file)
    assert outcome.status == 0, outcome.output


@pytest.mark.parametrize("options", [["-r"], ["-r", "-9", "-X", "-D"], ["-r", "-0"]], ids=" ".join)
def test_what_zip_makes_is_accepted(run, folder, tmp_path, options):
    # Without non-ASCII names: zip does not mark them as UTF-8, or writes them in two places, so they are refused.
    subprocess.run(["zip", "-q", *options, str(tmp_path / "zip.ma"), "."], cwd=folder, check=True)
    accepts(run, tmp_path / "zip.ma")


@pytest.mark.parametrize("method", [zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED], ids=["stored", "deflated"])
def test_what_python_makes_is_accepted(run, folder, tmp_path, method):
    add_unicode(folder)
    with zipfile.ZipFile(tmp_path / "python.ma", "w", method) as archive:
        for path in sorted(folder.rglob("*")):
            archive.write(path, path.relative_to(folder))
    accepts(run, tmp_path / "python.ma")


def test_what_jar_makes_is_accepted(run, folder, tmp_path):
    add_unicode(folder)
    # Java's jar, or Debian's fastjar, which writes the same.
    jar = shutil.which("jar") or shutil.which("fastjar")
    subprocess.run([jar, "cf", str(tmp_path / "jar.ma"), "."], cwd=folder, check=True)
    accepts(run, tmp_path / "jar.ma")


def test_the_same_folder_gives_the_same_bytes(run, folder, tmp_path):
    outputs = []
    for number in range(2):
        copy = tmp_path / f"copy{number}"
        # In a different order on disk, with different times and modes.
        for path in sorted(folder.rglob("*"), reverse=number == 1):
            if path.is_file():
                target = copy / path.relative_to(folder)
                target.parent.mkdir(parents=True, exist_ok=True)
                target.write_bytes(path.read_bytes())
                os.utime(target, (number * 1_000_000, number * 1_000_000))
                target.chmod(0o600 if number else 0o755)
        outcome = run("atoll", "package", "build", copy, "-o", tmp_path / f"{number}.ma")
        assert outcome.status == 0, outcome.output
        outputs.append((tmp_path / f"{number}.ma").read_bytes())
    assert outputs[0] == outputs[1]
    with zipfile.ZipFile(tmp_path / "0.ma") as archive:
        assert archive.testzip() is None
        assert archive.read("manifest.json") == GOOD["manifest.json"]


def test_inspect_says_what_is_in_a_package_and_what_nobody_knows(run, folder):
    manifest = folder / "manifest.json"
    manifest.write_text(manifest.read_text()[:-1] + ', "shortcuts": [], "window": {"shape": "round"}}')
    outcome = run("atoll", "package", "inspect", folder, "--files")
    assert outcome.status == 0
    assert re.search(r"^id +com\.example\.sample$", outcome.output, re.M)
    assert "Members that no host knows: shortcuts, window.shape" in outcome.output
    assert re.search(r"^[0-9a-f]{64} \d+ app\.js$", outcome.output, re.M)


def test_a_folder_or_a_file_that_is_not_there_is_said(run, tmp_path):
    outcome = run("atoll", "package", "verify", tmp_path / "nothing")
    assert (outcome.status, outcome.output.startswith("error: There is no file or folder ")) == (1, True)


def test_a_new_mini_app_keeps_every_rule_and_its_tests_pass(run, tmp_path):
    outcome = run("atoll", "new", "Größe & Co", directory=tmp_path)
    assert outcome.status == 0, outcome.output
    folder = next(tmp_path.iterdir())
    accepts(run, folder / "app")
    assert "<title>Größe &amp; Co</title>" in (folder / "app/pages/home.html").read_text()
    # Playwright includes Node for its own use.
    from playwright._impl._driver import compute_driver_executable
    node = compute_driver_executable()[0]
    tests = subprocess.run([node, "--test", *folder.glob("tests/*.js")], capture_output=True, text=True)
    assert tests.returncode == 0, tests.stdout
    again = run("atoll", "new", "Größe & Co", directory=tmp_path)
    assert again.status == 1 and "already exists. Nothing was changed." in again.output
    for name, words in [("!!!", "letters or digits"), ("x" * 101, "1 to 100 characters"), ("two\nlines", "is not a valid name")]:
        assert words in run("atoll", "new", name, directory=tmp_path).output
    assert "is not a valid mini app id" in run("atoll", "new", "App", "--id", "App", directory=tmp_path).output
    # The printed command can be run, and a file that can't be written is reported in a sentence.
    assert "  atoll dev a/b\n" in run("atoll", "new", "App", "--directory", "a/b", directory=tmp_path).output
    # Editors know what the bridge offers.
    assert (tmp_path / "a/b/types/atoll.d.ts").read_bytes() == (ROOT / "Sources/Device/AtollRuntime/HostFiles/atoll.d.ts").read_bytes()
    assert json.loads((tmp_path / "a/b/jsconfig.json").read_text())["compilerOptions"]["paths"]["/.atoll/atoll.js"] == ["types/atoll.d.ts"]
    refused = run("atoll", "package", "build", "a/b/app", "-o", "nowhere/app.ma", directory=tmp_path)
    assert refused.status == 1 and refused.output.startswith("error: ") and "Domain" not in refused.output, refused.output
