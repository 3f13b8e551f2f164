"""The texts of the shell and of Lagoon in all languages: none is missing, none is left over, and each has the values of its key."""

import json
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
SAMPLE = ROOT / "Examples/Lagoon/Sources"
LANGUAGES = ["ar", "de", "es"]
# Unicode CLDR 45: what whole numbers can be in these languages. (Spanish has "many" for millions, which the general form serves.)
PLURALS = {"en": {"one", "other"}, "de": {"one", "other"}, "es": {"one", "other"}, "ar": {"one", "two", "few", "many", "other"}}
FEATURES = ["Gatekeeper", "Today", "Hub", "Products", "Profile"]


def catalog(name, templates=(), swift=(), scripts=()):
    return pytest.param(name, templates, swift, scripts, id=name.removeprefix("Examples/Lagoon/Sources/"))


CATALOGS = [
    catalog("Sources/Device/AtollRuntime/Texts", swift=["Sources/Device/AtollRuntime/Permissions", "Sources/Device/AtollRuntime/Running"]),
    catalog("Sources/App/AtollPages/Texts", templates=["Sources/App/AtollPages/Templates"]),
    catalog("Sources/Shell/AtollWeb/Resources/Texts/Pages", templates=["Sources/Shell/AtollWeb/Resources/Templates"],
            swift=["Sources/Shell/AtollWeb", "Sources/Foundations/AtollCredentials"]),
    catalog("Sources/Shell/AtollWeb/Resources/Texts/Scripts", scripts=["Sources/Shell/AtollWeb/Resources/Public"]),
    catalog("Examples/Lagoon/Sources/Lagoon/Texts", templates=["Examples/Lagoon/Sources/Lagoon/Templates"],
            swift=["Examples/Lagoon/Sources/Lagoon"]),
    catalog("Sources/App/AtollUI/Texts", swift=["Sources/App/AtollUI"]),
    catalog("Sources/App/AtollSandbox/Texts", swift=["Sources/App/AtollSandbox"]),
    catalog("Examples/Lagoon/Sources/LagoonUI/Texts", swift=["Examples/Lagoon/Sources/LagoonUI"]),
] + [
    catalog(f"Examples/Lagoon/Sources/Lagoon{name}/Texts", templates=[f"Examples/Lagoon/Sources/Lagoon{name}Web/Templates"],
            swift=[f"Examples/Lagoon/Sources/Lagoon{name}{face}" for face in ("", "Web", "UI")])
    for name in FEATURES
]


def strings(name):
    return json.loads((ROOT / name / "Localizable.xcstrings").read_text())["strings"]


def sources(folders, suffix):
    return [file.read_text() for folder in folders for file in sorted((ROOT / folder).rglob(f"*{suffix}"))]


def literals(text):
    """The keys of the texts in Swift code, each interpolated value as a null character."""
    for match in re.finditer(r'\b(?:localized|texts)\(\s*("""|")', text):
        quote, place, key = match[1], match.end(), ""
        while not text.startswith(quote, place):
            if text.startswith("\\(", place):
                end, depth = place + 2, 1
                while depth:
                    depth += {"(": 1, ")": -1}.get(text[end], 0)
                    end += 1
                key, place = key + "\0", end
            elif re.match(r"\\?\n *", text[place:]):
                place += re.match(r"\\?\n *", text[place:]).end()
            else:
                place += text[place] == "\\"
                key, place = key + text[place], place + 1
        yield key


def tagged(text):
    """The keys of the texts in a script."""
    for match in re.finditer(r"\bt`((?:[^`\\$]|\$\{(?:[^{}`]|\{[^}]*\})*\})*)`", text):
        yield re.sub(r"\$\{(?:[^{}`]|\{[^}]*\})*\}", "\0", match[1])


def used(templates, swift, scripts):
    keys = {key for text in sources(templates, ".mustache") for key in re.findall(r"\{\{#t\}\}(.*?)\{\{/t\}\}", text, re.S)}
    keys |= {key for text in sources(swift, ".swift") for key in literals(text)}
    return keys | {key for text in sources(scripts, ".js") for key in tagged(text)}


def fits(key, known):
    pattern = re.compile("(?:%@|%lld)".join(re.escape(part) for part in key.split("\0")))
    return [each for each in known if pattern.fullmatch(each)] if "\0" in key else [key] * (key in known)


def values(text):
    """What a text is filled with: placeholders in the order of their positions, Mustache values and tags."""
    count, places = 0, []
    for position, kind in re.findall(r"%(?:([1-9])\$)?(@|lld)", text):
        count += 1
        places.append((int(position or count), kind))
    return sorted(places), sorted(re.findall(r"\{\{[^}]*\}\}", text)), sorted(re.findall(r"</?[a-z][^>]*>", text))


@pytest.mark.parametrize("name,templates,swift,scripts", CATALOGS)
def test_none_is_missing_and_none_is_left_over(name, templates, swift, scripts):
    known = strings(name)
    keys = used(templates, swift, scripts)
    missing = sorted(key.replace("\0", "…") for key in keys if not fits(key, known))
    assert not missing, f"{name} has no {missing}"
    found = {each for key in keys for each in fits(key, known)}
    code = "\n".join(sources(swift, ".swift"))
    # A text that is looked up by a value, such as the name of a product, is a literal somewhere else; a long one is in several lines.
    leftover = sorted(key for key in known if key not in found and f'"{key}"' not in re.sub(r'"\s*\+ "', "", code))
    assert not leftover, f"nothing shows {leftover} of {name}"


