"""Malformed URLs and queries, and paths that try to leave their folder."""

import routes
import shapes
from prober import Prober

PAGES = "/today", "/hub", "/products", "/miniapp/com.example.kudos", "/about/com.example.kudos", "/sign-in", "/reset", "/open"
NAMES = ("text", "tag", "near", "radius", "next", "cursor", "start", "count", "where", "featured", "return", "code", "url",
         "topics", "miniApp")
BASES = {
    "shell": ("/assets/0000000000000000/", "/styles/0000000000000000/", "/icons/com.example.kudos/", "/.well-known/", "/do/",
              "/miniapp/", "/about/", "/"),
    "center": ("/v1/blobs/", "/v1/packs/", "/v1/trust/metadata/", "/v1/trust/targets/releases/", "/v1/miniapps/", "/"),
}
CLIMBS = ("../" * 8 + "etc/passwd", "..%2f" * 8 + "etc%2fpasswd", "%2e%2e/" * 8 + "etc/passwd", "....//" * 8 + "etc/passwd",
          "..%5c" * 8 + "etc%5cpasswd", "%252e%252e%252f" * 8 + "etc/passwd", "..%c0%af" * 8 + "etc/passwd", "%00", "..", ".",
          "%2e%2e", "..;/", "/etc/passwd", "//etc/passwd", "..%00/", "../accounts.json", "..%2f..%2faccounts.json",
          "../keys/timestamp.key", "x/../../../../accounts.json", "~", "%", "%zz", "\xff\xfe", "a" * 4_000, "%41" * 2_000)
# Contents that would show that a file was disclosed.
GIVEN_AWAY = b"root:", b"signInName", b"PRIVATE KEY"


def targets(target):
    found = [("shell", page + "?" + query) for page in (*PAGES, "/events")
             for query in ("%", "%=%", "&&&", "=", "a" * 6_000, "%ff=%ff", "a=b;c=d", "[]=[]", "\xff", "?", "#", "text=%00")]
    for page in PAGES:
        found += [("shell", f"{page}?{name}={value}") for name in NAMES for value in shapes.values()]
    found += [("center", f"/v1/miniapps?{name}={value}") for name in NAMES for value in shapes.values()]
    filters = [body.decode("latin-1") for _, body in shapes.documents().values() if len(body) < 6_000]
    found += [("center", "/v1/miniapps?where=" + shapes.urllib.parse.quote(text)) for text in filters]
    found += [(side, base + climb) for side in BASES for base in BASES[side] for climb in CLIMBS]
    found += [(side, path + end) for side, path in routes.reads() for end in ("", "/", "//", "?", "%", "/..", "/%2e%2e/x")]
    found += [("shell", text) for text in ("*", "http://evil.example/", "//evil.example/", "", "today", "/\x7f", "/ /today")]
    target.random.shuffle(found)
    return found


def attack(target):
    token = target.center_token()
    center_headers = [("Authorization", f"Bearer {token}"), ("Atoll-Host", "com.example.lagoon/0.1 platform/1")]
    headers = {"shell": target.ben.session, "center": center_headers}
    chosen = targets(target)
    prober = Prober(target, 2.5 if target.is_short else 600)
    for side, path in chosen[:500 if target.is_short else 10_000]:
        if prober.is_over:
            break
        # A valid event stream never ends.
        if path.startswith("/events?topics=today"):
            continue
        shown = f"GET {path[:80]!r} ({side})"
        answer = prober.send(shown, side, "GET", path, headers[side])
        if answer and any(text in answer.body for text in GIVEN_AWAY):
            prober.found.append(f"{shown} gave a file away.")
    return prober.found
