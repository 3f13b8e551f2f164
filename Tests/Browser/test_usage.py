"""What the shell counts arrives at the Center, and tells nothing about anybody."""

import json
import urllib.request

import pytest

from conftest import Lagoon, Person, until


def send(lagoon, path, body=None, secret=None):
    request = urllib.request.Request(
        lagoon.center + "/v1/" + path, json.dumps(body).encode() if body else None,
        {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {secret}"} if secret else {}))
    with urllib.request.urlopen(request) as answer:
        return json.load(answer)


@pytest.mark.thorough("long stories of a mini app")
def test_what_happens_is_counted_and_arrives(tmp_path, chromium):
    """shows: lifecycle.ready"""
    lagoon = Lagoon(tmp_path, options=("--report-every", "1"))
    lagoon.start()
    try:
        secret = send(lagoon, "session", {"email": "pat@lagoon.example", "password": "tidal-lantern-31"})["secret"]
        for name in "ada", "ben":
            person = Person(lagoon, chromium)
            person.sign_in(name)
            for _ in range(3):
                # A page that is left too early is not reported.
                with person.page.expect_response(lambda response: "lifecycle.ready" in (response.request.post_data or "")):
                    person.open("Kudos")
                # Each document tells a text once.
                with person.page.expect_response(lambda response: "lifecycle.error" in (response.request.post_data or "")):
                    for _ in range(2):
                        person.frame().evaluate("setTimeout(() => { throw new Error('The soup is cold') })")
            for _ in range(3):
                person.go("/hub?text=submarines+for+hire")
            person.context.close()

        def counts():
            usage = send(lagoon, "usage/miniapps/com.example.kudos", secret=secret)
            return {row["name"]: row.get("count", "<5") for row in usage["items"]}, usage["people"]

        def is_whole(found):
            # The last events may come with a later report than the ones before.
            return all(found.get(name) == 6 for name in ("opens", "starts", "ready")) and "error:page" in found

        until(lambda: is_whole(counts()[0]))
        found, people = counts()
        assert "notReady" not in found
        assert any(name.startswith("readyTime:") for name in found)
        # Values that come with the port are not requested.
        assert "call:host.info ok" not in found and found["call:lifecycle.ready ok"] >= 5
        # Two people, which is few enough to identify one.
        assert [row["fewerThan"] for row in people] == [5]
        def errors():
            found = send(lagoon, "usage/miniapps/com.example.kudos/errors", secret=secret)["items"]
            return [(row["message"], row["count"]) for row in found]

        until(lambda: errors() == [("Uncaught Error: The soup is cold", 6)])

        def of_the_shell():
            items = send(lagoon, "usage/superapps/com.example.lagoon", secret=secret)["items"]
            return {row["name"]: row.get("count", "<5") for row in items}

        until(lambda: of_the_shell().get("search:submarines for hire") == 6)
        shell = of_the_shell()
        assert any(name.startswith("step:") for name in shell), shell
        text = json.dumps([shell, found])
        assert "ada" not in text.lower().split() and "ben" not in text.lower().split()
    finally:
        lagoon.stop()
