"""A backup of a Center that runs, and a Center that is made from it."""

import json
import shutil

import pytest
from test_one_center import reading_key

LAGOON = "com.example.lagoon"
APP = "com.example.lunch-menu"


def published(atoll, code):
    atoll.works("publish", atoll.make_mini_app(code=code), "--super-app", LAGOON, "--notes", f"Menu {code}.")


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
    # What never changes is not copied again.
    assert blobs and second["unchanged"] >= len(blobs) and second["copied"] > 0
    assert {path: path.stat().st_mtime_ns for path in blobs} == times
    # What the Center no longer has goes.
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
