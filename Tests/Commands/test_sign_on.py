"""Sign-on for back ends: a verifier in another language takes the super app's tokens and no others, and the endpoints say the same."""

import base64
import hashlib
import hmac
import json
import os
import shutil
import subprocess
import time
import urllib.error
import urllib.parse
import urllib.request
from pathlib import Path

import pytest

from waiting import GUARD
from joserfc import jwt
from joserfc.errors import JoseError
from joserfc.jwk import ECKey, KeySet

ROOT = Path(__file__).resolve().parents[2]
LAGOON = os.environ.get("LAGOON", str(ROOT / ".build/debug/lagoon"))
KUDOS, AUDIENCE = "com.example.kudos", "https://api.kudos.example.com"
PERMISSION = f"user.token {AUDIENCE} profile"
EXCHANGE = "urn:ietf:params:oauth:grant-type:token-exchange"
ASSERTION = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer"


class Refused(Exception):
    pass


def verify(token, keys, audience=AUDIENCE, issuer=None, now=None):
    """What a foreign back end does with a token, by joserfc alone."""
    try:
        decoded = jwt.decode(token, keys, algorithms=["ES256"])
    except (JoseError, ValueError, TypeError) as error:
        raise Refused(str(error)) from error
    if decoded.header.get("typ") != "at+jwt" or decoded.header.get("alg") != "ES256":
        raise Refused("another kind of token")
    if set(decoded.header) - {"typ", "alg", "kid"}:
        raise Refused("a header that nobody knows")
    registry = jwt.JWTClaimsRegistry(
        now=int(now or time.time()), iss={"essential": True, "value": issuer}, aud={"essential": True, "value": audience},
        exp={"essential": True}, client_id={"essential": True, "value": KUDOS}, sub={"essential": True},
        env={"essential": True, "value": "production"})
    try:
        registry.validate(decoded.claims)
    except JoseError as error:
        raise Refused(str(error)) from error
    return decoded.claims


class SuperApp:
    def __init__(self, folder, miniapps=ROOT / "Examples/MiniApps"):
        self.data = folder / "data"
        self.process = subprocess.Popen(
            [LAGOON, "--data", str(self.data), "--miniapps", str(miniapps), "--port", "0", "--center-port", "0",
             "--log-level", "info"], stdout=subprocess.PIPE, stderr=open(folder / "log", "w"), text=True)
        self.log = folder / "log"
        for line in self.process.stdout:
            if line.startswith("Lagoon is open:"):
                self.origin = line.split()[-1]
            if line.startswith("The back end of Kudos answers at"):
                self.back_end = line.split()[-1].rstrip(".")
            if line.startswith("The Mini App Center answers at"):
                break
        else:
            raise RuntimeError(self.log.read_text())
        # *.localhost is this machine, whether or not the resolver knows.
        self.port = urllib.parse.urlsplit(self.origin).port

    def request(self, method, path, body=None, headers=None):
        data = None
        headers = dict(headers or {})
        if isinstance(body, dict) and headers.get("Content-Type") == "application/json":
            data = json.dumps(body).encode()
        elif isinstance(body, dict):
            data = urllib.parse.urlencode(body).encode()
            headers.setdefault("Content-Type", "application/x-www-form-urlencoded")
        elif body is not None:
            data = body
        headers["Host"] = urllib.parse.urlsplit(self.origin).netloc
        request = urllib.request.Request(f"http://127.0.0.1:{self.port}{path}", data, headers, method=method)
        try:
            with urllib.request.urlopen(request, timeout=GUARD) as answer:
                text = answer.read()
                return answer.status, json.loads(text) if text else None
        except urllib.error.HTTPError as error:
            text = error.read()
            try:
                return error.code, json.loads(text)
            except ValueError:
                return error.code, None

    def sign_in(self, name, password):
        status, body = self.request(
            "POST", "/app-session", {"name": name, "password": password}, {"Content-Type": "application/json"})
        assert status == 201, body
        return body["session"]

    def decide(self, session, decision, miniapp=KUDOS, permission=PERMISSION, **more):
        status, _ = self.request(
            "POST", f"/app-session/miniapps/{miniapp}/decisions", {"decisions": {permission: decision}, **more},
            {"Content-Type": "application/json", "Authorization": f"Bearer {session}"})
        assert status == 204

    def token(self, session, **form):
        form = {"grant_type": EXCHANGE, "subject_token": session, "subject_token_type": "urn:atoll:session", "audience": AUDIENCE,
                "client_id": KUDOS, **form}
        return self.request("POST", "/oauth/token", form)

    def call(self, session, method, params=None, miniapp=KUDOS):
        status, body = self.request(
            "POST", f"/app-session/miniapps/{miniapp}/bridge", {"jsonrpc": "2.0", "id": 1, "method": method, "params": params or {}},
            {"Content-Type": "application/json", "Authorization": f"Bearer {session}"})
        assert status == 200, body
        return body.get("result", body.get("error"))

    def command(self, *arguments):
        done = subprocess.run([LAGOON, "back-end", *arguments, "--data", str(self.data)], capture_output=True, text=True, timeout=GUARD)
        return done.returncode, done.stdout.strip()


