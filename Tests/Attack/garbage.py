"""Connections that don't send HTTP, and requests that two servers in a row could interpret differently."""

import socket
import time

import raw


def smuggled(authority):
    """Requests with a second one hidden inside, by name. A server that sees the second one responds twice."""
    hidden = f"GET /health HTTP/1.1\r\nHost: {authority}\r\n\r\n".encode()
    start = f"POST /sign-out HTTP/1.1\r\nHost: {authority}\r\n".encode()
    chunked = b"Transfer-Encoding: chunked\r\n"
    return {
        "length and chunked": start + b"Content-Length: 5\r\n" + chunked + b"\r\n0\r\n\r\n" + hidden,
        "chunked and length": start + chunked + b"Content-Length: %d\r\n\r\n0\r\n\r\n" % (5 + len(hidden)) + hidden,
        "two lengths": start + b"Content-Length: 0\r\nContent-Length: %d\r\n\r\n" % len(hidden) + hidden,
        "a list of lengths": start + b"Content-Length: 0, %d\r\n\r\n" % len(hidden) + hidden,
        "a signed length": start + b"Content-Length: +%d\r\n\r\n" % len(hidden) + hidden,
        "a negative length": start + b"Content-Length: -1\r\n\r\n" + hidden,
        "a hexadecimal length": start + b"Content-Length: 0x0\r\n\r\n" + hidden,
        "a length that is too large": start + b"Content-Length: 99999999999999999999\r\n\r\n" + hidden,
        "chunked twice": start + chunked + chunked + b"\r\n0\r\n\r\n" + hidden,
        "chunked, then identity": start + b"Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n" + hidden,
        "an unknown encoding": start + b"Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n" + hidden,
        "a space before the colon": start + b"Content-Length : %d\r\n\r\n" % len(hidden) + hidden,
        "a folded header": start + b"X: y\r\n Content-Length: %d\r\n\r\n" % len(hidden) + hidden,
        "a line feed alone in a header": start + b"X: y\nContent-Length: %d\r\n\r\n" % len(hidden) + hidden,
        "a NUL in a header": start + b"X: \0\r\n\r\n" + hidden,
        "a negative chunk": start + chunked + b"\r\n-1\r\n\r\n" + hidden,
        "a chunk that is too large": start + chunked + b"\r\nffffffffffffffffff\r\n\r\n" + hidden,
        "a chunk that ends in a line feed": start + chunked + b"\r\n0\n\n" + hidden,
        "two hosts": f"GET /health HTTP/1.1\r\nHost: {authority}\r\nHost: evil.example\r\n\r\n".encode(),
        "no host": b"GET /today HTTP/1.1\r\n\r\n",
        "HTTP/9.9": f"GET /health HTTP/9.9\r\nHost: {authority}\r\n\r\n".encode(),
        "HTTP/2 by prior knowledge": b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + b"\0\0\0\4\0\0\0\0\0",
        "TLS": bytes.fromhex("16030100c8010000c40303") + b"\0" * 190,
    }
# These must not be treated as a well-formed request that is followed by another one.
REFUSED = ("length and chunked", "chunked and length", "two lengths", "a list of lengths", "a signed length", "a negative length",
           "a hexadecimal length", "a length that is too large", "a space before the colon", "a line feed alone in a header",
           "a negative chunk", "a chunk that is too large", "chunked, then identity")


def answers(port, message, wait=0.5):
    """The statuses of all responses to some bytes, until the server sends nothing more."""
    received = b""
    with raw.connect(port, timeout=5) as connection:
        connection.sendall(message)
        connection.settimeout(wait)
        try:
            while data := connection.recv(65_536):
                received += data
        except (socket.timeout, OSError):
            pass
    return [int(line.split()[1]) for line in received.split(b"\r\n") if line.startswith(b"HTTP/1.") and len(line.split()) > 1]


def attack(target):
    lagoon, found = target.lagoon, []
    for port, authority in ((lagoon.port, lagoon.authority), (lagoon.center_port, lagoon.center_authority)):
        for name, message in smuggled(authority).items():
            statuses = answers(port, message)
            if name in REFUSED and len(statuses) > 1 and statuses[1] == 200:
                found.append(f"A request with {name} was read as two requests ({authority}): {statuses}.")
            if any(status >= 500 and status not in (501, 503, 505) for status in statuses):
                found.append(f"A request with {name} was answered with {statuses}.")
    count, began = 100 if target.is_short else 1_000, time.monotonic()
    for number in range(count):
        noise = target.random.randbytes(target.random.choice((1, 17, 400, 5_000)))
        if number % 3 == 0:
            noise = b"POST /sign-in HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n" + noise
        if number % 3 == 1:
            noise = b"GET /" + noise
        try:
            with raw.connect((lagoon.port, lagoon.center_port)[number % 2], timeout=5) as connection:
                connection.sendall(noise)
        except (raw.Gone, raw.Hang, OSError):
            if not target.answers():
                found.append(f"After {number} connections of noise: {target.revive()}.")
                return found
    if not target.answers():
        found.append(f"After {count} connections of noise: {target.revive()}.")
    return found + target.measured(began, "during connections of noise")
