"""People at a Center: the first administrator, organizations, invitations, roles, the audit log. Through commands only."""

import base64
import hashlib
import hmac
import json
import os
import re
import subprocess
import time

import pytest

from conftest import BINARIES

PASSWORD = "four unusual violet harbours"


@pytest.fixture
def people(atoll):
    """A Center whose first administrator is signed in."""
    atoll.environment |= {"ATOLL_CENTER": atoll.center, "ATOLL_PASSWORD": PASSWORD}
    del atoll.environment["ATOLL_API_KEY"]
    atoll.works("center", "init", "root@example.com", "--name", "Root", "--data", "center")
    be(atoll, "root")
    return atoll


def be(atoll, name):
    """Signs in as somebody, with sessions of their own."""
    atoll.environment["ATOLL_SESSIONS"] = str(atoll.folder / f"sessions-{name}.json")
    if not (atoll.folder / f"sessions-{name}.json").exists():
        assert "Signed in" in atoll.works("login", f"{name}@example.com")


def mailed(atoll):
    """The secret in the newest mail that has one: notices come by mail, too, and when they like."""
    folder = atoll.folder / ("center" if not atoll.is_shared else ".atoll-center") / "outbox/new"
    for file in sorted(folder.iterdir(), key=lambda file: file.stat().st_mtime_ns, reverse=True):
        assert file.stat().st_mode & 0o077 == 0 or folder.parent.stat().st_mode & 0o077 == 0
        head, text = file.read_text().split("\n\n", 1)
        if "base64" in head:
            text = base64.b64decode(text).decode()
        if found := re.search(r"atolli_[0-9a-f]+", text):
            return found.group()
    raise AssertionError("no mail has a secret")


def invite(atoll, name, *roles, organization="acme"):
    atoll.works("member", "invite", f"{name}@example.com", *roles, "-o", organization)
    be_nobody = atoll.environment["ATOLL_SESSIONS"]
    atoll.environment["ATOLL_SESSIONS"] = str(atoll.folder / "nobody.json")
    output = atoll.works("accept", mailed(atoll), "--name", name.capitalize())
    atoll.environment["ATOLL_SESSIONS"] = be_nobody
    return output


def test_from_the_first_administrator_to_a_suspended_developer(people):
    atoll = people
    again = atoll("center", "init", "eve@example.com", "--name", "Eve", "--data", "center")
    assert again.status == 1 and "administrator already" in again.output
    assert "Acme" in atoll.works("org", "create", "acme", "--name", "Acme", "--publisher", "com.acme")
    assert "You are a member of acme" in invite(atoll, "ada", "organizationAdministrator")
    be(atoll, "ada")
    assert atoll.works("org").splitlines() == ["ID    NAME  PUBLISHES AS  NOTES", "acme  Acme  com.acme"]
    invite(atoll, "bob", "developer:com.acme.kudos", "auditor")
    listed = atoll.works("member", "list", "-o", "acme")
    assert "developer (com.acme.kudos)" in listed
    bob = re.search(r"(\w+)  Bob", listed).group(1)

    be(atoll, "bob")
    assert "acme: auditor, developer (com.acme.kudos)" in atoll.works("account")
    for refused in ("org", "rename", "acme", "Mine"), ("member", "remove", bob, "-o", "acme"), ("org", "create", "b2", "--name", "B"):
        outcome = atoll(*refused)
        assert outcome.status == 1 and "forbidden" in outcome.output, outcome.output
        assert "You are signed in as Bob (auditor, developer for com.acme.kudos in acme)." in outcome.output, outcome.output
    assert "unknown" in atoll("member", "list", "-o", "platform").output
    # Who may read everything about the organization sees its log.
    assert "member:accept" in atoll.works("audit")

    be(atoll, "ada")
    assert "suspended" in atoll.works("member", "suspend", bob, "--comment", "on leave", "-o", "acme")
    be(atoll, "bob")
    assert atoll("account").status == 1
    be(atoll, "ada")
    atoll.works("member", "reactivate", bob, "-o", "acme")
    atoll.works("member", "roles", bob, "developer", "-o", "acme")
    rows = json.loads(atoll.works("audit", "--organization", "acme", "--json"))["items"]
    assert [row["action"] for row in rows[:3]] == ["member:role", "member:reactivate", "member:suspend"]
    assert rows[2]["comment"] == "on leave" and rows[2]["actor"] != bob
    key = atoll.works("key", "create", "CI", "--days", "1", "-o", "acme").strip()
    assert re.fullmatch(r"atoll_[0-9a-f]{16}_[0-9a-f]{64}", key)
    assert "never used" in atoll.works("key", "list", "-o", "acme") and key[-20:] not in atoll.works("key", "list", "-o", "acme")
    assert atoll.works("key", "revoke", key.split("_")[1], "-o", "acme") == "Revoked.\n"
    atoll.environment["ATOLL_PASSWORD"] = "violet harbours unusual four"
    assert "was changed" in atoll.works("password")
    assert "otpauth://totp/Atoll" in atoll.works("second-factor", "begin")
    assert atoll.works("logout") == "Signed out.\n"
    assert atoll("account").status == 1
    found = re.search(r"(\d+) rows of the audit log", atoll.works("center", "check", "--data", "center"))
    assert int(found.group(1)) > 15


