"""None of the 10,000 most common passwords of a public list is accepted for an account."""

import urllib.error
import urllib.parse
import urllib.request

from zxcvbn.frequency_lists import FREQUENCY_LISTS


def register(lagoon, password):
    form = {"name": "nobody-yet", "full-name": "Nobody", "email": "nobody@example.com", "password": password}
    request = urllib.request.Request(
        lagoon.origin + "/register", urllib.parse.urlencode(form).encode(), headers={"Origin": lagoon.origin})
    try:
        return urllib.request.urlopen(request).status, ""
    except urllib.error.HTTPError as error:
        return error.code, error.read().decode()


def test_no_common_password_is_taken(lagoon):
    common = FREQUENCY_LISTS["passwords"][:10_000]
    assert len(common) == 10_000
    taken = []
    for password in common:
        # Passwords under 10 characters are refused by their length, which is tested with the first few only.
        if len(password) < 10 and password not in common[:20]:
            continue
        status, text = register(lagoon, password)
        if status != 422 or not ("easy to guess" in text or "at least 10 characters" in text):
            taken.append((password, status))
    assert taken == []
