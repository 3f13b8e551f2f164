"""Web apps become mini apps by one command: what is guessed, what is said, what stays, what is refused."""

import base64
import gzip
import hashlib
import http.server
import json
import os
import re
import socket
import struct
import threading
import zipfile
import zlib

import pytest


@pytest.fixture
def app(tmp_path):
    """Writes the files of a web app, and returns its folder."""

    def write(files, name="site"):
        folder = tmp_path / name
        for path, text in files.items():
            target = folder / path
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(text if isinstance(text, bytes) else text.encode())
        return folder

    return write


def manifest(folder):
    return json.loads((folder / "manifest.json").read_text())


def test_a_page_comes_in_as_it_is(run, app, tmp_path):
    page = '<!doctype html>\r\n<title>Çay &amp; Kahve ☕</title>\n<link rel="icon" href="/images/i.png?v=2"><script>go()</script>'
    folder = app({"index.html": page, "images/i.png": b"\x89PNG", ".git/config": "secret", ".DS_Store": "x"})
    done = run("atoll", "import", folder, directory=tmp_path)
    assert done.status == 0 and "kind web" in done.output, done.output
    made = tmp_path / "cay-kahve"
    assert (made / "web/index.html").read_bytes() == page.encode(), "the bytes are the same"
    assert not (made / "web/.git").exists()
    said = manifest(made)
    assert said["app_id"] == "com.example.cay-kahve" and said["name"] == "Çay & Kahve ☕"
    assert said["icons"] == [{"sizes": "any", "src": "web/images/i.png"}]
    assert said["atoll_compat"] == {"eval": False, "fallback": True, "kind": "web", "root": "web"}
    assert run("atoll", "check", made).status == 0


@pytest.mark.parametrize("files, kind", [
    ({"index.html": "<script src=webxdc.js></script>"}, "webxdc"),
    ({"index.html": '<script src="https://telegram.org/js/telegram-web-app.js"></script>'}, "telegram"),
    ({"index.html": "<p>", "a/b.js": "window.TelegramWebviewProxy"}, "telegram"),
    ({"index.html": "<p>", "a.js": "window.portalInitialContext"}, "portals"),
    ({"index.html": "<p>", "a.txt": "portalInitialContext"}, "web"),
])
def test_it_guesses_what_a_web_app_was_written_for(run, app, tmp_path, files, kind):
    done = run("atoll", "import", app(files), "--into", tmp_path / "made", "--json")
    assert done.status == 0, done.output
    assert json.loads(done.output)["kind"] == kind
    other = run("atoll", "import", app(files), "--into", tmp_path / "other", "--kind", "web", "--json")
    assert json.loads(other.output)["kind"] == "web", "whoever says it knows better"


def test_the_script_of_telegram_s_site_is_the_host_s(run, app, tmp_path):
    folder = app({"index.html": "<script src='https://telegram.org/js/telegram-web-app.js?57' async></script>"})
    run("atoll", "import", folder, "--into", tmp_path / "made")
    assert (tmp_path / "made/web/index.html").read_text() == "<script src='/.atoll/compat/telegram.js' async></script>"


def test_a_chat_app_comes_in_as_a_file(run, tmp_path):
    archive = tmp_path / "poll.xdc"
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as file:
        file.writestr("index.html", "<p>")
        file.writestr("manifest.toml", "name = 'Our poll' # of ours\nsource_code_url = \"x\"\n")
        file.writestr("icon.png", b"\x89PNG")
    done = run("atoll", "import", archive, directory=tmp_path)
    assert done.status == 0, done.output
    said = manifest(tmp_path / "our-poll")
    assert said["atoll_compat"]["kind"] == "webxdc" and said["icons"][0]["src"] == "web/icon.png"
    assert [permission["name"] for permission in said["req_permissions"]] == ["user.name"]


def test_a_new_build_replaces_the_last_and_keeps_what_was_written(run, app, tmp_path):
    made = tmp_path / "made"
    run("atoll", "import", app({"index.html": "<p>one", "old.js": "1"}), "--into", made, "--id", "com.example.shop")
    said = manifest(made)
    said["description"] = "Written by hand."
    (made / "manifest.json").write_text(json.dumps(said))
    done = run("atoll", "import", app({"index.html": "<p>two", "new.js": "2"}, "other"), "--into", made, "--eval")
    assert done.status == 0 and "Updated" in done.output, done.output
    said = manifest(made)
    assert said["version"]["code"] == 2 and said["description"] == "Written by hand."
    assert said["app_id"] == "com.example.shop" and said["atoll_compat"]["eval"] is True
    assert sorted(path.name for path in (made / "web").iterdir()) == ["index.html", "new.js"]


def test_what_may_not_run_is_said_once_for_each_file(run, app, tmp_path):
    folder = app({"index.html": "<script src=https://cdn.example.com/a.js></script>", "a.js": "eval('a');eval('b')"})
    done = run("atoll", "import", folder, "--into", tmp_path / "made")
    assert done.status == 0
    assert "block script-eval web/a.js (2 places)" in done.output and "warn script-remote web/index.html:" in done.output
    assert "--eval" in done.output, "the next command"
    assert "block" not in run("atoll", "import", folder, "--into", tmp_path / "made", "--eval").output


