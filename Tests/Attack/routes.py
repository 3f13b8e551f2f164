"""The routes that take a body, and the fields that they know, as the Swift sources have them."""

import re

from lagoon import ROOT

SOURCES = {"shell": ROOT / "Sources/AtollWeb", "center": ROOT / "Sources/AtollCenter"}
ROUTE = re.compile(r'\brouter\s*\.\s*(get|post|put|patch|delete|head)\(\s*("(?:[^"\\]|\\.)*"|\.init\([^)]*\)|RouterPath\([^)]*\))')
ACTION = re.compile(r'\bPageAction\(\s*"([^"]+)"')
FIELD = re.compile(r'\b(?:form|request|fields)\[\s*"([^"]+)"\s*\]|<(?:input|select|textarea|button)[^>]*\bname="([^"{]+)"')
CONSTANT = re.compile(r'\bstatic let (\w+)(?:\s*:\s*String)?\s*=\s*"([^"\\]*)"')
# What stands in for the variable parts of a path.
PARAMETERS = {"id": "com.example.kudos", "digest": "0" * 64, "other": "1" * 64, "feature": "today", "name": "stats",
              "file": "root.json", "folder": "releases"}


def swift_files(*folders):
    return [file for folder in folders for file in sorted(folder.rglob("*.swift"))]


def constants():
    """The texts that types name, such as `PageAction.component`, by type and name."""
    found = {}
    for file in swift_files(ROOT / "Sources", ROOT / "Examples/Lagoon/Sources"):
        for name, value in CONSTANT.findall(file.read_text()):
            found.setdefault((file.stem, name), value)
    return found


def path_of(expression, file, known):
    """The path that a route's first argument means, or None if it can't be told."""
    expression = re.sub(r"^(?:\.init|RouterPath)\((.*)\)$", r"\1", expression.strip())

    def constant(name):
        owner, _, member = name.rpartition(".")
        return known.get((file.stem if owner in ("Self", "") else owner, member))

    parts = []
    for part in re.split(r"\s*\+\s*", expression):
        if part.startswith('"'):
            text = re.sub(r"\\\(([\w.]+)\)", lambda match: constant(match[1]) or "\0", part.strip('"'))
        else:
            text = constant(part) or "\0"
        parts.append(text)
    path = "".join(parts)
    return None if "\0" in path else "/" + path.lstrip("/")


def routes(side):
    """Every route of the shell or of the Center: method and path; and those that could not be read."""
    known, found, unread = constants(), [], []
    for file in swift_files(SOURCES[side]):
        for method, expression in ROUTE.findall(file.read_text()):
            path = path_of(expression, file, known)
            if path:
                found.append((method.upper(), path))
            else:
                unread.append(f"{file.name}: {expression}")
    return found, unread


def actions():
    """The forms of features, below `/do/`."""
    files = swift_files(ROOT / "Sources", ROOT / "Examples/Lagoon/Sources")
    return sorted({name for file in files for name in ACTION.findall(file.read_text())})


def concrete(path):
    """A path with something in place of its parameters."""
    return re.sub(r":(\w+)", lambda match: PARAMETERS.get(match[1], "x"), path)


def with_bodies():
    """The routes that take a body: side, method, path. Each feature's action is one of its own."""
    found = []
    for side in SOURCES:
        for method, path in routes(side)[0]:
            if method in ("GET", "HEAD"):
                continue
            if re.fullmatch(r"/do/:\w+/:\w+", path):
                found += [(side, method, f"/do/{name}") for name in actions()]
            found.append((side, method, concrete(path)))
    return list(dict.fromkeys(found))


def reads():
    """The routes that are read, with something in place of their parameters: side, path."""
    return list(dict.fromkeys((side, concrete(path)) for side in SOURCES for method, path in routes(side)[0]
                              if method in ("GET", "HEAD")))


def fields():
    """The names of all fields that forms have, and those that forms may have before long."""
    folders = ROOT / "Sources", ROOT / "Examples/Lagoon/Sources"
    files = swift_files(*folders) + [file for folder in folders for file in folder.rglob("*.mustache")]
    names = {name for file in files for pair in FIELD.findall(file.read_text()) for name in pair if name}
    return sorted(names | {"email", "session", "current-password", "new-password"})
