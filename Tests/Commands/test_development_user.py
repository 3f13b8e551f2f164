"""A Center with made-up users: for an app that has no server yet which signs its users in."""

import json
import urllib.error
import urllib.request

import pytest

LAGOON = "com.example.lagoon"


def answer(url, **headers):
    request = urllib.request.Request(url, headers={name.replace("_", "-"): value for name, value in headers.items()})
    try:
        with urllib.request.urlopen(request) as response:
            return response.status, response.read().decode()
    except urllib.error.HTTPError as error:
        return error.code, error.read().decode()


@pytest.mark.folder
def test_a_program_on_this_machine_is_a_made_up_user(atoll):
    atoll.works("publish", atoll.make_mini_app(), "--super-app", LAGOON, "--notes", "Soups.")
    atoll.stop()
    atoll.start(users=("--development-user", "ada:editor", "--development-user", "ben"))
    address = f"{atoll.center}/development/token?superApp={LAGOON}"
    for user in "ada", "ben":
        status, token = answer(f"{address}&user={user}")
        assert status == 200, token
        status, page = answer(
            f"{atoll.center}/v1/miniapps", Authorization=f"Bearer {token}", Atoll_Host=f"{LAGOON}/1.0 platform/1")
        assert status == 200 and [item["name"] for item in json.loads(page)["items"]] == ["Lunch Menu"], page
    status, problem = answer(f"{address}&user=eve")
    assert status == 400 and "ada, ben" in problem
    status, problem = answer(f"{atoll.center}/development/token?user=ada&superApp=x")
    assert status == 400 and "superApp" in problem


@pytest.mark.folder
def test_no_page_and_no_other_machine_gets_a_token(atoll):
    atoll.stop()
    atoll.start(users=("--development-user", "ada"))
    address = f"{atoll.center}/development/token?user=ada&superApp={LAGOON}"
    for headers in (
        {"Origin": "https://evil.example"}, {"Sec_Fetch_Site": "cross-site"}, {"Sec_Fetch_Site": "none"},
        {"Host": "evil.example"}, {"X_Forwarded_For": "203.0.113.7"},
    ):
        status, problem = answer(address, **headers)
        assert status == 403 and "own machine" in problem, (headers, problem)


@pytest.mark.folder
@pytest.mark.parametrize("options, said", [
    ((), "or a made-up user with --development-user"),
    (("--issuer", "http://localhost:9", "--development-user", "ada"), "takes the place of --issuer"),
    (("--development-user", "ada lovelace"), "is not a user"),
    (("--development-user", "ada", "--host", "0.0.0.0"), "on this machine only"),
    (("--development-user", "ada", "--key-set", "http://localhost:9/keys"), "on this machine only"),
    (("--development-user", "ada", "--address", "https://center.example"), "on this machine only"),
    (("--development-user", "ada", "--trusted-proxy", "127.0.0.1"), "on this machine only"),
])
def test_made_up_users_are_for_development(run, options, said, tmp_path):
    outcome = run("atoll", "center", "serve", "--data", tmp_path / "center", "--super-app", LAGOON, *options)
    assert outcome.status == 64 and said in outcome.output, outcome.output
    assert not (tmp_path / "center").exists()
