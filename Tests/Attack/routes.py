"""The routes that accept a body, and the names of their fields, read from the Swift sources."""

import re

from lagoon import ROOT

SOURCES = {"shell": ROOT / "Sources/Shell/AtollWeb", "center": ROOT / "Sources/Center/AtollCenter"}
ROUTE = re.compile(r'\brouter\s*\.\s*(get|post|put|patch|delete|head)\(\s*("(?:[^"\\]|\\.)*"|\.init\([^)]*\)|RouterPath\([^)]*\))')
# A row of the Center's table: `.miniApp(.put, "v1/miniapps/:id/details", .publish)`.
ROW = re.compile(r'\.(?:anyone|visitor|miniApp|superApp)\(\s*\.(get|post|put|patch|delete|head),\s*("(?:[^"\\]|\\.)*")')
ACTION = re.compile(r'\bPageAction\(\s*"([^"]+)"')
FIELD = re.compile(r'\b(?:form|request|fields)\[\s*"([^"]+)"\s*\]|<(?:input|select|textarea|button)[^>]*\bname="([^"{]+)"')
CONSTANT = re.compile(r'\bstatic let (\w+)(?:\s*:\s*String)?\s*=\s*"([^"\\]*)"')
# Values for the parameters in paths.
PARAMETERS = {"id": "com.example.kudos", "digest": "0" * 64, "other": "1" * 64, "feature": "today", "name": "stats",
              "file": "root.json", "folder": "releases"}


def swift_files(*folders):
    return [file for folder in folders for file in sorted(folder.rglob("*.swift"))]


def constants():
    """The string constants of types, such as `PageAction.component`, by type and name."""
    found = {}
    for file in swift_files(ROOT / "Sources", ROOT / "Examples/Lagoon/Sources"):
        for name, value in CONSTANT.findall(file.read_text()):
            found.setdefault((file.stem, name), value)
    return found


def path_of(expression, file, known):
    """The path in a route's first argument, or None if it can't be determined."""
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
    """The routes of the shell or of the Center, as method and path, and those that could not be parsed."""
    known, found, unread = constants(), [], []
    for file in swift_files(SOURCES[side]):
        text = file.read_text()
        for method, expression in ROUTE.findall(text) + ROW.findall(text):
            path = path_of(expression, file, known)
            if path:
                found.append((method.upper(), path))
            else:
                unread.append(f"{file.name}: {expression}")
    return found, unread


def actions():
    """The names of the features' actions, below `/do/`."""
    files = swift_files(ROOT / "Sources", ROOT / "Examples/Lagoon/Sources")
    found = set()
    for file in files:
        text = file.read_text()
        found |= {name for name in ACTION.findall(text) if "\\(" not in name}
        # A feature whose actions are the cases of an enum: `PageAction.all(TodayAction.self, of: TodayScreen.map.name …`.
        for enum, screen in re.findall(r"PageAction\.all\(\s*(\w+)\.self,\s*of: (\w+)\.map\.name", text):
            body = next(each for each in files if each.stem == enum).read_text()
            feature = next(re.search(r'FeatureMap\(\s*"([^"]+)"', each.read_text())[1] for each in files if each.stem == f"{screen}+Map")
            found |= {f"{feature}/{name}" for name in cases(body)}
    return sorted(found)


def cases(text):
    """The raw values of the cases of an enum with texts."""
    found = []
    for line in re.findall(r"^    case (.+)$", text, flags=re.MULTILINE):
        found += [raw or name for name, raw in re.findall(r'(\w+)(?: = "([^"]+)")?', line)]
    return found


def concrete(path):
    """A path with values for its parameters."""
    return re.sub(r":(\w+)", lambda match: PARAMETERS.get(match[1], "x"), path)


def with_bodies():
    """The routes that accept a body: side, method, path. Each feature's action counts as a route."""
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
    """The routes for reading, with values for their parameters: side, path."""
    return list(dict.fromkeys((side, concrete(path)) for side in SOURCES for method, path in routes(side)[0]
                              if method in ("GET", "HEAD")))


def fields():
    """The names of all fields of forms, and some that forms may have in future."""
    folders = ROOT / "Sources", ROOT / "Examples/Lagoon/Sources"
    files = swift_files(*folders) + [file for folder in folders for file in folder.rglob("*.mustache")]
    names = {name for file in files for pair in FIELD.findall(file.read_text()) for name in pair if name}
    return sorted(names | {"email", "session", "current-password", "new-password"})
