"""The work of a publisher and an operator, through commands only."""

import json
import subprocess
import urllib.error
import urllib.request

import pytest
from conftest import until


def get(url):
    with urllib.request.urlopen(url) as answer:
        return answer.read()


def test_a_mini_app_is_signed_published_and_looked_after(atoll):
    app = atoll.make_mini_app()
    publish = "publish", app, "--super-app", "com.example.lagoon"
    assert "com.example.lunch-menu 0.1.0 (code 1) was published." in atoll.works(*publish)
    again = atoll(*publish)
    assert again.status == 1 and "error: code-not-higher: version.code" in again.output
    atoll.make_mini_app(code=2)
    atoll.works(*publish, "--floor", "2")
    output = atoll.works("monitor", "com.example")
    assert "com.example.lunch-menu  0.1.0 (code 2)  floor 2  100.0 %" in output
    assert "All of it was signed by com.example" in output
    # Elsewhere, atoll.json says where the keys are.
    (atoll.folder / "atoll.json").write_text(json.dumps({"center": atoll.center, "keys": "keys"}))
    keys = atoll.environment.pop("ATOLL_KEYS")
    assert "All of it was signed by com.example" in atoll.works("monitor", "com.example")
    atoll.environment["ATOLL_KEYS"] = keys
    health = json.loads(get(atoll.center + "/health"))
    assert health == {"status": "ok", "warnings": []}


@pytest.mark.thorough("more of the commands")
def test_monitor_sees_what_this_publisher_has_not_signed_and_what_is_missing(atoll):
    app = atoll.make_mini_app()
    for code in 1, 2:
        atoll.make_mini_app(code=code)
        atoll.works("publish", app, "--super-app", "com.example.lagoon")
    statements = next(atoll.folder.glob("keys/statements/*/com.example.lunch-menu"))
    (statements / "1.json").unlink()
    outcome = atoll("monitor", "com.example")
    assert outcome.status == 1 and "which a later one names as the one before it, is missing here" in outcome.output
    (statements / "2.json").unlink()
    outcome = atoll("monitor", "com.example")
    assert outcome.status == 1 and "no copy of its statement is in" in outcome.output
    assert "is not a publisher that the review team has approved" in atoll("monitor", "org.other").output


@pytest.mark.thorough("more of the commands")
def test_a_publishers_key_is_rotated_without_a_new_version(atoll):
    app = atoll.make_mini_app()
    publish = "publish", app, "--super-app", "com.example.lagoon"
    atoll.works(*publish)
    assert "The previous key is now named publisher-until-" in atoll.works("keys", "rotate", "publisher")
    assert atoll(*publish, "--resign").status == 1
    atoll.stop()
    atoll.review("publisher", "com.example", "--key", "keys/publisher.key")
    atoll.start()
    assert "signed again" in atoll.works(*publish, "--resign")
    assert "All of it was signed by com.example" in atoll.works("monitor", "com.example")


@pytest.mark.folder
@pytest.mark.thorough("ceremonies over years")
def test_publishers_are_taken_in_by_keys_that_are_offline(atoll):
    # The review team has a copy of the repository, but not the Center's keys.
    offline = atoll.folder / "offline"
    subprocess.run(["cp", "-r", atoll.folder / "center", offline], check=True)
    subprocess.run(["rm", "-r", offline / "keys"], check=True)
    atoll.works("keys", "new", "partner")
    output = atoll.works("trust", "publisher", "org.partner", "--data", "offline", "--key", "keys/partner.key")
    assert "into repository/incoming at the Center" in output
    signed = next(offline.glob("signed-*.json"))
    incoming = atoll.folder / "center/repository/incoming"
    incoming.mkdir()
    signed.rename(incoming / "1.json")
    atoll.stop()
    atoll.start()
    # The Center reads the folder after its start, when it is already serving.
    until(lambda: "org.partner  1 of " in atoll.works("trust", "publisher", "--data", "center"))
    assert "com.example  1 of " in atoll.works("trust", "publisher", "--data", "center")
    refused = atoll("trust", "publisher", "org.partner.team", "--data", "center", "--key", "keys/partner.key")
    assert refused.status == 1 and "can't be distinguished" in refused.output
    atoll.works("trust", "renew", "--data", "offline")
    assert "root  version 1  until" in atoll.works("trust", "status", "--data", "center")


@pytest.mark.folder
@pytest.mark.thorough("ceremonies over years")
def test_the_keys_of_a_repository_are_replaced_and_devices_follow(atoll):
    app = atoll.make_mini_app()
    publish = "publish", app, "--super-app", "com.example.lagoon"
    atoll.works(*publish)
    atoll.works("monitor", "com.example")
    atoll.stop()
    atoll.works("keys", "rotate", "root")
    atoll.works("keys", "rotate", "targets")
    rotate = "trust", "rotate", "--data", "center", "--owner", "root", "--reviewer", "targets"
    before = next(atoll.folder.glob("keys/root-until-*.key"))
    before.rename(atoll.folder / "elsewhere")
    # Without the key of the owner who signed before, the change is only a file for that owner to sign.
    assert "not yet by everyone required" in atoll.works(*rotate, "--output", "half.json")
    assert "root  version 1" in atoll.works("trust", "status", "--data", "center")
    (atoll.folder / "elsewhere").rename(before)
    output = atoll.works(*rotate, "--center-keys")
    assert "Published: " in output and "The Center's keys were replaced" in output
    assert "root  version 2" in atoll.works("trust", "status", "--data", "center")
    atoll.start()
    atoll.make_mini_app(code=2)
    # The monitor continues from the root that it trusted before.
    atoll.works(*publish)
    assert "(code 2)" in atoll.works("monitor", "com.example")


def test_nothing_is_signed_for_another_center_than_the_one_that_was_meant(atoll):
    app = atoll.make_mini_app()
    outcome = atoll("publish", app, "--super-app", "x", "--repository", "0" * 64)
    assert outcome.status == 1 and "Nothing was signed." in outcome.output


@pytest.mark.folder
def test_keys_are_made_once_and_opened_with_their_passphrase_only(atoll):
    assert "There is a key" in atoll("keys", "new", "root").output
    listed = atoll.works("keys", "list")
    assert [line.split()[:2] for line in listed.splitlines()] == [
        ["publisher", "ed25519"], ["root", "ed25519"], ["targets", "ed25519"]]
    for name in "../root", "", "a b":
        assert "can't be the name of a key" in atoll("keys", "new", name).output
    atoll.environment["ATOLL_PASSPHRASE"] = "short"
    assert "at least 8 characters" in atoll("keys", "new", "other").output
    outcome = atoll("publish", atoll.make_mini_app(), "--super-app", "x")
    assert outcome.status == 1 and "the passphrase is wrong" in outcome.output
    for file in (atoll.folder / "keys").glob("*.key"):
        assert file.stat().st_mode & 0o077 == 0


@pytest.mark.folder
def test_a_center_without_a_repository_says_what_to_do(atoll, tmp_path):
    atoll.stop()
    (atoll.folder / "center/repository").rename(tmp_path / "repository")
    atoll.start()
    outcome = atoll("publish", atoll.make_mini_app(), "--super-app", "x")
    assert outcome.status == 1 and "atoll trust init" in outcome.output
    with pytest.raises(urllib.error.HTTPError) as refused:
        get(atoll.center + "/health")
    assert refused.value.code == 503 and json.loads(refused.value.read())["status"] == "no repository"