@pytest.fixture(scope="module")
def app(tmp_path_factory):
    running = SuperApp(tmp_path_factory.mktemp("sign-on"))
    yield running
    running.process.terminate()
    assert running.process.wait(timeout=GUARD) == 0


@pytest.fixture(scope="module")
def ada(app):
    session = app.sign_in("ada", "coral-reef-1843")
    app.decide(session, "granted")
    return session


@pytest.fixture(scope="module")
def keys(app):
    status, body = app.request("GET", "/.well-known/jwks.json")
    assert status == 200
    return KeySet.import_key_set(body)


def given(app, session, **form):
    status, body = app.token(session, **form)
    assert status == 200, body
    return body["access_token"]


def encoded(value):
    return base64.urlsafe_b64encode(json.dumps(value).encode()).rstrip(b"=").decode()


def parts(token):
    header, claims, signature = token.split(".")
    read = lambda text: json.loads(base64.urlsafe_b64decode(text + "=" * (-len(text) % 4)))
    return read(header), read(claims), signature


def test_a_foreign_back_end_takes_our_token(app, ada, keys):
    status, body = app.token(ada)
    assert status == 200 and body["token_type"] == "Bearer" and body["expires_in"] == 300 and body["scope"] == "profile"
    assert body["issued_token_type"] == "urn:ietf:params:oauth:token-type:access_token"
    claims = verify(body["access_token"], keys, issuer=app.origin)
    assert claims["name"] == "Ada Moreno" and claims["act"] == {"sub": "com.example.lagoon"} and len(claims["sub"]) == 22
    assert claims["exp"] - claims["iat"] == 300 and claims["atoll"]["code"] >= 1 and "email" not in claims and "roles" not in claims


def tampered(app, session, keys):
    """Twelve tokens that nobody may take, and why."""
    good = given(app, session)
    header, claims, signature = parts(good)
    stranger = ECKey.generate_key("P-256")
    public = keys.keys[0].as_pem(private=False)
    kid = header["kid"]

    def signed(header, claims):
        return jwt.encode({"alg": "ES256", **header}, claims, stranger)

    def mac(secret):
        text = f"{encoded({**header, 'alg': 'HS256'})}.{encoded(claims)}"
        code = hmac.new(secret, text.encode(), hashlib.sha256).digest()
        return f"{text}.{base64.urlsafe_b64encode(code).rstrip(b'=').decode()}"

    def rewritten(header=header, claims=claims):
        return f"{encoded(header)}.{encoded(claims)}.{signature}"

    center = given(app, session, audience="miniapp-center")
    yield "no signature", f"{encoded({**header, 'alg': 'none'})}.{encoded(claims)}."
    yield "no signature, with one", rewritten({**header, "alg": "none"})
    yield "HS256 with our public key", mac(public)
    yield "another key with our kid", signed({"typ": "at+jwt", "kid": kid}, claims)
    yield "another key with its own kid", signed({"typ": "at+jwt", "kid": "stranger"}, claims)
    yield "a kid that is a path", rewritten({**header, "kid": "../../keys/devices"})
    yield "its own key in the header", signed({"typ": "at+jwt", "kid": kid, "jwk": stranger.as_dict(private=False)}, claims)
    yield "somebody else", rewritten(claims={**claims, "sub": "A" * 22})
    yield "another audience", rewritten(claims={**claims, "aud": "https://api.other.example.com"})
    yield "a later end", rewritten(claims={**claims, "exp": claims["exp"] + 86_400})
    yield "another kind of header", rewritten({**header, "typ": "JWT"})
    yield "a token for the Center", center
    yield "a shortened signature", good[:-4]


