"""The script that every host runs (Tests/Bridge), in the shell and in `atoll dev`."""

import json

import pytest
from conftest import ROOT
from test_dev import Developer, start  # noqa: F401

APP = ROOT / "Tests/Bridge/app"
SCRIPT = json.loads((APP / "conformance.json").read_text())
CHECKS = (ROOT / "Sources/Device/AtollRuntime/HostFiles/parameters.js").read_text()
FAULTS = (APP / "faults.js").read_text().replace("export ", "")
RUN = f"""async (script) => {{
  {CHECKS}
  {FAULTS}
  const {{ call }} = await import("/.atoll/atoll.js");
  const answer = (method, params) => call(method, params).then((result) => ({{ result }}), (error) => ({{ error }}));
  return faults(script, answer, AtollParameters(script.types));
}}"""


def test_the_shell_conforms(person):
    person.sign_in()
    person.open("Intruder")
    frame = person.frame()
    frame.wait_for_selector("body[data-ready]")
    assert frame.evaluate(RUN, SCRIPT) == []


def test_the_developer_shell_conforms(chromium, start):  # noqa: F811
    ada = Developer(chromium, start(ROOT / "Examples/MiniApps/kudos", "--grant", "user.name,user.photo"))
    assert ada.opened("body").evaluate(RUN, SCRIPT) == []


@pytest.mark.thorough("another page")
def test_a_host_that_answers_otherwise_is_found(person):
    person.sign_in()
    person.open("Intruder")
    frame = person.frame()
    frame.wait_for_selector("body[data-ready]")
    steps = [{**step, "result": "other"} if step["method"] == "storage.get" else step for step in SCRIPT["steps"]]
    wrong = [{"method": "storage.get", "params": {"key": "a"}, "code": -32602}]
    found = frame.evaluate(RUN, {**SCRIPT, "steps": steps, "malformed": wrong})
    assert len(found) == sum(step["method"] == "storage.get" for step in steps) + 1
    assert found[-1].endswith("answers with a result, not -32602")
