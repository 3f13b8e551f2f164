"""The examples in AtollUI's documentation are compiled: each of their parts stands, line for line, in a source of the tests."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
COMPILED = ROOT / "Tests/AtollUIExampleTests"


def lines(text):
    return [line.strip() for line in text.splitlines()]


def examples():
    """The examples, by the file in which they stand; a blank line ends a part."""
    for path in sorted((ROOT / "Sources/App/AtollUI").rglob("*.swift")):
        for comment in re.findall(r"(?:^ *///.*\n)+", path.read_text(), re.M):
            text = re.sub(r"^ */// ?", "", comment, flags=re.M)
            for example in re.findall(r"```(?:swift)?\n(.*?)```", text, re.S):
                for part in re.split(r"\n\s*\n", example.strip("\n")):
                    yield path.name, lines(part)


def parts(text):
    return [lines(part) for part in re.split(r"\n\s*\n", text)]


def contains(part, example):
    """Whether the lines stand in a part, one after the other."""
    return any(part[start : start + len(example)] == example for start in range(len(part) - len(example) + 1))


def test_each_example_is_compiled():
    compiled = [part for path in COMPILED.glob("*Examples.swift") for part in parts(path.read_text())]
    found = list(examples())
    assert len(found) > 35
    missing = [(name, "\n".join(example)) for name, example in found if not any(contains(part, example) for part in compiled)]
    assert missing == [], "\n\n".join(f"{name}:\n{text}" for name, text in missing)


@pytest.mark.parametrize("folder", ["Navigation", "Links", "Home", "Hub", "Profile", "MiniApps"])
def test_views_and_modifiers_have_an_example(folder):
    bare = []
    for path in sorted((ROOT / "Sources/App/AtollUI" / folder).glob("*.swift")):
        text = path.read_text()
        for match in re.finditer(r"((?:^ *///.*\n)*)(?:^ *@.*\n)*^( *)public (?:struct (\w+)[^\n{]*: (?:some )?View\b|func (\w+))", text, re.M):
            comment, indent, view, function = match.groups()
            if function and not re.search(r"^extension View\b[^\n]*\{(?:(?!^\}).)*\Z", text[: match.start(2)], re.M | re.S):
                continue
            if "```" not in comment:
                bare.append(f"{path.name}: {view or function}")
    assert bare == []
