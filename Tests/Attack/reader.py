"""A signed-in user who reads pages the whole time, and how long each page took.

It runs in a separate process, so that a busy attacker does not make pages look slow.
"""

import json
import subprocess
import sys
import threading
import time
from pathlib import Path

import raw

PAGES = "/today", "/hub", "/products"
# Machines are shared: a page that is faster than this, in seconds, is fast enough, for any earlier time. The short form is part of
# `make test`, on a debug build, with other attacks in parallel: there, only a page that hangs is a fault. The long form measures how
# much slower pages get.
FLOOR, SHORT_FLOOR = 0.25, 2.0
PAUSE = 0.1


class Reader:
    def __init__(self, server, headers, is_short, pages=PAGES):
        """`server`: a port and an authority. `headers` tell who reads; they pass through a pipe so that no list of processes shows them."""
        self.measured, self.quiet, self.floor, self.pages = [], {}, SHORT_FLOOR if is_short else FLOOR, pages
        self.process = subprocess.Popen(
            [sys.executable, Path(__file__), *map(str, server), *pages],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.process.stdin.write(json.dumps(headers) + "\n")
        self.process.stdin.flush()
        threading.Thread(target=self.collect, daemon=True).start()

    def collect(self):
        for line in self.process.stdout:
            page, began, seconds, status = line.split()
            self.measured.append((page, float(began), float(seconds), int(status)))

    def stop(self):
        self.process.terminate()
        self.process.wait()

    def learn_quiet(self, seconds):
        """Measures the 99th percentile of each page while nothing else happens."""
        # The first request for each page is slower, and not measured.
        time.sleep(1)
        began = time.monotonic()
        time.sleep(seconds)
        self.quiet = {page: percentile(self.seconds(page, began), 99) for page in self.pages}
        return self.quiet

    def seconds(self, page, began):
        return [seconds for name, moment, seconds, _ in list(self.measured) if name == page and moment >= began]

    def limit(self, page):
        return max(2 * self.quiet[page], self.floor)

    def is_calm(self):
        """Whether the last three pages were fast, and the next is not late."""
        last = self.measured[-3:]
        return (bool(last) and all(status == 200 and seconds <= self.limit(page) for page, _, seconds, status in last)
                and self.waiting() < FLOOR)

    def waiting(self):
        """How long the reader has been waiting for the current page."""
        last = self.measured[-1] if self.measured else ("", time.monotonic(), 0, 200)
        return max(0.0, time.monotonic() - last[1] - last[2] - PAUSE)

    def findings(self, began, what):
        """What exceeded the reader's limits since `began`."""
        found = []
        for page in self.pages:
            slow = percentile(self.seconds(page, began), 99)
            if slow > self.limit(page):
                found.append(f"{page} took the reader {slow * 1000:.0f} ms {what}, in the 99th percentile "
                             f"({self.quiet[page] * 1000:.0f} ms when quiet, {self.limit(page) * 1000:.0f} ms at most).")
        if (waiting := self.waiting()) > max(map(self.limit, self.pages)):
            found.append(f"The reader still waits for a page after {waiting:.1f} s {what}.")
        statuses = [status for _, moment, _, status in list(self.measured) if moment >= began]
        if failed := [status for status in statuses if status != 200]:
            found.append(f"The reader did not get {len(failed)} of {len(statuses)} pages {what} "
                         f"(first status {failed[0]}; 0 is no answer).")
        return found


def percentile(seconds, percent):
    ordered = sorted(seconds)
    return ordered[min(len(ordered) - 1, len(ordered) * percent // 100)] if ordered else 0.0


def read(port, authority, pages):
    headers = json.loads(sys.stdin.readline())
    connection = raw.Connection(port, authority, timeout=30)
    while True:
        for page in pages:
            began = time.monotonic()
            try:
                status = connection.request("GET", page, headers).status
            except (raw.Hang, raw.Gone):
                status = 0
            print(page, began, time.monotonic() - began, status, flush=True)
            time.sleep(PAUSE)


if __name__ == "__main__":
    try:
        read(int(sys.argv[1]), sys.argv[2], sys.argv[3:])
    except (KeyboardInterrupt, BrokenPipeError):
        pass
