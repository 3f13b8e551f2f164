"""Every command says what it is for, and has an example that its own arguments fit."""

import json
import re
import shlex
import subprocess

import pytest

from conftest import BINARIES

DUMPS = [
    json.loads(subprocess.run([f"{BINARIES}/{program}", "--experimental-dump-help"], capture_output=True, text=True, check=True).stdout)
    for program in ("atoll", "atoll-center")]


def leaves(command, path=()):
    path = (*path, command["commandName"])
    below = [each for each in command.get("subcommands", []) if each["commandName"] != "help"]
    if not below:
        yield path, command
    for each in below:
        yield from leaves(each, path)


COMMANDS = {" ".join(path): command for dump in DUMPS for path, command in leaves(dump["command"])}


def examples(path, command):
    """What stands behind the command's name in each line of its help that begins with it; several words of space end the command."""
    for line in (command.get("discussion") or "").splitlines():
        line = line.strip()
        if line == path or line.startswith(path + " "):
            yield line[len(path):].split("   ")[0].split("<")[0]


def fault(command, words):
    """Why these words are not what a command takes, or None."""
    options, flags, positional = {}, set(), []
    for argument in command.get("arguments", []):
        names = {("-" if each["kind"] == "short" else "--") + each["name"] for each in argument.get("names") or []}
        if argument["kind"] == "positional":
            positional.append(argument)
        elif argument["kind"] == "option":
            options |= {name: argument for name in names}
        else:
            flags |= names
    given, seen, rest = [], set(), iter(words)
    for word in rest:
        if word in options:
            seen.add(options[word]["valueName"])
            if next(rest, None) is None:
                return f"{word} has no value"
        elif word.startswith("-"):
            if word not in flags:
                return f"there is no {word}"
        else:
            given.append(word)
    needed = [each for each in positional if not each["isOptional"]]
    if len(given) < len(needed) or (len(given) > len(positional) and not any(each["isRepeating"] for each in positional)):
        return f"{len(given)} arguments for {len(positional)}"
    missing = [each["valueName"] for each in options.values() if not each["isOptional"] and not each.get("defaultValue") and each["valueName"] not in seen]
    return f"{missing[0]} is missing" if missing else None


@pytest.mark.parametrize("path", sorted(COMMANDS))
def test_a_command_has_an_example(path):
    command = COMMANDS[path]
    assert command.get("abstract", "").endswith((".", "?")), "what it is for, as a sentence"
    found = list(examples(path, command))
    assert found, "its help has no line that begins with the command"
    for each in found:
        assert fault(command, shlex.split(each)) is None, each


def test_the_check_finds_what_does_not_fit():
    hold = COMMANDS["atoll release hold"]
    assert fault(hold, ["com.example.kudos", "4", "--reason", "x"]) is None
    assert "missing" in fault(hold, ["com.example.kudos", "4"])
    assert "there is no" in fault(hold, ["com.example.kudos", "4", "--reason", "x", "--no"])
    assert "arguments" in fault(hold, ["com.example.kudos", "--reason", "x"])
    assert "arguments" in fault(hold, ["com.example.kudos", "4", "5", "--reason", "x"])


def atoll(*words, folder=None):
    done = subprocess.run([f"{BINARIES}/atoll", *words], cwd=folder, capture_output=True, text=True)
    return done.returncode, done.stdout + done.stderr


@pytest.mark.parametrize("words, said", [
    (["nwe"], 'There is no command "nwe" in atoll. Did you mean: atoll new'),
    (["pubilsh", "."], "Did you mean: atoll publish"),
    (["center", "ky"], "Did you mean: atoll center key"),
    (["trust", "frobnicate"], 'There is no command "frobnicate" in atoll trust. See them all with: atoll trust --help'),
    (["org", "craete"], "Did you mean: atoll org create"),
    (["org", "set", "--help"], 'There is no command "set" in atoll org. See them all with: atoll org --help'),
])
def test_a_mistyped_command_gets_a_suggestion(words, said):
    status, output = atoll(*words)
    assert status == 64 and said in output, output


def test_what_is_no_command_may_be_an_argument():
    assert "There is no command" not in atoll("superapp", "version", "com.example.lagoon")[1]
    assert atoll("help", "publish")[0] == 0 and "SUBCOMMANDS" in atoll("help")[1]
    assert re.fullmatch(r"\d+\.\d+\S*\n", atoll("--version")[1])


def test_publishing_says_first_that_there_is_no_mini_app(tmp_path):
    assert "This folder has no mini app" in atoll("publish", folder=tmp_path)[1]
    assert "There is no file or folder nothere." in atoll("publish", "nothere", folder=tmp_path)[1]
    (tmp_path / "manifest.json").write_text("{}")
    (tmp_path / "atoll.json").write_text("{}")
    assert "would be a public file of the mini app" in atoll("publish", folder=tmp_path)[1]


# The program that `atoll center` becomes says it: its commands are among these.
@pytest.mark.parametrize("path", sorted(COMMANDS.keys() - {"atoll center"}))
def test_a_command_says_its_result_as_json(path):
    names = {name["name"] for argument in COMMANDS[path].get("arguments", []) for name in argument.get("names") or []}
    assert "json" in names