@pytest.mark.parametrize("name,templates,swift,scripts", CATALOGS)
def test_each_is_in_all_languages_with_the_values_of_its_key(name, templates, swift, scripts):
    for key, entry in strings(name).items():
        languages = entry["localizations"]
        assert set(LANGUAGES) <= set(languages), f"{key} is not in all languages"
        for language, localization in languages.items():
            if "stringUnit" in localization:
                text = localization["stringUnit"]["value"]
                assert text.strip() == text and text, (key, language)
                assert values(text) == values(key), (key, language, text)
                continue
            forms = localization["variations"]["plural"]
            assert PLURALS[language] <= set(forms), (key, language)
            for category, form in forms.items():
                wanted, given = values(key), values(form["stringUnit"]["value"])
                # A form for one, two or none may leave the number out.
                assert set(given[0]) <= set(wanted[0]) and given[1:] == wanted[1:], (key, language, category)
                if category in ("few", "many", "other"):
                    assert given[0] == wanted[0], (key, language, category)


@pytest.mark.parametrize("name,templates,swift,scripts", CATALOGS)
def test_no_template_has_a_text_that_is_not_translated(name, templates, swift, scripts):
    """Words between tags, or in an attribute that is read out, stand in {{#t}}…{{/t}} or are values."""
    for folder in templates:
        for file in sorted((ROOT / folder).glob("*.mustache")):
            # Of those who develop the app.
            if file.name == "debug.mustache":
                continue
            text = re.sub(r"\{\{#t\}\}.*?\{\{/t\}\}", "", file.read_text(), flags=re.S)
            text = re.sub(r"<(style|script|svg)\b.*?</\1>|<!--.*?-->", "", text, flags=re.S)
            text = re.sub(r"\{\{\{?[^}]*\}?\}\}", "", text)
            words = re.findall(r">([^<>]*[A-Za-z]{2,}[^<>]*)<", text) + re.findall(r'(?:aria-label|title|alt)="([^"]*[A-Za-z]{2,}[^"]*)"', text)
            assert not [word.strip() for word in words if word.strip()], (file.name, words)


def test_the_check_finds_what_is_missing():
    assert list(literals('localized("A \\(b(c)) d") texts("""\n    One \\\n    line\n    """)')) == ["A \0 d", "One line"]
    assert list(tagged("t`Pay ${total}?` + t`${a.b({})} of ${c}`")) == ["Pay \0?", "\0 of \0"]
    assert fits("Pay \0?", {"Pay %@?": {}}) == ["Pay %@?"] and not fits("Pay", {"Pay %@?": {}})
    assert values("%2$@ of %1$lld {{x}} <b>") == ([(1, "lld"), (2, "@")], ["{{x}}"], ["<b>"])


VIEWS = ["Sources/App/AtollUI", "Sources/App/AtollSandbox"] + sorted(str(path.relative_to(ROOT)) for path in SAMPLE.glob("Lagoon*UI"))
# Texts that no user of the app reads, by the call that they are in: errors for developers of mini apps, names of files and of events.
UNREAD = re.compile(r"(?:Error|Error\.\w+|init|precondition|print|fault|text|Data|answer|value\(forHTTPHeaderField|contains|set)\(|return \(nil, $")


def spoken(text):
    """The literals in Swift code that look like words for somebody, and are in no catalogue."""
    text = re.sub(r'^\s*//.*$', "", text, flags=re.M)
    # Scripts.
    text = re.sub(r'"""\s*?\n.*?"""', '""', text, flags=re.S)
    for match in re.finditer(r'"((?:[^"\\\n]|\\.)*)"', text):
        words = re.sub(r"\\\([^)]*\)", " ", match[1])
        before = text[max(0, match.start() - 150):match.start()]
        call = re.search(r"[^\n]*(?:\n\s*)?[^\n]*$", before)[0]
        looks = re.search(r"[A-Za-z][a-z']+[,.]? +[A-Za-z]", words) or re.fullmatch(r"\s*[A-Z][a-z]+\s*", words)
        if looks and not re.search(r"localized\(\s*$", before) and not UNREAD.search(call):
            yield match[1]


@pytest.mark.parametrize("folder", VIEWS)
def test_views_have_no_text_of_their_own(folder):
    """What a view says is in a catalogue: SwiftUI takes a literal for a key of the app's main bundle, which has none."""
    found = {word for path in sorted((ROOT / folder).rglob("*.swift")) if "Previews" not in path.parts for word in spoken(path.read_text())}
    # The name of the app, a folder, a role, a header, a log, and an error for developers of mini apps.
    unread = {"Lagoon", "Trust", "Sales", "Range", "Atoll", "Navigation", "The super app's server refused the call."}
    assert {word for word in found - unread if not word.startswith("dispatchEvent(")} == set()


@pytest.mark.parametrize("code", [
    'Text("Try again")', 'Label(\n    "The hub", systemImage: "star")', 'Button(isOn ? "Two columns" : "One column", action: act)',
    'Text(verbatim: "Join \\(coach)")', 'ask("Open this?", x)', 'Problem(description: "It is gone.")', 'HubShelf("Favourites", tiles: [])'])
def test_a_text_of_its_own_is_noticed(code):
    assert list(spoken(code))
    assert not list(spoken(re.sub(r'"((?:T|J|O|I|F)[^"]*)"', r'localized("\1")', code)))
