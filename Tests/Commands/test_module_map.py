"""The architecture, read from Package.swift and from the sources."""

import re
import subprocess
from collections import Counter

import pytest

import module_map
from module_map import ROOT

TARGETS = module_map.targets()
PRODUCT = {name: target for name, target in TARGETS.items() if target["type"] != "test" and target["folder"].exists()}
# The modules that an iOS app must not link: servers, pages, templates.
WEB = {
    "AtollPages", "AtollWeb", "AtollCenter", "BoundedServer", "AtollCredentials", "Mustache", "Hummingbird", "HummingbirdCore", "NIOCore", "NIOPosix",
    "GRDB", "JWTKit", "Lagoon", "AtollPostgres", "CAtollPostgres", "ObjectStorage", "AtollCenterPostgres"}
# It stands in for Apple's frameworks and has their knots.
STAND_IN = "AppleStandIn"


@pytest.mark.parametrize("name", ["Atoll", "AtollUI", "Harbour", "Shop", "LagoonUI", "LagoonScreens"])
def test_the_apple_side_links_nothing_of_the_web(name):
    linked = module_map.closure(name, TARGETS)
    assert linked & {"AtollNavigation", "AtollLinks"}, "the check would see what is linked"
    assert not linked & WEB
    assert not {module for module in linked if re.fullmatch(r"Lagoon\w+Web", module)}


# The folders of Sources: each imports those before it.
LAYERS = ["Foundations", "Trust", "Device", "App", "Center", "Shell", "Tools"]


def layer(target):
    """The place of a module's layer among the others; None for a sample or a test."""
    folder = target["folder"].relative_to(ROOT).parts
    return LAYERS.index(folder[1]) if folder[0] == "Sources" else None


def arrows_upward(targets):
    """A line for each module of a layer that depends on one of a later layer, and for each between the Center and the shell."""
    found = []
    for name, target in targets.items():
        for needed in target["needs"]:
            here, there = layer(target), layer(targets[needed]) if needed in targets else None
            if here is None or there is None:
                continue
            if there > here or {LAYERS[here], LAYERS[there]} == {"Center", "Shell"}:
                found.append(f"{LAYERS[here]}/{name} -> {LAYERS[there]}/{needed}")
    return found


def test_a_layer_depends_on_those_below_it():
    assert {path.name for path in (ROOT / "Sources").iterdir()} == set(LAYERS)
    assert arrows_upward(TARGETS) == []


def test_the_check_would_find_an_arrow_upward():
    bent = {name: dict(target) for name, target in TARGETS.items()}
    bent["AtollCatalog"]["needs"] = [*bent["AtollCatalog"]["needs"], "AtollHub"]
    bent["AtollWeb"]["needs"] = [*bent["AtollWeb"]["needs"], "AtollPublishing"]
    assert arrows_upward(bent) == ["Device/AtollCatalog -> App/AtollHub", "Shell/AtollWeb -> Center/AtollPublishing"]


def test_the_domain_of_the_center_knows_no_server_and_no_database():
    outside = {
        "BoundedHTTP", "BoundedServer", "FoundationNetworking", "GRDB", "HTTPTypes", "Hummingbird", "HummingbirdCore", "JWTKit", "Mustache", "NIOCore",
        "AtollPostgres", "ObjectStorage"}
    imported = module_map.imports(PRODUCT["AtollCenterDomain"]["folder"])
    assert "AtollCenterAPI" in imported and not imported & outside


@pytest.mark.parametrize("feature", ["Gatekeeper", "Today", "Hub", "Products", "Profile"])
def test_the_faces_of_a_feature_do_not_meet(feature):
    web, views = (module_map.closure(f"Lagoon{feature}{face}", TARGETS) for face in ("Web", "UI"))
    assert "AtollUI" not in web and "AtollPages" in web
    assert not views & WEB
    domain = module_map.closure(f"Lagoon{feature}", TARGETS)
    assert not domain & (WEB | {"AtollUI", STAND_IN})


def test_the_check_would_find_an_arrow_sideways():
    bent = {name: dict(target) for name, target in TARGETS.items()}
    bent["LagoonHub"]["needs"] = [*bent["LagoonHub"]["needs"], "AtollPages"]
    assert "AtollPages" in module_map.closure("LagoonUI", bent)


@pytest.mark.parametrize("name", sorted(PRODUCT))
def test_what_a_module_imports_is_what_it_declares(name):
    imported = module_map.imports(PRODUCT[name]["folder"]) & TARGETS.keys()
    declared = set(PRODUCT[name]["needs"]) & TARGETS.keys()
    assert imported - declared - {name} == set(), "imported, not declared"
    # On Linux, views import it under Apple's name.
    assert declared - imported - {STAND_IN} == set(), "declared, never imported"


