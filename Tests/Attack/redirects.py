"""An API key must never be sent to another origin, nor over plain HTTP to another machine."""

import http.server
import os
import re
import subprocess
import threading

from lagoon import ROOT

KEY = "atoll_0000000000000000_" + "0" * 64


class Listener(http.server.ThreadingHTTPServer):
    """Counts requests and those with an API key, and redirects all of them if it has a target."""

    daemon_threads = True

    def __init__(self, redirect=None, status=302):
        self.calls, self.keys, self.redirect, self.status = 0, 0, redirect, status
        super().__init__(("127.0.0.1", 0), Handler)
        self.address = f"http://127.0.0.1:{self.server_address[1]}"
        threading.Thread(target=self.serve_forever, args=(0.05,), daemon=True).start()


class Handler(http.server.BaseHTTPRequestHandler):
    def answer(self):
        self.server.calls += 1
        self.server.keys += "atoll_" in self.headers.get("Authorization", "")
        self.rfile.read(int(self.headers.get("Content-Length", 0)))
        self.send_response(self.server.status if self.server.redirect else 404)
        if self.server.redirect:
            self.send_header("Location", self.server.redirect + self.path)
        self.send_header("Content-Length", "0")
        self.end_headers()

    do_GET = do_POST = do_PUT = do_CONNECT = answer

    def log_message(self, *arguments):
        pass


def commands(target, folder):
    """Commands that send the key, without the Center's address."""
    (folder / "details.json").write_text('{"keywords": ["x"], "tags": [], "places": [], "attributes": {}}')
    (folder / "home.json").write_text("{}")
    yield "details", "com.example.kudos", folder / "details.json"
    yield "home", "com.example.lagoon", folder / "home.json"
    if not target.is_short:
        # The demo's own publisher key: its signatures are worthless elsewhere.
        yield "publish", ROOT / "Examples/MiniApps/kudos", "--super-app", "com.example.lagoon"


def run(target, folder, arguments, center, **environment):
    atoll = target.lagoon.binary.parent / "atoll"
    keys = {"ATOLL_API_KEY": KEY, "ATOLL_KEYS": str(target.lagoon.data / "keys"), "ATOLL_PASSPHRASE": "lagoon-demo"}
    done = subprocess.run(
        [atoll, *map(str, arguments), "--center", center], cwd=folder, capture_output=True, text=True, timeout=90,
        env=os.environ | keys | environment)
    return done.returncode, done.stdout + done.stderr


def attack(target):
    if not (target.lagoon.binary.parent / "atoll").exists():
        return [f"atoll is missing beside {target.lagoon.binary}."]
    folder, found = target.lagoon.folder / "redirects", []
    folder.mkdir(exist_ok=True)
    for arguments in commands(target, folder):
        name = f"atoll {arguments[0]}"
        for status in (302,) if target.is_short else (301, 302, 303, 307, 308):
            other = Listener()
            first = Listener(redirect=other.address, status=status)
            code, output = run(target, folder, arguments, first.address)
            if first.calls == 0:
                found.append(f"{name} did not call the Center at all: {output.strip()[-200:]}")
            if other.calls:
                what = "with the API key" if other.keys else "without the API key"
                found.append(f"{name} followed a redirect ({status}) to another origin, {what}.")
            if code == 0:
                found.append(f"{name} took a redirect ({status}) for success.")
            for listener in (first, other):
                listener.shutdown()
                listener.server_close()
        # A name that does not exist; a proxy on this machine sees what would be sent.
        proxy = Listener()
        code, output = run(target, folder, arguments, "http://center.invalid", http_proxy=proxy.address,
                           HTTP_PROXY=proxy.address, all_proxy=proxy.address, no_proxy="")
        if proxy.calls:
            found.append(f"{name} sends {'the API key' if proxy.keys else 'its call'} over plain HTTP to another machine.")
        if code == 0 or not re.search(r"https", output, re.IGNORECASE):
            found.append(f"{name} does not say that a Center on another machine needs https.")
        proxy.shutdown()
        proxy.server_close()
    return found
