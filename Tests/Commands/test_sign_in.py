"""Sign-in with a company's provider, by a code in a browser, and publishing from CI: against an OpenID provider that is not ours."""

import http.cookiejar
import json
import os
import re
import shlex
import subprocess
import sys
import time
import urllib.error
import urllib.parse
import urllib.request

import pytest

from conftest import BINARIES, until
from ports import free_port
from waiting import GUARD
from test_documents import PEOPLE, block

PASSWORD = "four unusual violet harbours"


class Provider:
    """oidc-provider-mock, which signs with RSA as most providers do."""

    def __init__(self):
        port = free_port()
        self.address = f"http://127.0.0.1:{port}"
        self.process = subprocess.Popen(
            [sys.executable, "-W", "ignore", "-m", "oidc_provider_mock", "--port", str(port)], stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL)
        until(lambda: self.answers())

    def answers(self):
        try:
            urllib.request.urlopen(self.address + "/.well-known/openid-configuration", timeout=2).close()
            return True
        except OSError:
            return False

    def knows(self, subject, **claims):
        request = urllib.request.Request(
            f"{self.address}/users/{urllib.parse.quote(subject, safe='')}", json.dumps(claims).encode(),
            {"Content-Type": "application/json"}, method="PUT")
        urllib.request.urlopen(request).close()

    def token(self, subject, audience):
        """An ID token, as a CI job gets one."""
        query = urllib.parse.urlencode({
            "response_type": "code", "client_id": audience, "redirect_uri": "http://127.0.0.1:9/", "scope": "openid"})
        location = redirect(f"{self.address}/oauth2/authorize?{query}", {"sub": subject})
        code = urllib.parse.parse_qs(urllib.parse.urlsplit(location).query)["code"][0]
        form = urllib.parse.urlencode({
            "grant_type": "authorization_code", "code": code, "redirect_uri": "http://127.0.0.1:9/", "client_id": audience,
            "client_secret": "x"})
        with urllib.request.urlopen(self.address + "/oauth2/token", form.encode()) as answer:
            return json.load(answer)["id_token"]


class NoRedirect(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_):
        return None


def redirect(address, form):
    """Where the answer to a form leads."""
    try:
        urllib.request.build_opener(NoRedirect).open(address, urllib.parse.urlencode(form).encode())
    except urllib.error.HTTPError as answer:
        return answer.headers["Location"]
    raise AssertionError("there was no redirect")


class Browser:
    """A browser without scripts: cookies, redirects, forms."""

    def __init__(self):
        self.opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(http.cookiejar.CookieJar()))

    def open(self, address, form=None, **headers):
        body = form and urllib.parse.urlencode(form).encode()
        if form and "Origin" not in headers:
            parts = urllib.parse.urlsplit(address)
            headers["Origin"] = f"{parts.scheme}://{parts.netloc}"
        request = urllib.request.Request(address, body, headers)
        try:
            with self.opener.open(request, timeout=GUARD) as answer:
                return answer.status, answer.url, answer.read().decode()
        except urllib.error.HTTPError as error:
            return error.code, error.url, error.read().decode()


@pytest.fixture(scope="module")
def provider():
    provider = Provider()
    yield provider
    provider.process.terminate()
    provider.process.wait(timeout=GUARD)


@pytest.fixture
def center(atoll, provider):
    """A Center that trusts the provider, with an administrator and an organization that publishes."""
    atoll.stop()
    port = free_port()
    (atoll.folder / "secret").write_text("client secret\n")
    atoll.start(
        "--port", str(port), "--address", f"http://127.0.0.1:{port}", "--sign-in-provider", provider.address, "--sign-in-client",
        "atoll-center", "--sign-in-secret", atoll.folder / "secret", "--sign-in-name", "Example Corp", "--ci-issuer",
        f"github={provider.address}")
    atoll.environment["ATOLL_PASSWORD"] = PASSWORD
    del atoll.environment["ATOLL_API_KEY"]
    atoll.environment["ATOLL_SESSIONS"] = str(atoll.folder / "root.json")
    atoll.works("center", "init", "root@example.com", "--name", "Root", "--data", "center")
    atoll.works("login", "root@example.com")
    atoll.works("org", "create", "example", "--name", "Example", "--publisher", "com.example")
    return atoll


