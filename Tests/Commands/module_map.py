"""The module map as Package.swift has it, and the folders inside each module, read from the sources."""

import json
import os
import re
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]

DECLARATION = re.compile(
    r"^(?:@\w+(?:\([^)]*\))?\s+)*(?:(?:public|package|internal|open|final|indirect|nonisolated)\s+)*"
    r"(?:struct|class|enum|actor|protocol|typealias)\s+(\w+)",
    re.MULTILINE,
)
IMPORT = re.compile(r"^(?:@\w+\s+)*(?:public |package |internal )?import (?:(?:struct|class|enum|func) )?(\w+)", re.MULTILINE)


def targets() -> dict[str, dict]:
    """The targets of the package: what each depends on by name, and where its sources are."""
    text = subprocess.run(
        # In a separate folder: the other is locked while the Swift tests run.
        ["swift", "package", "--scratch-path", ".build/manifest", "dump-package"],
        cwd=ROOT, check=True, capture_output=True, text=True,
    ).stdout
    found = {}
    for target in json.loads(text)["targets"]:
        names = []
        for dependency in target["dependencies"]:
            kind, value = next(iter(dependency.items()))
            names.append(value[0])
        folder = target.get("path") or ("Tests/" if target["type"] == "test" else "Sources/") + target["name"]
        found[target["name"]] = {"needs": names, "type": target["type"], "folder": ROOT / folder}
    return found


def closure(name: str, all_targets: dict[str, dict]) -> set[str]:
    """Everything that a target links, products of other packages included."""
    seen: set[str] = set()
    waiting = [name]
    while waiting:
        for needed in all_targets.get(waiting.pop(), {"needs": []})["needs"]:
            if needed not in seen:
                seen.add(needed)
                waiting.append(needed)
    return seen


def sources(folder: Path) -> list[Path]:
    return [path for path in sorted(folder.rglob("*.swift")) if ".build" not in path.parts]


def imports(folder: Path) -> set[str]:
    return {name for path in sources(folder) for name in IMPORT.findall(path.read_text())}


def code(path: Path) -> str:
    """A source without comments and without the texts of its strings."""
    text = re.sub(r"//[^\n]*", "", path.read_text())
    text = re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL)
    return re.sub(r'"(?:\\.|[^"\\\n])*"', '""', text)


def folder_arrows(folder: Path) -> dict[str, dict[str, set[str]]]:
    """Which folder of a module names types of which other one, and which types. The root's own files are left out: they put the folders
    together, and have what all of them share."""
    homes: dict[str, set[str]] = {}
    texts: dict[str, list[str]] = {}
    for path in sources(folder):
        home = os.path.relpath(path.parent, folder)
        if home == ".":
            continue
        text = code(path)
        texts.setdefault(home, []).append(text)
        for name in DECLARATION.findall(text):
            homes.setdefault(name, set()).add(home)
    arrows: dict[str, dict[str, set[str]]] = {}
    for home, parts in texts.items():
        words = set(re.findall(r"\b[A-Z]\w*\b", "\n".join(parts)))
        for word in words:
            owners = homes.get(word, set())
            # A name that two folders have is ambiguous by itself.
            if len(owners) == 1 and home not in owners:
                arrows.setdefault(home, {}).setdefault(next(iter(owners)), set()).add(word)
    return arrows


EXTENSION = re.compile(r"^(?:@\w+\s+)?(?:(?:public|package|internal) )?extension ([\w.]+)[^{\n]*\{\n(.*?)^\}", re.MULTILINE | re.DOTALL)
MODIFIER = r"(?:@\w+(?:\([^)]*\))?\s+)*(?:(?:public|package|internal|static|mutating|nonisolated|final|class|override) )*"
MEMBER = re.compile(rf"^ +{MODIFIER}(?:func|var|let) (\w+)", re.MULTILINE)
OWN_MEMBER = re.compile(rf"^    {MODIFIER}func (\w+)", re.MULTILINE)
PARAMETER = re.compile(r"\{ (\w+) in$", re.MULTILINE)