@pytest.mark.parametrize("files, words", [
    ({"readme.md": "x"}, "has no index.html"),
    ({"dist/index.html": "<p>", "package.json": "{}"}, "/dist has. Try: atoll import"),
    ({"package.json": "{}", "src/main.ts": ""}, "npm run build"),
    ({"index.html": '<script type="module" src="/src/main.tsx"></script>', "dist/index.html": "<p>"}, "which no browser runs"),
    ({"index.html": "<p>", "CON.txt": "x"}, "reserves the name"),
    ({"index.html": "<p>", "big.bin": b"x" * 10_000_001}, "larger than 10000000 bytes"),
])
def test_what_can_t_come_in_is_refused_with_a_reason(run, app, tmp_path, files, words):
    done = run("atoll", "import", app(files), "--into", tmp_path / "made")
    assert done.status == 1 and words in done.output, done.output
    assert not (tmp_path / "made").exists(), "nothing is written"


def test_a_folder_without_end_is_refused_before_it_is_read(run, app, tmp_path):
    folder = app({"index.html": "<p>"})
    for number in range(20_000):
        (folder / f"{number}.txt").touch()
    done = run("atoll", "import", folder, "--into", tmp_path / "made")
    assert done.status == 1 and "more than 2000 files" in done.output
    assert done.memory < 200_000_000


def test_links_lead_nowhere(run, app, tmp_path):
    secret = tmp_path / "secret.txt"
    secret.write_text("secret")
    folder = app({"index.html": "<p>"})
    os.symlink(secret, folder / "link.txt")
    os.symlink(tmp_path, folder / "folder")
    made = tmp_path / "made"
    assert run("atoll", "import", folder, "--into", made).status == 0
    assert sorted(path.name for path in (made / "web").iterdir()) == ["index.html"]
    # Nor one that was put where the last build was.
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    (elsewhere / "precious").touch()
    (made / "web/index.html").unlink()
    (made / "web").rmdir()
    os.symlink(elsewhere, made / "web")
    done = run("atoll", "import", folder, "--into", made)
    assert done.status == 1 and "is a link" in done.output
    assert (elsewhere / "precious").exists()


def deflated(contents):
    stream = zlib.compressobj(9, zlib.DEFLATED, -15)
    return stream.compress(contents) + stream.flush()


def central(name, contents, *, method=8, flags=0, extra=b"", mode=0o100644, sizes=None, descriptor=False, raw=None, made=3 << 8, crc=None):
    """The local part of an entry, and a function that gives its part of the directory for an offset."""
    data = raw if raw is not None else deflated(contents) if method == 8 else contents
    crc = zlib.crc32(contents) if crc is None else crc
    size, packed = sizes or (len(contents), len(data))
    own = (0, 0, 0) if descriptor else (crc, packed, size)
    local = struct.pack("<IHHHIIIIHH", 0x04034B50, 20, flags, method, 0, *own, len(name), 0) + name + data
    if descriptor:
        local += struct.pack("<III", crc, packed, size)

    def entry(offset):
        return struct.pack("<IHHHHIIIIHHHHHII", 0x02014B50, made, 20, flags, method, 0, crc, packed, size, len(name), len(extra), 0, 0, 0,
                           mode << 16, offset) + name + extra
    return local, entry


def zipped(parts, *, before=b"", between=b"", comment=b"", long=False):
    body, directory = b"", b""
    for local, entry in parts:
        directory += entry(len(body))
        body += local + between
    count = len(parts)
    end = struct.pack("<IHHHHIIH", 0x06054B50, 0, 0, count, count, len(directory), len(body), len(comment))
    if long:
        place = len(body) + len(directory)
        record = struct.pack("<IQHHIIQQQQ", 0x06064B50, 44, 45, 45, 0, 0, count, count, len(directory), len(body))
        record += struct.pack("<IIQI", 0x07064B50, 0, place, 1)
        end = record + struct.pack("<IHHHHIIH", 0x06054B50, 0, 0, 0xFFFF, 0xFFFF, 0xFFFFFFFF, 0xFFFFFFFF, len(comment))
    return before + body + directory + end + comment


PAGE, SCRIPT = b"<!doctype html><title>Game</title><script src=game.js></script>", b"let a = 1;\n" * 50
MADE_BY_TOOLS = {
    "zip to a pipe: sizes behind the data, stored and deflated": zipped(
        [central(b"index.html", PAGE, method=0, flags=8, descriptor=True), central(b"game.js", SCRIPT, flags=8, descriptor=True)]),
    "7-Zip: times as NTFS has them": zipped(
        [central(b"index.html", PAGE, extra=struct.pack("<HH", 0x0A, 32) + bytes(32), made=63), central(b"game.js", SCRIPT, made=63)]),
    "Finder: resource forks beside": zipped(
        [central(b"index.html", PAGE), central(b"game.js", SCRIPT), central(b"__MACOSX/._game.js", b"fork"), central(b".DS_Store", b"x")]),
    "one folder with everything": zipped(
        [central(b"game-main/", b"", mode=0o040755), central(b"game-main/index.html", PAGE), central(b"game-main/game.js", SCRIPT)]),
    "names that begin at the current folder": zipped([central(b"./index.html", PAGE), central(b"./game.js", SCRIPT)]),
    "a comment": zipped([central(b"index.html", PAGE), central(b"game.js", SCRIPT)], comment=b"made by hand PK\x05\x06"),
    "a program before": zipped([central(b"index.html", PAGE), central(b"game.js", SCRIPT)], before=b"#!/bin/sh\n" * 20),
    "bytes between": zipped([central(b"index.html", PAGE), central(b"game.js", SCRIPT)], between=bytes(64)),
    "ZIP64": zipped(
        [central(b"index.html", PAGE, sizes=(0xFFFFFFFF, 0xFFFFFFFF), method=0,
                 extra=struct.pack("<HHQQ", 1, 16, len(PAGE), len(PAGE))), central(b"game.js", SCRIPT)], long=True),
    "extra fields of any kind, one cut off": zipped(
        [central(b"index.html", PAGE, extra=b"\x99\x99\x04\x00abcd\x01"), central(b"game.js", SCRIPT)]),
    "folders as Windows separates them": zipped(
        [central(b"index.html", PAGE), central(b"game.js", SCRIPT), central(b"sounds\\one.mp3", b"ID3", made=0)]),
    "flags for how it was compressed": zipped([central(b"index.html", PAGE, flags=6), central(b"game.js", SCRIPT, flags=2)]),
}


