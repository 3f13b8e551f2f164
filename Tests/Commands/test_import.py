"""Web apps become mini apps by one command: what is guessed, what is said, what stays, what is refused."""

import json
import os
import struct
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
    assert done.status == 0 and "names none.js, which is not there" in done.output and "none.css" in done.output
    assert "a.js" not in done.output.replace("none.js", "") and "webxdc.js" not in done.output