def test_a_foreign_back_end_and_ours_refuse_what_was_tampered_with(app, ada, keys):
    cases = list(tampered(app, ada, keys))
    assert len(cases) >= 12
    for why, token in cases:
        with pytest.raises(Refused):
            verify(token, keys, issuer=app.origin)
            pytest.fail(f"the verifier took {why}")
        bearer = {"Authorization": f"Bearer {token}"}
        assert app.request("GET", "/oauth/userinfo", headers=bearer)[0] == 401, why
        with pytest.raises(urllib.error.HTTPError) as refused:
            urllib.request.urlopen(urllib.request.Request(f"{app.back_end}/v1/me", headers=bearer), timeout=GUARD)
        assert refused.value.code == 401, why
    # A token that has ended, or is for another audience, is refused.
    good = given(app, ada)
    with pytest.raises(Refused):
        verify(good, keys, issuer=app.origin, now=time.time() + 400)
    with pytest.raises(Refused):
        verify(good, keys, audience="https://api.other.example.com", issuer=app.origin)


def test_the_name_is_the_same_on_all_devices_and_another_in_each_mini_app(app, ada):
    again = app.sign_in("ada", "coral-reef-1843")
    names = [parts(given(app, session))[1]["sub"] for session in (ada, again)]
    assert names[0] == names[1]
    for session in (ada, again):
        status, state = app.request("GET", f"/app-session/miniapps/{KUDOS}", headers={"Authorization": f"Bearer {session}"})
        assert status == 200 and state == {
            "user": names[0], "email": "ada@lagoon.example", "decisions": {PERMISSION: "granted"}, "refusals": {}}
    _, other = app.request("GET", "/app-session/miniapps/com.example.expenses", headers={"Authorization": f"Bearer {ada}"})
    assert other["user"] != names[0]
    # Values that one stores are there for the other.
    assert app.call(ada, "storage.set", {"key": "draft", "value": "\"hello\""}) is None
    assert app.call(again, "storage.get", {"key": "draft"}) == "\"hello\""
    assert app.call(ada, "user.profile")["id"] == names[0]


def test_mini_apps_of_one_publisher_share_a_name_if_they_say_so_and_the_user_agrees(tmp_path):
    for name in ("first", "second"):
        shutil.copytree(ROOT / "Examples/MiniApps/kudos", tmp_path / "miniapps" / name)
        file = tmp_path / "miniapps" / name / "manifest.json"
        manifest = json.loads(file.read_text())
        changed = {"app_id": f"com.example.{name}", "atoll_sector": "publisher"}
        file.write_text(json.dumps(manifest | changed))
    shutil.copytree(ROOT / "Examples/MiniApps/kudos", tmp_path / "miniapps/kudos")
    app = SuperApp(tmp_path, tmp_path / "miniapps")
    try:
        names = {}
        for user, password in [("ada", "coral-reef-1843"), ("ben", "quiet-water-27")]:
            session = app.sign_in(user, password)
            for name in ("first", "second", "kudos"):
                miniapp = f"com.example.{name}"
                # Agreeing to less is not enough.
                app.decide(session, "granted", miniapp)
                if name != "kudos":
                    assert app.token(session, client_id=miniapp)[1]["error"] == "access_denied"
                    app.decide(session, "granted", miniapp, f"user.token {AUDIENCE} sector:publisher profile")
                claims = parts(given(app, session, client_id=miniapp))[1]
                assert claims["scope"] == "profile" and claims["client_id"] == miniapp
                names[user, name] = claims["sub"]
                # The storage of the mini app, and the data of its pages, are as before.
                own = app.call(session, "user.profile", miniapp=miniapp)["id"]
                assert (own == claims["sub"]) == (name == "kudos")
        assert names["ada", "first"] == names["ada", "second"] and names["ben", "first"] == names["ben", "second"]
        assert len({names[key] for key in names}) == 4
    finally:
        app.process.terminate()
        assert app.process.wait(timeout=GUARD) == 0


