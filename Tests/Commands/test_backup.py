"""A backup of a Center that runs, and a Center that is made from it."""

import json
import shutil
import urllib.request

import pytest
from test_one_center import reading_key
from waiting import GUARD

LAGOON = "com.example.lagoon"
APP = "com.example.lunch-menu"


def published(atoll, code):
    atoll.works("publish", atoll.make_mini_app(code=code), "--super-app", LAGOON, "--notes", f"Menu {code}.")


def health(atoll):
    with urllib.request.urlopen(f"{atoll.center}/health", timeout=GUARD) as answer:
        return json.load(answer)


def backed_up(atoll, *arguments):
    return json.loads(atoll.works("center", "backup", "backup", "--data", "center", "--json", *arguments))


@pytest.mark.folder
def test_a_backup_of_a_running_center_is_restored(atoll):
    published(atoll, 1)
    first = backed_up(atoll)
    assert first["unchanged"] == 0 and (atoll.folder / "backup/backup.json").exists()
    assert not (atoll.folder / "backup/keys").exists()
    blobs = [path for path in (atoll.folder / "backup/blobs").rglob("*") if path.is_file()]
    times = {path: path.stat().st_mtime_ns for path in blobs}
    published(atoll, 2)
    second = backed_up(atoll)
    # Immutable files are not copied again.
    assert blobs and second["unchanged"] >= len(blobs) and second["copied"] > 0
    assert {path: path.stat().st_mtime_ns for path in blobs} == times
    # Files that the Center no longer has are removed.
    stale = atoll.folder / "backup/repository/incoming/old.json"
    stale.parent.mkdir(exist_ok=True)
    stale.write_text("{}")
    assert backed_up(atoll)["unchanged"] > 0 and not stale.exists()
    atoll.stop()

    output = atoll.works("center", "restore", "backup", "--data", "again", "--keys", "center/keys")
    assert "atoll center check --data again" in output
    shutil.rmtree(atoll.folder / "center")
    assert "Every version is intact: 2" in atoll.works("center", "check", "--data", "again")
    (atoll.folder / "again").rename(atoll.folder / "center")
    atoll.start()
    reading_key(atoll)
    assert "Menu 2." in atoll.works("release", "show", APP, "2")
    published(atoll, 3)


@pytest.mark.folder
def test_a_backup_goes_nowhere_else(atoll):
    def refused(*arguments):
        outcome = atoll("center", *arguments)
        assert outcome.status == 1, outcome.output
        return outcome.output

    assert "There is no Center in" in refused("backup", "backup", "--data", "nowhere")
    assert not (atoll.folder / "nowhere").exists()
    (atoll.folder / "photos").mkdir()
    (atoll.folder / "photos/beach.jpg").write_bytes(b"sand")
    assert "has other files" in refused("backup", "photos", "--data", "center")
    assert "inside the other" in refused("backup", "center/backup", "--data", "center")
    assert not (atoll.folder / "center/backup").exists()
    # Another Center is no backup, although it has the same files.
    shutil.copytree(atoll.folder / "center", atoll.folder / "second")
    assert "has other files" in refused("backup", "second", "--data", "center")
    (atoll.folder / "second/moved.txt").write_text("moved")
    assert "was moved to PostgreSQL" in refused("backup", "backup", "--data", "second")
    assert "There is no backup in" in refused("restore", "photos", "--data", "again")
    backed_up(atoll)
    assert "has files" in refused("restore", "backup", "--data", "photos", "--keys", "center/keys")
    assert "There are no keys in" in refused("restore", "backup", "--data", "again", "--keys", "nowhere")
    # As a backup leaves it that was killed, and as a later version may write it.
    (atoll.folder / "backup/backup.json").write_text('{"format":2,"isComplete":true}')
    assert "this version can read" in refused("restore", "backup", "--data", "again")
    (atoll.folder / "backup/backup.json").write_text('{"format":1,"isComplete":false}')
    assert "interrupted" in refused("restore", "backup", "--data", "again")
    assert not (atoll.folder / "again").exists()
    backed_up(atoll)
    assert "Copy the Center's keys to" in atoll.works("center", "restore", "backup", "--data", "again")