class Login:
    """`atoll login` without an address, which waits for somebody in a browser."""

    def __init__(self, atoll, name):
        self.atoll = atoll
        sessions = str(atoll.folder / f"{name}.json")
        self.process = subprocess.Popen(
            [BINARIES / "atoll", "login"], cwd=atoll.folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
            env=os.environ | atoll.environment | {"ATOLL_SESSIONS": sessions})
        lines = [self.process.stdout.readline() for _ in range(4)]
        self.page = lines[0].split()[-1]
        self.code = lines[1].split()[-1]
        self.link = lines[3].split()[-1]

    def end(self):
        output, _ = self.process.communicate(timeout=GUARD)
        return self.process.returncode, output


def at_provider(browser, page, address, subject):
    """Follows the page's link to the provider, and signs in there as somebody."""
    link = re.search(r'href="(/sign-in/provider\?code=[A-Z-]+)"', page).group(1).replace("&amp;", "&")
    _, form, _ = browser.open(urllib.parse.urljoin(address, link))
    assert "code_challenge_method=S256" in form and "nonce=" in form and "prompt=login" in form
    return browser.open(form, {"sub": subject})


def test_somebody_signs_in_with_the_company(center, provider):
    provider.knows("subject-1", email="Root@example.com", email_verified=True, name="Root")
    login = Login(center, "other")
    browser = Browser()
    status, _, page = browser.open(login.link)
    assert status == 200 and login.code in page and "atoll on" in page and "127.0.0.1" in page
    assert "Sign in with Example Corp" in page
    status, address, page = at_provider(browser, page, login.link, "subject-1")
    assert status == 200 and address.endswith(f"/device/confirm?code={login.code}")
    assert "root@example.com" in page and "Allow this program?" in page
    confirm = address.split("?")[0]
    # Another site can't press the button.
    status, _, page = browser.open(confirm, {"code": login.code, "answer": "allow"}, Origin="https://evil.example")
    assert status == 403
    status, _, page = browser.open(confirm, {"code": login.code, "answer": "allow"})
    assert status == 200 and "You are signed in" in page
    status, output = login.end()
    assert status == 0 and f"Signed in at {center.center} as Root." in output
    center.environment["ATOLL_SESSIONS"] = str(center.folder / "other.json")
    assert "root@example.com" in center.works("account")
    # It counts as just signed in: what is dangerous works.
    center.works("org", "create", "second", "--name", "Second")
    # Used up.
    status, _, page = browser.open(login.link)
    assert status == 404 and "No program is waiting for this code" in page


def test_somebody_works_at_the_console_with_the_company(center, provider):
    provider.knows("subject-1", email="root@example.com", email_verified=True, name="Root")
    browser = Browser()
    status, _, page = browser.open(center.center + "/account")
    assert status == 200
    link = re.search(r'href="(/sign-in/with-provider[^"]*)"', page).group(1).replace("&amp;", "&")
    assert "Sign in with Example Corp" in page
    _, form, _ = browser.open(center.center + link)
    assert "prompt=login" in form
    status, address, page = browser.open(form, {"sub": "subject-1"})
    assert status == 200 and "/sign-in/with-provider/done?then=" in address and 'content="0; url=/account"' in page
    status, _, page = browser.open(center.center + "/account")
    assert status == 200 and "Root" in page and "root@example.com" in page
    # The browser's values are used up, and lead nowhere else.
    status, _, page = browser.open(address)
    assert status == 403 and "Sign in again" in page
    _, form, _ = browser.open(center.center + "/sign-in/with-provider?then=https://evil.example/")
    _, _, page = browser.open(form, {"sub": "subject-1"})
    assert "evil.example" not in page
    # A stranger, and a user who turns back at the provider, read what to do.
    provider.knows("nobody", email="nobody@example.com", email_verified=True)
    stranger = Browser()
    _, form, _ = stranger.open(center.center + "/sign-in/with-provider")
    status, _, page = stranger.open(form, {"sub": "nobody"})
    assert status == 403 and "invite it" in page and 'href="/sign-in?then=' in page
    _, form, _ = stranger.open(center.center + "/sign-in/with-provider")
    state = urllib.parse.parse_qs(urllib.parse.urlsplit(form).query)["state"][0]
    status, _, page = stranger.open(center.center + "/sign-in/callback?error=%3Cb%3E&state=other")
    assert "&lt;b&gt;" not in page and "took too long" in page
    status, _, page = stranger.open(center.center + "/sign-in/callback?error=access_denied&state=" + state)
    assert status == 403 and "Example Corp did not sign you in (access_denied)" in page


