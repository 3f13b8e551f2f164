"""A role that is taken away while a mini app is open ends its calls and its tokens."""

import json
import time

from conftest import Lagoon, Person, until


def test_without_the_role_the_open_mini_app_gets_nothing_more(tmp_path, chromium):
    running = Lagoon(tmp_path)
    # A mini app for Sales that has a back end.
    manifest = running.miniapps / "expenses/manifest.json"
    said = json.loads(manifest.read_text())
    said["atoll_tokens"] = [{"audience": "com.example.expenses", "scopes": ["roles:"], "reason": "To approve reports."}]
    manifest.write_text(json.dumps(said))
    running.start()
    try:
        ada = Person(running, chromium).sign_in("ada")
        ada.open("Expenses")
        token = "import('/.atoll/atoll.js').then(({ user }) => user.token({ fresh: true })).then(() => 'given', ({ code }) => code)"
        ada.frame().evaluate(f"void {token}.then((found) => (window.found = found))")
        ada.answer("Allow")
        until(lambda: ada.frame().evaluate("window.found") == "given")
        assert ada.frame().evaluate(token) == "given"
        # The operator takes the role away: the accounts are a file, which is read at the start.
        accounts = tmp_path / "data/accounts.json"
        people = json.loads(accounts.read_text())
        for person in people:
            person["roles"] = []
        ports = str(running.port), running.center.rsplit(":", 1)[1]
        running.stop()
        accounts.write_text(json.dumps(people))
        running.start(*ports)
        began = time.monotonic()
        call = "import('/.atoll/atoll.js').then(({ storage }) => storage.keys()).then(() => 'answered', ({ code }) => code)"
        until(lambda: ada.frame().evaluate(call) != "answered")
        assert ada.frame().evaluate(token) != "given"
        assert time.monotonic() - began < 60
        ada.context.close()
    finally:
        running.stop()
