"""What must not appear in the log, even at its most verbose: searches, locations, codes, cookies and tokens."""

import re
import time
import urllib.parse

import raw
from browser import KUDOS, USERS, Browser


def attack(target):
    lagoon, found = target.lagoon, []
    target.restart(log_level="trace")
    position = lagoon.log.stat().st_size
    ada = Browser(lagoon).sign_in("ada")
    word, other = (f"zq{target.random.getrandbits(40):x}" for _ in range(2))
    latitude, longitude = f"39.{target.random.randrange(10**6, 10**7)}", f"2.{target.random.randrange(10**6, 10**7)}"
    must_not = {"a search text": {word, other}, "a coordinate": {latitude, longitude}, "a password": set(USERS.values())}

    ada.get(f"/hub?text={word}+reef")
    ada.get(f"/hub?near={latitude},{longitude}")
    ada.get(f"/hub?near={latitude}%2C{longitude}")
    ada.get(f"/nothing/here?text={word}")
    ada.get(f"/open?url=dla%3A%2F%2Fhub%3Ftext%3D{word}")
    ada.get(f"/miniapp/{KUDOS}/pages/feed?q={word}")
    page, chain = ada.open()
    source = re.search(r"atoll-launch=([\w-]+)", page.text)
    ada.bridge(b'{"jsonrpc":"2.0","id":1,"method":"storage.set","params":{"key":"k","value":"' + word.encode() + b'"}}')
    ada.bridge(b"[" + word.encode())
    must_not["a launch ticket"] = {source[1]} if source else set()

    if not target.is_short:
        target.app_session = None
    token = target.center_token()
    center = raw.Connection(lagoon.center_port, lagoon.center_authority)
    headers = [("Authorization", f"Bearer {token}"), ("Atoll-Host", "com.example.lagoon/0.1 platform/1")]
    for query in (f"text={other}", f"near={latitude},{longitude}&radius=5000", f"where=[{other}", f"{other}=1", f"text={other}%"):
        center.request("GET", f"/v1/miniapps?{query}", headers)
    center.request("GET", "/v1/miniapps", [("Authorization", f"Bearer {token}x")])
    key = f"atoll_0123456789abcdef_{target.random.getrandbits(256):064x}"
    center.request("GET", f"/v1/miniapps/{KUDOS}/versions", [("Authorization", f"Bearer {key}")])
    must_not["a token"] = {token, token.split(".")[2], target.app_session}
    must_not["an API key"] = {key.split("_")[2]}

    before = set((lagoon.data / "mail").glob("*"))
    ben = Browser(lagoon)
    ben.post("/forgot", {"name": "ben"})
    time.sleep(1.5)
    codes = set()
    for mail in set((lagoon.data / "mail").glob("*")) - before:
        codes |= set(re.findall(r"code=([\w.~%-]+)", mail.read_text()))
    if not codes:
        found.append("No mail with a reset link was written for ben.")
    for code in codes:
        ben.get(f"/reset?code={code}")
        # The password is too short, so the code stays valid, and ben's password does not change.
        ben.post("/reset", {"code": urllib.parse.unquote(code), "password": "short"})
        ben.get(f"/reset/?code={code}&x=%zz")
    must_not["a reset code"] = codes | {urllib.parse.unquote(code) for code in codes}
    must_not["a cookie"] = ada.secrets() | ben.secrets()

    time.sleep(0.5)
    text = lagoon.log_since(position)
    target.say(f"{text.count(chr(10)):,} lines of log at level trace")
    for what, values in must_not.items():
        if places := [value for value in values if value and value in text]:
            line = next(line for line in text.splitlines() if places[0] in line)
            for values in must_not.values():
                for value in values:
                    line = line.replace(value, "…") if value else line
            found.append(f"The log has {what}: {line[:180]}")
    target.restart()
    return found