@pytest.mark.parametrize("made", MADE_BY_TOOLS)
def test_an_archive_comes_in_whatever_has_made_it(run, tmp_path, made):
    archive = tmp_path / "game.zip"
    archive.write_bytes(MADE_BY_TOOLS[made])
    done = run("atoll", "import", archive, "--into", tmp_path / "made")
    assert done.status == 0, done.output
    assert manifest(tmp_path / "made")["atoll_compat"]["kind"] == "web", "the name of an archive says nothing but .xdc"
    assert (tmp_path / "made/web/index.html").read_bytes() == PAGE and (tmp_path / "made/web/game.js").read_bytes() == SCRIPT
    others = {path.name for path in (tmp_path / "made/web").rglob("*") if path.is_file()} - {"index.html", "game.js"}
    assert others <= {"one.mp3"}


def test_names_of_an_archive_in_other_encodings(run, tmp_path):
    pages = [central(b"index.html", PAGE), central(b"game.js", SCRIPT)]
    second = struct.pack("<BI", 1, zlib.crc32(b"m?.mp3")) + "m\u4e2d.mp3".encode()
    names = [
        central(b"gr\x81n.png", b"1"), central("caf\u00e9.png".encode(), b"2"), central("cafe\u0301s.png".encode(), b"3", flags=1 << 11),
        central(b"m?.mp3", b"4", extra=struct.pack("<HH", 0x7075, len(second)) + second),
    ]
    archive = tmp_path / "game.zip"
    archive.write_bytes(zipped(pages + names))
    done = run("atoll", "import", archive, "--into", tmp_path / "made")
    assert done.status == 0, done.output
    made = {path.name: path.read_bytes() for path in (tmp_path / "made/web").iterdir()}
    assert made["gr\u00fcn.png"] == b"1" and made["caf\u00e9.png"] == b"2" and made["caf\u00e9s.png"] == b"3" and made["m\u4e2d.mp3"] == b"4"


@pytest.mark.parametrize("said, bad", [
    ("encrypted", central(b"a.js", SCRIPT, flags=1)),
    ("method 9", central(b"a.js", SCRIPT, method=9, raw=b"x")),
    ("special files", central(b"a.js", b"/etc/passwd", mode=0o120777)),
    ("damaged", central(b"a.js", SCRIPT, crc=1)),
    ("damaged", central(b"a.js", SCRIPT, sizes=(10, 30))),
    ("damaged", central(b"a.js", SCRIPT, sizes=(550, 4_000_000))),
    ("ratio", central(b"a.js", bytes(9_000_000))),
    ("at most", central(b"a.js", SCRIPT, sizes=(0xFFFFFFFE, 10))),
    ("can't be read", central(b"a.js", SCRIPT, sizes=(0xFFFFFFFF, 10))),
    ("name", central(b"../../evil.js", SCRIPT)),
    ("name", central(b"/evil.js", SCRIPT)),
    ("name", central(b"C:\\evil.js", SCRIPT)),
    ("name", central(b"a\x00.js", SCRIPT)),
    ("name", central("a".encode() + "\u0301".encode() * 60 + b".js", SCRIPT)),
    ("duplicate-name", central(b"GAME.JS", SCRIPT)),
])
def test_an_archive_that_is_hostile_or_broken(run, tmp_path, said, bad):
    archive = tmp_path / "game.zip"
    archive.write_bytes(zipped([central(b"index.html", PAGE), central(b"game.js", SCRIPT), bad]))
    done = run("atoll", "import", archive, "--into", tmp_path / "made")
    assert done.status == 1 and said in done.output, done.output
    assert "Fatal" not in done.output and not (tmp_path / "made").exists()


@pytest.mark.parametrize("bytes_", [b"", b"PK", b"not a zip at all", b"PK\x05\x06" + bytes(18)])
def test_an_archive_that_is_none(run, tmp_path, bytes_):
    archive = tmp_path / "x.xdc"
    archive.write_bytes(bytes_)
    done = run("atoll", "import", archive, "--into", tmp_path / "made")
    assert done.status == 1 and ("not a ZIP" in done.output or "no index.html" in done.output), done.output
    assert not (tmp_path / "made").exists()


def test_what_is_there_and_was_not_imported_stays(run, app, tmp_path):
    there = tmp_path / "there"
    there.mkdir()
    (there / "notes.txt").write_text("mine")
    done = run("atoll", "import", app({"index.html": "<p>"}), "--into", there)
    assert done.status == 1 and "Nothing was changed" in done.output
    assert [path.name for path in there.iterdir()] == ["notes.txt"]
    run("atoll", "new", "Own", "--directory", tmp_path / "own")
    done = run("atoll", "import", app({"index.html": "<p>"}), "--into", tmp_path / "own/app")
    assert done.status == 1 and "was not imported" in done.output


def test_a_file_with_the_bytes_of_terminals_is_shown_safely(run, app, tmp_path):
    folder = app({"index.html": "<title>\x1b[31mRed\u202e\x00</title><script src='https://cdn.example.com/\x1b[2J'></script>"})
    done = run("atoll", "import", folder, "--into", tmp_path / "made", "--id", "com.example.red")
    assert "\x1b" not in done.output and "\u202e" not in done.output


