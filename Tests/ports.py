"""Ports for the servers of tests."""

import contextlib
import random
import socket

# Ports that neither Linux nor macOS assigns to outgoing connections.
UNASSIGNED = range(12_000, 32_000)


def free_port():
    """A port that nothing listens on. It stays free until a server takes it, because the system never assigns it to a connection."""
    while True:
        port = random.choice(UNASSIGNED)
        with contextlib.suppress(OSError), socket.socket() as listener:
            listener.bind(("127.0.0.1", port))
            return port
