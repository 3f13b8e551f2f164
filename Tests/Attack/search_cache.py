"""Distinct searches: the memory that they leave in use must be bounded."""

import json
import time
import urllib.parse

import raw

# The maximum growth of memory in bytes, in the long form and in the short one.
MOST_GROWTH = {False: 64 * 1024 * 1024, True: 30 * 1024 * 1024}


def searches(target, count):
    """Distinct searches: short texts and very long filters in turn."""
    for number in range(count):
        word = f"{target.random.getrandbits(60):x}"
        if number % 2:
            values = [f"{word}{index:03d}" + "x" * 40 for index in range(80)]
            where = json.dumps([{"field": "name", "operator": "in", "value": values}], separators=(",", ":"))
            yield "/v1/miniapps?where=" + urllib.parse.quote(where, safe="[]{}:,")
        else:
            yield f"/v1/miniapps?text={word}+{number}"


def send(target, count):
    connection = raw.Connection(target.lagoon.center_port, target.lagoon.center_authority)
    refused = 0
    for number, path in enumerate(searches(target, count)):
        if number % 1_000 == 0:
            headers = [("Authorization", f"Bearer {target.center_token()}"),
                       ("Atoll-Host", "com.example.lagoon/0.1 platform/1")]
        answer = connection.request("GET", path, headers)
        if answer.status == 429:
            refused += 1
            time.sleep(0.01)
        elif answer.status != 200:
            raise RuntimeError(f"A search was answered with {answer.status}: {answer.text[:200]}")
    return refused


def attack(target):
    count = 3_000 if target.is_short else 14_000
    # Free memory left over by an earlier attack would hide the growth, and the first searches allocate what every search needs.
    target.restart()
    send(target, 100)
    before, began = target.lagoon.memory(), time.monotonic()
    refused = send(target, count)
    grown = target.lagoon.memory() - before
    target.say(f"{count - refused:,} distinct searches, memory grew by {grown / 2**20:.0f} MB")
    found = target.measured(began, "during distinct searches")
    most = MOST_GROWTH[target.is_short]
    if grown > most:
        found.append(f"{count:,} distinct searches took {grown / 2**20:.0f} MB of memory, and may take {most >> 20} MB.")
    return found
