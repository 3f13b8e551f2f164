"""Malformed bytes for every route that takes a body, and malformed values for every field."""

import itertools
import time

import raw
import routes
import shapes

LONG, SHORT = 12_000, 250
# Once that many shapes have ended the process, the rest is not tried.
MOST_DEATHS = 5


class Case:
    def __init__(self, route, shape, kind, body, signed_in, origin):
        self.side, self.method, self.path = route
        # What is tried no more once it has ended the process: a value ends it in each field.
        self.cause = shape.partition("=")[2] or shape
        self.shape, self.kind, self.body, self.signed_in, self.origin = shape, kind, body, signed_in, origin

    def __str__(self):
        who = "signed in" if self.signed_in else "signed out"
        return f"{self.method} {self.path} with “{self.shape}” ({who}, {self.origin} origin)"


def cases(target):
    """The request that ended the process once, and then malformed bodies and malformed values by turns, at random."""
    bodies, values = [], []
    every = shapes.forms() | shapes.documents()
    for route in routes.with_bodies():
        for signed_in, origin in itertools.product((True, False), ("right", "wrong", "no")):
            bodies += [Case(route, shape, kind, body, signed_in, origin) for shape, (kind, body) in every.items()]
        # Values get as far as the route itself only from who is signed in, with the right origin.
        if route[0] == "shell":
            values += [Case(route, f"{name}={value[:40]}", shapes.FORM, f"{name}={value}".encode(), True, "right")
                       for name, value in itertools.product(routes.fields(), shapes.values())]
    target.random.shuffle(bodies)
    target.random.shuffle(values)
    first = Case(("shell", "POST", "/sign-in"), "lone percent", shapes.FORM, b"name=%", False, "right")
    return [first, *itertools.chain.from_iterable(zip(bodies, values))]


class Sender:
    """Sends cases over two connections that are kept alive, one to the shell and one to the Center."""

    def __init__(self, target):
        self.target = target
        self.connect()

    def connect(self):
        lagoon = self.target.lagoon
        self.connections = {"shell": raw.Connection(lagoon.port, lagoon.authority),
                            "center": raw.Connection(lagoon.center_port, lagoon.center_authority)}

    def send(self, case):
        headers = []
        if case.kind is not None:
            headers.append(("Content-Type", case.kind))
        if case.origin != "no":
            headers.append(("Origin", self.target.lagoon.origin if case.origin == "right" else "https://evil.example"))
            headers.append(("Sec-Fetch-Site", "same-origin" if case.origin == "right" else "cross-site"))
        # Signing out would end the session that the other cases need.
        if case.signed_in and case.path != "/sign-out":
            headers += self.target.ben.session if case.side == "shell" else [("Authorization", f"Bearer {self.target.api_key()}")]
        target = case.path + ("?miniApp=com.example.kudos" if case.path == "/bridge" else "")
        return self.connections[case.side].request(case.method, target, headers, case.body)


def attack(target):
    count = SHORT if target.is_short else LONG
    found, deaths, sent, sender, chosen = [], set(), 0, Sender(target), cases(target)
    target.renew_ben()
    target.api_key()
    deadline = time.monotonic() + (5 if target.is_short else 900)
    for number, case in enumerate(chosen):
        if sent == count or len(deaths) == MOST_DEATHS or time.monotonic() > deadline:
            break
        if case.cause in deaths:
            continue
        is_gone = False
        try:
            answer = sender.send(case)
            if answer.status >= 500 and answer.status != 503:
                found.append(f"{case} was answered with {answer.status}.")
        except raw.Hang:
            found.append(f"{case} was not answered within 10 s.")
            is_gone = True
        except raw.Gone:
            # Normal for a body that is too long; and how it looks when the process dies.
            is_gone = True
        sent += 1
        if not target.lagoon.is_alive or is_gone and not target.answers():
            found.append(f"{case}: {target.revive()}.")
            deaths.add(case.cause)
            sender.connect()
        if number % 300 == 299:
            target.renew_ben()
    target.say(f"{sent:,} requests to {len(routes.with_bodies())} routes, {len(routes.fields())} known fields")
    unread = [line for side in routes.SOURCES for line in routes.routes(side)[1]]
    if len(routes.with_bodies()) < 15 or unread:
        found.append(f"The routers could not be read whole ({'; '.join(unread) or 'too few routes'}).")
    if not target.is_short and sent < 10_000 and not deaths:
        found.append(f"Only {sent:,} requests were answered in the time that there was.")
    return found