def test_without_consent_or_outside_the_manifest_there_is_no_token(app, ada):
    ben = app.sign_in("ben", "quiet-water-27")
    assert app.token(ben)[1]["error"] == "access_denied"
    app.decide(ben, "granted")
    given(app, ben)
    app.decide(ben, "denied")
    assert app.token(ben)[1]["error"] == "access_denied"
    assert app.token(ada, audience="https://api.other.example.com")[1]["error"] == "invalid_target"
    assert app.token(ada, scope="profile email")[1]["error"] == "invalid_scope"
    assert app.token(ada, client_id="com.example.none")[1]["error"] == "access_denied"
    assert app.token(ben, client_id="com.example.expenses")[1]["error"] == "access_denied"
    assert app.token(ada, subject_token="x")[1]["error"] == "invalid_grant"
    assert app.token(ada, subject_token_type="urn:other")[1]["error"] == "invalid_request"
    assert app.token(ada, grant_type="password")[1]["error"] == "unsupported_grant_type"
    # A secret of the browser's is not valid for an app, and a page can't send one.
    status, _ = app.request("POST", "/oauth/token", {"grant_type": EXCHANGE}, {"Origin": "https://evil.example"})
    assert status == 403


def test_a_grant_that_comes_late_undoes_no_refusal(app, ada):
    """Given on a phone without a connection, and refused on the web since."""
    def decision():
        return app.request("GET", f"/app-session/miniapps/{KUDOS}", headers={"Authorization": f"Bearer {ada}"})[1]["decisions"].get(PERMISSION)

    app.decide(ada, "denied")
    app.decide(ada, "granted", isLate=True)
    assert decision() == "denied"
    app.decide(ada, "granted")
    assert decision() == "granted"
    app.decide(ada, "denied", isLate=True)
    assert decision() == "denied", "a refusal counts, however late it comes"
    app.decide(ada, "granted")


