"""The web shell behind the proxies of `deploy/`, as docs/deploying.md has them, over HTTP. `test_engines.py` drives browsers through them."""

import re
import ssl
import urllib.parse

import pytest

from conftest import USERS
from domains import MINI_APPS, SHELL, Domains
from running import Lagoon

CLAIMED = "203.0.113.9"


@pytest.fixture(scope="module")
def lagoon(tmp_path_factory):
    running = Lagoon(tmp_path_factory.mktemp("lagoon"), options=Domains.OPTIONS)
    running.start()
    yield running
    running.stop()


@pytest.fixture(params=["nginx", "HAProxy", "Caddy"])
def sites(request, lagoon, tmp_path):
    sites = Domains(lagoon, tmp_path / "sites", proxy=request.param)
    yield sites
    sites.close()


def ask(sites, path, host=SHELL, method="GET", body=None, headers={}):
    """Returns the status, the headers and the body."""
    connection = sites.connection(host)
    connection.request(method, path, body, {"Accept": "text/html", **headers})
    answer = connection.getresponse()
    found = answer.status, answer.headers, answer.read().decode()
    connection.close()
    return found


def sign_in(sites):
    """Signs in with a claim about where the client is, and returns the cookie."""
    claims = {"X-Forwarded-For": CLAIMED, "Forwarded": f"for={CLAIMED}"}
    form = urllib.parse.urlencode({"name": "ada", "password": USERS["ada"]})
    status, headers, _ = ask(sites, "/sign-in", method="POST", body=form, headers={
        "Origin": f"https://{SHELL}", "Content-Type": "application/x-www-form-urlencoded", **claims})
    assert status == 303
    return headers["Set-Cookie"].split(";")[0]


def test_the_shell_gets_its_hosts_and_addresses_and_its_events_are_not_held_back(sites):
    cookie = {"Cookie": sign_in(sites)}
    status, headers, today = ask(sites, "/today", headers=cookie)
    assert status == 200 and headers["Strict-Transport-Security"]
    # The address of a session: a client's own claim about it does not count.
    assert CLAIMED not in ask(sites, "/security", headers=cookie)[2]
    # Each host is distinguished; of a mini app's, nothing is shown without a launch.
    status, headers, text = ask(sites, "/", host=f"kudos-1.{MINI_APPS}")
    assert (status, text) == (404, "Not found.\n") and "frame-ancestors" in headers["Content-Security-Policy"]
    try:
        status, _, text = ask(sites, "/sign-in", host="other.test")
        assert status != 200 or "password" not in text
    except ssl.SSLError:
        pass  # There is no certificate for it.
    # A stream that never ends begins immediately.
    topics = re.search(r'data-topics="([^"]+)"', today)[1]
    connection = sites.connection()
    connection.request("GET", "/events?" + urllib.parse.urlencode({"topics": topics}), headers=cookie)
    answer = connection.getresponse()
    assert answer.headers["Content-Type"].startswith("text/event-stream")
    assert answer.fp.readline().strip()
    connection.sock.close()


def test_a_message_of_a_megabyte_reaches_the_shell(sites):
    """nginx refuses longer bodies with its defaults."""
    cookie = sign_in(sites)
    message = '{"jsonrpc":"2.0","id":1,"method":"storage.set","params":{"key":"a","value":"%s"}}' % ("x" * 1_100_000)
    status, headers, text = ask(sites, "/bridge?miniApp=com.example.kudos", method="POST", body=message, headers={
        "Cookie": cookie, "Origin": f"https://{SHELL}", "Content-Type": "application/json"})
    assert "Content-Security-Policy" in headers, f"the shell itself answers, not the proxy: {status} {text[:200]}"
