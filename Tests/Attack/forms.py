"""Malformed bytes for every route that takes a body, and malformed values for every field."""

import itertools

import routes
import shapes
from prober import Prober

LONG, SHORT = 12_000, 250


class Case:
    def __init__(self, route, shape, kind, body, signed_in, origin):
        self.side, self.method, self.path = route
        # Not tried again once it has ended the process: a value would end it in every field.
        self.cause = shape.partition("=")[2] or shape
        self.shape, self.kind, self.body, self.signed_in, self.origin = shape, kind, body, signed_in, origin

    def __str__(self):
        who = "signed in" if self.signed_in else "signed out"
        return f"{self.method} {self.path} with “{self.shape}” ({who}, {self.origin} origin)"


def cases(target):
    """A request that once ended the process, and then malformed bodies and malformed values in turn, in random order."""
    bodies, values = [], []
    every = shapes.forms() | shapes.documents()
    for route in routes.with_bodies():
        for signed_in, origin in itertools.product((True, False), ("right", "wrong", "no")):
            bodies += [Case(route, shape, kind, body, signed_in, origin) for shape, (kind, body) in every.items()]
        # Values only reach the route itself from signed-in users, with the right origin.
        if route[0] == "shell":
            values += [Case(route, f"{name}={value[:40]}", shapes.FORM, f"{name}={value}".encode(), True, "right")
                       for name, value in itertools.product(routes.fields(), shapes.values())]
    target.random.shuffle(bodies)
    target.random.shuffle(values)
    first = Case(("shell", "POST", "/sign-in"), "lone percent", shapes.FORM, b"name=%", False, "right")
    return [first, *itertools.chain.from_iterable(zip(bodies, values))]


def headers(target, case):
    found = []
    if case.kind is not None:
        found.append(("Content-Type", case.kind))
    if case.origin != "no":
        found.append(("Origin", target.lagoon.origin if case.origin == "right" else "https://evil.example"))
        found.append(("Sec-Fetch-Site", "same-origin" if case.origin == "right" else "cross-site"))
    # Signing out would end the session that the other cases need.
    if case.signed_in and case.path != "/sign-out":
        found += target.ben.session if case.side == "shell" else [("Authorization", f"Bearer {target.api_key()}")]
    return found


def attack(target):
    count = SHORT if target.is_short else LONG
    target.renew_ben()
    target.api_key()
    chosen = cases(target)
    # The time limit begins when there is something to send.
    prober, fatal, sent = Prober(target, 5 if target.is_short else 900), set(), 0
    for number, case in enumerate(chosen):
        if sent == count or prober.is_over:
            break
        if case.cause in fatal:
            continue
        deaths = prober.deaths
        path = case.path + ("?miniApp=com.example.kudos" if case.path == "/bridge" else "")
        prober.send(case, case.side, case.method, path, headers(target, case), case.body)
        sent += 1
        if prober.deaths > deaths:
            fatal.add(case.cause)
        if number % 300 == 299:
            target.renew_ben()
    found = prober.found
    target.say(f"{sent:,} requests to {len(routes.with_bodies())} routes, {len(routes.fields())} known fields")
    unread = [line for side in routes.SOURCES for line in routes.routes(side)[1]]
    if len(routes.with_bodies()) < 15 or unread:
        found.append(f"The routers could not be read whole ({'; '.join(unread) or 'too few routes'}).")
    if sent < (20 if target.is_short else 10_000) and not fatal:
        found.append(f"Only {sent:,} requests were answered in the time that there was.")
    return found
