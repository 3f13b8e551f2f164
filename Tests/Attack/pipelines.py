"""Requests that are sent without reading the responses, and bodies where none is allowed."""

import time

import raw
from browser import Browser


def attack(target):
    return pipelined(target) + places(target)


def pipelined(target):
    """A thousand requests at once over each of several connections, whose responses are not read."""
    lagoon, connections = target.lagoon, []
    message = raw.head("GET", "/sign-in", lagoon.authority) * 1_000
    began = time.monotonic()
    for number in range(20 if target.is_short else 200):
        try:
            connection = raw.connect(lagoon.port, f"127.3.{number // 200}.{number % 200 + 1}")
            connection.setblocking(False)
            connection.send(message)
            connections.append(connection)
        except (raw.Gone, raw.Hang, OSError):
            pass
    found = []
    try:
        answer = raw.Connection(lagoon.port, lagoon.authority, timeout=10).request("GET", "/health")
        if answer.seconds > 3:
            found.append(f"/health took {answer.seconds:.1f} s beside {len(connections)} connections with 1,000 requests each.")
    except (raw.Gone, raw.Hang) as error:
        found.append(f"/health is not answered beside {len(connections)} connections with 1,000 requests each: {error}.")
    for connection in connections:
        connection.close()
    return found + target.measured(began, f"beside {len(connections)} connections with 1,000 requests each")


def places(target):
    """Event streams with a body that never ends release their slots once they are closed."""
    lagoon, session = target.lagoon, Browser(target.lagoon).sign_in("ben").session
    head = raw.head("GET", "/events?topics=today", lagoon.authority, [*session, ("Transfer-Encoding", "chunked")])
    for _ in range(25):
        connection = raw.connect(lagoon.port)
        connection.settimeout(2)
        try:
            connection.sendall(head + b"10000\r\n" + b"x" * 65_536 + b"\r\n10000\r\n" + b"x" * 1_000)
            connection.recv(1_000)
        except OSError:
            pass
        connection.close()
    time.sleep(1)
    stream = raw.connect(lagoon.port)
    stream.sendall(raw.head("GET", "/events?topics=today", lagoon.authority, session))
    stream.settimeout(5)
    try:
        status = stream.recv(100).split()[1:2]
    except OSError:
        status = []
    stream.close()
    found = [] if status == [b"200"] else [f"After 25 event streams with a body another one is answered with {status}."]
    # The process must end when it is asked to, even with requests that never end.
    holders = []
    for _ in range(3):
        connection = raw.connect(lagoon.port)
        connection.sendall(raw.head("POST", "/sign-in", lagoon.authority, [("Transfer-Encoding", "chunked")]) + b"1\r\nx\r\n")
        holders.append(connection)
    began = time.monotonic()
    lagoon.process.terminate()
    try:
        lagoon.process.wait(45)
    except Exception:
        found.append("45 s after it was asked to stop, the process still runs beside requests that never end.")
    target.say(f"asked to stop, it ended after {time.monotonic() - began:.1f} s")
    for connection in holders:
        connection.close()
    target.restart(kill=True)
    return found
