"""What `import Atoll` and `import AtollUI` put into the scope of an app: types, and no functions of everyday names."""

import re

import module_map

TARGETS = module_map.targets()
# The modules that an app imports, and all that these export or need.
FOR_APPS = sorted(
    name for name in module_map.closure("Atoll", TARGETS) | module_map.closure("AtollUI", TARGETS) | {"Atoll", "AtollUI"}
    if name in TARGETS and name.startswith("Atoll"))
DECLARED = re.compile(r"^(?P<attributes>(?:@[^\n]*\n)*)public (?:\w+ )*?(?:func|let|var) (?P<name>[^\s(<:]+)", re.MULTILINE)
OPERATOR = re.compile(r"^(?:infix|prefix|postfix) operator (\S+)", re.MULTILINE)


def scope(text):
    """The public names outside of a type that are not deprecated."""
    return [found["name"] for found in DECLARED.finditer(text) if "@available(*, deprecated" not in found["attributes"]]


def sources():
    return [path for name in FOR_APPS for path in sorted(TARGETS[name]["folder"].rglob("*.swift"))]


def test_products_for_apps_declare_no_global_names():
    assert {"Atoll", "AtollUI", "AtollNavigation", "AtollLinks", "AtollHome"} <= set(FOR_APPS)
    found = {(path.name, name) for path in sources() for name in scope(path.read_text())}
    assert {name for _, name in found} == {"=>"}, sorted(found)


def test_the_only_operator_connects_fragments():
    assert {name for path in sources() for name in OPERATOR.findall(path.read_text())} == {"=>"}


def test_the_check_finds_what_is_global():
    text = "\n".join([
        '@available(*, deprecated, renamed: "Pass")', "public func pass<F>(_ edge: F) -> Pass<F> { Pass(edge) }", "",
        "@MainActor", "public func home<M>(_ modules: M...) {}", "public let shared = 1", "public struct Pass {",
        "    public func auto() {}", "}"])
    assert scope(text) == ["home", "shared"]
