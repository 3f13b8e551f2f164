"""Connections that idle, drip or never read: each is closed in time, and other readers notice nothing."""

import threading
import time

import raw
from browser import Browser
from crowd import Crowd

# How long each may last, in seconds, and how much longer before it counts as a fault.
HEADER, HEADER_SLACK = 10, 5
IDLE, IDLE_SLACK = 30, 10
UNREAD_MOST = 60
MEMORY = 64 * 1024 * 1024


def kinds(lagoon, session):
    """Kinds of connections: the port, what they send first and then byte by byte, and how long they may last."""
    shell, authority = lagoon.port, lagoon.authority
    cookie = session[0]
    form = [("Origin", lagoon.origin), ("Content-Type", "application/x-www-form-urlencoded")]
    partial = f"GET /today HTTP/1.1\r\nHost: {authority}\r\n".encode()
    drip = b"X-Slow: " + b"abcdefgh" * 20
    return {
        "idle": (shell, b"", b"", IDLE + IDLE_SLACK),
        "idle after a request": (shell, raw.head("GET", "/health", authority), b"", IDLE + IDLE_SLACK),
        "half a header": (shell, partial, drip, HEADER + HEADER_SLACK),
        "half a header at the Center": (lagoon.center_port, partial, drip, HEADER + HEADER_SLACK),
        "half a body": (shell, raw.head("POST", "/sign-in", authority, form, 16_000) + b"name=", b"a", IDLE + IDLE_SLACK),
        "half a body over the bridge": (
            shell, raw.head("POST", "/bridge?miniApp=com.example.kudos", authority, [
                ("Origin", lagoon.origin), ("Sec-Fetch-Site", "same-origin"), ("Content-Type", "application/json"), cookie,
            ], 1_000_000) + b"[", b"1", IDLE + IDLE_SLACK),
        "a body that never begins at the Center": (
            lagoon.center_port, raw.head("PUT", "/v1/miniapps/com.example.kudos/access", lagoon.center_authority, [
                ("Authorization", "Bearer x")], 60_000), b"", IDLE + IDLE_SLACK),
    }


def hold(lagoon, count, kind, name):
    """Holds `count` connections of one kind; returns the findings."""
    port, first, drip, most = kind
    crowd = Crowd(port, count, first, drip).connect()
    crowd.run(most - (time.monotonic() - crowd.began))
    found = []
    if crowd.open:
        found.append(f"{len(crowd.open):,} of {count:,} connections with {name} were still open after {most} s.")
    crowd.close()
    return found


def events(lagoon, sessions, count):
    """Event streams of one user: first all with one session, then with other sessions of the same user."""
    accepted, crowds = [], []
    for session in sessions:
        first = raw.head("GET", "/events?topics=today", lagoon.authority, session)
        crowd = Crowd(lagoon.port, count, first).connect()
        crowd.run(6)
        crowds.append(crowd)
        accepted.append(crowd.statuses().count(200))
        if 429 not in crowd.statuses() and accepted[-1] == count:
            break
    refused = {status for crowd in crowds for status in crowd.statuses()} - {200, 429, 503}
    for crowd in crowds:
        crowd.close()
    found = []
    if accepted[0] > 100 or accepted[0] == count:
        found.append(f"One session may have {accepted[0]} of {count} event streams at once.")
    elif accepted[0] == 0:
        found.append("No event stream was opened at all.")
    elif len(accepted) > 2 and sum(accepted) >= len(accepted) * accepted[0]:
        found.append(f"Event streams are capped by session, not by user: {accepted} with {len(accepted)} sessions.")
    if refused:
        found.append(f"Event streams were answered with {sorted(refused)}.")
    return found


def unread(target, lagoon, session, count):
    """Large responses that are never read: they must not all be held in memory, nor forever."""
    found = []
    blob = raw.head("GET", f"/v1/blobs/{target.large_blob()}", lagoon.center_authority) * 12
    page = raw.head("GET", "/products", lagoon.authority, session) * 40
    for name, port, message, count in (("a blob", lagoon.center_port, blob, count), ("pages", lagoon.port, page, count // 10)):
        memory, began = lagoon.memory(), time.monotonic()
        crowd = Crowd(port, count, message, reads=False).connect()
        crowd.run(5)
        grown = lagoon.memory() - memory
        if grown > MEMORY:
            found.append(f"{count} readers that do not read {name} take {grown / 2**20:.0f} MB of memory.")
        if not target.is_short:
            crowd.run(UNREAD_MOST - (time.monotonic() - began))
            amounts, ended = crowd.drain(30)
            if len(ended) < len(amounts):
                found.append(f"{len(amounts) - len(ended)} of {count} readers that do not read {name} were not closed "
                             f"within {UNREAD_MOST} s.")
        crowd.close()
    return found


def user_sessions(lagoon, count):
    return [Browser(lagoon).sign_in("ben").session for _ in range(count)]


def attack(target):
    if target.beside:
        target.beside_thread.join(timeout=90)
        return target.beside_findings
    found, lagoon = [], target.lagoon
    sessions = user_sessions(lagoon, 3)
    count = 50 if target.is_short else 5_000
    for name, kind in kinds(lagoon, sessions[0]).items():
        began = time.monotonic()
        found += hold(lagoon, count, kind, name)
        found += target.measured(began, f"beside {count:,} connections with {name}")
        if not target.answers():
            found.append(f"After {count:,} connections with {name}: {target.revive()}.")
    began = time.monotonic()
    found += events(lagoon, sessions, 1_000)
    found += target.measured(began, "beside 1,000 event streams")
    began = time.monotonic()
    found += unread(target, lagoon, sessions[0], 200)
    return found + target.measured(began, "beside 200 readers that do not read")


def begin_beside(target):
    """The short form: all kinds at the same time, against a Lagoon of their own, in parallel with the other attacks."""
    target.beside = target.lagoon.copy(target.lagoon.folder.parent / "beside").start()
    target.beside_findings, session = [], target.ben.session

    def run():
        try:
            lagoon = target.beside
            threads = [threading.Thread(target=lambda *given: target.beside_findings.extend(hold(*given)),
                                        args=(lagoon, 50, kind, name)) for name, kind in kinds(lagoon, session).items()]
            for thread in threads:
                thread.start()
            found = events(lagoon, [session], 40) + unread(target, lagoon, session, 100)
            for thread in threads:
                thread.join()
            if death := lagoon.died():
                found.append(f"Beside slow connections {death}.")
            target.beside_findings.extend(found)
        except Exception as error:  # Reported as a fault once the thread is joined.
            target.beside_findings.append(f"The attack could not be carried out: {target.beside.died() or repr(error)}.")

    target.beside_thread = threading.Thread(target=run, daemon=True)
    target.beside_thread.start()