def test_it_writes_nowhere_else(run, app, tmp_path):
    folder = app({"index.html": "<p>", "a.js": "1"})
    made, victim = tmp_path / "made", tmp_path / "victim"
    assert run("atoll", "import", folder, "--into", made).status == 0
    victim.mkdir()
    (made / "pages/index.html").unlink()
    (made / "pages").rmdir()
    os.symlink(victim, made / "pages")
    done = run("atoll", "import", folder, "--into", made)
    assert done.status == 1 and "is a link" in done.output and list(victim.iterdir()) == []
    # The mark that is there while files are written, here after an interruption.
    (made / "pages").unlink()
    (made / ".importing").unlink()
    (tmp_path / "work.txt").write_text("years of work")
    os.symlink(tmp_path / "work.txt", made / ".importing")
    done = run("atoll", "import", folder, "--into", made)
    assert done.status == 1 and ".importing in made is a link" in done.output and (tmp_path / "work.txt").read_text() == "years of work"
    done = run("atoll", "import", folder, "--into", folder / "made")
    assert done.status == 1 and "would be imported with it" in done.output


def test_an_interrupted_import_is_done_again(run, app, tmp_path):
    made = tmp_path / "made"
    made.mkdir()
    (made / ".importing").touch()
    (made / "app.js").touch()
    assert run("atoll", "import", app({"index.html": "<p>"}), "--into", made).status == 0
    assert not (made / ".importing").exists() and run("atoll", "package", "verify", made).status == 0


def test_files_that_are_missing_are_named(run, app, tmp_path):
    page = "<script src='a.js?v=1'></script><script src=/none.js></script><link rel=stylesheet href=./none.css><script src=webxdc.js></script>"
    done = run("atoll", "import", app({"index.html": page, "a.js": ""}), "--into", tmp_path / "made")
    assert done.status == 0 and "names none.js, which does not exist" in done.output and "none.css" in done.output
    assert "a.js" not in done.output.replace("none.js", "") and "webxdc.js" not in done.output


def test_what_no_page_needs_is_left_out_and_said(run, app, tmp_path):
    files = {
        "index.html": "<p>", "app.js": "1\n//# sourceMappingURL=app.js.map", "app.js.map": "{}", "types/app.d.ts": "", "levels/one.map": "tiles",
        "art/hero.psd": b"8BPS", "yarn.lock": "", "README.md": "# Read me", "docs/README.md": "shown", "help.js": "fetch('docs/README.md')",
    }
    made = tmp_path / "made"
    done = run("atoll", "import", app(files), "--into", made)
    assert done.status == 0 and "Left out: " in done.output and "--with" in done.output, done.output
    kept = sorted(str(path.relative_to(made / "web")) for path in (made / "web").rglob("*") if path.is_file())
    # Both have a name that a script has.
    assert kept == ["README.md", "app.js", "docs/README.md", "help.js", "index.html", "levels/one.map"]
    done = run("atoll", "import", app({**files, "help.js": ""}), "--into", made, "--with", "*.map", "--without", "levels/", "--json")
    said = json.loads(done.output)
    assert sorted(said["leftOut"]) == ["README.md", "art/hero.psd", "docs/README.md", "levels/one.map", "types/app.d.ts", "yarn.lock"]
    assert (made / "web/app.js.map").exists()


MEGABYTE = 1_000_000


@pytest.mark.parametrize("files, words", [
    ({**{f"canvaskit/{name}.wasm": 7 * MEGABYTE for name in ("canvaskit", "skwasm", "skwasm_heavy")}, "main.dart.js": 2 * MEGABYTE},
     ["has 23 MB; at most 20 MB", "21 MB in 3 files: canvaskit/", "2 MB: main.dart.js", "--no-web-resources-cdn", "--without 'canvaskit/skwasm*'"]),
    ({"Build/game.loader.js": 10, "Build/game.wasm": 11 * MEGABYTE}, ["Build/game.wasm is larger than 10000000 bytes", "11 MB", "Unity"]),
    ({**{f"node_modules/a/{number}.js": 1 for number in range(1_800)}, **{f"src/{number}.js": 1 for number in range(300)}},
     ["more than 2000 files: 2101", "1800 files: node_modules/a/", "300 files: src/", "the folder that the build writes"]),
])
def test_what_is_too_large_is_named_with_what_makes_it_smaller(run, app, tmp_path, files, words):
    folder = app({"index.html": "<p>", **{name: b"x" * size for name, size in files.items()}})
    done = run("atoll", "import", folder, "--into", tmp_path / "made")
    assert done.status == 1 and all(word in done.output for word in [*words, "--without NAME"]), done.output


def test_what_is_too_large_comes_in_without_what_it_does_not_need(run, app, tmp_path):
    files = {"index.html": "<p>", "main.dart.js": b"x" * 2 * MEGABYTE, "main.dart.js.map": b"x" * 9 * MEGABYTE, "a.symbols": b"x" * 9 * MEGABYTE,
             **{f"canvaskit/{name}.wasm": b"x" * 7 * MEGABYTE for name in ("canvaskit", "skwasm")}}
    done = run("atoll", "import", app(files), "--into", tmp_path / "made", "--without", "canvaskit/skwasm*")
    assert done.status == 0 and "8 files, 9 MB" in done.output and "25 MB" in done.output, done.output
    assert sorted(path.name for path in (tmp_path / "made/web").rglob("*.*")) == ["canvaskit.wasm", "index.html", "main.dart.js"]


