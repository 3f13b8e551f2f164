"""HTTP over plain sockets, so that no library corrects what is sent."""

import socket
import time


class Hang(Exception):
    """The server did not answer in time."""


class Gone(Exception):
    """The server closed the connection, or could not be reached."""


class Answer:
    def __init__(self, status, headers, body, seconds):
        self.status, self.headers, self.body, self.seconds = status, headers, body, seconds

    def all(self, name):
        return [value for key, value in self.headers if key == name.lower()]

    def get(self, name, default=""):
        return next(iter(self.all(name)), default)

    @property
    def text(self):
        return self.body.decode("utf-8", "replace")


def connect(port, source=None, timeout=10, receive_buffer=None):
    """A socket connected to 127.0.0.1; `source` is the loopback address to connect from."""
    connection = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    connection.settimeout(timeout)
    if receive_buffer:
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer)
    if source:
        try:
            connection.bind((source, 0))
        except OSError:
            # Not every system has all addresses of 127/8.
            pass
    try:
        connection.connect(("127.0.0.1", port))
    except socket.timeout as error:
        connection.close()
        raise Hang("the connection was not accepted") from error
    except OSError as error:
        connection.close()
        raise Gone(str(error)) from error
    connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return connection


def head(method, target, authority, headers=(), length=None):
    """The bytes of a request's head. Text is sent as Latin-1, so that it can contain any byte."""
    lines = [f"{method} {target} HTTP/1.1", f"Host: {authority}"]
    lines += [f"{name}: {value}" for name, value in headers]
    if length is not None:
        lines.append(f"Content-Length: {length}")
    return ("\r\n".join(lines) + "\r\n\r\n").encode("latin-1", "replace")


class Connection:
    """A keep-alive connection, which is reopened if the server has closed it."""

    def __init__(self, port, authority, source=None, timeout=10):
        self.port, self.authority, self.source, self.timeout = port, authority, source, timeout
        self.socket = None
        self.rest = b""

    def close(self):
        if self.socket:
            self.socket.close()
        self.socket, self.rest = None, b""

    def request(self, method, target, headers=(), body=None, authority=None):
        """Sends a request and reads the response.

        A request is only sent again if a connection that was kept alive turns out to be closed.
        """
        length = len(body) if body is not None else 0 if method in ("POST", "PUT") else None
        message = head(method, target, authority or self.authority, headers, length) + (body or b"")
        was_kept = self.socket is not None
        try:
            return self.exchange(message, method)
        except Gone:
            if not was_kept:
                raise
            return self.exchange(message, method)

    def exchange(self, message, method="GET"):
        """Sends bytes unchanged, and reads one response."""
        began = time.monotonic()
        try:
            if self.socket is None:
                self.socket = connect(self.port, self.source, self.timeout)
            try:
                self.socket.sendall(message)
            except (BrokenPipeError, ConnectionResetError):
                # The server may have responded before it had read everything.
                if len(message) < 10_000:
                    raise
            status, headers, body, stays = self.read(method)
        except socket.timeout as error:
            self.close()
            raise Hang(f"no answer within {self.timeout} s") from error
        except OSError as error:
            self.close()
            raise Gone(str(error)) from error
        except Gone:
            self.close()
            raise
        if not stays:
            self.close()
        return Answer(status, headers, body, time.monotonic() - began)

    def read(self, method):
        text = self.until(b"\r\n\r\n")
        lines = text.decode("latin-1").split("\r\n")
        try:
            status = int(lines[0].split()[1])
        except (IndexError, ValueError) as error:
            raise Gone("the answer is not HTTP") from error
        headers = [(name.strip().lower(), value.strip()) for name, _, value in
                   (line.partition(":") for line in lines[1:] if line)]
        fields = dict(headers)
        stays = fields.get("connection", "").lower() != "close"
        if status < 200:
            return self.read(method)
        if method == "HEAD" or status in (204, 304):
            return status, headers, b"", stays
        if fields.get("transfer-encoding", "").lower() == "chunked":
            return status, headers, self.chunks(), stays
        if "content-length" in fields:
            return status, headers, self.exactly(int(fields["content-length"])), stays
        return status, headers, self.everything(), False

    def more(self):
        data = self.socket.recv(65_536)
        if not data:
            raise Gone("the server closed the connection")
        self.rest += data

    def until(self, end):
        while end not in self.rest:
            self.more()
        text, _, self.rest = self.rest.partition(end)
        return text

    def exactly(self, count):
        parts, missing = [self.rest[:count]], count - len(self.rest)
        self.rest = self.rest[count:]
        while missing > 0:
            data = self.socket.recv(min(missing, 1 << 20))
            if not data:
                raise Gone("the server closed the connection")
            parts.append(data)
            missing -= len(data)
        return b"".join(parts)

    def chunks(self):
        body = b""
        while size := int(self.until(b"\r\n").split(b";")[0], 16):
            body += self.exactly(size)
            self.exactly(2)
        self.until(b"\r\n")
        return body

    def everything(self):
        body, self.rest = self.rest, b""
        while data := self.socket.recv(65_536):
            body += data
        return body
