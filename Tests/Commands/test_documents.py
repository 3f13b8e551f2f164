"""Every command line in the README and the articles, run as written."""

import contextlib
import os
import re
import shutil
import subprocess

import pytest

from conftest import BINARIES, ROOT
from waiting import GUARD
from test_device import SuperApp

MINI_APPS, CENTER, LAGOON = "docs/mini-apps.md", "docs/center.md", "docs/lagoon.md"
PEOPLE, RELEASES = "docs/people.md", "docs/releases.md"
COMPATIBILITY, DEVELOPING, DEPLOYING = "docs/compatibility.md", "docs/developing.md", "docs/deploying.md"
ARTICLE = "Sources/App/AtollUI/AtollUI.docc/Articles/FromAnXcodeProject.md"
CEREMONY = "Sources/Center/AtollCenter/AtollCenter.docc/KeyCeremony.md"


def blocks(path):
    """The command blocks of a document, each a list of lines without comments."""
    found = []
    for block in re.findall(r"```sh\n(.*?)```", (ROOT / path).read_text(), flags=re.S):
        lines = [re.split(r"\s+#\s", line)[0].rstrip() for line in block.splitlines()]
        found.append([line for line in lines if line and not line.startswith("#")])
    return found


def block(path, part):
    return next(lines for lines in blocks(path) if any(part in line for line in lines))


