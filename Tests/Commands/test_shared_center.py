"""A Center that grows out of its folder, and the processes that share its work, through commands only."""

import json
import os
import subprocess
import urllib.error
import urllib.request

import pytest
from conftest import BINARIES, HAS_POSTGRES, until
from waiting import GUARD

pytestmark = pytest.mark.skipif(not HAS_POSTGRES, reason="built without PostgreSQL")
PUBLISH = "publish", "lunch-menu/app", "--super-app", "com.example.lagoon"


def get(url, **headers):
    with urllib.request.urlopen(urllib.request.Request(url, headers=headers)) as answer:
        return answer.read().decode()


@pytest.mark.thorough("more of the commands")
@pytest.mark.folder
def test_a_center_moves_and_goes_on_where_it_was(atoll, servers):
    atoll.make_mini_app()
    atoll.works(*PUBLISH)
    atoll.works("monitor", "com.example")
    running = atoll("center", "move", "--data", "center", "--database", "postgres://127.0.0.1:1/x", "--objects", "s3://bucket")
    assert running.status == 1
    atoll.stop()
    atoll.environment |= servers.new_storage()
    early = atoll("center", "move", "--data", "center")
    assert early.status == 1 and "atoll center migrate" in early.output, early.output
    assert "Applied version 1" in atoll.works("center", "migrate")
    assert "Applied" not in atoll.works("center", "migrate")
    assert "A Center can use this bucket." in atoll.works("center", "check-storage")
    output = atoll.works("center", "move", "--data", "center")
    assert "version: 1 rows" in output and "Moved." in output
    # In the old place, no Center can start by mistake, or sign with numbers that devices have left behind.
    environment = {name: value for name, value in atoll.environment.items() if name not in ("ATOLL_DATABASE", "ATOLL_OBJECTS")}
    old = atoll.run_command("atoll", "center", "serve", "--data", "center", "--port", "0", "--issuer", "http://localhost:9",
                            "--super-app", "com.example.lagoon", directory=atoll.folder, environment=environment)
    assert old.status == 1 and "was moved to a database and a bucket" in old.output
    # Nor can a signature there reach a device, or another move overwrite the new state.
    for command in ("renew",), ("publisher", "org.partner", "--key", "keys/publisher.key"), ("status",):
        signed = atoll("trust", *command, "--data", "center")
        assert signed.status == 1 and "atoll center submit" in signed.output, signed.output
    again = atoll("center", "move", "--data", "center")
    assert again.status == 1 and "was moved already" in again.output, again.output
    # A folder and a database together: one of them is a mistake.
    both = atoll("center", "check", "--data", "elsewhere")
    assert both.status == 1 and "unset the variables" in both.output, both.output
    keyless = atoll("center", "serve", "--port", "0", "--issuer", "http://localhost:9", "--super-app", "com.example.lagoon")
    assert keyless.status and "--keys" in keyless.output
    missing = atoll("center", "serve", "--keys", "nowhere", "--port", "0", "--issuer", "http://localhost:9", "--super-app",
                    "com.example.lagoon")
    assert missing.status == 1 and "The Center's keys are not in" in missing.output
    atoll.is_shared = True
    atoll.start()
    atoll.make_mini_app(code=2)
    atoll.works(*PUBLISH)
    # The monitor continues from what it trusted before.
    assert "(code 2)" in atoll.works("monitor", "com.example")
    assert "intact" in atoll.works("center", "check", "--collect")


@pytest.mark.folder
def test_one_accepts_another_signs_and_both_say_how_they_are(atoll, servers):
    atoll.stop()
    atoll.share(servers)
    atoll.environment["ATOLL_API_KEY"] = atoll.works("center", "key", "com.example").strip()
    atoll.start("--role", "signer")
    signer, signing = atoll.center, atoll.process
    atoll.start("--role", "web")
    atoll.make_mini_app()
    atoll.works(*PUBLISH)
    assert "(code 1)" in atoll.works("monitor", "com.example")
    with pytest.raises(urllib.error.HTTPError):
        get(signer + "/v1/trust/metadata/timestamp.json")
    for address in signer, atoll.center:
        assert json.loads(get(address + "/ready")) == {"status": "ready"}
    metrics = get(atoll.center + "/metrics")
    assert 'atoll_center_uploads_total{outcome="published"} 1' in metrics, metrics
    assert "atoll_center_request_duration_seconds_bucket" in metrics and "atoll_center_due 0" in metrics
    with pytest.raises(urllib.error.HTTPError) as refused:
        get(atoll.center + "/metrics", **{"X-Forwarded-For": "203.0.113.9"})
    assert refused.value.code == 401
    # A stopped signer is replaced by the next one, and what waited is announced.
    signing.terminate()
    assert signing.wait(timeout=GUARD) == 0


@pytest.mark.thorough("more of the commands")
@pytest.mark.folder
def test_the_review_team_works_on_a_copy(atoll, servers):
    atoll.stop()
    atoll.share(servers)
    atoll.works("keys", "new", "partner")
    atoll.review("publisher", "org.partner", "--key", "keys/partner.key")
    (atoll.folder / "copy").mkdir()
    atoll.works("center", "export", "copy")
    assert "org.partner  1 of " in atoll.works("trust", "publisher", "--data", "copy")
    again = atoll("center", "export", "copy")
    assert again.status == 1 and "exists already" in again.output
    (atoll.folder / "bad.json").write_text("[]")
    refused = atoll("center", "submit", "bad.json")
    assert refused.status == 1 and "is not a list of signed roles" in refused.output


@pytest.mark.parametrize("arguments, text", [
    (["--database", "postgres://u:p@ss/word@h/d", "--objects", "s3://bucket"], "address"),
    (["--database", "postgres://127.0.0.1:1/x", "--objects", "s3://bucket"], "can't be reached"),
    (["--database", "postgres://127.0.0.1:1/x"], "--objects"),
    (["--objects", "s3://bucket"], "--database"),
    (["--database", "postgres://127.0.0.1:1/x", "--objects", "http://bucket"], "s3://bucket/prefix"),
], ids=["password", "away", "no-bucket", "no-database", "no-s3"])
def test_wrong_addresses_are_said_without_their_passwords(run, tmp_path, arguments, text):
    outcome = run("atoll", "center", "check", *arguments, directory=tmp_path,
                  environment={"AWS_ACCESS_KEY_ID": "a", "AWS_SECRET_ACCESS_KEY": "b"})
    assert outcome.status == 1 and text in outcome.output, outcome.output
    assert "p@ss" not in outcome.output and "word" not in outcome.output


def test_a_check_reads_the_repository_too(atoll):
    """Without it no device opens anything, however whole the files of the versions are."""
    atoll.make_mini_app()
    atoll.works(*PUBLISH)
    atoll.stop()
    found = atoll.works("center", "check", "--data", "center")
    assert "1 with" in found and "with timestamp" in found, found
    if atoll.is_shared:
        bucket = atoll.environment["ATOLL_OBJECTS"].replace("?", "-other?")
        atoll.environment["ATOLL_OBJECTS"] = bucket
    else:
        for file in (atoll.folder / "center/repository/metadata").glob("*.snapshot.json"):
            file.unlink()
    damaged = atoll("center", "check", "--data", "center")
    assert damaged.status == 1 and "The repository: " in damaged.output, damaged.output
    # A process that can't read it gets no requests from a proxy.
    atoll.start()
    with pytest.raises(urllib.error.HTTPError) as unready:
        get(atoll.center + "/ready")
    assert unready.value.code == 503
    assert "repository" in json.loads(unready.value.read())["faults"]
