"""From an upload to all devices and back, through commands only, as docs/releases.md tells it."""

import json
import shlex
import urllib.request

import pytest
from test_device import device  # noqa: F401 (a fixture)
from test_documents import RELEASES, block
from test_people import PASSWORD, be, invite

APP = "com.example.lunch-menu"
LAGOON = "com.example.lagoon"


@pytest.fixture
def market(device):  # noqa: F811
    """A Center where acme owns Lagoon, whose reviewer is Rita, and Dev develops for a publisher."""
    atoll = device
    del atoll.environment["ATOLL_API_KEY"]
    atoll.environment["ATOLL_PASSWORD"] = PASSWORD
    atoll.works("center", "init", "root@example.com", "--name", "Root", "--data", "center")
    be(atoll, "root")
    atoll.works("org", "create", "acme", "--name", "Acme", "--owns-super-apps")
    atoll.works("org", "create", "kitchen", "--name", "Kitchen", "--publisher", "com.example")
    atoll.works("superapp", "create", LAGOON, "--name", "Lagoon", "-o", "acme")
    atoll.works("superapp", "grant", "give", LAGOON, "kitchen")
    invite(atoll, "rita", "reviewer")
    invite(atoll, "ada", "superAppAdministrator")
    invite(atoll, "dev", "developer", organization="kitchen")
    return atoll


def installed(atoll, *options, cache="cache"):
    return atoll("install", APP, *atoll.options, "--cache", cache, *options).output


def refused(atoll, *arguments):
    outcome = atoll(*arguments)
    assert outcome.status == 1, outcome.output
    return outcome.output


def test_a_version_is_reviewed_and_released_step_by_step(market):
    atoll = market
    lines = [shlex.split(line.split("#")[0])[1:] for line in block(RELEASES, "atoll review claim")]
    version, publish, queue, claim, approve, start, hold, resume, complete, withdraw, audit = lines
    app = atoll.make_mini_app(code=1)
    be(atoll, "dev")
    first = refused(atoll, *publish)
    assert "uploaded as a draft, and not submitted" in first and "No version of com.example.lagoon is enabled" in first
    be(atoll, "ada")
    atoll.works(*version)
    atoll.works("superapp", "policy", LAGOON, "--approvals", "0")
    be(atoll, "dev")
    # An uploaded draft is submitted by the same command; without a review it is live immediately.
    assert "was published." in atoll.works("publish", app, "--super-app", LAGOON)
    assert "(1): " in installed(atoll)
    be(atoll, "ada")
    atoll.works("superapp", "policy", LAGOON, "--approvals", "1")

    atoll.make_mini_app(code=2)
    be(atoll, "dev")
    assert "waits for a reviewer." in atoll.works(*publish)
    assert "forbidden" in refused(atoll, *claim)
    assert "(1): " in installed(atoll)
    be(atoll, "rita")
    assert f"{APP}  2  0.1.0  submitted" in atoll.works(*queue)
    assert "inReview" in atoll.works(*claim, "--revision", "2")
    assert "It was changed in the meantime" in refused(atoll, "review", "unclaim", APP, "2", "--revision", "2")
    assert "approved" in atoll.works(*approve)
    assert atoll.works(*queue) == "No version is waiting, or in this state.\n"
    assert "forbidden" in refused(atoll, *start)

    be(atoll, "dev")
    assert "rollingOut 10 % and beta" in atoll.works(*start)
    assert "(2): " in installed(atoll, "--group", "beta", "--opened", cache="beta")
    devices = [installed(atoll, cache=f"device-{number}") for number in range(12)]
    assert sum("(1): " in text for text in devices) >= 6, devices
    assert "held 10 %" in atoll.works(*hold)
    # A device that has opened it retains it; no other device gets it.
    assert "(2): " in installed(atoll, cache="beta")
    assert "(2): " not in installed(atoll, "--group", "beta", cache="other")
    assert "rollingOut 20 %" in atoll.works(*resume)
    shown = atoll.works("release", "show", APP, "2")
    assert "possible   step, hold, complete, withdraw" in shown and "notes      Soups." in shown
    assert "  live" in atoll.works(*complete)
    assert "(2): " in installed(atoll)
    assert "0.1.0 (code 2) is withdrawn. Devices go back to 0.1.0 (code 1)." in atoll.works(*withdraw)
    assert "(1): " in installed(atoll)
    assert [line.split()[-1] for line in atoll.works("release", "list", APP).splitlines()] == ["withdrawn", "live"]

    rows = json.loads(atoll.works(*audit, "--limit", "200", "--json"))["items"]
    actions = [row["action"] for row in reversed(rows) if row.get("code") == 2]
    assert actions == [
        "version:upload", "version:submit", "review:claim", "review:approve", "version:approved", "release:start", "release:hold",
        "release:resume", "release:complete", "release:withdraw"]
    assert "release:back" in [row["action"] for row in rows]