class Typist:
    def __init__(self, folder):
        self.folder = folder
        folder.mkdir()
        self.environment = {
            "HOME": str(folder / "home"), "PATH": f"{BINARIES}:{os.environ['PATH']}", "ATOLL_PASSPHRASE": "coral reef at noon"}
        self.center = None

    def type(self, *lines):
        for line in lines:
            done = subprocess.run(
                ["bash", "-ec", line], cwd=self.folder, env=self.environment, stdin=subprocess.DEVNULL, capture_output=True,
                text=True, timeout=600)
            assert done.returncode == 0, f"{line}\n{done.stdout}{done.stderr}"
            if line.startswith("atoll center key"):
                self.environment["ATOLL_API_KEY"] = done.stdout.split()[0]

    def output(self, line):
        return subprocess.run(
            ["bash", "-ec", line], cwd=self.folder, env=self.environment, capture_output=True, text=True, check=True, timeout=GUARD).stdout

    def start(self, line, super_app):
        """Runs the line that starts a Center, with a free port and an existing key set."""
        line = line.replace("https://app.example.com", "http://localhost:9")
        users = "" if "--development-user" in line else f"--key-set {super_app.address}"
        self.center = subprocess.Popen(
            ["bash", "-c", f"exec {line} --port 0 {users}"], cwd=self.folder, env=self.environment,
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        return self.center.stdout.readline().split()[-1]

    def stop(self):
        if self.center:
            self.center.terminate()
            self.center.wait(timeout=GUARD)


@pytest.fixture
def people(tmp_path):
    operator, publisher, super_app = Typist(tmp_path / "operator"), Typist(tmp_path / "publisher"), SuperApp()
    yield operator, publisher, super_app
    operator.stop()
    super_app.server.shutdown()


def test_every_block_is_typed_by_some_test():
    known = {
        "README.md": ["make demo"], LAGOON: ["make demo ARGUMENTS=", "lagoon links", "atoll review claim", "atoll release start"], MINI_APPS: ["atoll new", "atoll search", "atoll publish lunch-box --bump", "| jq"], DEVELOPING: ["atoll dev menu"],
        CENTER: ["atoll trust init", "center key com.example --data .lagoon", "atoll keys new root", "atoll logout", "atoll review next"],
        PEOPLE: ["atoll ci add", "atoll publisher ask", "atoll publisher document"], RELEASES: ["atoll superapp create", "atoll review claim"],
        COMPATIBILITY: ["atoll import"], DEPLOYING: ["make demo ARGUMENTS=", "openssl req"],
        ARTICLE: ["atoll trust init", "atoll publish"], "CONTRIBUTING.md": ["make format"]}
    texts = {path: ["\n".join(lines) for lines in blocks(path)] for path in known}
    for path, found in texts.items():
        for text in found:
            assert any(part in text for part in known[path]), f"{path}: no test runs\n{text}"
    places = [path for pattern in ("Sources/**/*.md", "docs/*.md") for path in ROOT.glob(pattern)]
    others = [path for path in places if "```sh" in path.read_text()]
    assert {str(path.relative_to(ROOT)) for path in others} <= {*known, CEREMONY}, "no test runs a document's commands"


def test_what_make_is_asked_for_is_there():
    makefile = (ROOT / "Makefile").read_text()
    for path in "README.md", LAGOON, DEPLOYING, "CONTRIBUTING.md":
        for line in sum(blocks(path), []):
            if line.startswith("make "):
                assert re.search(rf"^{line.split()[1]}:", makefile, flags=re.M), line


@pytest.mark.thorough("documents")
def test_the_super_app_starts_on_domains(tmp_path):
    arguments = re.search(r'ARGUMENTS="(.*)"', block(DEPLOYING, "--domain")[0])[1].split()
    command = [str(BINARIES / "lagoon"), *arguments, "--data", str(tmp_path / "data"), *(
        part for option in ("--port", "--center-port", "--back-end-port", "--expenses-port") for part in (option, "0"))]
    process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    try:
        said = ""
        for line in process.stdout:
            said += line
            if "The Mini App Center answers at" in line:
                break
        assert "Lagoon is open:  https://app.example.com\n" in said
        assert re.search(r"forward it, and \*\.example-apps\.net, to http://127\.0\.0\.1:\d+ with", said), said
    finally:
        process.terminate()
        process.stdout.close()
        process.wait(timeout=GUARD)


def test_a_certificate_and_the_proxies_files_for_a_trial(tmp_path):
    shutil.copytree(ROOT / "deploy", tmp_path / "deploy")
    lines = block(DEPLOYING, "openssl req")
    subprocess.run(["bash", "-ec", "\n".join(lines)], cwd=tmp_path, check=True, capture_output=True, timeout=GUARD)
    folder = tmp_path / ".lagoon/proxy"
    for name in "nginx.conf", "haproxy.cfg", "Caddyfile":
        text = (folder / name).read_text()
        assert "app.shell.test" in text and "minis.test" in text and "/etc/ssl" not in text, name
        assert "example.com" not in text and "example-apps" not in text, name
    # The user may not be there.
    (folder / "haproxy.cfg").write_text(re.sub(r"    (user|group) haproxy\n", "", (folder / "haproxy.cfg").read_text()))
    subprocess.run(["haproxy", "-c", "-f", folder / "haproxy.cfg"], check=True, capture_output=True, timeout=GUARD)


def test_workflows_to_copy_use_options_that_exist():
    known = subprocess.run([f"{BINARIES}/atoll", "publish", "--help"], capture_output=True, text=True, check=True).stdout
    for name in "publish.yml", "gitlab-ci.yml":
        text = (ROOT / "deploy/ci" / name).read_text()
        line = next(line for line in text.splitlines() if "atoll publish" in line)
        options = re.findall(r"--[\w-]+", line)
        assert len(options) == 3 and all(f"{option} <" in known for option in options), name
        # The variables that the command reads, and nothing that the log of a job would show.
        assert all(part in text for part in ("ATOLL_CENTER", "ATOLL_KEYS", "ATOLL_KEY", "ATOLL_PASSPHRASE")) and "echo $" not in text
    assert "id-token: write" in (ROOT / "deploy/ci/publish.yml").read_text()
    assert "ATOLL_ID_TOKEN: { aud: $ATOLL_CENTER }" in (ROOT / "deploy/ci/gitlab-ci.yml").read_text()


def test_publisher_operator_and_device(people):
    operator, publisher, super_app = people
    lines = block(MINI_APPS, 'atoll new "Lunch Menu"')
    begun = next(number for number, line in enumerate(lines) if "keys public" in line) + 1
    assert lines[0].startswith("export ATOLL_CENTER=https://miniapps.example.com ATOLL_API_KEY=atoll_")
    publisher.type(*lines[1:begun])
    shutil.copy(publisher.folder / "publisher.pub", operator.folder)
    for line in block(CENTER, "atoll trust init"):
        if line.startswith("atoll center --data"):
            address = operator.start(line, super_app)
        else:
            operator.type(line)
    publisher.environment |= {"ATOLL_CENTER": address, "ATOLL_API_KEY": operator.environment["ATOLL_API_KEY"],
                              "ATOLL_TOKEN": super_app.token()}
    publisher.type(*lines[begun:])
    shutil.copy(operator.folder / "center/repository/metadata/1.root.json", publisher.folder / "root.json")
    device = block(MINI_APPS, "atoll search")
    assert device[0].startswith("export ATOLL_CENTER=https://miniapps.example.com ATOLL_TOKEN=")
    publisher.type(*device[1:])
    operator.stop()
    operator.center = None
    operator.type("atoll center check --collect --data center")


@pytest.mark.thorough("documents that are typed")
def test_the_article_for_an_xcode_project(people):
    person, _, super_app = people
    for line in block(ARTICLE, "atoll trust init"):
        if line.startswith("atoll center --data"):
            address = person.start(line, super_app)
        elif not line.startswith("swift build"):
            person.type(line)
    for line in block(ARTICLE, "atoll publish"):
        person.type(line.replace("http://127.0.0.1:8081", address))


def test_from_an_empty_folder_to_a_live_mini_app(people):
    person, _, _ = people
    person.environment |= {"ATOLL_PASSWORD": "copper wave 47 lantern", "CHROMIUM": "none"}
    *keys, serve = block(CENTER, "atoll keys new root && atoll keys new targets && atoll keys new publisher")
    person.type(*keys)
    person.environment["ATOLL_CENTER"] = person.start(serve, None)

    def code(email):
        mails = [file.read_text() for file in (person.folder / "center/outbox/new").iterdir()]
        return next(re.search(r"with the code (\S+)", mail)[1] for mail in mails if f"To: <{email}>" in mail)

    export, *lines = block(CENTER, "atoll logout")
    assert export == "export ATOLL_CENTER=http://127.0.0.1:8081"
    person.type(*lines[:-2])
    for line, name in zip(lines[-2:], ("dev", "rita")):
        person.type(f"echo {code(name + '@example.com')} | {line}")
    lines = block(CENTER, "atoll review next")
    person.type(*lines)
    assert '"name":"Lunch Menu"' in person.output(next(line for line in lines if line.startswith("curl")))
    assert (person.folder / "backup/backup.json").exists()
    person.stop()
    person.center = None


def test_a_new_mini_app_says_what_works(people):
    person, _, _ = people
    person.type('atoll new "Lunch Menu"')
    person.folder /= "lunch-menu"
    lines = re.findall(r"^    (\S.*?)(?:  .*)?$", (person.folder / "README.md").read_text(), flags=re.M)
    assert len(lines) == 4, lines
    # The first lasts until the user ends it; the third needs a browser, and has separate tests.
    assert lines[0] == "atoll dev" and lines[2] == "atoll test", lines
    person.type(lines[1])
    if shutil.which("node"):
        person.type("node --test tests/*.js")
    # The last command needs a running Center; without one it reports that, and not a usage error.
    person.environment["ATOLL_API_KEY"] = "atoll_none"
    person.type("atoll keys new publisher")
    person.environment["ATOLL_CENTER"] = "http://127.0.0.1:1"
    done = subprocess.run(
        ["bash", "-ec", lines[-1]], cwd=person.folder, env=person.environment, capture_output=True, text=True)
    assert done.returncode == 1 and "can't be reached" in done.stderr, done.stderr


@pytest.mark.thorough("documents that are typed")
def test_lagoon_by_its_command(tmp_path):
    person = Typist(tmp_path / "person")
    (person.folder / ".build").symlink_to(ROOT / ".build")
    (person.folder / "Examples").symlink_to(ROOT / "Examples")
    lines = block(LAGOON, "lagoon links")
    person.type(*(line for line in lines if not line.startswith("make ")))


@contextlib.contextmanager
def demo_of(person):
    """A running demo in somebody's checkout; yields the address of its Center."""
    (person.folder / ".build").symlink_to(ROOT / ".build")
    shutil.copytree(ROOT / "Examples/MiniApps", person.folder / "Examples/MiniApps")
    demo = subprocess.Popen(
        [BINARIES / "lagoon", "--data", ".lagoon", "--port", "0", "--center-port", "0", "--miniapps", "Examples/MiniApps"],
        cwd=person.folder, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    try:
        for line in demo.stdout:
            if line.startswith("The Mini App Center answers at"):
                break
        yield line.split()[6].rstrip(".")
    finally:
        demo.terminate()
        demo.wait(timeout=GUARD)


@pytest.mark.thorough("documents that are typed")
def test_working_at_the_demos_center(tmp_path):
    person = Typist(tmp_path / "person")
    with demo_of(person) as center:
        first, second = block(LAGOON, "atoll review claim com.harbour.menu 1"), block(LAGOON, "atoll release start")
        first = [line.replace("http://127.0.0.1:8081", center) for line in first]
        # One terminal: what is exported stays.
        lines = "\n".join(["set -x", *first, *second])
        done = subprocess.run(
            ["bash", "-ec", lines], cwd=person.folder, env=person.environment, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=300)
        output = done.stdout
        assert done.returncode == 0, output + done.stderr
        states = re.findall(r"^com\.harbour\.menu  \d  1\.0\.0  (\w+)", output, flags=re.M)
        assert states == ["submitted", "inReview", "live", "inReview", "approved", "rollingOut", "held", "rollingOut", "live"]
        assert re.findall(r"^com\.harbour\.menu 1\.0\.0 \((\d)\): ", output, flags=re.M) == ["2", "2", "2", "2", "1"]
        actions = re.findall(r"  (release:\w+)  ", output)
        assert actions[:6] == ["release:back", "release:withdraw", "release:complete", "release:resume", "release:hold", "release:start"]


def lasts(person, line, said):
    """Runs a command that lasts until somebody ends it, and waits for what it says."""
    running = subprocess.Popen(
        ["bash", "-c", f"exec {line} --port 0 --no-open"], cwd=person.folder, env=person.environment, stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    try:
        assert said in running.stdout.readline()
    finally:
        running.terminate()
        assert running.wait(timeout=GUARD) == 0


def test_ten_minutes(tmp_path):
    person = Typist(tmp_path / "person")
    with demo_of(person) as center:
        first = [line.replace("http://127.0.0.1:8081", center) for line in block(MINI_APPS, "atoll review approve com.harbour.lunchbox")]
        assert len(first) <= 8
        for line in first:
            if line.startswith("atoll dev"):
                lasts(person, line, "is shown at http://dev-")
            else:
                person.type(line)
        person.type('[[ "$(atoll release show com.harbour.lunchbox 1)" == *live* ]]')
        person.type("ATOLL_PASSWORD=copper-wave-47 atoll login dev@lagoon.example")
        person.type(*block(MINI_APPS, "--bump"))
        person.environment["ATOLL_PASSPHRASE"] = "lagoon-demo"
        for line in block(MINI_APPS, "| jq"):
            person.type(f'[[ "$({line.replace("lunch-menu", "lunch-box")})" == {center}/* ]]')


def test_a_web_app_goes_to_the_hub_of_the_demo(tmp_path):
    person = Typist(tmp_path / "person")
    person.type("mkdir dist && echo '<!doctype html><title>Team</title>' > dist/index.html")
    with demo_of(person) as center:
        for line in block(COMPATIBILITY, "atoll review approve"):
            line = line.replace("http://127.0.0.1:8081", center)
            if line.startswith("atoll dev"):
                lasts(person, line, "is shown at http://dev-")
            else:
                person.type(line)
        person.type('[[ "$(atoll release show com.harbour.team 1)" == *live* ]]')


def test_seeing_a_mini_app_while_one_writes_it(tmp_path):
    person = Typist(tmp_path / "person")
    new, dev = block(DEVELOPING, "atoll dev menu")
    person.type(new)
    lasts(person, dev, "menu is shown at http://dev-")


@pytest.mark.thorough("documents")
def test_publishing_to_the_demo(tmp_path):
    person = Typist(tmp_path / "person")
    with demo_of(person) as center:
        # A new version, as a reader of this document has it: with a higher code than the one that the demo published.
        manifest = person.folder / "Examples/MiniApps/kudos/manifest.json"
        manifest.write_text(re.sub(r'"code": \d+', '"code": 9000', manifest.read_text()))
        key, publish = block(CENTER, "center key com.example --data .lagoon")
        person.type(f"{key}\n{publish.replace('http://127.0.0.1:8081', center)}")


def test_a_web_app_is_brought_in(people):
    """docs/compatibility.md, with a web app of ours."""
    _, publisher, _ = people
    publisher.type(
        "mkdir dist && echo '<!doctype html><title>Menu</title>' > dist/index.html",
        "python3 -m zipfile -c poll.xdc dist/index.html && python3 -m zipfile -c game.zip dist",
        *block(COMPATIBILITY, "atoll import poll"), "grep -q '\"code\" : 2' lunch-menu/manifest.json")
