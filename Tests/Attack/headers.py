"""Malformed headers, on the shell, on the Center and on a mini app's origin."""

import itertools

from prober import Prober

TEXTS = ("", " ", "%", "\xff\xfe", "\0", "=", ";", ",", '"', "\\", "a" * 3_000, "a=b; " * 600, "-1", "9" * 300, "1e999",
         "bytes=0-", "bytes=-1", "bytes=9223372036854775807-", "bytes=99999999999999999999-", "bytes=5-1", "Bearer ",
         "Bearer " + "a." * 1_000, "Bearer a.b.c", "bearer", "Basic Og==", "com.example/1 platform/9999999999999999999",
         "/ platform/1", "com.example.lagoon/1e9.-5 platform/1", 'for=127.0.0.1', 'for="[::1"', 'for=_x;by="', "for=;,;=",
         "1.2.3.4, 5.6.7.8, " * 150, "999.999.999.999", "::ffff:127.0.0.1%eth0", "en;q=" + "9" * 100, "*;q=NaN", "q=0;;;-",
         "x-" * 500, "null", "application/json", "same-origin", "__Host-session=" + "a" * 2_000, "__Host-session=%",
         "__Host-session=\xff; __Host-session=; __Host-launch=", "W/\"" + "0" * 64, "Mon, 99 Foo 99999 99:99:99 GMT")
NAMES = ("Cookie", "Authorization", "Range", "If-None-Match", "If-Modified-Since", "Accept-Language", "Accept", "Forwarded",
         "X-Forwarded-For", "X-Forwarded-Proto", "X-Forwarded-Host", "Atoll-Host", "Atoll-Theme", "Atoll-Statement", "Origin",
         "Referer", "Content-Type", "Sec-Fetch-Site", "Expect", "Upgrade", "TE", "User-Agent")
HOSTS = ("", "evil.example", "localhost", "localhost:99999", "a" * 3_000, "\xff", "[::1", "..localhost", "%", "a.b.localhost:1")


def attack(target):
    lagoon = target.lagoon
    blob = target.large_blob()
    places = [("shell", path, lagoon.authority) for path in ("/today", "/sign-in", "/health", "/.well-known/jwks.json")]
    places += [("center", path, lagoon.center_authority) for path in ("/v1/miniapps", f"/v1/blobs/{blob}", "/health")]
    places.append(("shell", "/pages/feed", target.miniapp_authority))
    tries = [(place, [(name, text)]) for place, name, text in itertools.product(places, NAMES, TEXTS)]
    tries += [((side, path, host), []) for side, path, _ in places for host in HOSTS]
    target.random.shuffle(tries)
    # Far too much of everything: it may be refused, but must not be stored.
    large = [("one header of 1 MB", [("X-Long", "a" * (1 << 20))]), ("20,000 headers", [("X", "y")] * 20_000),
             ("a name of 100 kB", [("X" * 100_000, "y")]), ("a cookie of 1 MB", [("Cookie", "a=" + "b" * (1 << 20))])]
    prober = Prober(target)
    for (side, path, authority), given in tries[:150 if target.is_short else 6_000] + [(places[0], given) for _, given in large]:
        if prober.is_over:
            break
        name, value = given[0] if given else ("Host", authority)
        shown = f"GET {path} with {name[:20]}: {value[:40]!r} ({side})"
        answer = prober.send(shown, side, "GET", path, given, authority=authority)
        if answer and len(given) + len(value) > 90_000 and answer.status < 400:
            prober.found.append(f"{shown[:60]}, which is far too long, was answered with {answer.status}.")
    return prober.found