def authenticator_code(secret):
    """Returns the code that an authenticator app shows now (RFC 6238)."""
    key = base64.b32decode(secret + "=" * (-len(secret) % 8))
    digest = hmac.digest(key, (int(time.time()) // 30).to_bytes(8, "big"), hashlib.sha1)
    start = digest[-1] & 15
    return f"{(int.from_bytes(digest[start:start + 4], 'big') & 0x7FFF_FFFF) % 1_000_000:06}"


def test_codes_of_a_second_factor_are_read_from_standard_input(people):
    atoll = people

    def typed(text, *arguments):
        done = subprocess.run([BINARIES / "atoll", *arguments], cwd=atoll.folder, env=os.environ | atoll.environment, input=text,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        return done.returncode, done.stdout

    secret = re.search(r"secret=([A-Z2-7]+)", atoll.works("second-factor", "begin")).group(1)
    status, said = typed("", "second-factor", "confirm")
    assert status == 1 and "A code is required" in said
    status, said = typed(f"{authenticator_code(secret)}\n", "second-factor", "confirm")
    assert status == 0, said
    recovery = said.splitlines()[1].strip()
    atoll.works("logout")
    sign_in = ("login", "root@example.com", "--code", "-")
    status, said = typed(f"{recovery}\n", *sign_in)
    assert status == 0 and "Signed in" in said, said
    status, said = typed(f"{recovery}\n", *sign_in)
    assert status == 1 and "Wrong" in said, "a recovery code signs in once"


@pytest.mark.thorough("more of the commands")
def test_mistakes_are_sentences(people):
    atoll = people
    atoll.works("org", "create", "acme", "--name", "Acme", "--publisher", "com.acme")
    mistakes = {
        ("org", "create", "acme", "--name", "Again"): "already",
        ("org", "create", "A B", "--name", "x"): "lowercase",
        ("org", "rename", "nothing", "x"): "organization",
        ("member", "invite", "not an address", "auditor", "-o", "acme"): "e-mail",
        ("member", "invite", "a@example.com", "king", "-o", "acme"): "role",
        ("member", "invite", "a@example.com", "reviewer", "-o", "acme"): "owns super apps",
        ("accept", "atolli_0"): "invitation",
        ("audit", "--action", "none"): "action",
        ("audit", "--limit", "1000"): "200",
        ("login", "root@example.com", "--password-file", "wrong"): "Wrong e-mail address, password or code.",
    }
    (atoll.folder / "wrong").write_text("not the password")
    for command, part in mistakes.items():
        outcome = atoll(*command)
        assert outcome.status == 1 and part in outcome.output, f"{command}: {outcome.output}"
    atoll.environment["ATOLL_SESSIONS"] = str(atoll.folder / "nobody.json")
    assert "atoll login" in atoll("org").output
    assert '--name "Your Name"' in atoll("accept", "atolli_0").output
    (atoll.folder / "nobody.json").write_text("{")
    assert "damaged" in atoll("org").output
