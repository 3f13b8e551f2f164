"""scripts/take-out and scripts/mutations remove lines of the code. Each line has to be there, or the scripts stop after an hour of work."""

from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader

import pytest

from conftest import ROOT


def loaded(name):
    loader = SourceFileLoader(name.replace("-", "_"), str(ROOT / "scripts" / name))
    module = module_from_spec(spec_from_loader(loader.name, loader))
    loader.exec_module(module)
    return module


TAKEN_OUT = [(change[1], ROOT / change[2], change[3]) for changes in loaded("take-out").ROUNDS for change in changes]
MUTATED = [
    (what, next(path for path in (ROOT / name, ROOT / "Sources" / name) if path.exists()), old)
    for what, name, old, _ in loaded("mutations").MUTATIONS]


@pytest.mark.parametrize("what, path, old", TAKEN_OUT + MUTATED, ids=[what for what, *_ in TAKEN_OUT + MUTATED])
def test_a_removed_line_is_in_the_code_once(what, path, old):
    text = path.read_text()
    for each in old if isinstance(old, tuple) else (old,):
        assert text.count(each) == 1, f"{path.relative_to(ROOT)}: {each}"
