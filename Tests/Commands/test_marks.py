"""Long runs of combining marks, which take quadratic time to compare, are refused at the door (decision 086)."""

import socket
import urllib.parse

import pytest

from waiting import GUARD

# Each takes a processor for a second, if anything compares it.
MARKS = "e" + "\u0301\u0323\u0327" * 3_000


def status(center, request):
    """The status that the Center answers a request with, sent byte by byte as it is."""
    place = urllib.parse.urlsplit(center)
    with socket.create_connection((place.hostname, place.port), timeout=GUARD) as connection:
        connection.sendall(request)
        return int(connection.makefile("rb").readline().split()[1])


def head(path="/v1/superapps", method="GET", host="127.0.0.1", **headers):
    lines = [f"{method} {path} HTTP/1.1", f"Host: {host}", "Connection: close"]
    return ("\r\n".join(lines + [f"{name.replace('_', '-')}: {value}" for name, value in headers.items()]) + "\r\n\r\n").encode()


@pytest.mark.folder
def test_marks_are_refused_in_the_head_of_a_request(atoll):
    assert status(atoll.center, head(Accept_Language="de, en;q=0.5")) in (200, 401)
    for refused in [
        head(Accept_Language=MARKS), head(X_Anything=MARKS), head(User_Agent="a" + MARKS), head("/sign-in", Accept_Language=MARKS),
        head("/v1/miniapps?text=" + urllib.parse.quote("e" + "\u0301\u0323" * 40)), head("/" + urllib.parse.quote("e" + "\u0301\u0323" * 40)),
        head("/v1/miniapps?" + urllib.parse.quote("e" + "\u0301\u0323" * 40) + "=1"), head(Cookie="a=" + MARKS), head(host="a" + MARKS),
    ]:
        assert status(atoll.center, refused) == 400, refused[:120]
    # As many as any language has are fine.
    assert status(atoll.center, head(Accept_Language="e" + "\u0301" * 30)) in (200, 401)


@pytest.mark.folder
def test_marks_are_refused_in_bodies(atoll):
    for kind, body in [
        ("application/json", '{"email": "%s"}' % MARKS), ("application/json", '{"%s": 1}' % MARKS),
        ("application/json", '{"email": "%s"}' % ("e" + "\\u0301\\u0323" * 40)),
    ]:
        data = body.encode()
        request = head("/v1/password/reset", "POST", Content_Type=kind, Content_Length=len(data)) + data
        assert status(atoll.center, request) == 400, body[:60]
