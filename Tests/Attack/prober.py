"""Sends one request after another, and notes those that end the server, make it mute, or are its own fault."""

import time

import raw

# Once that many have ended the process, the rest is not tried.
MOST_DEATHS = 5
# Refusals that are in order, though they are the server's.
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
        """The answer, or None; `shown` is how a finding names the request, and `side` where it goes."""
        answer, is_gone = None, False
        try:
            answer = self.connections[side].request(*request, **more)
            if answer.status >= 500 and answer.status not in FINE:
                self.found.append(f"{shown} was answered with {answer.status}.")
        except raw.Hang:
            self.found.append(f"{shown} was not answered within 10 s.")
            is_gone = True
        except raw.Gone:
            # Normal for what is too long; and how it looks when the process dies.
            is_gone = True
        if not self.target.lagoon.is_alive or is_gone and not self.target.answers():
            self.found.append(f"{shown}: {self.target.revive()}.")
            self.deaths += 1
            self.connections = self.target.connections()
        return answer
