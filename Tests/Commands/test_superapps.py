"""Super apps at a Center: whose they are, what they ask for, who publishes in them. Through commands only."""

import json
import shlex

from test_documents import RELEASES, block
from test_people import be, invite, people  # noqa: F401

LAGOON = "com.example.lagoon"


def refused(atoll, *arguments):
    outcome = atoll(*arguments)
    assert outcome.status == 1, outcome.output
    return outcome.output


def test_an_owner_says_who_publishes_and_what_is_asked_of_versions(people):  # noqa: F811
    atoll = people
    # It has no owner, so every publisher may publish in it.
    key = atoll.works("center", "key", "com.example", "--data", "center").strip()
    app = atoll.make_mini_app()
    atoll.environment["ATOLL_API_KEY"] = key
    atoll.works("publish", app, "--super-app", LAGOON)
    del atoll.environment["ATOLL_API_KEY"]

    permit, create, ask, give = (shlex.split(line.split("  ")[0])[1:] for line in block(RELEASES, "atoll org super-apps"))
    atoll.works("org", "create", "acme", "--name", "Acme")
    assert "Acme may not own super apps. An administrator of the Center permits it with: atoll org super-apps acme on" in refused(atoll, *create)
    assert "owns super apps" in atoll.works(*permit)
    atoll.works("org", "create", "kudos", "--name", "Kudos", "--publisher", "com.example")
    atoll.works("org", "create", "guest", "--name", "Guest", "--publisher", "com.guest")
    invite(atoll, "ada", f"superAppAdministrator:{LAGOON}", organization="acme")
    invite(atoll, "dev", "developer", organization="guest")
    assert "Created: com.example.lagoon  Lagoon  of acme  1 approval  publishers release" in atoll.works(*create)

    be(atoll, "dev")
    assert "1 approval" in atoll.works("superapp")
    assert atoll.works("superapp", "grant", "list", LAGOON) == "No organization may publish in it, or asks to.\n"
    assert atoll.works(*ask) == "guest  asked  A calendar.\n"
    assert "forbidden" in refused(atoll, "superapp", "grant", "give", LAGOON, "guest")
    assert "forbidden" in refused(atoll, "superapp", "rename", LAGOON, "Mine")

    be(atoll, "ada")
    assert atoll.works("superapp", "grant", "list", LAGOON).splitlines() == [
        "ORGANIZATION  STATE  VERSIONS  COMMENT", "guest         asked  reviewed  A calendar.", "kudos         given  reviewed"]
    assert "guest  given" in atoll.works(*give)
    assert atoll.works("superapp", "grant", "take", LAGOON, "kudos") == "Revoked.\n"
    assert "grant" in refused(atoll, "superapp", "grant", "take", LAGOON, "kudos")
    assert "Added: web  2.1  API level 1  enabled" in atoll.works("superapp", "version", "add", LAGOON, "web", "2.1")
    assert "disabled" in atoll.works("superapp", "version", "disable", LAGOON, "web", "2.1")
    assert "web       2.1" in atoll.works("superapp", "version", "list", LAGOON)
    policy = atoll.works("superapp", "policy", LAGOON, "--approvals", "2", "--no-publisher-releases")
    assert "2 approvals  its administrators release" in policy
    shown = json.loads(atoll.works("superapp", "policy", LAGOON, "--json"))
    assert shown["policy"] == {"approvals": 2, "publisherReleases": False, "selfReview": False, "needsBrowserChecks": False}
    mistakes = {
        ("superapp", "policy", LAGOON, "--approvals", "3"): "from 0 to 2",
        ("superapp", "version", "add", LAGOON, "web", "2.1"): "already",
        ("superapp", "version", "add", LAGOON, "toaster", "2.1"): "ios, macos, android, web",
        ("superapp", "version", "add", LAGOON, "web", "two"): "numbers",
        ("superapp", "version", "enable", LAGOON, "web", "9"): "no such version",
        ("superapp", "policy", "com.example.nothing"): "no such super app",
        ("superapp", "create", "com.example.second", "--name", "Second", "-o", "acme"): "forbidden",
        ("superapp", "create", "lagoon", "--name", "Lagoon", "-o", "acme"): "com.example.lagoon",
    }
    for command, part in mistakes.items():
        assert part in refused(atoll, *command), command

    assert "forbidden" in refused(atoll, "superapp", "sign-in", LAGOON, "--issuer", "https://id.example.com")
    be(atoll, "root")
    assert "signed in by https://id.example.com" in atoll.works("superapp", "sign-in", LAGOON, "--issuer", "https://id.example.com")
    assert "https" in refused(atoll, "superapp", "sign-in", LAGOON, "--issuer", "http://id.example.com")
    assert atoll.works("superapp", "sign-in", LAGOON) == "https://id.example.com  keys at https://id.example.com/.well-known/jwks.json\n"
    assert atoll.works("superapp", "sign-in", LAGOON, "--remove") == "Removed.\n"
    assert "own issuer" in atoll.works("superapp", "sign-in", LAGOON)
    be(atoll, "ada")

    # The publisher whose grant was taken back publishes nothing more; what it has published stays.
    atoll.environment["ATOLL_API_KEY"] = key
    atoll.make_mini_app(code=2)
    assert "atoll superapp grant ask" in refused(atoll, "publish", app, "--super-app", LAGOON)
    atoll.works("superapp", "grant", "give", LAGOON, "kudos")
    atoll.works("publish", app, "--super-app", LAGOON, "--draft")
    assert "disabled" in atoll.works("superapp", "disable", LAGOON, "--comment", "It moves.")
    atoll.make_mini_app(code=3)
    assert "disabled" in refused(atoll, "publish", app, "--super-app", LAGOON)
    atoll.works("superapp", "enable", LAGOON)
    atoll.works("publish", app, "--super-app", LAGOON, "--draft")
    rows = json.loads(atoll.works("audit", "--super-app", LAGOON, "--limit", "200", "--json"))["items"]
    actions = [row["action"] for row in rows if row["action"] not in ("version:upload", "miniapp:create")]
    assert actions.count("superapp:change") == 4
    assert actions[:2] == ["superapp:change", "superapp:disable"] and actions[-1] == "superapp:create"
    assert actions.count("grant:give") == 3 and actions.count("grant:take") == 1


def test_a_key_of_a_publisher_without_an_organization_does_what_its_administrator_could(atoll):
    atoll.works("publish", atoll.make_mini_app(), "--super-app", LAGOON, "--notes", "Soups.")
    key = atoll.works("center", "key", "com.example", "--scope", "read", "--scope", "review", "--scope", "release",
                      "--data", "center").strip()
    atoll.environment["ATOLL_API_KEY"] = key
    assert "Soups." in atoll.works("release", "show", "com.example.lunch-menu", "1")
    # Members can't review their own work, with any policy for keys.
    for command in ("claim", "approve"):
        outcome = atoll("review", command, "com.example.lunch-menu", "1")
        assert outcome.status == 1 and ("forbidden" in outcome.output or "unknown" in outcome.output), outcome.output
    other = atoll.works("center", "key", "com.other", "--scope", "read", "--data", "center").strip()
    atoll.environment["ATOLL_API_KEY"] = other
    assert "unknown" in atoll("release", "show", "com.example.lunch-menu", "1").output
