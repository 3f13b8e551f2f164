"""The scripts that take a defence out and want a test to notice it still find each line that they take out."""

import importlib.machinery
import importlib.util

from conftest import ROOT


def load(name):
    loader = importlib.machinery.SourceFileLoader(name.replace("-", "_"), str(ROOT / "scripts" / name))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader(loader.name, loader))
    loader.exec_module(module)
    return module


def missing(changes):
    """What is not in its file exactly once."""
    found = []
    for what, path, text in changes:
        file = ROOT / path
        count = file.read_text().count(text) if file.exists() else None
        if count != 1:
            found.append(f"{what}: {path} has it {count} times")
    return found


def test_mutations_find_their_lines():
    changes = [(what, f"Sources/{path}", old) for what, path, old, _ in load("mutations").MUTATIONS]
    assert len(changes) > 50
    assert missing(changes) == []


def test_what_is_taken_out_is_there():
    changes = []
    for number, what, path, old, *_ in (change for part in load("take-out").ROUNDS for change in part):
        for text in old if isinstance(old, tuple) else (old,):
            changes.append((f"{number} {what}", path, text))
    assert len(changes) > 50
    assert missing(changes) == []


def test_the_check_would_find_a_line_that_is_gone():
    assert missing([("one", "Package.swift", "no such line"), ("two", "no/such/file", "")]) == [
        "one: Package.swift has it 0 times", "two: no/such/file has it None times"]