def member_arrows(folder: Path) -> dict[str, dict[str, set[str]]]:
    """Which folder of a module calls functions that another one adds to a type of a third one (or of another module), such as the
    transaction of a database. A function counts if nothing else in the module has its name. A call counts if it is made on what is named as a
    value of that type somewhere in the module, on a parameter of a closure, or within an extension of that type."""
    files = [(path, os.path.relpath(path.parent, folder), code(path)) for path in sources(folder)]
    files = [(path, home, text) for path, home, text in files if home != "."]
    declared = {name: home for _, home, text in files for name in DECLARATION.findall(text)}
    homes: dict[str, set[str]] = {}
    added: dict[str, tuple[str, str]] = {}
    for _, home, text in files:
        for name in MEMBER.findall(text):
            homes.setdefault(name, set()).add(home)
        for extended, body in EXTENSION.findall(text):
            if declared.get(extended) != home:
                added.update({name: (extended, home) for name in OWN_MEMBER.findall(body)})
    everything = "\n".join(text for _, _, text in files)
    receivers = {
        extended: set(re.findall(rf"\b(\w+): (?:inout |any |some )?{extended}\b", everything)) | {"$0"} for extended, _ in added.values()}
    arrows: dict[str, dict[str, set[str]]] = {}
    for _, home, text in files:
        calls = set(re.findall(r"(\$?\w+)\.(\w+)\(", text))
        extends = {extended for extended, _ in EXTENSION.findall(text)}
        bare = set(re.findall(r"(?<![\w.])(\w+)\(", text))
        own = set(MEMBER.findall(text))
        parameters = set(PARAMETER.findall(text))
        for name, (extended, owner) in added.items():
            if homes[name] != {owner} or owner == home or name in own:
                continue
            known = receivers[extended] | parameters
            if any(called == name and receiver in known for receiver, called in calls) or (extended in extends and name in bare):
                arrows.setdefault(home, {}).setdefault(owner, set()).add(f"{name}()")
    return arrows


def all_arrows(folder: Path) -> dict[str, dict[str, set[str]]]:
    """Which folder of a module needs which other one: for its types, or for what it adds to types."""
    found = folder_arrows(folder)
    for home, others in member_arrows(folder).items():
        for owner, names in others.items():
            found.setdefault(home, {}).setdefault(owner, set()).update(names)
    return found


def circles(arrows: dict[str, dict[str, set[str]]]) -> list[list[str]]:
    """Folders that name each other, directly or by way of others (Tarjan's strongly connected components)."""
    index: dict[str, int] = {}
    low: dict[str, int] = {}
    stack: list[str] = []
    found: list[list[str]] = []

    def visit(node: str) -> None:
        index[node] = low[node] = len(index)
        stack.append(node)
        for other in arrows.get(node, {}):
            if other not in index:
                visit(other)
                low[node] = min(low[node], low[other])
            elif other in stack:
                low[node] = min(low[node], index[other])
        if low[node] == index[node]:
            component = []
            while True:
                other = stack.pop()
                component.append(other)
                if other == node:
                    break
            if len(component) > 1:
                found.append(sorted(component))

    for node in list(arrows):
        if node not in index:
            visit(node)
    return found


def described(component: list[str], arrows: dict[str, dict[str, set[str]]]) -> str:
    """A circle with the types that tie it, a line each."""
    lines = []
    for one in component:
        for other in component:
            names = arrows.get(one, {}).get(other)
            if names:
                lines.append(f"{one} -> {other}: {', '.join(sorted(names))}")
    return "\n".join(lines)


TYPE = re.compile(
    r"^(?:@\w+(?:\([^)]*\))?\s+)*(?:(?:public|package|internal|open|final|indirect|nonisolated)\s+)*(?:struct|class|enum|actor|protocol)\s+(\w+)")


def top_level_types(path: Path) -> list[str]:
    """The types that a file declares for others: not nested, not private."""
    found = []
    in_text = False
    for line in path.read_text().splitlines():
        if not in_text and (match := TYPE.match(line)):
            found.append(match[1])
        if line.count('"""') % 2:
            in_text = not in_text
    return found


PUBLIC = re.compile(
    r"^\s*(?:@\w+(?:\([^)]*\))?\s+)*public (?:(?:static|final|mutating|nonisolated|private\(set\)|internal\(set\)|package\(set\)|indirect|convenience"
    r"|override|class|lazy) )*(struct|class|enum|actor|protocol|func|var|let|init|typealias|subscript)\b\s*([\w=<>+~/]*)")
# The requirements of a protocol are documented at the protocol: Swift's own, and ours that have several conformances.
WITNESSES = {
    "linkText", "linkDescription", "get", "stream", "wasAllowed", "note", "makeAsyncIterator",
    "description", "debugDescription", "hash", "encode", "==", "<", "~=", "=>", "customMirror", "body", "rawValue", "makeBody", "makeIterator",
    "allCases", "customPlaygroundDisplayDescription"}


def undocumented(path: Path) -> list[str]:
    """Public declarations of a file without a documentation comment, but for witnesses of well-known protocols."""
    lines = path.read_text().splitlines()
    found = []
    for number, line in enumerate(lines):
        match = PUBLIC.match(line)
        if not match or match[2] in WITNESSES or match[2].startswith("build"):
            continue
        if re.search(r"\binit\??\((?:from decoder|rawValue|linkText|argument|\w+Literal)\b", line):
            continue
        before = number - 1
        while before >= 0 and lines[before].strip().startswith("@"):
            before -= 1
        if before < 0 or not lines[before].strip().startswith("///"):
            found.append(f"{path.name}:{number + 1}: {line.strip()}")
    return found
