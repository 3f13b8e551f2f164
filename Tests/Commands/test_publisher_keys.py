"""Keys that an organization asks for online and the review team takes in offline; and what else people set up by commands alone."""

import json
import re

import pytest

from test_documents import PEOPLE, block
from test_people import be, invite, people  # noqa: F401

LAGOON = "com.example.lagoon"


@pytest.fixture
def scene(people):  # noqa: F811
    """An organization that publishes com.example and owns a super app, whose administrator is signed in."""
    atoll = people
    atoll.works("org", "create", "acme", "--name", "Acme", "--publisher", "com.example", "--owns-super-apps")
    invite(atoll, "ada", "organizationAdministrator", "developer")
    be(atoll, "ada")
    atoll.works("superapp", "create", LAGOON, "--name", "Lagoon", "-o", "acme")
    atoll.works("superapp", "version", "add", LAGOON, "web", "1.0")
    atoll.works("superapp", "policy", LAGOON, "--approvals", "0")
    return atoll


def asked(output):
    return re.search(r"^(\w+)  asked", output, re.MULTILINE).group(1)


def again_at_its_new_address(atoll, name):
    """Signs in again: a Center that was restarted may be at another port."""
    (atoll.folder / f"sessions-{name}.json").unlink(missing_ok=True)
    atoll.environment["ATOLL_CENTER"] = atoll.center
    be(atoll, name)


def test_a_key_is_asked_for_taken_in_and_signs(scene):
    atoll = scene
    assert "com.example signs with 1 of:" in atoll.works("publisher", "-o", "acme")
    atoll.works("keys", "new", "next")
    output = atoll.works("publisher", "ask", "-o", "acme", "--key", "publisher", "--key", "next", "--comment", "A new machine.")
    assert "signed with the present keys too" in output and "left out" not in output
    be(atoll, "root")
    waiting = atoll.works("publisher", "waiting")
    assert "A new machine." in waiting
    written = atoll.works("publisher", "document", asked(waiting), "--output", "request.json")
    assert "atoll trust publisher --request request.json" in written
    again = atoll("publisher", "document", asked(waiting), "--output", "request.json")
    assert again.status == 1 and "exists already" in again.output
    taken = atoll.review("publisher", "--request", atoll.folder / "request.json")
    assert "com.example asks, since " in taken and "The keys that it has now have signed the request." in taken
    assert "warning" not in taken

    again_at_its_new_address(atoll, "ada")
    listed = atoll.works("publisher", "-o", "acme")
    assert "takenIn" in listed and listed.index("signs with 1 of:") < listed.index("takenIn")
    assert json.loads(atoll.works("publisher", "-o", "acme", "--json"))["threshold"] == 1
    atoll.works("publish", atoll.make_mini_app(), "--super-app", LAGOON, "--key", "next", "--notes", "Signed anew.")
    assert atoll.works("publisher", "waiting", "--help")
    # One that leaves a present key out says so, to both sides.
    output = atoll.works("publisher", "ask", "-o", "acme", "--key", "next", "--present", "publisher")
    assert "A present key is left out" in output
    again_at_its_new_address(atoll, "root")
    atoll.works("publisher", "document", asked(output), "--output", "second.json")
    assert "atoll publish --resign" in atoll.review("publisher", "--request", atoll.folder / "second.json")


@pytest.mark.thorough("documents that are typed")
def test_the_document_of_it(scene):
    """The two blocks of docs/people.md, typed as they stand; only the ids and the places differ."""
    atoll = scene
    ask, take_in = block(PEOPLE, "atoll publisher ask"), block(PEOPLE, "atoll publisher document")
    assert len(ask) == 3 and len(take_in) == 3
    for line in ask:
        output = atoll.works(*line.split()[1:], *([] if "-o" not in line else ["-o", "acme"]))
    request = asked(output)
    be(atoll, "root")
    for line in take_in:
        words = line.replace("5f0c…", request).split()[1:]
        if words[0] == "trust":
            assert words[-4:] == ["--data", "copy", "--output", "change.json"]
            words[3] = str(atoll.folder / words[3])
            atoll.review(*words[1:-4])
        else:
            atoll.works(*words)
    again_at_its_new_address(atoll, "ada")
    assert "takenIn" in atoll.works("publisher", "-o", "acme")