def test_a_back_end_registers_a_key_once_and_asks_about_tokens(app, ada):
    code, invitation = app.command("invite", KUDOS)
    assert code == 0
    key = ECKey.generate_key("P-256")
    public = key.as_dict(private=False)
    body = {"client_id": KUDOS, "jwks": {"keys": [{**public, "kid": "first"}]}}
    headers = {"Content-Type": "application/json", "Authorization": f"Bearer {invitation}"}
    private = {"client_id": KUDOS, "jwks": {"keys": [{**key.as_dict(private=True), "kid": "first"}]}}
    assert app.request("POST", "/oauth/register", private, headers)[1]["error"] == "invalid_request"
    status, registered = app.request("POST", "/oauth/register", body, headers)
    assert status == 201 and registered["token_endpoint_auth_method"] == "private_key_jwt" and "client_secret" not in registered
    assert app.request("POST", "/oauth/register", body, headers)[1]["error"] == "invalid_token"

    def statement(jti, signer=key, **changed):
        claims = {"iss": KUDOS, "sub": KUDOS, "aud": app.origin + "/oauth/token", "exp": int(time.time()) + 60, "jti": jti, **changed}
        return {"client_assertion_type": ASSERTION,
                "client_assertion": jwt.encode({"alg": "ES256", "kid": "first"}, claims, signer)}

    token = given(app, ada)
    status, said = app.request("POST", "/oauth/introspect", {"token": token, **statement("1")})
    assert status == 200 and said["active"] is True and said["client_id"] == KUDOS and said["name"] == "Ada Moreno"
    once = statement("2")
    assert app.request("POST", "/oauth/introspect", {"token": token, **once})[0] == 200
    for wrong in [once, statement("3", ECKey.generate_key("P-256")), statement("4", aud="https://evil.example"),
                  statement("5", exp=int(time.time()) - 1), statement("6", exp=int(time.time()) + 86_400),
                  statement("7", iss="com.example.expenses"), {}]:
        assert app.request("POST", "/oauth/introspect", {"token": token, **wrong})[1]["error"] == "invalid_client"
    assert app.request("POST", "/oauth/introspect", {"token": token + "x", **statement("8")})[1] == {"active": False}

    # A code gives a token and an id token, once; a second use ends the token that the first one gave.
    code = app.call(ada, "user.code", {"audience": AUDIENCE})["code"]
    form = {"grant_type": "authorization_code", "code": code}
    status, answer = app.request("POST", "/oauth/token", {**form, **statement("9")})
    assert status == 200 and parts(answer["id_token"])[1]["aud"] == KUDOS and "refresh_token" not in answer
    assert app.request("GET", "/oauth/userinfo", headers={"Authorization": f"Bearer {answer['access_token']}"})[1]["name"] == "Ada Moreno"
    assert app.request("POST", "/oauth/token", {**form, **statement("10")})[1]["error"] == "invalid_grant"
    assert app.request("GET", "/oauth/userinfo", headers={"Authorization": f"Bearer {answer['access_token']}"})[0] == 401

    # A revoked token is refused everywhere; a revoked consent gives no other.
    assert app.request("POST", "/oauth/revoke", {"token": token, **statement("11")})[0] == 200
    assert app.request("POST", "/oauth/introspect", {"token": token, **statement("12")})[1] == {"active": False}
    token = given(app, ada)
    assert app.request("POST", "/oauth/revoke", {"token": token, "consent": "true", **statement("13")})[0] == 200
    assert app.token(ada)[1]["error"] == "access_denied"
    app.decide(ada, "granted")

    # A second key takes turns with the first: a secret, which is shown once.
    _, invitation = app.command("invite", KUDOS)
    headers["Authorization"] = f"Bearer {invitation}"
    _, registered = app.request("POST", "/oauth/register", {"client_id": KUDOS}, headers)
    basic = base64.b64encode(f"{KUDOS}:{registered['client_secret']}".encode()).decode()
    ask = lambda: app.request("POST", "/oauth/introspect", {"token": given(app, ada)}, {"Authorization": f"Basic {basic}"})
    assert ask()[1]["active"] is True
    assert "first  public key" in app.command("list", KUDOS)[1]
    assert app.command("remove", KUDOS, "first")[0] == 0
    assert app.request("POST", "/oauth/introspect", {"token": token, **statement("14")})[1]["error"] == "invalid_client"
    assert ask()[1]["active"] is True
    assert registered["client_secret"] not in app.log.read_text()


def test_the_names_of_the_endpoints_are_published(app):
    for path in ["/.well-known/openid-configuration", "/.well-known/oauth-authorization-server"]:
        status, found = app.request("GET", path)
        assert status == 200 and found["issuer"] == app.origin and found["subject_types_supported"] == ["pairwise"]
        for name in ["token", "introspection", "revocation", "userinfo", "registration"]:
            assert found[f"{name}_endpoint"].startswith(app.origin + "/oauth/")


def test_bad_requests_are_answered_and_hurt_nobody(app, ada):
    for path in ["/oauth/token", "/oauth/introspect", "/oauth/revoke", "/oauth/register"]:
        for body in [b"", b"\xff\xfe", b"a" * 20_000, b"grant_type=%ZZ", b"{}", b"code=" + b"%00" * 100]:
            for kind in ["application/x-www-form-urlencoded", "application/json", "text/plain"]:
                status, answer = app.request("POST", path, body, {"Content-Type": kind})
                assert 400 <= status < 500 and (answer is None or "error" in answer), (path, body[:20], kind, status, answer)
    given(app, ada)


def test_tokens_of_one_user_for_one_mini_app_are_limited(app):
    ben = app.sign_in("ben", "quiet-water-27")
    app.decide(ben, "granted")
    answers = [app.token(ben)[0] for _ in range(75)]
    assert 200 in answers and 429 in answers and set(answers) == {200, 429}
