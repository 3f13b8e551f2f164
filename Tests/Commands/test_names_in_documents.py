"""Documents name only what exists: files, types, commands with their options, targets of make, routes, and places in other documents."""

import re
import shlex
import subprocess
from pathlib import Path

import pytest

from conftest import ROOT
from test_help import COMMANDS, DUMPS

TRACKED = [path for path in subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True).stdout.split("\n") if path]
FOLDERS = {str(parent) for path in TRACKED for parent in Path(path).parents}
TEXTS = {
    path: (ROOT / path).read_text(errors="replace") for path in TRACKED
    if (ROOT / path).is_file() and Path(path).suffix not in {".png", ".ma", ".zip", ".woff2", ".mp4", ".webp", ".jpg"}}
DOCUMENTS = {path: text for path, text in TEXTS.items() if path.endswith(".md") and "/Templates/" not in path}
# Decisions and the changelog say how things were; they may name what is gone.
CURRENT = {path: text for path, text in DOCUMENTS.items() if not path.startswith("docs/decisions/") and path != "CHANGELOG.md"}
CODE = {path: text for path, text in TEXTS.items() if not path.endswith(".md")}

# Names of other people's programs, and examples that a reader makes up.
FOREIGN = set("""
    AppTileView CFBundleLocalizations CFBundleURLTypes CombineLatest DeleteObject GXMiniAppCacheMaxCount GXSuperAppId GXSuperAppProvisioningURL
    GXSuperAppVersion GetObject HomepageModule HomepageRawState LagoonNotes LagoonNotesUI LagoonNotesWeb LagoonX LagoonXUI LagoonXWeb ListBucket
    MessagePort NSCameraUsageDescription NSMicrophoneUsageDescription NavigationLink PutObject SyncRep
""".split())
PLACEHOLDERS = {"docs/decisions/NNN-title.md"}


def inline(text):
    """The code spans outside of code blocks."""
    return re.findall(r"`([^`\n]+)`", re.sub(r"^```.*?^```", "", text, flags=re.S | re.M))


def anchors(text):
    """The anchors of a document's headings, as hosts of repositories make them."""
    found = set(re.findall(r'<a (?:id|name)="([^"]+)"', text))
    for heading in re.findall(r"^#+ (.+)$", re.sub(r"^```.*?^```", "", text, flags=re.S | re.M), flags=re.M):
        plain = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading).replace("`", "").strip().lower()
        base = re.sub(r"[^\w\- ]", "", plain).replace(" ", "-")
        name, number = base, 0
        while name in found:
            number += 1
            name = f"{base}-{number}"
        found.add(name)
    return found


def defaults(command, path=()):
    """The commands that have a default subcommand, with its name."""
    path = (*path, command["commandName"])
    if name := command.get("defaultSubcommand"):
        yield " ".join(path), name
    for each in command.get("subcommands", []):
        yield from defaults(each, path)


DEFAULTS = dict(pair for dump in DUMPS for pair in defaults(dump["command"]))


def fault_of_command(line):
    """Why a command line is not one of `atoll`, or None. Values are not looked at, and words in capitals or with … stand for any."""
    try:
        words = shlex.split(line, comments=True)
    except ValueError:
        return None
    group = " ".join(words[:2])
    if group in DEFAULTS and not any(path.startswith(" ".join(words[:3])) for path in COMMANDS):
        words.insert(2, DEFAULTS[group])
    paths = [path.split() for path in COMMANDS]
    length = max((len(path) for path in paths if words[: len(path)] == path), default=0)
    if not length:
        # A group, such as `atoll release`, or a family, such as `atoll center …`.
        known = [words[:count] for count in range(1, len(words) + 1) if any(path[:count] == words[:count] for path in paths)]
        rest = words[len(known[-1]):] if known else words
        return None if known and (not rest or re.match(r"^(-|…|[A-Z<\[])", rest[0])) else f"there is no command {' '.join(words)}"
    command = COMMANDS[" ".join(words[:length])]
    names = {("-" if name["kind"] == "short" else "--") + name["name"] for argument in command.get("arguments", []) for name in argument.get("names") or []}
    for word in words[length:]:
        if re.match(r"^--?[a-z]", word) and word.split("=")[0] not in names:
            return f"there is no {word}"
    return None