@pytest.mark.thorough("more of the commands")
def test_requests_that_are_not_taken_in(scene):
    atoll = scene
    for name in "mine", "spare":
        atoll.works("keys", "new", name)
    bad = atoll("publisher", "ask", "-o", "acme", "--key", "mine", "--key", "mine")
    assert bad.status == 1 and "different keys" in bad.output
    bad = atoll("publisher", "ask", "-o", "acme", "--key", "mine", "--threshold", "2")
    assert bad.status == 1 and "--threshold from 1 to their number" in bad.output
    first = atoll.works("publisher", "ask", "-o", "acme", "--key", "mine")
    assert "not signed with the present keys" in first
    be(atoll, "root")
    atoll.works("publisher", "document", asked(first), "--output", "first.json")
    assert "refused" in atoll.works("publisher", "refuse", asked(first), "--reason", "Who are you?")
    assert "No pending requests." in atoll.works("publisher", "waiting")
    be(atoll, "ada")
    assert "refused: Who are you?" in atoll.works("publisher", "-o", "acme")
    second = atoll.works("publisher", "ask", "-o", "acme", "--key", "spare")
    assert "Request withdrawn." in atoll.works("publisher", "withdraw", "-o", "acme", asked(second))
    late = atoll("publisher", "withdraw", "-o", "acme", asked(second))
    assert late.status == 1 and "withdrawn already" in late.output

    # Offline, nothing is signed but what is whole, and of this Center.
    document = json.loads((atoll.folder / "first.json").read_text())
    document["signatures"][0]["sig"] = "00" + document["signatures"][0]["sig"][2:]
    (atoll.folder / "damaged.json").write_text(json.dumps(document))
    for file, words in ("damaged.json", "not signed"), ("none.json", "none.json"):
        refused = atoll("trust", "publisher", "--request", atoll.folder / file, "--data", "center")
        assert refused.status == 1 and words in refused.output, refused.output
    both = atoll("trust", "publisher", "--request", atoll.folder / "first.json", "--key", "keys/mine.key", "--data", "center")
    assert both.status != 0 and "already sets the keys" in both.output
    other = atoll("trust", "publisher", "com.other", "--request", atoll.folder / "first.json", "--data", "center")
    assert other.status == 1 and "The request is of com.example" in other.output
    if not atoll.is_shared:
        atoll.works("trust", "init", "--data", "elsewhere", "--new-repository")
        foreign = atoll("trust", "publisher", "--request", atoll.folder / "first.json", "--data", "elsewhere", "--new-repository")
        assert foreign.status == 1 and "for another Mini App Center" in foreign.output


@pytest.mark.thorough("more of the commands")
def test_featured_periods_mini_apps_and_an_account_that_leaves(scene):
    atoll = scene
    assert "belongs to com.example.lagoon" in atoll.works("miniapp", "create", "com.example.soup", "--super-app", LAGOON, "-o", "acme")
    assert "com.example.soup  com.example.lagoon  no version" in atoll.works("miniapp", "-o", "acme")
    refused = atoll("miniapp", "create", "com.other.soup", "--super-app", LAGOON, "-o", "acme")
    assert refused.status == 1 and "begins with com.example" in refused.output

    assert "No featured mini apps." in atoll.works("superapp", "featured", LAGOON)
    add = ["superapp", "featured", "add", LAGOON]
    atoll.works(*add, "com.example.soup", "--from", "2099-01-01T00:00:00Z", "--to", "2099-02-01T00:00:00Z")
    atoll.works(*add, "com.example.stew", "--to", "2099-02-01T00:00:00Z", "--first")
    lines = atoll.works("superapp", "featured", LAGOON).splitlines()
    assert lines[0].endswith("active") and lines[1] == "com.example.soup  2099-01-01T00:00:00Z to 2099-02-01T00:00:00Z  scheduled"
    overlapping = atoll(*add, "com.example.soup", "--to", "2099-01-02T00:00:00Z")
    assert overlapping.status == 1 and "overlaps" in overlapping.output
    atoll.works("superapp", "featured", "cancel", LAGOON, "com.example.soup", "--from", "2099-01-01T00:00:00Z")
    assert "cancelled" in atoll.works("superapp", "featured", LAGOON, "--past")
    assert "featured:cancel" in atoll.works("audit", "-o", "acme")

    be(atoll, "ada")
    asked_for = atoll("account", "delete")
    assert asked_for.status != 0 and "--yes" in asked_for.output
    last = atoll("account", "delete", "--yes")
    assert last.status == 1 and "administrator" in last.output
    be(atoll, "root")
    invite(atoll, "bob", "developer")
    be(atoll, "bob")
    assert "deleted" in atoll.works("account", "delete", "--yes")
    assert atoll("account").status == 1
    be(atoll, "ada")
    assert "bob@example.com" not in atoll.works("member", "list", "-o", "acme") + atoll.works("member", "invitations", "-o", "acme")
