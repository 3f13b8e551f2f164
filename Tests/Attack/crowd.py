"""Many simultaneous connections that do next to nothing, in one thread."""

import select
import socket
import time

import raw


class Crowd:
    """Connections that send `first`, and then a byte of `drip` each second, if any.

    With `reads` false, nothing is ever read, so that the server can't get rid of its responses.
    """

    def __init__(self, port, count, first=b"", drip=b"", reads=True):
        self.port, self.count, self.first, self.drip, self.reads = port, count, first, drip, reads
        self.open, self.closed, self.received, self.refused = {}, {}, {}, 0
        self.poll = select.epoll()
        self.drips = 0

    def connect(self):
        for number in range(self.count):
            # A single address would run out of ports, and may have its own limit.
            source = f"127.2.{number // 200 % 250}.{number % 200 + 1}"
            try:
                connection = raw.connect(self.port, source, 5, None if self.reads else 4_096)
                connection.setblocking(False)
                if self.first:
                    connection.send(self.first)
            except (raw.Gone, raw.Hang, OSError):
                self.refused += 1
                continue
            self.open[connection.fileno()] = connection, time.monotonic()
            if self.reads:
                self.poll.register(connection.fileno(), select.EPOLLIN | select.EPOLLRDHUP | select.EPOLLHUP)
        self.began = time.monotonic()
        return self

    def run(self, seconds):
        """Drips and watches until every connection is closed, or the time has passed."""
        ends, next_drip = time.monotonic() + seconds, time.monotonic() + 1
        while self.open and time.monotonic() < ends:
            for descriptor, _ in self.poll.poll(0.2):
                self.receive(descriptor)
            if self.drip and time.monotonic() >= next_drip:
                next_drip += 1
                byte = self.drip[self.drips % len(self.drip):][:1]
                self.drips += 1
                for descriptor in list(self.open):
                    self.send(descriptor, byte)
            if not self.reads:
                time.sleep(0.2)
        return self

    def receive(self, descriptor):
        if descriptor not in self.open:
            return
        try:
            data = self.open[descriptor][0].recv(65_536)
        except BlockingIOError:
            return
        except OSError:
            data = b""
        if data:
            self.received.setdefault(descriptor, b"")
            if len(self.received[descriptor]) < 64:
                self.received[descriptor] += data[:64]
        else:
            self.drop(descriptor)

    def send(self, descriptor, byte):
        try:
            self.open[descriptor][0].send(byte)
        except BlockingIOError:
            pass
        except OSError:
            self.drop(descriptor)

    def drop(self, descriptor):
        connection, began = self.open.pop(descriptor)
        self.closed[descriptor] = time.monotonic() - began
        connection.close()

    def drain(self, seconds):
        """Reads from connections that have not read so far; returns the bytes that each received, and which were closed."""
        amounts, ended, deadline = {}, set(), time.monotonic() + seconds
        for descriptor in self.open:
            amounts[descriptor] = 0
            self.poll.register(descriptor, select.EPOLLIN | select.EPOLLHUP)
        while len(ended) < len(amounts) and time.monotonic() < deadline:
            for descriptor, _ in self.poll.poll(0.2):
                try:
                    data = self.open[descriptor][0].recv(1 << 20)
                except BlockingIOError:
                    continue
                except OSError:
                    data = b""
                amounts[descriptor] += len(data)
                if not data:
                    ended.add(descriptor)
                    self.poll.unregister(descriptor)
        return amounts, ended

    def statuses(self):
        return [int(data.split()[1]) for data in self.received.values() if data.startswith(b"HTTP/1.1 ") and len(data) > 12]

    def close(self):
        for connection, _ in self.open.values():
            try:
                # A reset, so that thousands of ports are free again immediately.
                connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")
            except OSError:
                pass
            connection.close()
        self.open.clear()
        self.poll.close()
