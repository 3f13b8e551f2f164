"""A version that one user opens repeatedly, without it ever becoming ready, is not set aside for the others."""

import json
import re
import time

from browser import KUDOS

READY_WITHIN = 0.5
MARK = "attack-version-"


def publish(target, code):
    """Restarts Lagoon with another version of Kudos, whose first page contains its code."""
    folder = target.lagoon.miniapps / "kudos"
    page, manifest = folder / "pages/feed.html", folder / "manifest.json"
    text = re.sub(rf"<!-- {MARK}\d+ -->\n?", "", page.read_text())
    page.write_text(text.rstrip("\n") + f"\n<!-- {MARK}{code} -->\n")
    content = json.loads(manifest.read_text())
    content["version"] = {"code": code, "name": f"{code}.0.0"}
    manifest.write_text(json.dumps(content))
    target.restart("--ready-within", str(READY_WITHIN))


def version(browser):
    """Opens Kudos; returns the version, 1 for the first one, and whether the page says that a newer one did not start."""
    page, chain = browser.open()
    if page.status != 200 or not chain or chain[-1].status != 200:
        return None, False
    mark = re.search(rf"{MARK}(\d+)", chain[-1].text)
    return int(mark[1]) if mark else 1, "did not start" in page.text


def say_ready(browser, is_card=False):
    message = {"jsonrpc": "2.0", "id": 1, "method": "lifecycle.ready", "params": {}}
    return browser.bridge(json.dumps(message).encode(), is_card=is_card)


def open_and_let_it_fail(browser):
    seen = version(browser)
    time.sleep(READY_WITHIN + 0.4)
    return seen


def open_card(target, browser):
    answer = browser.post("/cards", {"id": KUDOS, "route": "widgets/latest"})
    return answer.status == 200 and browser.follow(json.loads(answer.body)["source"])[-1].status == 200


def attack(target):
    found = []
    ada, ben = target.ada.twin(), target.ben.twin()
    current, _ = version(ada)
    code = (current or 1) + 1
    for browser in (ada, ben):
        version(browser)
        say_ready(browser)

    publish(target, code)
    for _ in range(2):
        open_and_let_it_fail(ben)
    seen, is_told = version(ada)
    if seen != code or is_told:
        found.append(f"After ben opened version {code} twice without being ready, ada is given version {seen}.")
    if target.is_short:
        say_ready(ada)
        return found

    publish(target, code + 1)
    open_and_let_it_fail(ben)
    if not open_card(target, ben):
        found.append("Ben's card of Kudos did not open.")
    if say_ready(ben, is_card=True).status != 200:
        found.append("Ben's card has no bridge.")
    for _ in range(2):
        open_and_let_it_fail(ben)
    seen, _ = version(ben)
    if seen == code + 1:
        found.append(f"That ben's card was ready proved version {code + 1} for the mini app itself.")
    seen, _ = version(ada)
    if seen != code + 1:
        found.append(f"After ben's card and his openings, ada is given version {seen} in place of {code + 1}.")
    return found
