"""Malformed bodies and values."""

import json
import urllib.parse

FORM = "application/x-www-form-urlencoded"
JSON = "application/json"


def nested(depth, opening=b"[", closing=b"]", middle=b""):
    return opening * depth + middle + closing * depth


def forms():
    """Malformed forms, by name: content type and body."""
    many = lambda count: "&".join(f"name{number}=v" for number in range(count)).encode()  # noqa: E731
    return {
        "lone percent": (FORM, b"name=%"),
        "lone percent as a name": (FORM, b"%=name"),
        "nothing but a percent": (FORM, b"%"),
        "percent and one digit": (FORM, b"name=ada&password=%4"),
        "percent zz": (FORM, b"name=%zz&password=x"),
        "percent in unicode": (FORM, "name=%ü&pass=é".encode()),
        "invalid UTF-8": (FORM, b"name=\xff\xfe\x80&password=\xc3"),
        "invalid UTF-8 escaped": (FORM, b"name=%ff%fe%80&id=%c3%28"),
        "surrogates escaped": (FORM, b"name=%ed%a0%80%ed%b0%80"),
        "overlong escaped": (FORM, b"return=%c0%af%c0%ae%c0%ae"),
        "64 fields": (FORM, many(64)),
        "65 fields": (FORM, many(65)),
        "5,000 fields": (FORM, many(5_000)[:16_000]),
        "empty fields": (FORM, b"&" * 10_000),
        "equals signs": (FORM, b"=" * 10_000),
        "empty": (FORM, b""),
        "NUL": (FORM, b"name=a\0da&password=\0&id=\0"),
        "NUL escaped": (FORM, b"name=a%00da&id=com.example%00.kudos&return=/%00"),
        "line ends": (FORM, b"return=/today%0d%0aSet-Cookie:%20x=y&name=a%0ab"),
        "duplicate names": (FORM, b"name=ada&name=ben&id=a&id=b&password=1&password=2"),
        "nested names": (FORM, b"name[]=a&name[b][c]=d&id[0]=x&__proto__[x]=y"),
        "brackets": (FORM, b"name=[]{}|\\^`<>\"&id=[&" + b"[" * 500),
        "semicolons": (FORM, b"name=ada;password=x;id=y"),
        "spaces and hashes": (FORM, b"name=a b#c?d&password= &#"),
        "pluses": (FORM, b"name=+++&password=%2B+%2b&id=+"),
        "16 kB": (FORM, b"name=" + b"a" * (16 * 1024 - 5)),
        "16 kB and one": (FORM, b"name=" + b"a" * (16 * 1024 - 4)),
        "16 kB of escapes": (FORM, b"name=" + b"%41" * 5_400),
        "1 MB": (FORM, b"name=" + b"a" * (1 << 20)),
        "controls": (FORM, b"name=" + bytes(range(1, 32)) + b"\x7f"),
        "every byte": (FORM, b"name=" + bytes(range(256))),
        "right to left": (FORM, urllib.parse.urlencode({"name": "\u202eada", "full-name": "\u0000\u200b" * 40}).encode()),
        "combining marks": (FORM, urllib.parse.urlencode({"name": "a" + "\u0301" * 5_000}).encode()[:16_000]),
        "JSON as a form": (FORM, b'{"name": "ada", "password": "x"}'),
        "form as JSON": (JSON, b"name=%&password=x"),
        "form as text": ("text/plain", b"name=%&password=x"),
        "multipart without a boundary": ("multipart/form-data", b"--x\r\n\r\n--x--"),
        "multipart": ("multipart/form-data; boundary=x", b"--x\r\nContent-Disposition: form-data; name=a\r\n\r\n%\r\n--x--"),
        "no type": (None, b"name=%"),
        "empty type": ("", b"name=%"),
        "long type": (FORM + "; charset=" + "x" * 4_000, b"name=%"),
        "type in capitals": (FORM.upper(), b"name=%"),
        "another charset": (FORM + "; charset=utf-16", "name=ada".encode("utf-16")),
    }