@pytest.mark.parametrize("path", sorted(DOCUMENTS))
def test_a_link_leads_to_a_file_and_a_heading(path):
    for link in re.findall(r"\]\(([^)\s]+)\)", DOCUMENTS[path]):
        if re.match(r"^[a-z]+:", link):
            continue
        name, _, anchor = link.partition("#")
        target = joined(path, name)
        assert target in TEXTS or target in FOLDERS or target in TRACKED, f"{link} leads nowhere"
        if anchor and target in DOCUMENTS:
            assert anchor in anchors(DOCUMENTS[target]), f"{link}: no such heading"


def joined(path, name):
    """The path of a link from the document at `path`, from the top of the checkout."""
    parts = list(Path(path).parent.parts) if name else list(Path(path).parts)
    for part in Path(name).parts:
        if part == "..":
            parts.pop()
        elif part != ".":
            parts.append(part)
    return "/".join(parts) or "."


@pytest.mark.parametrize("path", sorted(CURRENT))
def test_files_that_are_named_exist(path):
    for code in inline(CURRENT[path]):
        if code in PLACEHOLDERS:
            continue
        if re.match(r"^(Sources|Tests|Examples|scripts|docs|deploy|Benchmarks|Fuzz)/[\w./+-]+$", code):
            assert code.rstrip("/") in FOLDERS or code in TEXTS or code in TRACKED, f"there is no {code}"
        elif re.match(r"^[\w+/-]+\.(swift|py|mustache)$", code) and not re.search(r"[A-Z]{4,}", code):
            assert any(each == code or each.endswith("/" + code) for each in TRACKED), f"there is no file {code}"


WORDS = {word for text in CODE.values() for word in re.findall(r"[A-Za-z_]\w*", text)} | {
    name for path in CODE for name in (Path(path).stem, *Path(path).parts)}


@pytest.mark.parametrize("path", sorted(CURRENT))
def test_types_that_are_named_exist(path):
    for code in inline(CURRENT[path]):
        if re.match(r"^[A-Z][A-Za-z0-9]*[a-z][A-Za-z0-9]*(\.\w+)*(\([\w:]*\))?$", code) and not code.endswith((".swift", ".md", ".json", ".js")):
            for word in re.findall(r"[A-Za-z_]\w+", code):
                assert word in WORDS or word in FOREIGN, f"`{code}`: there is no {word} in the code"


def test_names_of_others_are_listed_only_while_a_document_has_them():
    named = {word for text in CURRENT.values() for code in inline(text) for word in re.findall(r"\w+", code)}
    assert FOREIGN <= named, FOREIGN - named


@pytest.mark.parametrize("path", sorted(CURRENT))
def test_commands_that_are_named_exist(path):
    for code in inline(CURRENT[path]):
        if re.match(r"^atoll(-center)? [a-z]", code):
            assert fault_of_command(code) is None, f"`{code}`: {fault_of_command(code)}"
    makefile = (ROOT / "Makefile").read_text()
    for code in inline(CURRENT[path]):
        if match := re.match(r"^make ([a-z-]+)( |$)", code):
            assert re.search(rf"^{match[1]}:", makefile, flags=re.M), f"there is no target {match[1]}"


def test_a_wrong_command_is_found():
    assert fault_of_command("atoll release hold com.example.kudos 4 --reason x") is None
    assert fault_of_command("atoll release") is None and fault_of_command("atoll center …") is None
    assert "no --because" in fault_of_command("atoll release hold com.example.kudos 4 --because x")
    assert "no command" in fault_of_command("atoll release stop")


ROUTES = {
    re.sub(r"(?<=/)(:\w+|\{[^}]*\}|\\\([^)]*\)|\*\*?|\w*…)", "*", literal.strip("/"))
    for path, text in CODE.items() if path.endswith(".swift") for literal in re.findall(r'"(/?[a-z0-9.-]+(?:/[^"\s]*)?)"', text)}


@pytest.mark.parametrize("path", sorted(CURRENT))
def test_routes_that_are_named_exist(path):
    for code in inline(CURRENT[path]):
        match = re.match(r"^(GET|POST|PUT|DELETE|PATCH) /([^?\s]+)(\?.*)?$", code)
        if not match:
            continue
        wanted = re.sub(r"(?<=/)(\{[^}]*\}|[A-Z]+|…)", "*", match[2].strip("/"))
        assert wanted in ROUTES or any(route.startswith(wanted.removesuffix("/*") + "/") for route in ROUTES if wanted.endswith("/*")), f"`{code}`"