def test_a_page_in_another_folder_than_what_it_loads(run, app, tmp_path):
    folder = app({
        "demos/one/index.html": "<title>Sea &amp; sand</title><script src=../../dist/lib.js></script>", "demos/two.html": "<p>", "dist/lib.js": "1",
        "dist/test/index.html": "<p>"})
    done = run("atoll", "import", folder, directory=tmp_path)
    assert done.status == 1 and "--start demos/two.html" in done.output and "--start demos/one/index.html" in done.output, done.output
    assert "dist/test" not in done.output, "no pages of tests"
    done = run("atoll", "import", folder / "demos/one", directory=tmp_path, )
    assert "index.html loads ../../dist/lib.js, which is outside the folder" in done.output and "--start" in done.output
    done = run("atoll", "import", folder, "--start", "demos/one/index.html", "--into", tmp_path / "made")
    assert done.status == 0 and "warning" not in done.output, done.output
    first = (tmp_path / "made/web/index.html").read_text()
    assert 'location.replace("demos/one/" + location.search + location.hash)' in first and "<title>Sea &amp; sand</title>" in first
    assert manifest(tmp_path / "made")["name"] == "Sea & sand"
    assert run("atoll", "check", tmp_path / "made").status == 0
    assert "has no page none.html" in run("atoll", "import", folder, "--start", "none.html", "--into", tmp_path / "other").output


def test_a_command_to_copy_has_names_in_quotation_marks(run, app, tmp_path):
    """Names of files are somebody else's: a shell would run what is in them."""
    done = run("atoll", "import", app({"demos/$(touch here).html": "<p>", "demos/it's.html": "<p>", "demos/'\u0301$(x).html": "<p>"}), directory=tmp_path)
    assert "--start 'demos/'\\''\u0301$(x).html'" in done.output, "a letter with an accent is two characters for a shell"
    assert done.status == 1 and "--start 'demos/$(touch here).html'" in done.output and "--start 'demos/it'\\''s.html'" in done.output, done.output


def test_what_any_page_or_module_loads_is_looked_at(run, app, tmp_path):
    files = {
        "index.html": "<link rel=modulepreload href=/ok.js><script type=module>\nimport {\n a,\n b\n} from './gone.js';\n</script>",
        "deep/two.html": "<base href='/deep/er/'><script src='../lib.js?v=1'></script><script src='here.js'></script><script type=module src='/m/a.mjs'></script>",
        "deep/lib.js": "", "deep/er/here.js": "", "ok.js": "", "m/a.mjs": "import './b.mjs'\n  export * from \"vue\";\nconst text = `\nimport(x)`;",
        "m/b.mjs": "/*\n * import 'comment'\n */\nimport '../../up.js'\nimport '../deep/missing.js'", "vite.config.js": "import 'vite'",
    }
    done = run("atoll", "import", app(files), "--into", tmp_path / "made", "--json")
    assert sorted(json.loads(done.output)["warnings"]) == [
        "index.html names gone.js, which does not exist. Perhaps the web app has to be built first.",
        'm/a.mjs imports "vue", a package, whose name browsers can\'t resolve. Build the web app with a bundler, or name the package in an import map.',
        "m/b.mjs loads ../../up.js, which is outside the folder. Import the folder around it, and choose the page: --start FOLDER/index.html",
        "m/b.mjs names deep/missing.js, which does not exist. Perhaps the web app has to be built first.",
    ]


def test_what_was_compressed_for_a_server_is_unpacked(run, app, tmp_path):
    code = b"console.log(1)\n" * 100
    damaged = bytearray(gzip.compress(code))
    damaged[-5] ^= 1
    files = {
        "index.html": "<script src=app.js.gz></script>", "app.js.gz": gzip.compress(code), "Build/g.loader.js": "", "Build/g.data.gz": gzip.compress(b"UnityWebData"),
        "data/points.json.gz": gzip.compress(b"{}"), "two.css.gz": gzip.compress(b"p {}") + gzip.compress(b"q {}"), "bad.js.gz": bytes(damaged),
        "Build/g.wasm.br": b"\x0b", "bomb.js.gz": gzip.compress(bytes(12_000_000)),
    }
    done = run("atoll", "import", app(files), "--into", tmp_path / "made")
    assert done.status == 0 and "Unpacked: " in done.output and "Build/g.wasm.br is compressed with Brotli" in done.output, done.output
    made = tmp_path / "made/web"
    assert (made / "app.js.gz").read_bytes() == code and (made / "Build/g.data.gz").read_bytes() == b"UnityWebData"
    for name in "data/points.json.gz", "two.css.gz", "bad.js.gz", "bomb.js.gz":
        assert (made / name).read_bytes() == files[name], "its page unpacks it by itself, or it is none that can be"


def test_what_an_import_takes_the_center_takes(run, app, tmp_path):
    """A file that is compressed very well."""
    folder = app({"index.html": "<p>", "map.bin": bytes(5 * MEGABYTE)})
    made = tmp_path / "made"
    assert run("atoll", "import", folder, "--into", made).status == 0
    assert run("atoll", "check", made).status == 0
    assert run("atoll", "package", "build", made, "--output", tmp_path / "made.ma").status == 0
    done = run("atoll", "package", "verify", tmp_path / "made.ma")
    assert done.status == 0, done.output


