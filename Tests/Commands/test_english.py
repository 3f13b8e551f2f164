"""scripts/lint-english and scripts/lint-commits: which texts they find, and what they let pass."""

import os
import shutil
import subprocess

import pytest

from conftest import ROOT

GIT = ["git", "-c", "user.name=A", "-c", "user.email=a@example.com", "-c", "commit.gpgsign=false"]


class Checkout:
    """A small checkout with both scripts."""

    def __init__(self, path):
        self.path = path
        (path / "scripts").mkdir()
        for name in ("lint-english", "lint-commits"):
            shutil.copy(ROOT / "scripts" / name, path / "scripts" / name)
        self.write("scripts/english-allowed", "# phrases\nkeeps? the connection alive\tthe term of HTTP\n")
        self.git("init", "-q")

    def write(self, name, text):
        path = self.path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)

    def git(self, *arguments):
        subprocess.run([*GIT, *arguments], cwd=self.path, check=True, capture_output=True)

    def commit(self, subject):
        self.git("add", "-A")
        self.git("commit", "-q", "--allow-empty", "-m", subject)

    def run(self, script, *arguments):
        environment = {"PATH": os.environ["PATH"], "LANG": "C.UTF-8"}
        return subprocess.run(
            [self.path / "scripts" / script, *arguments], cwd=self.path, env=environment, capture_output=True, text=True, timeout=60
        )


@pytest.fixture
def checkout(tmp_path):
    return Checkout(tmp_path)


FOUND = [
    ("a.swift", "/// What a reviewer sees.\nlet a = 1\n"),
    ("a.swift", "// Nobody reads this.\n"),
    ("a.swift", 'fail("Nobody starts this mini app.")\n'),
    ("a.swift", 'let text = """\n    A version is told of it.\n    """\n'),
    ("a.swift", "/// The same for a tablet.\nlet a = 1\n"),
    ("a.swift", "/// Has the checks run again.\nfunc a() {}\n"),
    ("a.js", "// It goes on after that.\n"),
    ("a.js", 'show("There is no version any more.");\n'),
    ("a.py", "# A server of its own.\n"),
    ("script", "#!/bin/sh\n# Whoever calls this waits.\n"),
    ("a.mustache", "<p>Nobody has rated this mini app.</p>\n"),
    ("a.md", "The folder lies in the checkout.\n"),
    ("Texts/en.json", '{"title": "Whoever may do this"}\n'),
    ("Texts/Localizable.xcstrings", '{"strings": {"a": {"localizations": {"en": {"stringUnit": {"value": "Nobody is here"}}}}}}\n'),
]


@pytest.mark.parametrize("name, text", FOUND, ids=[text.strip()[:40] for _, text in FOUND])
def test_a_pattern_is_found_where_people_read(checkout, name, text):
    checkout.write(name, text)
    result = checkout.run("lint-english")
    assert result.returncode == 1
    assert f"{name}:" in result.stdout and "write" in result.stdout


PASSED = [
    ("a.swift", "/// The headers of every response.\nlet a = 1\n"),
    ("a.swift", "// A ping keeps the connection alive.\n"),
    ("a.swift", "let kept = cached.kept(at: once)\n"),
    ("a.swift", 'let state = "kept"\n'),
    ("a.md", "```\nnobody\n```\n"),
    ("Texts/de.json", '{"title": "nobody"}\n'),
    ("Texts/Localizable.xcstrings", '{"strings": {"a": {"localizations": {"de": {"stringUnit": {"value": "nobody"}}}}}}\n'),
    ("a.png", "nobody"),
]


@pytest.mark.parametrize("name, text", PASSED, ids=[f"{name} {text.strip()[:30]}" for name, text in PASSED])
def test_code_other_languages_and_allowed_phrases_pass(checkout, name, text):
    checkout.write(name, text)
    result = checkout.run("lint-english")
    assert (result.returncode, result.stdout) == (0, "")


def test_the_numbers_of_the_baseline_only_fall(checkout):
    checkout.write("old.swift", "// Nobody.\n// Somebody.\n")
    assert checkout.run("lint-english", "--update").returncode == 0
    assert checkout.run("lint-english").returncode == 0
    checkout.write("new.swift", "// Nobody.\n")
    assert checkout.run("lint-english").returncode == 1, "a new file has no allowance"
    refused = checkout.run("lint-english", "--update")
    assert refused.returncode == 1 and "3 lines match" in refused.stderr
    checkout.write("old.swift", "// Nobody.\n")
    checkout.write("new.swift", "// No user.\n")
    assert "--update" in checkout.run("lint-english").stdout
    assert checkout.run("lint-english", "--update").returncode == 0
    assert (checkout.path / "scripts/english-baseline").read_text().endswith("1 old.swift\n")


def test_a_phrase_needs_a_reason(checkout):
    checkout.write("scripts/english-allowed", "nobody\n")
    result = checkout.run("lint-english")
    assert result.returncode == 1 and "english-allowed:1" in result.stderr


def test_subjects_are_checked_after_the_commit_that_adds_the_check(checkout):
    checkout.git("commit", "-q", "--allow-empty", "-m", "Anything at all, before there was a check.")
    checkout.commit("Add the check")
    assert checkout.run("lint-commits").returncode == 0
    for subject in ("center: retry failed deliveries", "center, console: embed fonts", 'Revert "x"', "docs/api: list options"):
        checkout.commit(subject)
    assert checkout.run("lint-commits").stdout == ""


@pytest.mark.parametrize(
    "subject, reason",
    [
        ("Retry failed deliveries", "write the area first"),
        ("center: retried failed deliveries", "imperative"),
        ("center: retrying failed deliveries", "imperative"),
        ("center: retry failed deliveries.", "period"),
        ("center: " + "a" * 65, "73 characters"),
    ],
)
def test_a_subject_without_the_form_is_reported(checkout, subject, reason):
    checkout.commit("Add the check")
    checkout.commit(subject)
    result = checkout.run("lint-commits")
    assert result.returncode == 1 and reason in result.stdout
