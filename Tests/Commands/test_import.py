"""Web apps become mini apps by one command: what is guessed, what is said, what stays, what is refused."""

import json
import os
import zipfile

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
