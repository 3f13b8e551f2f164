"""With --json, what a command says on standard output is one line of JSON, for other programs."""

import json
import os
import subprocess
import threading

import pytest

from conftest import BINARIES
from waiting import GUARD
from test_device import device  # noqa: F401


def said(atoll, *arguments, status=0):
    done = subprocess.run(
        [BINARIES / "atoll", *map(str, arguments), "--json"], cwd=atoll.folder, env=os.environ | atoll.environment,
        stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=GUARD)
    assert done.returncode == status, done.stdout + done.stderr
    line, = done.stdout.splitlines()
    return json.loads(line)


@pytest.mark.folder
def test_keys_and_packages(atoll):
    made = said(atoll, "keys", "new", "second")
    assert made == {"name": "second", "kind": "ed25519", "id": made["id"]}
    assert {each["name"]: each["isSealed"] for each in said(atoll, "keys", "list")["items"]} == {
        name: True for name in ("publisher", "root", "second", "targets")}
    assert said(atoll, "keys", "public", "second")["public"]["keytype"] == "ed25519"
    assert said(atoll, "keys", "rotate", "second")["previous"].startswith("second-until-")
    new = said(atoll, "new", "Tea Time")
    assert new == {"id": "com.example.tea-time", "folder": "tea-time", "template": "page"}
    built = said(atoll, "package", "build", "tea-time", "--output", "tea.ma")
    inspected = said(atoll, "package", "inspect", "tea.ma")
    assert built["id"] == inspected["id"] == said(atoll, "package", "verify", "tea.ma")["id"] == new["id"]
    assert inspected["version"] == built["version"] == {"name": "0.1.0", "code": 1}
    assert len(inspected["files"]) == built["files"] and inspected["bytes"] == sum(each["bytes"] for each in inspected["files"])
    # It is whole, however long it is.
    manifest = atoll.folder / "tea-time/app/manifest.json"
    manifest.write_text(manifest.read_text().replace('"name": "Tea Time"', '"name": "Tea für alle"'))
    for number in range(400):
        (atoll.folder / f"tea-time/app/common/{number}.txt").write_text("tea")
    assert len(said(atoll, "package", "inspect", "tea-time")["files"]) == built["files"] + 400
    manifest.write_text("{}")
    failed = subprocess.run([BINARIES / "atoll", "package", "verify", "tea-time", "--json"], cwd=atoll.folder, capture_output=True, text=True)
    assert failed.returncode == 1 and failed.stdout == "" and failed.stderr != ""


def test_a_center_and_its_publishers(atoll):
    here = () if atoll.is_shared else ("--data", "center")
    key = said(atoll, "center", "key", "create", "com.example", "--scope", "publish", *here)
    assert key["text"].split("_")[1] == key["id"]
    assert key["id"] in [each["id"] for each in said(atoll, "center", "key", "list", *here)["items"]]
    assert said(atoll, "center", "key", "revoke", key["id"], *here) == {"id": key["id"]}
    assert said(atoll, "center", "allow", "com.example.lunch-menu", "--code", 100_000, *here)["code"] == 100_000
    app = atoll.make_mini_app()
    published = said(atoll, "publish", app, "--super-app", "com.example.lagoon")
    assert (published["id"], published["version"]["code"], published["state"]) == ("com.example.lunch-menu", 1, "live")
    (atoll.folder / "details.json").write_text('{"keywords": ["soup"], "tags": ["food"]}')
    assert said(atoll, "details", "com.example.lunch-menu", "details.json") == {
        "id": "com.example.lunch-menu", "keywords": 1, "tags": 1, "places": 0}
    live, = said(atoll, "monitor", "com.example")["live"]
    assert (live["version"]["code"], live["permyriad"], live["isWithdrawn"]) == (1, 10_000, False)
    withdrawn = said(atoll, "release", "withdraw", "com.example.lunch-menu", 1, "--reason", "It loses data.", "--yes")
    assert withdrawn["fallback"] is None and not withdrawn["wasWithdrawn"]
    assert said(atoll, "password", "--forgotten", "nobody@example.com") == {"isAsked": True}
    checked = said(atoll, "center", "check", *here)
    assert checked["faults"] == [] and checked["versions"] == 1
    if atoll.is_shared:
        assert said(atoll, "center", "migrate")["applied"] == []
        assert said(atoll, "center", "check-storage")["faults"] == 0
        assert said(atoll, "center", "export", "copied")["folder"].endswith("copied/repository")
    (atoll.folder / "leaked").write_text(key["text"])
    with open(atoll.folder / "leaked") as leaked:
        line = subprocess.check_output([BINARIES / "atoll", "key", "leaked", "--json"], env=os.environ | atoll.environment, stdin=leaked)
    assert json.loads(line) == {"reported": True}


