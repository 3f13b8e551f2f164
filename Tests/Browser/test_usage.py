"""What the shell counts arrives at the Center, and tells nothing about anybody."""

import json
import urllib.request

from conftest import Lagoon, Person, until


def send(lagoon, path, body=None, secret=None):
    request = urllib.request.Request(
        lagoon.center + "/v1/" + path, json.dumps(body).encode() if body else None,
        {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {secret}"} if secret else {}))
    with urllib.request.urlopen(request) as answer:
        return json.load(answer)


def test_what_happens_is_counted_and_arrives(tmp_path, chromium):
    lagoon = Lagoon(tmp_path, options=("--report-every", "1"))
    lagoon.start()
    try:
        secret = send(lagoon, "session", {"email": "pat@lagoon.example", "password": "tidal-lantern-31"})["secret"]
        for name in "ada", "ben":
            person = Person(lagoon, chromium)
            person.sign_in(name)
            for _ in range(3):
                person.open("Kudos")
                # Each document tells a text once.
                for _ in range(2):
                    person.frame().evaluate("setTimeout(() => { throw new Error('The soup is cold') })")
            for _ in range(3):
                person.go("/hub?text=submarines+for+hire")
            person.context.close()

        def counts():
            usage = send(lagoon, "usage/miniapps/com.example.kudos", secret=secret)
            return {row["name"]: row.get("count", "<5") for row in usage["items"]}, usage["people"]

        until(lambda: counts()[0].get("opens") == 6 and "error:page" in counts()[0], seconds=20)
        found, people = counts()
        assert found["starts"] == 6 and found["ready"] == 6 and "notReady" not in found
        assert any(name.startswith("readyTime:") for name in found)
        assert found["call:host.info ok"] >= 5 and found["call:lifecycle.ready ok"] >= 5
        # Two people, which is few enough to be somebody.
        assert [row["fewerThan"] for row in people] == [5]
        def errors():
            found = send(lagoon, "usage/miniapps/com.example.kudos/errors", secret=secret)["items"]
            return [(row["message"], row["count"]) for row in found]

        until(lambda: errors() == [("Uncaught Error: The soup is cold", 6)], seconds=20)
        shell = {row["name"]: row.get("count", "<5") for row in send(lagoon, "usage/superapps/com.example.lagoon", secret=secret)["items"]}
        assert shell["search:submarines for hire"] == 6
        assert any(name.startswith("step:") for name in shell), shell
        text = json.dumps([shell, found])
        assert "ada" not in text.lower().split() and "ben" not in text.lower().split()
    finally:
        lagoon.stop()