def test_origins_for_requests_and_for_pictures_are_two_things(run, app, tmp_path):
    folder = app({"index.html": "<p>"})
    run("atoll", "import", folder, "--into", tmp_path / "made", "--network", "https://api.example.com", "--media", "https://img.example.com")
    said = manifest(tmp_path / "made")
    assert said["atoll_network"] == ["https://api.example.com"] and said["atoll_media"] == ["https://img.example.com"]
    run("atoll", "import", folder, "--into", tmp_path / "made", "--media", "https://other.example.com")
    said = manifest(tmp_path / "made")
    assert said["atoll_network"] == ["https://api.example.com"] and said["atoll_media"] == ["https://other.example.com"]


def test_options_that_do_not_fit_say_which(run, app, tmp_path):
    folder = app({"index.html": "<p>"})
    refused = run("atoll", "import", folder, "--into", tmp_path / "made", "--network", "https://a.example.com", "--network", "http://localhost:8399")
    assert refused.status == 1 and "error: --network http://localhost:8399: Expected an origin" in refused.output
    assert "atoll dev: --connect http://localhost:8399" in refused.output
    refused = run("atoll", "import", folder, "--into", tmp_path / "made", "--media", "img.example.com")
    assert refused.status == 1 and "error: --media img.example.com: Expected an origin" in refused.output
    assert "atoll dev" in run("atoll", "import", folder, "--into", tmp_path / "made", "--id", "com.example.first").output


def test_another_id_makes_another_mini_app_of_the_same_folder(run, app, tmp_path):
    folder = app({"index.html": "<p>"})
    made = tmp_path / "made"
    for _ in range(2):
        run("atoll", "import", folder, "--into", made, "--id", "com.example.first", "--eval")
    assert manifest(made)["version"]["code"] == 2
    said = manifest(made) | {"description": "Written by hand."}
    (made / "manifest.json").write_text(json.dumps(said))
    output = run("atoll", "import", folder, "--into", made, "--id", "com.harbour.first").output
    assert "The id was com.example.first" in output and '--notes "The first version."' in output
    now = manifest(made)
    assert now["app_id"] == "com.harbour.first" and now["version"] == {"code": 1, "name": "1.0.0"}
    assert now["description"] == "Written by hand." and now["atoll_compat"]["eval"]


def test_the_next_command_connects_to_an_api_on_this_machine(run, app, tmp_path):
    folder = app({"index.html": '<script src="a.js"></script>', "a.js": "fetch('http://localhost:8399/prices')"})
    output = run("atoll", "import", folder, "--into", tmp_path / "made").output
    assert f"atoll dev {tmp_path / 'made'} --connect http://localhost:8399\n" in output


def test_a_page_is_not_a_folder(run, app):
    page = app({"index.html": "<p>"}) / "index.html"
    refused = run("atoll", "import", page)
    assert refused.status == 1 and f"{page} is a page. Name the folder that it is in: atoll import {page.parent}" in refused.output


def test_handlers_that_scripts_write_run_with_eval(run, app, tmp_path):
    folder = app({"index.html": '<p id="p"><script src="a.js"></script>', "a.js": """p.innerHTML = '<b onclick="go()">Go</b>';"""})
    assert "handler-inline" in run("atoll", "import", folder, "--into", tmp_path / "strict").output
    assert "handler-inline" not in run("atoll", "import", folder, "--into", tmp_path / "evaluating", "--eval").output


@pytest.fixture
def site():
    """A site that gives files to others, and what it was asked for."""

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            asked.append(self.path)
            place, _, _ = self.path.partition("?")
            if place == "/moved.js":
                self.send_response(302)
                self.send_header("Location", "/lib@2/lib.js")
                self.end_headers()
                return
            contents = files.get(self.path, files.get(place))
            self.send_response(404 if contents is None else 200)
            self.end_headers()
            self.wfile.write(contents or b"")

        def log_message(self, *_):
            pass

    files, asked = {}, []
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}", files, asked
    server.shutdown()
    server.server_close()


def test_files_of_other_sites_are_named_with_what_is_missing_without_them(run, app, tmp_path):
    page = """<link rel=stylesheet href="https://cdn.example.com/bootstrap.min.css"><link href="https://fonts.googleapis.com/css2?family=Inter" rel=stylesheet>
        <link rel=stylesheet href="//cdn.example.com/font-awesome/all.css"><script src="http://cdn.example.com/a.js"></script>
        <script type=module>import { b } from "https://esm.example.com/b"; import('https://esm.example.com/c')</script>
        <a href="https://example.com/">A link</a><img src="https://img.example.com/x.png"><script src="https://telegram.org/js/telegram-web-app.js"></script>"""
    done = run("atoll", "import", app({"index.html": page}), "--into", tmp_path / "made", "--json")
    warnings = "\n".join(json.loads(done.output)["warnings"])
    for words in ("bootstrap.min.css, a style sheet of another site", "lacks its layout", "family=Inter, typefaces of another", "only its typeface",
                  "all.css, a font of icons", "https://cdn.example.com/a.js, a script", "esm.example.com/b, a script", "esm.example.com/c,", "--fetch"):
        assert words in warnings, warnings
    assert "telegram" not in warnings and "img.example.com" not in warnings and "https://example.com/" not in warnings