def documents():
    """Malformed JSON, by name: content type and body."""
    texts = {
        "nothing": b"", "truncated": b'{"name": "ada", "pass', "truncated string": b'"abc', "truncated escape": b'"\\u12',
        "truncated number": b"[1e", "lone surrogate": b'{"name": "\\ud800", "password": "\\udc00"}',
        "invalid UTF-8": b'{"name": "\xff\xfe", "password": "\xc3"}', "NUL": b'{"name": "a\0b", "password": "\\u0000"}',
        "duplicate names": b'{"name": "ada", "name": "ben", "password": "x", "password": "y"}',
        "wrong types": b'{"name": 1, "password": [], "roles": "x", "keywords": {}, "places": 7}',
        "null": b"null", "number": b"12", "string": b'"x"', "true": b"true", "array": b"[]", "object": b"{}",
        "huge number": b'{"name": ' + b"9" * 2_000 + b"}", "huge exponent": b'[1e999999999, -1e999999999, 1e-999999999]',
        "out of range": b'[9223372036854775808, -9223372036854775809, 18446744073709551616]',
        "not numbers": b"[NaN, Infinity, -Infinity, 01, +1, .5, 1.]", "comments": b"/* x */ {} // y",
        "trailing comma": b'{"name": "a",}', "two documents": b"{} {}", "byte order mark": b"\xef\xbb\xbf{}",
        "UTF-16": '{"name": "ada"}'.encode("utf-16"), "deep array": nested(60), "deeper array": nested(2_000),
        "open arrays": b"[" * 2_000, "deep object": nested(60, b'{"a":', b"}", b"1"),
        "deeper object": nested(500, b'{"a":', b"}", b"1"), "mixed depth": nested(700, b'[{"a":', b"}]", b"1"),
        "many members": json.dumps({f"m{number}": number for number in range(300)}).encode(),
        "long name": b'{"' + b"n" * 3_900 + b'": 1}', "long string": b'{"name": "' + b"a" * 3_900 + b'"}',
        "1 MB": b'{"name": "' + b"a" * (1 << 20) + b'"}', "roles without number": b'{"roles": ' + nested(50) + b"}",
        "a role of nothing": b'{"roles": [""], "minimumHost": "99999999999999999999.1"}',
        "versions": b'{"roles": [], "minimumHost": "1..2.-3"}',
        "places": b'{"keywords": [], "tags": [], "places": [{"name": "x", "point": '
                  b'{"latitude": 1e308, "longitude": -1e308}}]}',
        "times": b'[{"miniApp": "com.example.kudos", "from": "9999999999-01-01T00:00:00Z", "to": "-1"}]',
        "caps": b'{"order": ["x", "x"], "caps": {"x": {"maxDays": 99999999999999999999}}}',
    }
    return {f"JSON: {name}": (JSON, body) for name, body in texts.items()}


def values():
    """Values for a field, already escaped for a form."""
    plain = [
        "", " ", "0", "-1", "1", "9223372036854775807", "-9223372036854775808", "9223372036854775808", "9" * 400, "1e309",
        "-0", "NaN", "inf", "0x10", "1_000", "٣", "½", "1.5", "1,5", "+1", "true", "null", "undefined", "yes", "no",
        "com.example.kudos", "com", ".", "..", "com..example", "COM.EXAMPLE.KUDOS", "com.example." + "x" * 300,
        "../../etc/passwd", "..\\..\\x", "/", "//evil.example", "/\\evil.example", "https://evil.example/", "/%2f/evil",
        "javascript:alert(1)", "<script>alert(1)</script>", "{{name}}", "%s%n", "'; DROP TABLE mini_app; --", '"', "\\",
        "a" * 201, "a" * 5_000, "é" * 2_000, "👩‍👩‍👧‍👦" * 300, "\u0000", "\ufeff", "\u202e", "\r\n", "2026-11-21T18:00",
        "0000-00-00T00:00", "9999-12-31T23:59:59", "2026-02-30T25:61", "99999-01-01T00:00", "Europe/Madrid", "Etc/GMT+99",
        "a@b", "@", "a@" + "b" * 300, "ada@example.com\r\nBcc: x@example.com", ",".join(["com.example.kudos"] * 300),
        "0" * 64, "f" * 64, "f" * 63, "f" * 65, "g" * 64,
    ]
    broken = ["%", "%f", "%zz", "%ff", "%c3%28", "%ed%a0%80", "%u0041", "%00%", "%%", "a%", "+%2"]
    return [urllib.parse.quote(value, safe="") for value in plain] + broken
