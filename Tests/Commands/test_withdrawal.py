"""Withdrawing a version through commands only: which version devices get then, and the floor that makes it final."""

import shlex

from test_device import device  # noqa: F401 (a fixture)


def installed(device):
    outcome = device("install", "com.example.lunch-menu", *device.options)
    return outcome.output


def test_a_version_is_withdrawn_and_a_floor_makes_it_final(device):  # noqa: F811
    for code in 1, 2:
        app = device.make_mini_app(code=code)
        device.works("publish", app, "--super-app", "com.example.lagoon")
    assert "(2): " in installed(device)
    withdraw = "release", "withdraw", "com.example.lunch-menu"
    for wrong, text in ((["3", "--reason", "x"], "no version with the code 3"), (["two", "--reason", "x"], "two"), (["2"], "--reason"),
                        (["2", "--reason", " "], "The reason must have 1 to 500 characters."),
                        (["2", "--reason", "x" * 501], "The reason must have")):
        outcome = device(*withdraw, *wrong, "--yes")
        assert outcome.status and text in outcome.output, outcome.output

    # Without a terminal nothing can be confirmed, so nothing happens.
    outcome = device(*withdraw, 2, "--reason", "It crashes.")
    assert outcome.status == 1 and "Nothing was withdrawn" in outcome.output and "go back to 0.1.0 (code 1)" in outcome.output
    assert "(2)" in installed(device)

    said = device.works(*withdraw, 2, "--reason", "It crashes.", "--yes")
    assert "0.1.0 (code 2) is withdrawn. Devices go back to 0.1.0 (code 1)." in said
    assert "(1): " in installed(device)
    assert "withdrawn" in device.works("monitor", "com.example")

    again = device.works(*withdraw, 2, "--reason", "It crashes.")
    assert "0.1.0 (code 2) has been withdrawn since 20" in again and "Devices go back to 0.1.0 (code 1)." in again

    # The command that it prints can be run, and has the effect that it describes.
    assert "no version below code 3 runs anywhere, 0.1.0 (code 1) included." in said
    assert "1. Publish a good version with code 3 or higher" in said
    command = next(line for line in said.splitlines() if line.strip().startswith("atoll trust publisher"))
    if device.is_shared:
        device.review(*shlex.split(command)[2:])
    else:
        signed = device.works(*shlex.split(command)[1:])
        assert "live with code 1, below the floor: no device opens it until code 3 or higher is published" in signed
        lower = device("trust", "publisher", "com.example", "--floor", "com.example.lunch-menu=2", "--data", "center")
        assert lower.status == 1 and "is 3 already, and floors only rise" in lower.output
        unknown = device.works("trust", "publisher", "com.example", "--floor", "com.example.dimmer=2", "--data", "center")
        assert "no version of com.example.dimmer is live in this repository" in unknown
    monitor = device("monitor", "com.example")
    assert monitor.status == 1 and "code 1 is below the floor 3 of the review team. No device opens it." in monitor.output
    device.works("cache", "remove", "com.example.lunch-menu")
    for folder in ".atoll-device", "new":
        outcome = device("install", "com.example.lunch-menu", *device.options, "--cache", folder)
        assert outcome.status == 1 and "is older than 3, the oldest that may run." in outcome.output, outcome.output
    device.works("publish", device.make_mini_app(code=3), "--super-app", "com.example.lagoon")
    assert "(3): " in installed(device)


def test_a_withdrawal_that_the_publisher_did_not_ask_for_is_noticed(device):  # noqa: F811
    app = device.make_mini_app(code=1)
    device.works("publish", app, "--super-app", "com.example.lagoon")
    device.environment["ATOLL_KEYS"] = str(device.folder / "operator")
    said = device.works("release", "withdraw", "com.example.lunch-menu", "1", "--reason", "It crashes.", "-y")
    assert "Devices have no version left to open" in said
    outcome = device("install", "com.example.lunch-menu", *device.options)
    assert outcome.status == 1 and "withdrawn" in outcome.output, outcome.output
    device.environment["ATOLL_KEYS"] = str(device.folder / "keys")
    monitor = device("monitor", "com.example")
    assert monitor.status == 1 and "code 1 was withdrawn, but not from this machine" in monitor.output, monitor.output


def test_users_who_lose_the_mini_app_are_named(atoll):
    atoll.stop()
    atoll.start("--super-app", "com.example.harbour")
    app = atoll.make_mini_app(code=1)
    atoll.works("publish", app, "--super-app", "com.example.lagoon")
    app = atoll.make_mini_app(code=2)
    atoll.works("publish", app, "--super-app", "com.example.lagoon", "--super-app", "com.example.harbour")
    said = atoll("release", "withdraw", "com.example.lunch-menu", "2", "--reason", "It crashes.").output
    assert "Devices go back to 0.1.0 (code 1). Users of com.example.harbour lose the mini app." in said, said


def test_a_withdrawal_that_was_undone_is_noticed(atoll):
    atoll.works("publish", atoll.make_mini_app(code=1), "--super-app", "com.example.lagoon")
    statements = next(atoll.folder.glob("keys/statements/*/com.example.lunch-menu"))
    (statements / "1.withdrawn").touch()
    monitor = atoll("monitor", "com.example")
    assert monitor.status == 1 and "code 1 is live, although you have withdrawn it" in monitor.output, monitor.output
