"""The site for mini app developers: whole, with links that lead somewhere, and nothing from elsewhere."""

import html.parser
import json
import subprocess
import sys

import pytest

from conftest import ROOT


class Page(html.parser.HTMLParser):
    def __init__(self, text):
        super().__init__()
        self.links, self.anchors, self.sources = [], set(), []
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        if "id" in attributes:
            self.anchors.add(attributes["id"])
        if tag in ("a", "link") and attributes.get("href"):
            self.links.append(attributes["href"])
        if tag == "link" or attributes.get("src"):
            self.sources.append(attributes.get("src") or attributes["href"])


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    folder = tmp_path_factory.mktemp("site") / "site"
    subprocess.run([sys.executable, ROOT / "scripts/site", folder], check=True, capture_output=True)
    return folder, {path.name: Page(path.read_text()) for path in folder.glob("*.html")}


def test_each_link_leads_somewhere(site):
    folder, pages = site
    for name, page in pages.items():
        for link in page.links:
            if link.startswith(("https://", "http://", "mailto:")):
                continue
            path, _, anchor = link.partition("#")
            assert (folder / (path or name)).is_file(), f"{name}: {link}"
            assert not anchor or anchor in pages[path or name].anchors, f"{name}: {link}"


def test_nothing_comes_from_elsewhere(site):
    folder, pages = site
    for name, page in pages.items():
        assert all((folder / source).is_file() for source in page.sources), name
    assert "url(" not in (folder / "site.css").read_text() and "@import" not in (folder / "site.css").read_text()


def test_no_folder_of_somebody_else_is_replaced(tmp_path):
    (tmp_path / "mine").write_text("kept")
    done = subprocess.run([sys.executable, ROOT / "scripts/site", tmp_path], capture_output=True, text=True)
    assert done.returncode != 0 and "Nothing was changed" in done.stderr and (tmp_path / "mine").read_text() == "kept"


def test_each_call_is_there_with_its_example(site):
    folder, pages = site
    for method in json.loads((ROOT / "Sources/Device/AtollRuntime/HostFiles/bridge.json").read_text())["methods"]:
        # atoll.js makes these by itself.
        if method["name"] in ("lifecycle.ready", "lifecycle.error", "page.changed", "page.key"):
            continue
        file = f"calls-{method['name'].split('.')[0]}.html"
        assert method["name"] in pages[file].anchors
        section = (folder / file).read_text().split(f'id="{method["name"]}"')[1].split("<h2")[0]
        assert "/.atoll/atoll.js" in section and "await" in section