def test_files_of_other_sites_are_brought_with_what_they_load(run, app, tmp_path, site):
    address, files, asked = site
    script = b"window.a = 1;"
    digest = base64.b64encode(hashlib.sha384(script).digest()).decode()
    files |= {
        "/lib@1/a.min.js": script, "/css/all.css": b"@import 'more.css'; i { src: url(../font/i.woff2?v=1) format('woff2'), url( '../font/i.woff2?v=2#x' ) }",
        "/css/more.css": b"p { background: url(data:image/png;base64,AA) }", "/font/i.woff2": b"wOF2", "/css2?family=A": b"@font-face {}",
        "/m/one.mjs": b"import{x}from'./two.mjs';import(`./not-seen.js`);export*from\"/m/two.mjs\"", "/m/two.mjs": b"export let x = 1", "/mapped": b"export {}",
        "/lib@2/lib.js": b"2", "/bad.js": b"other",
    }
    page = f"""<script src="{address}/lib@1/a.min.js" integrity="sha256-x sha384-{digest}" crossorigin></script><script src={address}/moved.js></script>
        <link rel=stylesheet href='{address}/css/all.css'><link rel=stylesheet href="{address}/css2?family=A"><script src="{address}/none.js"></script>
        <script src="{address}/bad.js" integrity="sha256-AAAA"></script><script type=importmap>{{"imports": {{"m": "{address}/mapped"}}}}</script>
        <script type=module>import {{ x }} from "{address}/m/one.mjs"; import "m"</script><a href="{address}/elsewhere">x</a>"""
    made = tmp_path / "made"
    done = run("atoll", "import", app({"index.html": page, "own.css": f"@import url({address}/css/all.css)"}), "--into", made, "--fetch", "--fetch-anywhere")
    assert done.status == 0 and "Fetched 10 files of 127.0.0.1 into fetched/." in done.output, done.output
    assert "none.js: the site answers with status 404" in done.output and "bad.js: its digest does not match the page's integrity" in done.output
    said = (made / "web/index.html").read_text()
    assert sorted(re.findall(r"/fetched/127.0.0.1/[^\"' >)]*", said)) == [
        "/fetched/127.0.0.1/css/all.css", said[said.index("/fetched/127.0.0.1/css2-"):][:len("/fetched/127.0.0.1/css2-01234567.css")],
        "/fetched/127.0.0.1/lib_1/a.min.js", "/fetched/127.0.0.1/m/one.mjs", "/fetched/127.0.0.1/mapped.js", "/fetched/127.0.0.1/moved.js"]
    assert "sha384" not in said and 'integrity="sha256-AAAA"' in said and f"{address}/none.js" in said and f"{address}/bad.js" in said and f'href="{address}/elsewhere"' in said
    fetched = made / "web/fetched/127.0.0.1"
    assert (fetched / "lib_1/a.min.js").read_bytes() == script and (fetched / "moved.js").read_bytes() == b"2"
    assert re.fullmatch(
        rb"@import '/fetched/127.0.0.1/css/more.css'; i \{ src: url\(/fetched/127.0.0.1/font/i-[0-9a-f]{8}.woff2\) format\('woff2'\), "
        rb"url\( '/fetched/127.0.0.1/font/i-[0-9a-f]{8}.woff2' \) \}", (fetched / "css/all.css").read_bytes())
    assert (fetched / "m/one.mjs").read_bytes() == (
        b"import{x}from'/fetched/127.0.0.1/m/two.mjs';import(`./not-seen.js`);export*from\"/fetched/127.0.0.1/m/two.mjs\"")
    assert "/fetched/127.0.0.1/css/all.css" in (made / "web/own.css").read_text()
    assert len(asked) == len(set(asked)), "each once"
    assert run("atoll", "check", made).status == 0
    # Without the permission to do so, nothing of a private network.
    asked.clear()
    done = run("atoll", "import", app({"index.html": page}, "again"), "--into", tmp_path / "other", "--fetch")
    assert done.status == 0 and not asked and "not fetched" in done.output, done.output


def test_what_other_sites_give_has_limits(run, app, tmp_path, site):
    address, files, asked = site
    files |= {"/large.js": b"x" * 10_000_001, "/a/%2e%2e/b.js": b"1", "/..%2f..%2fc.js": b"2", "/" + "d" * 300 + ".js": b"3", "/CON.js": b"4"}
    files |= {f"/loop/{number}.mjs": f"import '/loop/{number + 1}.mjs'".encode() for number in range(400)}
    page = "".join(f'<script src="{address}{path}"></script>' for path in list(files)[:5]) + f'<script type=module src="{address}/loop/0.mjs"></script>'
    done = run("atoll", "import", app({"index.html": page}), "--into", tmp_path / "made", "--fetch", "--fetch-anywhere")
    assert done.status == 0 and "large.js: " in done.output and done.output.count("More than 300 files") == 1, done.output
    assert len(asked) <= 302
    made = [path for path in (tmp_path / "made/web/fetched").rglob("*") if path.is_file()]
    others = [path for path in made if path.parent.name != "loop"]
    assert sorted(path.read_bytes() for path in others) == [b"1", b"2", b"3", b"4"] and len(made) == 299
    assert run("atoll", "package", "verify", tmp_path / "made").status == 0
    assert sorted(path.name for path in tmp_path.iterdir()) == ["made", "site"]


@pytest.mark.parametrize("attributes, is_taken", [
    ("integrity=%384s", True), ("integrity='sha256-x %384s'", True), ("integrity='%384s?opt sha384-y'", True), ("integrity='%384s sha512-x'", False),
    ("integrity=md5-x", True), ("integrity", True), ("integrity='sha256-x'", False),
])
def test_the_integrity_that_a_page_names_is_kept(run, app, tmp_path, site, attributes, is_taken):
    address, files, _ = site
    files["/a.js"] = b"window.a = 1"
    attributes = attributes.replace("%384s", "sha384-" + base64.b64encode(hashlib.sha384(files["/a.js"]).digest()).decode())
    # The first one has none; each counts for itself.
    page = f"<script src={address}/a.js></script><script {attributes} src={address}/a.js></script>"
    done = run("atoll", "import", app({"index.html": page}), "--into", tmp_path / "made", "--fetch", "--fetch-anywhere")
    said = (tmp_path / "made/web/index.html").read_text()
    assert done.status == 0 and said.startswith("<script src=/fetched/127.0.0.1/a.js></script>")
    if is_taken:
        assert said.endswith("<script  src=/fetched/127.0.0.1/a.js></script>"), said
    else:
        assert said.endswith(page[page.index("><") + 1:][len("</script>"):]) and "does not match" in done.output, said


