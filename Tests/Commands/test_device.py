"""The device's side of a Center, through commands only."""

import base64
import http.server
import json
import threading
import time

import pytest
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature


def base64url(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


class SuperApp:
    """A super app as a Center sees it: its key set, and the tokens that it issues to its users."""

    def __init__(self):
        self.key = ec.generate_private_key(ec.SECP256R1())
        numbers = self.key.public_key().public_numbers()
        keys = json.dumps({"keys": [{
            "kty": "EC", "crv": "P-256", "alg": "ES256", "kid": "test", "x": base64url(numbers.x.to_bytes(32, "big")),
            "y": base64url(numbers.y.to_bytes(32, "big"))}]}).encode()

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                self.send_response(200)
                self.end_headers()
                self.wfile.write(keys)

            def log_message(self, *arguments):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=self.server.serve_forever, args=(0.05,), daemon=True).start()
        self.address = f"http://127.0.0.1:{self.server.server_address[1]}"

    def token(self, *roles):
        head = base64url(json.dumps({"alg": "ES256", "typ": "JWT", "kid": "test"}).encode())
        body = base64url(json.dumps({"iss": "http://localhost:9", "aud": "miniapp-center", "sub": "u", "roles": roles, "azp": "com.example.lagoon",
                                     "exp": int(time.time()) + 600}).encode())
        r, s = decode_dss_signature(self.key.sign(f"{head}.{body}".encode(), ec.ECDSA(hashes.SHA256())))
        return f"{head}.{body}.{base64url(r.to_bytes(32, 'big') + s.to_bytes(32, 'big'))}"


@pytest.fixture
def device(atoll):
    super_app = SuperApp()
    atoll.stop()
    atoll.start("--key-set", super_app.address)
    atoll.environment["ATOLL_TOKEN"] = super_app.token()
    (atoll.folder / "root.json").write_bytes((atoll.folder / "center/repository/metadata/1.root.json").read_bytes())
    atoll.options = "--super-app", "com.example.lagoon", "--root", "root.json"
    yield atoll
    super_app.server.shutdown()


def test_what_is_published_is_found_installed_updated_and_removed(device):
    app = device.make_mini_app()
    device.works("publish", app, "--super-app", "com.example.lagoon")
    (device.folder / "details.json").write_text(json.dumps(
        {"tags": ["food"], "places": [{"name": "Canteen", "point": {"latitude": 52.5, "longitude": 13.4}}]}))
    assert "0 keywords, 1 tags and 1 places" in device.works("details", "com.example.lunch-menu", "details.json")
    for search in (["lun"], ["--tag", "food"], ["--near", "52.5,13.41"], ["--where", "name contains menu"],
                   ["--where", "code in 1,2", "--where", "size greater 100"], []):
        output = device.works("search", *search, *device.options)
        assert "1 of 1." in output and "com.example.lunch-menu  0.1.0  " in output and "  Lunch Menu\n" in output, search
    assert device.works("search", "dinner", *device.options) == "0 of 0.\n"
    refused = device("search", "--where", "colour equals red", *device.options)
    assert refused.status == 1 and 'error: The request is not valid: "where[0].field" is not a field' in refused.output
    assert device("search", "--near", "91,0", *device.options).status == 1

    install = "install", "com.example.lunch-menu", *device.options
    assert "com.example.lunch-menu 0.1.0 (1): " in device.works(*install)
    assert "com.example.lunch-menu  0.1.0 (1)  " in device.works("cache")
    device.make_mini_app(code=2)
    device.works("publish", app, "--super-app", "com.example.lagoon")
    assert "(2): " in device.works(*install) and ", current" in device.works(*install)
    # Damaged files are found, and fetched again.
    script = (app / "app.js").read_bytes()
    blobs = (device.folder / ".atoll-device/miniapps/blobs").glob("*/*")
    blob = next(blob for blob in blobs if blob.read_bytes() == script)
    blob.write_bytes(b"x" + blob.read_bytes()[1:])
    assert device("cache", "check").status == 1
    device.works(*install)
    assert device.works("cache", "check") == "All files are intact.\n"
    assert device("cache", "remove", "com.example.other").status == 1
    device.works("cache", "remove", "com.example.lunch-menu")
    assert device.works("cache", "list") == ""
    device.stop()
    assert "Every version is intact: " in device.works("center", "check", "--data", "center", "--collect")


def test_a_stranger_finds_nothing_and_installs_nothing_that_is_not_released(device):
    device.environment["ATOLL_TOKEN"] = SuperApp().token()
    refused = device("search", *device.options)
    assert refused.status == 1 and "does not accept the sign-in" in refused.output
    token = device.environment.pop("ATOLL_TOKEN")
    refused = device("search", *device.options)
    assert refused.status == 1 and "pass a user's token with --token or in ATOLL_TOKEN" in refused.output
    device.environment["ATOLL_TOKEN"] = token
    refused = device("install", "com.example.nothing", *device.options)
    assert refused.status == 1 and "com.example.nothing has no live release" in refused.output
    refused = device("install", "Nothing", *device.options)
    assert refused.status == 1 and '"Nothing" is not a valid mini app id' in refused.output


@pytest.mark.thorough("more of the commands")
def test_what_a_super_app_shows_on_its_home_is_published(device):
    (device.folder / "home.json").write_text('{"order": ["lives.now"], "off": ["miniApp"]}')
    assert "was published" in device.works("home", "com.example.lagoon", "home.json")
    (device.folder / "home.json").write_text('{"order": "lives.now"}')
    refused = device("home", "com.example.lagoon", "home.json")
    assert refused.status == 1 and "order" in refused.output
    (device.folder / "home.json").write_text("{}")
    refused = device("home", "org.other.app", "home.json")
    assert refused.status == 1, "the key must not configure another super app"