@pytest.mark.folder
def test_damaged_copies_and_links_are_no_backup(atoll, tmp_path):
    def refused(*arguments):
        outcome = atoll("center", *arguments)
        assert outcome.status == 1, outcome.output
        return outcome.output

    published(atoll, 1)
    backed_up(atoll)
    blob = next(path for path in sorted((atoll.folder / "backup/blobs").rglob("*")) if path.is_file())
    whole = blob.read_bytes()
    blob.write_bytes(bytes([whole[0] ^ 1]) + whole[1:])
    backed_up(atoll)
    assert "is damaged" in refused("restore", "backup", "--data", "again") and not (atoll.folder / "again").exists()
    assert backed_up(atoll, "--verify")["copied"] > 0 and blob.read_bytes() == whole
    # A file that is damaged in the Center itself is named, and the intact copy stays.
    own = atoll.folder / "center" / blob.relative_to(atoll.folder / "backup")
    own.write_bytes(bytes([whole[0] ^ 1]) + whole[1:])
    blob.write_bytes(own.read_bytes())
    assert f"damaged: {own}" in refused("backup", "backup", "--data", "center", "--verify")
    own.write_bytes(whole)
    blob.write_bytes(whole)
    # A link would bring a file of the operator's into the repository, which everybody reads.
    (tmp_path / "secret").write_text("secret")
    link = atoll.folder / "backup/repository/metadata/leak.json"
    link.symlink_to(tmp_path / "secret")
    assert "is a link or a device" in refused("restore", "backup", "--data", "again") and not (atoll.folder / "again").exists()
    link.unlink()
    (atoll.folder / "backup/blobs").rename(tmp_path / "blobs")
    (atoll.folder / "backup/blobs").symlink_to(tmp_path / "blobs")
    for command in ["restore", "backup", "--data", "again"], ["backup", "backup", "--data", "center"]:
        assert "is a link or a device" in refused(*command)


@pytest.mark.folder
def test_a_center_does_not_begin_anew_in_a_folder_that_is_not_whole(atoll):
    published(atoll, 1)
    backed_up(atoll)
    atoll.stop()
    atoll.works("center", "restore", "backup", "--data", "again", "--keys", "center/keys")
    database = atoll.folder / "again/center.sqlite"
    database.unlink()
    # As a restore leaves it that was killed, and as the loss of the database does.
    for left, said in (["restoring"], "was interrupted"), ([], "no database"):
        for name in left:
            (atoll.folder / "again" / name).touch()
        for command in ["check", "--data", "again"], ["serve", "--data", "again", "--port", "0", "--issuer", "http://localhost:9"]:
            outcome = atoll("center", *command)
            assert outcome.status != 0 and said in outcome.output, outcome.output
            assert not database.exists()
        for name in left:
            (atoll.folder / "again" / name).unlink()
    (atoll.folder / "again/restoring").touch()
    outcome = atoll("center", "restore", "backup", "--data", "again", "--keys", "center/keys")
    assert outcome.status == 1 and "was interrupted" in outcome.output
    # Files that a user may have brought there were not removed.
    assert any((atoll.folder / "again/keys").iterdir())
    shutil.rmtree(atoll.folder / "again")
    atoll.works("center", "restore", "backup", "--data", "again", "--keys", "center/keys")
    assert "Every version is intact: 1" in atoll.works("center", "check", "--data", "again")


@pytest.mark.folder
def test_a_backup_is_not_replaced_by_another_center_nor_by_an_earlier_state(atoll):
    published(atoll, 1)
    atoll.stop()
    shutil.copytree(atoll.folder / "center", atoll.folder / "earlier")
    atoll.start()
    published(atoll, 2)
    backed_up(atoll)
    copied = {path: path.read_bytes() for path in (atoll.folder / "backup").rglob("*") if path.is_file()}

    outcome = atoll("center", "backup", "backup", "--data", "earlier")
    assert outcome.status == 1 and "is of a later state than this Center" in outcome.output
    root = atoll.folder / "earlier/repository/metadata/1.root.json"
    root.write_bytes(root.read_bytes() + b"\n")
    outcome = atoll("center", "backup", "backup", "--data", "earlier")
    assert outcome.status == 1 and "a backup of another Center" in outcome.output
    assert {path: path.read_bytes() for path in (atoll.folder / "backup").rglob("*") if path.is_file()} == copied
    backed_up(atoll)


@pytest.mark.folder
def test_keys_that_the_repository_does_not_name_are_noticed(atoll):
    published(atoll, 1)
    backed_up(atoll)
    atoll.stop()
    keys = atoll.folder / "center/keys"
    shutil.copytree(keys, atoll.folder / "sealed")
    # Keys of a Center, but not of this one.
    (keys / "release.key").write_bytes((keys / "timestamp.key").read_bytes())

    outcome = atoll("center", "restore", "backup", "--data", "again", "--keys", "center/keys")
    assert outcome.status == 1 and "are not those that the repository" in outcome.output
    assert not (atoll.folder / "again").exists()
    outcome = atoll("center", "check", "--data", "center")
    assert outcome.status == 1 and "does not name the keys of this Center" in outcome.output
    atoll.start()
    assert "does not name the keys" in health(atoll)["keys"]
    atoll.stop()
    shutil.rmtree(keys)
    shutil.copytree(atoll.folder / "sealed", keys)
    atoll.start()
    assert "keys" not in health(atoll)
