"""The routes of the OpenAPI document against what it says of them, tried by Schemathesis with every role and all its checks.

`make test` has a short form, on one database; `make test-all` has all phases, on both. CASES=10000 makes so many (the part `requests` of `make test-all`, and
`make test-fuzz`).
"""

import json
import os
import re
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest

from tiers import IS_THOROUGH, some
from test_people import be, invite, people  # noqa: F401

HERE = Path(__file__).parent
LAGOON = "com.acme.lagoon"
ROLES = ["organizationAdministrator", "superAppAdministrator", "reviewer", "developer", "auditor"]


def secret(atoll, name):
    sessions = json.loads((atoll.folder / f"sessions-{name}.json").read_text())
    return next(text for text in sessions.values() if text.startswith("atolls_"))


def again(atoll, name):
    """The secret of another session."""
    (atoll.folder / f"sessions-{name}.json").unlink()
    be(atoll, name)
    return secret(atoll, name)


@pytest.fixture
def scene(people):  # noqa: F811
    """An organization with a member of each role, and what there is to find in it."""
    atoll = people
    for organization, publisher in ("acme", "com.example"), ("expendable", "com.expendable"):
        atoll.works("org", "create", organization, "--name", organization, "--publisher", publisher, "--owns-super-apps")
    for role in ROLES:
        invite(atoll, role.lower(), role)
    invite(atoll, "victim", "developer")
    atoll.works("member", "invite", "somebody@example.com", "auditor", "-o", "acme")
    atoll.works("superapp", "create", LAGOON, "--name", "Lagoon", "-o", "acme")
    atoll.works("superapp", "version", "add", LAGOON, "web", "1.0")
    atoll.works("superapp", "grant", "give", LAGOON, "expendable")
    atoll.works("superapp", "policy", LAGOON, "--approvals", "1", "--self-review")
    members = json.loads(atoll.works("member", "list", "-o", "acme", "--json"))["items"]
    invitations = json.loads(atoll.works("member", "invitations", "-o", "acme", "--json"))["items"]
    tokens = {}
    for name in ["root", *(role.lower() for role in ROLES)]:
        if name != "root":
            be(atoll, name)
        spare = [secret(atoll, name)]
        tokens[name] = {"token": again(atoll, name), "spare": spare}
    be(atoll, "developer")
    for code in range(1, 5):
        atoll.works("publish", atoll.make_mini_app(code=code), "--super-app", LAGOON, "--draft")
    be(atoll, "organizationadministrator")
    key = atoll.works("key", "create", "all", *(f"--scope={scope}" for scope in ("publish", "read", "org", "superapp", "audit", "release")), "-o", "acme").strip()
    tokens["key"] = {"token": key, "spare": []}
    expendable = atoll.works("key", "create", "expendable", "-o", "acme").strip()
    places = {
        "organization": ["acme"], "expendable": ["expendable"], "id": [LAGOON], "miniApp": ["com.example.lunch-menu"],
        "code": ["1", "2", "3", "4"], "platform": ["web"], "version": ["1.0"], "key": [expendable.split("_")[1]],
        "member": [member["account"] for member in members if member["name"].startswith("Victim")],
        "invitation": [invitation["id"] for invitation in invitations]}
    path = atoll.folder / "scene.json"
    path.write_text(json.dumps({"tokens": tokens, "places": places}))
    return atoll, path


def test_nothing_is_answered_that_the_document_does_not_say(scene):
    atoll, path = scene
    cases = int(os.environ.get("CASES", 0))
    # The coverage phase makes some forty cases for a route: once is enough for what does not touch the database.
    phases = "coverage,fuzzing" if IS_THOROUGH and not atoll.is_shared else "fuzzing"
    # More than a hundred routes, each with so many, and what the coverage phase makes.
    amount = ["--max-examples", str(max(1, cases // 100))] if cases else ["--phases", phases, "--max-examples", "3" if IS_THOROUGH else "1"]
    is_sample = not cases and not IS_THOROUGH
    if is_sample:
        with urllib.request.urlopen(f"{atoll.center}/v1/openapi.json") as answer:
            paths = sorted(json.load(answer)["paths"])
        amount += ["--include-path-regex", "^(" + "|".join(map(re.escape, some(paths, len(paths) // 3))) + ")$"]
    done = subprocess.run(
        [Path(sys.executable).parent / "schemathesis", "--config-file", HERE / "schemathesis.toml", "run",
         f"{atoll.center}/v1/openapi.json", "--checks", "all", "--continue-on-failure",
         "--no-color", "--seed", os.environ.get("SEED", "19"), *amount],
        # It writes what it has seen to the folder that it runs in.
        cwd=atoll.folder, env=os.environ | {"ATOLL_SCENE": str(path), "SCHEMATHESIS_HOOKS": str(HERE / "openapi_hooks.py")},
        capture_output=True, text=True, timeout=3_000)
    print(done.stdout[-20_000:])
    assert done.returncode == 0, done.stdout[:20_000] + done.stderr
    made = int(re.search(r"(\d+) generated", done.stdout).group(1))
    assert made > max(cases, 25 if is_sample else 150)
    answers = json.loads((atoll.folder / "answers.json").read_text())
    assert not [name for name in answers if name.endswith("5xx")]
    worked = {name.removesuffix(" 2xx") for name in answers if name.endswith(" 2xx")}
    print({name: count for name, count in sorted(answers.items())})
    # All but those that need a user's secret: the requests got past the check of the sender.
    least = 30 if cases or "coverage" in phases else 20 if IS_THOROUGH else 3
    assert len(worked) >= least, sorted(worked)
    # The Center is still running, and its log is whole.
    assert "rows of the audit log" in atoll.works("center", "check", "--data", "center")


def test_the_document_is_valid(people):  # noqa: F811
    from openapi_spec_validator import validate
    import urllib.request
    with urllib.request.urlopen(f"{people.center}/v1/openapi.json") as answer:
        validate(json.load(answer))