@pytest.mark.thorough("more of the commands")
def test_a_version_is_rejected_and_a_mini_app_quarantined(market):
    atoll = market
    be(atoll, "ada")
    atoll.works("superapp", "version", "add", LAGOON, "web", "1.0")
    app = atoll.make_mini_app(code=1)
    be(atoll, "dev")
    assert "was uploaded as a draft. Submit it with: atoll release submit com.example.lunch-menu 1" in atoll.works("publish", app, "--super-app", LAGOON, "--draft")
    assert "must have 1 to 4000 characters" in refused(atoll, "release", "submit", APP, "1")
    mistakes = {
        ("release", "start", APP, "1", "--share", "10%"): "can't be done",
        ("release", "submit", APP, "1", "--notes", "Soups.", "--at", "2099-01-01T00:00:00Z"): "before the publisher's statement expires",
        ("release", "submit", APP, "1", "--notes", "Soups.", "--at", "soon"): "soon",
        ("release", "start", APP, "1", "--share", "101%"): "101%",
        ("release", "show", APP, "9"): "no such version",
        ("review", "list", "--state", "lost"): "state",
        ("release", "plan", APP, "1", "2%,1%"): "is not a plan",
        ("release", "start", APP, "1", "--plan", "2%,1h:1%"): "shares that rise",
    }
    for command, part in mistakes.items():
        outcome = atoll(*command)
        assert outcome.status and part in outcome.output, (command, outcome.output)
    assert "submitted" in atoll.works("release", "submit", APP, "1", "--notes", "Soups.")
    assert "draft" in atoll.works("release", "recall", APP, "1")
    atoll.works("release", "submit", APP, "1", "--notes", "Soups.")
    be(atoll, "rita")
    atoll.works("review", "claim", APP, "1")
    rejected = atoll.works("review", "reject", APP, "1", "--for", "privacy", "--for", "content", "--comment", "It asks for too much.")
    assert "rejected  content, privacy: It asks for too much." in rejected
    be(atoll, "dev")
    assert "can't be done" in refused(atoll, "release", "submit", APP, "1", "--notes", "Again.")

    atoll.make_mini_app(code=2)
    atoll.works("publish", app, "--super-app", LAGOON, "--notes", "Less.")
    be(atoll, "rita")
    atoll.works("review", "claim", APP, "2")
    assert "  live" in atoll.works("review", "approve", APP, "2")
    assert "(2): " in installed(atoll)
    assert "forbidden" in refused(atoll, "release", "quarantine", APP, "--reason", "It steals.")
    be(atoll, "ada")
    assert "no device starts it" in atoll.works("release", "quarantine", APP, "--reason", "It steals.")
    assert "quarantine  It steals." in atoll.works("release", "show", APP, "2")
    assert "withdrawn" in installed(atoll)
    assert "devices start it again" in atoll.works("release", "quarantine", APP, "--end")
    assert "(2): " in installed(atoll)


@pytest.mark.thorough("more of the commands")
def test_what_users_say_is_read_and_answered(market):
    atoll = market
    be(atoll, "ada")
    atoll.works("superapp", "version", "add", LAGOON, "web", "1.0", "--api-level", "1")
    atoll.works("superapp", "policy", LAGOON, "--approvals", "0")
    be(atoll, "dev")
    atoll.works("publish", atoll.make_mini_app(code=1), "--super-app", LAGOON)
    assert atoll.works("feedback", APP) == "Fewer than five users have rated it.\nNo problems were reported.\n"

    def say(part, body):
        request = urllib.request.Request(
            f"{atoll.environment['ATOLL_CENTER']}/v1/miniapps/{APP}/{part}", json.dumps(body).encode(),
            {"Authorization": f"Bearer {atoll.environment['ATOLL_TOKEN']}", "Atoll-Host": f"{LAGOON}/1.0 platform/1"})
        with urllib.request.urlopen(request) as answer:
            return json.load(answer)

    hostile = "It\u001b[2J stops.\nAlways."
    said = say("problems", {"id": "0f" * 16, "kind": "broken", "text": hostile, "code": 1, "platform": "ios"})
    report = said["problems"][0]["id"]
    assert report == "0f" * 16
    shown = atoll.works("feedback", APP, "--state", "open")
    assert f"{report}  open  broken  version 1, ios, " in shown and "    It[2J stops.\n    Always." in shown
    assert "\x1b" not in shown
    assert "Your answer was sent to the user." in atoll.works("feedback", "answer", APP, report, "Fixed in version 2.")
    assert say("rating", {"stars": 5, "code": 1})["problems"][0]["answer"] == "Fixed in version 2."
    assert "    Answer: Fixed in version 2." in atoll.works("feedback", APP)
    atoll.works("feedback", "reopen", APP, report)
    atoll.works("feedback", "dismiss", APP, report)
    assert json.loads(atoll.works("feedback", APP, "--json"))["items"][0]["state"] == "dismissed"
    assert "This report was decided already" in refused(atoll, "feedback", "answer", APP, report, "Late.")
    atoll.works("feedback", "reopen", APP, report)
    assert "must have 1 to 2000 characters" in refused(atoll, "feedback", "answer", APP, report, " ")
    atoll.works("feedback", "dismiss", APP, report)
    assert atoll("feedback", APP, "--state", "lost").status == 64
    be(atoll, "rita")
    assert "error:" in refused(atoll, "feedback", APP)
    be(atoll, "ada")
    atoll.works("feedback", "reopen", APP, report)