def test_with_a_password_and_refused(center):
    login = Login(center, "other")
    browser = Browser()
    status, _, page = browser.open(login.page, {"code": login.code, "email": "root@example.com", "password": "wrong"})
    assert status == 403 and "Wrong e-mail address, password or code." in page and login.code in page
    status, _, page = browser.open(
        login.page, {"code": login.code.lower(), "email": "root@example.com", "password": PASSWORD, "second": ""})
    assert status == 200 and "You are signed in" in page
    assert login.end()[0] == 0

    status, _, page = browser.open(login.page + "?code=%3Cscript%3E")
    assert status == 404 and "<script>" not in page
    for code in "BCDF-GHJK", "%00", "x" * 5_000:
        assert browser.open(login.page + "?code=" + code)[0] in (404, 414, 429, 431)
    assert browser.open(login.page + "?code=")[0] == 200


def test_strangers_of_the_provider_get_nothing(center, provider):
    provider.knows("stranger", email="stranger@example.com", email_verified=True)
    provider.knows("liar", email="root@example.com", email_verified=False)
    for subject, words in ("stranger", "No account at this Center has the address"), ("liar", "did not say that your e-mail address is verified"):
        login = Login(center, subject)
        browser = Browser()
        _, _, page = browser.open(login.link)
        status, _, page = at_provider(browser, page, login.link, subject)
        assert words in page, page
        login.process.kill()
        login.end()
    # A code of another user, or a state that this browser has not begun.
    for query in "", "?code=x", "?code=x&state=y", "?error=access_denied&state=y":
        status, _, page = Browser().open(center.center + "/sign-in/callback" + query)
        assert "You were not signed in" in page or "No account at this Center" in page
    # Refused at the Center.
    provider.knows("subject-1", email="root@example.com", email_verified=True)
    login = Login(center, "refused")
    browser = Browser()
    _, _, page = browser.open(login.link)
    _, address, page = at_provider(browser, page, login.link, "subject-1")
    status, _, page = browser.open(address.split("?")[0], {"code": login.code, "answer": "refuse"})
    assert status == 200 and "Not allowed" in page
    status, output = login.end()
    assert status == 1 and "refused" in output


