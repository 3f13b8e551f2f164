"""Sends one request after another, and records those that end or hang the server, or cause a server error."""

import time

import raw

# Once this many requests have ended the process, the rest are skipped.
MOST_DEATHS = 5
# Server errors that are acceptable refusals.
FINE = (503, 505)


class Prober:
    def __init__(self, target, seconds=float("inf")):
        self.target, self.ends = target, time.monotonic() + seconds
        self.found, self.deaths = [], 0
        self.connections = target.connections()

    @property
    def is_over(self):
        return time.monotonic() > self.ends or self.deaths >= MOST_DEATHS

    def send(self, shown, side, *request, **more):
        """The response, or None; `shown` is the request's name in findings, and `side` the server that receives it."""
        answer, is_gone = None, False
        try:
            answer = self.connections[side].request(*request, **more)
            if answer.status >= 500 and answer.status not in FINE:
                self.found.append(f"{shown} was answered with {answer.status}.")
        except raw.Hang:
            self.found.append(f"{shown} was not answered within 10 s.")
            is_gone = True
        except raw.Gone:
            # Normal for a request that is too long, but also what a crash looks like.
            is_gone = True
        if not self.target.lagoon.is_alive or is_gone and not self.target.answers():
            self.found.append(f"{shown}: {self.target.revive()}.")
            self.deaths += 1
            self.connections = self.target.connections()
        return answer
