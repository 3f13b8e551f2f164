"""Who learns what: this machine the health, and the operator of failed sign-ins, without the name."""

import json
import re

import raw
from browser import Browser


def attack(target):
    lagoon, found = target.lagoon, []
    for port, authority in ((lagoon.port, lagoon.authority), (lagoon.center_port, lagoon.center_authority)):
        connection = raw.Connection(port, authority)
        for path in ("/health", "/health?x=%"):
            answer = connection.request("GET", path)
            try:
                status = json.loads(answer.body).get("status")
            except (ValueError, AttributeError):
                status = None
            if answer.status != 200 or status != "ok":
                found.append(f"{path} of {authority} is {answer.status} {status!r}.")
    # Any client can claim to be another: only configured proxies are trusted.
    claim = [("X-Forwarded-For", "203.0.113.7"), ("Forwarded", "for=203.0.113.7")]
    answer = raw.Connection(lagoon.port, lagoon.authority).request("GET", "/health", claim)
    if answer.status != 200:
        found.append("/health is not answered to who only claims to come from elsewhere.")
    # But a request that came through a proxy is not the operator's on this machine.
    if answer.body != b'{"status":"ok"}':
        found.append(f"/health tells who came through a proxy more than that all is well: {answer.text[:100]}.")
    target.restart(log_level="info")
    position, name = lagoon.log.stat().st_size, f"nobody-{target.random.getrandbits(40):x}"
    for attempt in (name, "ada"):
        Browser(lagoon).try_to_sign_in(attempt, "not-the-password-1")
    Browser(lagoon).send("POST", "/sign-out", [("Origin", "https://evil.example")], b"")
    lines = lagoon.log_since(position)
    if not re.search(r"(sign|password).*(fail|wrong|refus|not right)|(fail|wrong|refus).*(sign|password)", lines, re.IGNORECASE):
        found.append("A failed sign-in leaves no line in the log.")
    if not re.search(r"origin", lines, re.IGNORECASE):
        found.append("A refused origin leaves no line in the log.")
    if name in lines or re.search(r"\bada\b", lines):
        found.append("The log has the name of a failed sign-in in clear.")
    if "not-the-password-1" in lines:
        found.append("The log has the password of a failed sign-in.")
    return found
