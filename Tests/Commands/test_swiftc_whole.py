"""scripts/swiftc-whole: one object file for a module, and the ones that SwiftPM expects."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="scripts/build uses it on Linux only")


def compiler():
    target = json.loads(subprocess.check_output(["swiftc", "-print-target-info"]))
    return Path(target["paths"]["runtimeResourcePath"]).parents[1] / "bin/swiftc"


def run(*arguments):
    return subprocess.run(
        [ROOT / "scripts/swiftc-whole", *arguments], env={**os.environ, "ATOLL_SWIFTC": str(compiler())},
        capture_output=True, text=True)


def prepare(folder, module="Words", **sources):
    """What SwiftPM writes before it compiles a module, and the command that it runs."""
    build = folder / f"{module}.build"
    build.mkdir()
    paths = []
    for name, text in sources.items():
        paths.append(folder / f"{name}.swift")
        paths[-1].write_text(text)
    # As SwiftPM quotes a path with a space, and without a line break at the end.
    (build / "sources").write_text("\n".join(f"'{path}'" if " " in str(path) else str(path) for path in paths))
    objects = {str(path): {"object": str(build / f"{path.name}.o")} for path in paths}
    (build / "output-file-map.json").write_text(json.dumps({"": {}, **objects}))
    command = [
        "-module-name", module, "-emit-dependencies", "-emit-module", "-emit-module-path", folder / f"{module}.swiftmodule",
        "-output-file-map", build / "output-file-map.json", "-incremental", "-c", f"@{build / 'sources'}",
        "-enable-batch-mode", "-serialize-diagnostics", "-index-store-path", folder / "index", "-Onone", "-j2",
    ]
    return command, build


@pytest.fixture(params=["plain", "with a space"])
def folder(request, tmp_path):
    (tmp_path / request.param).mkdir()
    return tmp_path / request.param


def test_one_object_file_has_the_whole_module(folder):
    command, build = prepare(
        folder, main="print(words(2))\n", words='func words(_ count: Int) -> String { String(repeating: mark, count: count) }\n',
        mark='let mark = "atoll"\n')
    result = run(*command)
    assert result.returncode == 0, result.stderr
    assert sorted(path.name for path in build.glob("*.swift.o")) == ["main.swift.o", "mark.swift.o", "words.swift.o"]
    assert (folder / "Words.swiftmodule").exists() and not (folder / "index").exists()
    # Linking goes to swiftc as it is.
    linked = run("-emit-executable", *sorted(build.glob("*.swift.o")), "-o", folder / "words")
    assert linked.returncode == 0, linked.stderr
    assert subprocess.check_output([folder / "words"], text=True) == "atollatoll\n"

    # The same again, after a change.
    (folder / "mark.swift").write_text('let mark = "reef"\n')
    assert run(*command).returncode == 0
    assert run("-emit-executable", *build.glob("*.swift.o"), "-o", folder / "words").returncode == 0
    assert subprocess.check_output([folder / "words"], text=True) == "reefreef\n"


def units(folder):
    return sorted(path.name.split("-")[0] for path in (folder / "index").rglob("*") if path.name.startswith(("a.swift.o-", "b.swift.o-")))


def test_modules_of_tests_have_an_index_that_knows_each_object_file(folder):
    command, build = prepare(folder, module="WordsTests", a="public let first = 1\n", b="public let second = first\n")
    result = run(*command)
    assert result.returncode == 0, result.stderr
    assert units(folder) == ["a.swift.o", "b.swift.o"]
    # One object file has everything, and it can be linked with the others.
    symbols = [subprocess.check_output(["nm", build / f"{name}.swift.o"], text=True) for name in "ab"]
    assert "5first" in symbols[0] and "6second" in symbols[0] and "5first" not in symbols[1]
    assert run("-emit-library", *build.glob("*.swift.o"), "-o", folder / "libwords.so").returncode == 0


def test_tests_of_xctest_keep_their_own_index(tmp_path):
    command, build = prepare(
        tmp_path, module="WordsTests", a="let a = 1\n", b="import XCTest\n\nfinal class WordTests: XCTestCase { func testOne() {} }\n")
    # SwiftPM's map has a place for what the driver remembers.
    map = json.loads((build / "output-file-map.json").read_text())
    map[""] = {"swift-dependencies": str(build / "master.swiftdeps")}
    (build / "output-file-map.json").write_text(json.dumps(map))
    result = run(*command)
    assert result.returncode == 0, result.stderr
    assert not (build / "whole.o").exists() and units(tmp_path) == ["a.swift.o", "b.swift.o"]


def test_an_error_of_the_compiler_is_its_own(tmp_path):
    command, build = prepare(tmp_path, words="let mark: Int = \"atoll\"\n")
    result = run(*command)
    assert result.returncode != 0 and "cannot convert value" in result.stderr + result.stdout
    assert not list(build.glob("*.swift.o"))


def test_the_folder_has_what_swiftpm_looks_for():
    toolchain = ROOT / ".build/toolchain"
    if not toolchain.exists():
        pytest.skip("built with more than four processors, or for a debugger")
    assert shutil.which("swift-autolink-extract", path=toolchain / "bin")
    assert (toolchain / "lib/libIndexStore.so").exists()