@pytest.mark.folder
def test_a_ceremony(atoll):
    atoll.stop()
    status = said(atoll, "trust", "status", "--data", "center")
    assert status["owners"]["threshold"] == 1 and "root" in [each["role"] for each in status["roles"]]
    publisher, = said(atoll, "trust", "publisher", "--data", "center")["items"]
    assert publisher["id"] == "com.example" and publisher["floors"] == {}
    changed = said(atoll, "trust", "publisher", "com.example", "--floor", "com.example.kudos=2", "--data", "center", "--output", "change.json")
    assert changed["isComplete"] and not changed["isPublished"] and changed["file"].endswith("change.json")
    assert "2" in said(atoll, "trust", "show", "change.json", "--data", "center")["changes"][0]
    assert said(atoll, "trust", "accept", "change.json", "--data", "center")["isPublished"]
    assert said(atoll, "trust", "publisher", "--data", "center")["items"][0]["floors"] == {"com.example.kudos": 2}
    assert said(atoll, "trust", "renew", "--data", "center")["isPublished"]
    assert said(atoll, "trust", "rotate", "--center-keys", "--data", "center")["isPublished"]
    begun = said(atoll, "trust", "init", "--data", "another", "--owner", "root", "--reviewer", "targets")
    assert begun["isPublished"] and begun["root"].endswith("1.root.json")


@pytest.mark.folder
def test_a_device(device):  # noqa: F811
    app = device.make_mini_app()
    device.works("publish", app, "--super-app", "com.example.lagoon")
    found = said(device, "search", "lunch", *device.options)
    assert [each["id"] for each in found["items"]] == ["com.example.lunch-menu"] and found["total"] == 1
    installed, = said(device, "install", "com.example.lunch-menu", *device.options)["items"]
    assert installed["version"]["code"] == 1 and installed["origin"] == "current" and installed["since"] is None
    cached, = said(device, "cache", "list")["items"]
    assert cached["id"] == "com.example.lunch-menu"
    assert said(device, "cache", "measure", "com.example.lunch-menu", "--rounds", 2, *device.options)["open"] > 0
    assert said(device, "cache", "check")["damaged"] == []
    assert said(device, "cache", "remove", "com.example.lunch-menu")["code"] is None
    assert said(device, "cache", "clear") == {"removed": 0}


@pytest.mark.folder
def test_what_goes_on_says_where_it_is(atoll):
    atoll.works("new", "Tea Time")
    for arguments in (
            ("dev", "tea-time", "--port", "0", "--no-open"),
            ("center", "serve", "--data", "another", "--port", "0", "--issuer", "http://localhost:9", "--log-level", "error")):
        process = subprocess.Popen(
            [BINARIES / "atoll", *arguments, "--json"], cwd=atoll.folder, env=os.environ | atoll.environment, stdout=subprocess.PIPE,
            stdin=subprocess.DEVNULL, stderr=subprocess.DEVNULL, text=True)
        deadline = threading.Timer(30, process.kill)
        try:
            # A line that does not come ends with the process.
            deadline.start()
            address = None
            while address is None:
                address = json.loads(process.stdout.readline()).get("address")
            assert address.startswith("http://")
        finally:
            deadline.cancel()
            process.terminate()
            process.wait(timeout=GUARD)
