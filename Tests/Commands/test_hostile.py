"""A server between a device and its Center that responds to one kind of path with a bomb: the device reports an error,
and uses hardly any memory for it."""

import http.client
import http.server
import threading
import time
import urllib.parse
import zlib

import pytest

from waiting import GUARD

from test_device import device  # noqa: F401 (a fixture)

# The requests of `atoll install`, each with a part of its path.
PATHS = {
    "timestamp": "/metadata/timestamp.json", "snapshot": ".snapshot.json", "role": ".targets.json", "bin": ".releases-",
    "descriptor": "/targets/releases/", "publisher": "/targets/publishers/", "pack": "/v1/packs/", "blob": "/v1/blobs/",
}
MOST = 100 * 1024 * 1024


def zeros(bits):
    """4 GB of zeros, compressed: a compressed megabyte, to be sent repeatedly."""
    compressor = zlib.compressobj(9, zlib.DEFLATED, bits)
    first = compressor.compress(bytes(1 << 20)) + compressor.flush(zlib.Z_FULL_FLUSH)
    again = compressor.compress(bytes(1 << 20)) + compressor.flush(zlib.Z_FULL_FLUSH)
    return first, again


def gzip(write):
    first, again = zeros(31)
    write(first)
    for _ in range(4_000):
        write(again)


def deflate(write):
    first, again = zeros(15)
    write(first)
    for _ in range(4_000):
        write(again)


def endless(write):
    ends = time.monotonic() + 60
    while time.monotonic() < ends:
        write(b" " * 65_536)


BOMBS = {"gzip": ("gzip", gzip), "deflate": ("deflate", deflate), "endless": (None, endless)}


class Between:
    """Forwards requests, except for one kind of path."""

    def __init__(self, center):
        self.part = self.encoding = self.bomb = None
        self.met = 0
        self.origin = urllib.parse.urlparse(center).netloc
        between = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self):
                if between.part and between.part in self.path:
                    return self.explode()
                connection = http.client.HTTPConnection(between.origin, timeout=GUARD)
                headers = {name: value for name, value in self.headers.items() if name.lower() != "host"}
                connection.request("GET", self.path, headers=headers)
                answer = connection.getresponse()
                body = answer.read()
                self.send_response(answer.status)
                self.send_header("Content-Type", answer.getheader("Content-Type") or "application/octet-stream")
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def explode(self):
                between.met += 1
                self.send_response(200)
                self.send_header("Content-Type", "application/json")
                if between.encoding:
                    self.send_header("Content-Encoding", between.encoding)
                self.send_header("Connection", "close")
                self.end_headers()
                self.close_connection = True
                try:
                    between.bomb(self.wfile.write)
                except OSError:
                    pass

            def log_message(self, *arguments):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        self.address = f"http://127.0.0.1:{self.server.server_address[1]}"
        threading.Thread(target=self.server.serve_forever, args=(0.05,), daemon=True).start()


@pytest.fixture
def between(device):
    app = device.make_mini_app()
    device.works("publish", app, "--super-app", "com.example.lagoon")
    server = Between(device.center)
    device.environment["ATOLL_CENTER"] = server.address
    yield server
    server.server.shutdown()


@pytest.mark.thorough("hostile answers")
def test_no_answer_takes_memory_or_time(device, between):
    install = "install", "com.example.lunch-menu", *device.options
    usual = device(*install, "--cache", "usual")
    assert usual.status == 0, usual.output
    found = []
    for name, part in PATHS.items():
        for kind, (encoding, bomb) in BOMBS.items():
            between.part, between.encoding, between.bomb, between.met = part, encoding, bomb, 0
            began = time.monotonic()
            # Blobs are only requested without packs.
            more = ["--one-by-one"] if name == "blob" else []
            outcome = device(*install, "--cache", f"cache-{name}-{kind}", *more)
            seconds = time.monotonic() - began
            if not between.met:
                found.append(f"{name} was never requested")
            if outcome.status == 0 and name != "pack":
                found.append(f"{kind} as {name} was accepted")
            if outcome.memory > usual.memory + MOST:
                found.append(f"{kind} as {name} took {outcome.memory / 2**20:.0f} MB; usual are {usual.memory / 2**20:.0f}")
            if seconds > 30:
                found.append(f"{kind} as {name} took {seconds:.0f} s")
    assert not found, "\n".join(found)