def test_a_job_of_the_repository_publishes(center, provider):
    app = center.make_mini_app()
    claims = {"repository": "example/menu", "repository_owner_id": 77,
              "workflow_ref": "example/menu/.github/workflows/publish.yml@refs/tags/v1", "sha": "0123abc", "run_id": 5}
    provider.knows("repo-menu", **claims)
    provider.knows("repo-other", **(claims | {"repository": "other/menu"}))
    # Another party has registered the name of the owner again.
    provider.knows("repo-squatter", **(claims | {"repository_owner_id": 78}))
    publish = ["publish", app, "--super-app", "com.example.lagoon"]
    assert json.load(urllib.request.urlopen(center.center + "/v1/ci"))["audience"] == center.center

    def job(subject, audience=None):
        center.environment["ATOLL_ID_TOKEN"] = provider.token(subject, audience or center.center)
        return center(*publish)

    assert "No trusted publisher" in job("repo-menu").output
    mistakes = center("ci", "add", "Menu", "--repository", "example/menu", "--issuer", provider.address, "-o", "example")
    assert mistakes.status == 1 and "repository_owner_id, workflow_ref" in mistakes.output
    added = center.works(
        "ci", "add", "Menu", "--repository", "example/menu", "--owner", "77", "--workflow", "publish.yml", "--issuer",
        provider.address, "--id", "com.example.lunch-menu", "-o", "example")
    assert "repository=example/menu" in center.works("ci", "list", "-o", "example")

    for subject in "repo-other", "repo-squatter":
        refused = job(subject)
        assert refused.status == 1 and "No trusted publisher" in refused.output, refused.output
    refused = job("repo-menu", "https://other.example")
    assert refused.status == 1 and "another audience" in refused.output
    published = job("repo-menu")
    assert published.status == 0 and "was published" in published.output, published.output
    again = center(*publish)
    assert again.status == 1 and "used before" in again.output
    rows = json.loads(center.works("audit", "--json"))["items"]
    upload = next(row for row in rows if row["action"] == "version:upload")
    exchange = next(row for row in rows if row["action"] == "ci:exchange")
    assert upload["actorKind"] == "ci" and upload["actor"] == exchange["actor"] == added.split()[0]
    assert "repository example/menu" in exchange["comment"] and "sha 0123abc" in exchange["comment"]

    assert "Removed" in center.works("ci", "remove", added.split()[0], "-o", "example")
    assert "No trusted publisher" in job("repo-menu").output
    assert "unknown" in center("ci", "remove", "none", "-o", "example").output


def test_what_the_document_says_of_ci(center):
    center.works("org", "create", "kitchen", "--name", "Kitchen", "--publisher", "com.kitchen")
    for line in block(PEOPLE, "atoll ci add"):
        center.works(*shlex.split(line)[1:])
    assert len(center.works("ci", "list", "-o", "kitchen").splitlines()) == 3


def test_github_gives_the_job_its_token(center, provider):
    """The way in which a job of GitHub Actions asks for its token, by the two variables that it has."""
    import http.server
    import threading

    asked = []

    class Actions(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            asked.append((self.path, self.headers["Authorization"]))
            body = json.dumps({"value": provider.token("repo-actions", center.center)}).encode()
            self.send_response(200)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_):
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Actions)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    provider.knows(
        "repo-actions", repository="example/a", repository_owner_id="1", workflow_ref="example/a/.github/workflows/p.yml@refs/heads/main")
    center.works(
        "ci", "add", "A", "--repository", "example/a", "--owner", "1", "--workflow", "p.yml", "--issuer", provider.address,
        "-o", "example")
    center.environment |= {
        "ACTIONS_ID_TOKEN_REQUEST_URL": f"http://127.0.0.1:{server.server_port}/token?api-version=2",
        "ACTIONS_ID_TOKEN_REQUEST_TOKEN": "job secret"}
    output = center.works("publish", center.make_mini_app(), "--super-app", "com.example.lagoon")
    server.shutdown()
    assert "was published" in output
    assert asked == [("/token?api-version=2&audience=" + urllib.parse.quote(center.center, safe=":/"), "Bearer job secret")]


def test_a_provider_that_is_away_is_said_so(center, provider):
    center.stop()
    center.start(
        "--port", "0", "--address", "http://127.0.0.1:9", "--sign-in-provider", f"http://127.0.0.1:{free_port()}", "--sign-in-client", "x", "--sign-in-name", "Gone")
    secret = json.load(urllib.request.urlopen(urllib.request.Request(
        center.center + "/v1/device-code", b'{"program": "atoll"}', {"Content-Type": "application/json"})))
    start = time.monotonic()
    status, _, page = Browser().open(center.center + "/sign-in/provider?code=" + secret["userCode"])
    assert status == 503 and "Gone is not available" in page and time.monotonic() - start < 15
