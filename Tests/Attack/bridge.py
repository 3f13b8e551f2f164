"""Bridge messages that cost more to parse than to send."""

import json
import threading
import time

import raw
from shapes import nested

MESSAGE_SECONDS = 1.0
BUDGET = 2 * 1024 * 1024 + 64 * 1024
LIMITED = -32006


def call(method, identifier=1, **parameters):
    return {"jsonrpc": "2.0", "id": identifier, "method": method, "params": parameters}


def messages():
    """Messages with their names and the error codes that are acceptable; None for valid messages."""
    ready = json.dumps(call("host.info")).encode()
    deep = lambda depth: b'{"jsonrpc":"2.0","id":1,"method":"host.log","params":{"level":"debug","message":"x","data":' + nested(depth) + b"}}"  # noqa: E731
    # A call itself has two levels.
    yield "depth 60", deep(58), None
    yield "depth 65", deep(63), {-32700, -32600}
    yield "depth 1,000", deep(1_000), {-32700, -32600}
    yield "depth 100,000", deep(100_000), {-32700, -32600, -32001}
    yield "1 kB of arrays", nested(512), {-32700, -32600}
    yield "6 kB of arrays side by side", beside(6), {-32700, -32600}
    yield "6 kB of arrays", nested(3_000), {-32700, -32600}
    yield "6 kB of objects", nested(1_000, b'{"a":', b"}", b"1"), {-32700, -32600}
    yield "6 kB of open arrays", b"[" * 6_000, {-32700, -32600}
    yield "6 kB of both", nested(750, b'[{"a":', b"}]", b"1"), {-32700, -32600}
    yield "duplicate names", ready.replace(b'"id": 1', b'"id": 1, "id": 2'), {-32700, -32600}
    yield "duplicate escaped names", ready.replace(b'"id": 1', b'"id": 1, "\\u0069d": 2'), {-32700, -32600}
    yield "an empty batch", b"[]", {-32600}
    yield "a batch of 33", batch(33), {-32600}
    yield "a batch of 10,000", batch(10_000), {-32600, -32001}
    yield "a batch of 300,000 numbers", b"[" + b"1," * 300_000 + b"1]", {-32600}
    yield "1 MB of numbers", b"[" + b"1e9," * 250_000 + b"1]", {-32600}
    yield "a number of 1 MB", b"9" * 1_000_000, {-32700, -32600}
    yield "2 MB", b'"' + b"a" * (2 << 20) + b'"', {-32001}
    yield "invalid UTF-8", b'{"jsonrpc":"2.0","id":1,"method":"\xff\xfe"}', {-32700, -32600, -32601}
    yield "lone surrogates", b'{"jsonrpc":"2.0","id":"\\ud800","method":"\\udc00"}', {-32700, -32600, -32601}


def beside(count):
    """Values next to one another, none of them nested so deeply that every parser refuses it."""
    return b"[" + b",".join([nested(500)] * count) + b"]"


def batch(count, method="host.info", **parameters):
    return json.dumps([call(method, number, **parameters) for number in range(count)]).encode()


def codes(answer):
    try:
        value = json.loads(answer.body)
    except ValueError:
        return {None}
    values = value if isinstance(value, list) else [value]
    return {entry.get("error", {}).get("code") for entry in values if isinstance(entry, dict)}


def attack(target):
    found, ben = [], target.ben
    if not target.opened(ben):
        return ["Kudos could not be opened, so the bridge could not be tried."]
    found += awkward(target, ben)
    found += storage(target, ben)
    found += flood(target)
    return found


def awkward(target, browser):
    found = []
    for name, message, expected in messages():
        # Calls are rate-limited.
        time.sleep(0.05)
        try:
            answer = browser.bridge(message)
        except (raw.Hang, raw.Gone) as error:
            found.append(f"A message of {name}: {error}.")
            if not target.answers():
                found.append(f"A message of {name}: {target.revive()}.")
            continue
        if answer.seconds > MESSAGE_SECONDS:
            found.append(f"A message of {name} ({len(message):,} bytes) took {answer.seconds:.1f} s.")
        got = codes(answer)
        if answer.status == 200 and expected and not got <= expected | {LIMITED}:
            found.append(f"A message of {name} was not refused as it should be (error {sorted(map(str, got))}).")
        if expected is None and got != {None}:
            found.append(f"A message of {name}, which is in order, was refused (error {sorted(map(str, got))}).")
        if answer.status not in (200, 400, 413, 429):
            found.append(f"A message of {name} was answered with status {answer.status}.")
    return found


def storage(target, browser):
    """Small batches with large responses."""
    found = []
    time.sleep(1)
    answer = browser.bridge(json.dumps(call("storage.set", key="large", value="x" * 500_000)).encode())
    if codes(answer) != {None}:
        return [f"500 kB could not be stored ({answer.status})."]
    for method, parameters in (("storage.get", {"key": "large"}), ("storage.keys", {})):
        time.sleep(1)
        answer = browser.bridge(batch(32, method, **parameters))
        if answer.status not in (200, 413, 429) or len(answer.body) > BUDGET:
            found.append(f"32 times {method} in a batch gave {len(answer.body):,} bytes (status {answer.status}).")
        if answer.seconds > 2 * MESSAGE_SECONDS:
            found.append(f"32 times {method} in a batch took {answer.seconds:.1f} s.")
    browser.bridge(json.dumps(call("storage.remove", key="large")).encode())
    return found


def flood(target):
    """300 calls in a row, and then the most expensive messages from several connections at the same time."""
    found = []
    time.sleep(2)
    limited, began = [], time.monotonic()
    message = json.dumps(call("host.info")).encode()
    for _ in range(300):
        answer = target.ben.bridge(message)
        if LIMITED in codes(answer) or answer.status == 429:
            limited.append(answer)
    if not limited:
        found.append(f"300 calls in {time.monotonic() - began:.1f} s were never told to wait (error {LIMITED}).")
    elif "retryAfter" not in limited[0].text and not limited[0].get("retry-after"):
        found.append("A call that has to wait is not told for how long (retryAfter).")
    target.settle()
    began = time.monotonic()
    ends = began + (3 if target.is_short else 15)

    def send():
        browser = target.ben.twin()
        while time.monotonic() < ends:
            try:
                browser.bridge(beside(6))
            except (raw.Hang, raw.Gone):
                time.sleep(0.1)

    threads = [threading.Thread(target=send) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return found + target.measured(began, "during a flood of nested messages")