def test_what_a_file_loads_is_relative_to_where_redirects_lead(run, app, tmp_path, site):
    address, files, asked = site
    files |= {"/lib@2/lib.js": b"import './sibling.js'; export {}", "/lib@2/sibling.js": b"1", "/page.js": b"<!doctype html>",
              "/Chart.js/a.js": b"1", "/chart.js/b.js": b"2", "/font": b"p {}", "/font/x.css": b"q {}", "/.hidden/y.js": b"3",
              "/" + "n" * 60 + ".woff2": b"wOF2", "/f.css": b"i { src: url(/" + b"n" * 60 + b".woff2) }"}
    page = "".join(f'<script src="{address}{path}"></script>' for path in ("/page.js", "/Chart.js/a.js", "/chart.js/b.js", "/.hidden/y.js"))
    page += "".join(f'<link rel=stylesheet href="{address}{path}">' for path in ("/font", "/font/x.css", "/f.css"))
    page += f'<script type=module src="{address}/moved.js"></script><script type=importmap>{{"imports": {{"three/": "{address}/three/"}}}}</script>'
    done = run("atoll", "import", app({"index.html": page}), "--into", tmp_path / "made", "--fetch", "--fetch-anywhere")
    assert done.status == 0, done.output
    assert "/lib@2/sibling.js" in asked and "page.js: the site answers with a page" in done.output and "modules below an address" in done.output
    fetched = tmp_path / "made/web/fetched"
    assert (fetched / "127.0.0.1/lib_2/sibling.js").exists() and (fetched / "127.0.0.1/Chart.js/a.js").exists()
    assert list((fetched / "127.0.0.1").glob("n*.woff2"))
    assert sorted(path.read_bytes() for path in fetched.rglob("*") if path.is_file()).count(b"2") == 1
    assert run("atoll", "package", "verify", tmp_path / "made").status == 0


def test_what_an_import_map_expects_is_kept_and_a_page_is_no_picture(run, app, tmp_path, site):
    address, files, asked = site
    files |= {"/v.js": b"export {}", "/w.js": b"export {}", "/x.html": b"<script>1</script>", "/z.js": gzip.compress(b"packed()")}
    digest = base64.b64encode(hashlib.sha256(b"export {}").digest()).decode()
    page = f"""<script type=importmap>{{"imports": {{"v": "{address}/v.js", "w": "{address}/w.js"}},
        "integrity": {{"{address}/v.js": "sha256-WRONG", "{address}/w.js": "sha256-{digest}"}}}}</script>
        <script src={address}/z.js></script><style>p {{ background: url({address}/x.html) }}</style>"""
    done = run("atoll", "import", app({"index.html": page}), "--into", tmp_path / "made", "--fetch", "--fetch-anywhere")
    assert done.status == 0 and "v.js: its digest does not match" in done.output, done.output
    made = {path.name: path.read_bytes() for path in (tmp_path / "made/web/fetched").rglob("*") if path.is_file()}
    assert sorted(made.values()) == [b"<script>1</script>", b"export {}", b"packed()"]
    assert not any(name.endswith(".html") for name in made)


def test_a_site_that_does_not_answer_is_asked_three_times(run, app, tmp_path):
    with socket.create_server(("127.0.0.1", 0)) as server:
        closed = server.getsockname()[1]
    page = "".join(f"<script src=http://127.0.0.1:{closed}/{number}.js></script>" for number in range(50))
    done = run("atoll", "import", app({"index.html": page}), "--into", tmp_path / "made", "--fetch", "--fetch-anywhere")
    assert done.status == 0 and done.output.count("Fetching ") == 3 and "No more requests were sent to it" in done.output, done.output


def test_compressed_copies_beside_a_file_are_left_out(run, app, tmp_path):
    files = {"index.html": "<script src=a.js></script>", "a.js": "1", "a.js.gz": gzip.compress(b"1"), "a.js.br": b"\x0b", "[id].html": "<p>", "i.html": "<p>"}
    done = run("atoll", "import", app(files), "--into", tmp_path / "made", "--without", "[id].html")
    assert done.status == 0 and "Brotli" not in done.output, done.output
    assert sorted(path.name for path in (tmp_path / "made/web").iterdir()) == ["a.js", "i.html", "index.html"]


def test_the_first_page_of_an_app_with_another_start_is_said(run, app, tmp_path):
    folder = app({"index.html": "<p>About", "demo/old-index.html": "<p>"})
    done = run("atoll", "import", folder, "--into", tmp_path / "made", "--start", "demo/old-index.html")
    assert done.status == 0 and "Left out: index.html" in done.output, done.output
    assert 'location.replace("demo/old-index.html" + ' in (tmp_path / "made/web/index.html").read_text()


def test_not_more_is_unpacked_than_a_package_has(run, app, tmp_path):
    files = {"index.html": "<p>", **{f"{number}.js.gz": gzip.compress(bytes(9_000_000)) for number in range(200)}}
    done = run("atoll", "import", app(files), "--into", tmp_path / "made")
    assert done.status == 1 and "at most 20 MB are allowed" in done.output, done.output
    assert done.memory < 300_000_000
