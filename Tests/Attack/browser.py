"""The parts of a browser that the attacks need: cookies by host, forms, and the launch of a mini app."""

import html
import itertools
import re
import urllib.parse

import raw

USERS = {"ada": "coral-reef-1843", "ben": "quiet-water-27"}
KUDOS = "com.example.kudos"
ADDRESSES = itertools.count(1)


class Browser:
    def __init__(self, lagoon, source=None, timeout=10):
        self.lagoon = lagoon
        self.authority = lagoon.authority
        self.cookies = {}
        # Each browser has its own loopback address, so that none is throttled for what another one does.
        source = source or f"127.1.0.{next(ADDRESSES) % 250 + 1}"
        self.connection = raw.Connection(lagoon.port, self.authority, source, timeout)

    def send(self, method, target, headers=(), body=None, authority=None):
        """Sends a request with the cookies of its host, and stores those of the response."""
        authority = authority or self.authority
        jar = self.cookies.setdefault(authority, {})
        headers = list(headers)
        if jar:
            headers.append(("Cookie", "; ".join(f"{name}={value}" for name, value in jar.items())))
        answer = self.connection.request(method, target, headers, body, authority)
        if "cookies" in answer.get("clear-site-data"):
            jar.clear()
        for line in answer.all("set-cookie"):
            name, _, value = line.partition(";")[0].partition("=")
            if "max-age=0" in line.lower():
                jar.pop(name, None)
            else:
                jar[name] = value
        return answer

    def get(self, target, headers=(), authority=None):
        return self.send("GET", target, headers, authority=authority)

    def post(self, target, fields, headers=()):
        """Sends a form as one of the shell's own pages would."""
        headers = [("Origin", self.lagoon.origin), ("Sec-Fetch-Site", "same-origin"),
                   ("Content-Type", "application/x-www-form-urlencoded"), *headers]
        return self.send("POST", target, headers, urllib.parse.urlencode(fields).encode())

    def try_to_sign_in(self, name, password=None):
        return self.post("/sign-in", {"name": name, "password": password or USERS[name]})

    def sign_in(self, name):
        answer = self.try_to_sign_in(name)
        if answer.status != 303:
            raise RuntimeError(f"{name} could not sign in: status {answer.status}")
        return self

    def twin(self):
        """Another connection of the same browser, with a copy of its cookies."""
        other = Browser(self.lagoon)
        other.cookies = {authority: dict(jar) for authority, jar in self.cookies.items()}
        return other

    @property
    def session(self):
        """The headers that authenticate a request as this user's."""
        jar = self.cookies.get(self.authority, {})
        return [("Cookie", "; ".join(f"{name}={value}" for name, value in jar.items()))]

    def secrets(self):
        """The values of all cookies, to search for where they must not appear."""
        return {value for jar in self.cookies.values() for value in jar.values() if len(value) >= 16}

    def open(self, miniapp=KUDOS):
        """Opens a mini app as its frame would.

        Returns the shell's page, and the responses of the mini app's origin: redirects first, its page last.
        """
        page = self.get(f"/miniapp/{miniapp}")
        source = re.search(r'<iframe[^>]* src="([^"]+)"', page.text)
        return page, self.follow(html.unescape(source[1])) if source else []

    def follow(self, address):
        chain = []
        for _ in range(6):
            url = urllib.parse.urlsplit(address)
            target = url.path + (f"?{url.query}" if url.query else "")
            chain.append(self.get(target, authority=url.netloc))
            if not 300 <= chain[-1].status < 400:
                break
            address = urllib.parse.urljoin(address, chain[-1].get("location"))
        return chain

    def bridge(self, message, miniapp=KUDOS, is_card=False):
        """Sends bytes over the bridge, as the shell's script does for a mini app or for its card."""
        headers = [("Origin", self.lagoon.origin), ("Sec-Fetch-Site", "same-origin"),
                   ("Content-Type", "application/json")]
        return self.send("POST", f"/bridge?miniApp={miniapp}{'&card=true' if is_card else ''}", headers, message)
