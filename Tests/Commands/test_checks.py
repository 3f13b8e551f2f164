"""`atoll check` reports the same findings as the Center, in the same words, and none in the samples."""

import json
import urllib.request

import pytest

from conftest import ROOT
from test_openapi import secret
from test_people import be, invite, people  # noqa: F401
from waiting import until

SCRIPT = """/*! jQuery v3.4.1 */
const F = Function; F("a")();
fetch("https://elsewhere.example.com/a");
new Worker("/a.js");
setTimeout(`a(${b})`);
"""
PAGE = """<iframe src="/pages/other.html"></iframe><a href="#" onclick="a()">a</a><script>a()</script>
<img src="http://pictures.example.com/a.png">"""


def full_of_faults(atoll):
    app = atoll.make_mini_app()
    (app / "faults.js").write_text(SCRIPT)
    page = next(app.glob("pages/*.html"))
    page.write_text(page.read_text().replace("</body>", PAGE + "</body>"))
    manifest = app / "manifest.json"
    said = json.loads(manifest.read_text())
    said["req_permissions"] = [{"name": "camera", "reason": "Needed"}, {"name": "user.email", "reason": "To write to you."}]
    manifest.write_text(json.dumps(said))
    return app


def test_the_command_and_the_center_say_the_same(people):  # noqa: F811
    atoll = people
    atoll.works("org", "create", "acme", "--name", "Acme", "--publisher", "com.example", "--owns-super-apps")
    atoll.works("superapp", "create", "com.acme.lagoon", "--name", "Lagoon", "-o", "acme")
    atoll.works("superapp", "version", "add", "com.acme.lagoon", "web", "1.0")
    invite(atoll, "dev", "developer")
    be(atoll, "dev")
    app = full_of_faults(atoll)
    outcome = atoll("check", app, "--json")
    assert outcome.status == 1
    here = json.loads(outcome.output)
    atoll.works("publish", app, "--super-app", "com.acme.lagoon", "--draft")
    name = json.loads((app / "manifest.json").read_text())["app_id"]
    request = urllib.request.Request(
        f"{atoll.center}/v1/miniapps/{name}/versions/1/checks", headers={"Authorization": "Bearer " + secret(atoll, "dev")})

    def checks():
        with urllib.request.urlopen(request) as answer:
            return json.load(answer)

    until(lambda: checks()["isChecked"])
    there = checks()["findings"]
    shared = sorted(set(here[0]) & set(there[0]))
    assert {"code", "severity", "path", "line", "text", "advice", "excerpt"} <= set(shared)

    def facts(findings):
        return sorted(json.dumps([finding.get(part) for part in shared]) for finding in findings)

    assert facts(here) == facts(there)
    assert {finding["severity"] for finding in here} == {"block", "warn"}
    assert len({finding["code"] for finding in here}) >= 8, sorted({finding["code"] for finding in here})


@pytest.mark.parametrize("name", sorted(path.name for path in (ROOT / "Examples/MiniApps").iterdir() if path.is_dir()))
def test_nothing_is_found_in_the_samples(run, name):
    outcome = run("atoll", "check", ROOT / "Examples/MiniApps" / name, "--json", "--strict")
    assert outcome.status == 0 and json.loads(outcome.output) == []