@pytest.mark.parametrize("name", sorted(PRODUCT.keys() - {STAND_IN}))
def test_folders_inside_a_module_have_no_circles(name):
    arrows = module_map.all_arrows(PRODUCT[name]["folder"])
    assert [module_map.described(circle, arrows) for circle in module_map.circles(arrows)] == []


def test_the_check_would_find_a_circle(tmp_path):
    for home, other in (("A", "B"), ("B", "C"), ("C", "A")):
        (tmp_path / home).mkdir()
        (tmp_path / home / "File.swift").write_text(f"struct In{home} {{ let other: In{other} }}\n// InA InB InC\n")
    arrows = module_map.folder_arrows(tmp_path)
    assert module_map.circles(arrows) == [["A", "B", "C"]]
    assert "A -> B: InB" in module_map.described(["A", "B", "C"], arrows)


def test_the_check_follows_what_folders_add_to_a_type(tmp_path):
    texts = {
        "Base": "struct Change {}\n",
        "A": "extension Change {\n    func release() {\n        withdraw()\n    }\n}\n",
        "B": "extension Change {\n    func withdraw() {}\n}\nfunc end(change: Change) { change.release() }\n",
    }
    for home, text in texts.items():
        (tmp_path / home).mkdir()
        (tmp_path / home / "File.swift").write_text(text)
    assert module_map.circles(module_map.folder_arrows(tmp_path)) == []
    assert module_map.circles(module_map.all_arrows(tmp_path)) == [["A", "B"]]


@pytest.mark.parametrize("name", sorted(PRODUCT))
def test_no_folder_holds_one_file_only(name):
    folder = PRODUCT[name]["folder"]
    counts = Counter(path.parent for path in module_map.sources(folder) if path.parent != folder)
    nested = {path.parent.parent for path in module_map.sources(folder)}
    assert [str(home.relative_to(ROOT)) for home, count in counts.items() if count == 1 and home not in nested] == []


@pytest.mark.parametrize("name", sorted(PRODUCT.keys() - {STAND_IN, "Harbour", "Shop"}))
def test_a_file_has_one_type_and_its_name(name):
    wrong = {}
    for path in module_map.sources(PRODUCT[name]["folder"]):
        types = module_map.top_level_types(path)
        if types and types != [path.stem]:
            wrong[path.name] = types
    assert wrong == {}


@pytest.mark.parametrize("name", sorted(name for name in PRODUCT if name.startswith(("Atoll", "TUF", "Signed")) and "Test" not in name))
def test_what_is_public_is_documented(name):
    found = [line for path in module_map.sources(PRODUCT[name]["folder"]) for line in module_map.undocumented(path)]
    assert found == []


def test_the_checks_would_find_what_they_are_for(tmp_path):
    file = tmp_path / "One.swift"
    file.write_text("struct One {\n    public let bare = 1\n    /// Two.\n    public let documented = 2\n}\nprivate enum Own {}\nenum Other {}\n")
    assert module_map.top_level_types(file) == ["One", "Other"]
    assert module_map.undocumented(file) == ["One.swift:2: public let bare = 1"]


def test_no_request_is_cancelled_by_foundation():
    """On Linux, `URLSession.data(for:)` hangs if its task is cancelled while the response ends."""
    files = [path for folder in ("Sources", "Tests", "Examples") for path in (ROOT / folder).rglob("*.swift")]
    needed = re.compile(r"ession[\w.()]*\.(data|upload|bytes|download)\((for|from): (?!.*limit:)")
    assert needed.search("try await URLSession.shared.data(for: request)") and needed.search("await session.data(from: url)")
    assert not needed.search("try await session.data(for: request, limit: 1_000)")
    assert [str(path.relative_to(ROOT)) for path in files if needed.search(path.read_text())] == [
        # The calls that an app on an iPhone makes, where they do not hang.
        "Examples/Harbour/HarbourApp.swift"]


def test_the_map_in_the_documentation_names_every_module():
    text = (ROOT / "docs/architecture.md").read_text()
    libraries = [name for name in PRODUCT if not name.startswith("Lagoon") and name not in ("Harbour", "Shop") and not name.startswith("CAtoll")]
    missing = [name for name in libraries if name not in text and name.removesuffix("Command") not in text]
    assert [name for name in missing if name not in ("AtollCommand", "TUFClientCommand", "AtollTestSupport")] == []


def test_the_map_of_scripts_names_every_program():
    listed = set(re.findall(r"`([\w-]+)`", (ROOT / "scripts/README.md").read_text()))
    programs = {path.name for path in (ROOT / "scripts").iterdir() if path.is_file() and path.suffix != ".md"}
    assert programs - listed == set()


def test_the_types_and_the_table_of_the_bridge_are_made_from_its_description():
    checked = subprocess.run([ROOT / "scripts/bridge-documents", "--check"], capture_output=True, text=True)
    assert checked.returncode == 0, checked.stderr
