"""The console, as the people of the demo's Center use it: a version is reviewed, sent back, mended and released."""

import base64
import email
import json
import os
import re
import shutil
import subprocess

import pytest

from conftest import ROOT, Lagoon, Person, until
from test_accessibility import problems
from tiers import some

PEOPLE = {
    "pat": "tidal-lantern-31", "sam": "amber-kelp-58", "rita": "paper-heron-74", "aud": "cobalt-dune-26",
    "olga": "silver-anchor-92", "dev": "copper-wave-47",
}
MENU = "/miniapps/com.harbour.menu/versions"


@pytest.fixture(scope="module")
def demo(tmp_path_factory, whole_chromium_path):
    running = Lagoon(tmp_path_factory.mktemp("console"), with_intruder=False)
    # Here pages are opened, and pictures made of them.
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("CHROMIUM", whole_chromium_path)
        running.start()
    yield running
    running.stop()


class Worker:
    """Somebody who works at the Center, in a browser of their own."""

    def __init__(self, demo, browser, name, **options):
        self.center = demo.center
        self.context = browser.new_context(**options)
        self.page = self.context.new_page()
        self.errors = []
        self.page.on("console", lambda message: message.type == "error" and self.errors.append(message.text))
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.go("/sign-in")
        self.page.fill("#email", f"{name}@lagoon.example")
        self.page.fill("#password", PEOPLE[name])
        self.page.click("main button.primary")
        self.page.wait_for_selector(".bell")

    def go(self, path):
        return self.page.goto(self.center + path)

    def press(self, words, inside="main"):
        self.page.locator(inside).get_by_role("button", name=words, exact=True).first.click()
        self.settle()

    def settle(self):
        """Waits for what the Center answers to a form that a script has sent, and for the page that follows."""
        self.page.wait_for_selector("form[aria-busy]", state="detached")
        self.page.wait_for_load_state()

    def text(self, selector="main"):
        return self.page.inner_text(selector)


def answer_to(worker, path):
    """What the Center answers to somebody who asks its interface."""
    secret = next(cookie["value"] for cookie in worker.context.cookies() if cookie["name"].endswith("session"))
    answer = worker.context.request.get(f"{worker.center}/v1{path}", headers={"Authorization": f"Bearer {secret}"})
    assert answer.ok
    return answer.json()


def look_at(worker, name):
    """With PICTURES, a folder, keeps what the page looks like, for people."""
    if folder := os.environ.get("PICTURES"):
        worker.page.screenshot(path=f"{folder}/{name}.png", full_page=True)


@pytest.fixture
def works(demo, chromium):
    everybody = []

    def worker(name, **options):
        everybody.append(Worker(demo, chromium, name, **options))
        return everybody[-1]

    yield worker
    for each in everybody:
        each.context.close()


def publish(demo, folder, *options):
    """Publishes a version of the menu, as Harbour Kitchen does. Returns the status and what was said."""
    binary = os.environ["LAGOON"].removesuffix("lagoon") + "atoll" if "LAGOON" in os.environ else str(ROOT / ".build/debug/atoll")
    environment = os.environ | {
        "ATOLL_KEYS": str(demo.folder / "data/keys"), "ATOLL_PASSPHRASE": "lagoon-demo", "ATOLL_CENTER": demo.center,
        "ATOLL_SESSIONS": str(demo.folder / "sessions.json"), "ATOLL_PASSWORD": PEOPLE["dev"], "HOME": str(demo.folder)}
    subprocess.run([binary, "login", "dev@lagoon.example"], env=environment, check=True, capture_output=True)
    done = subprocess.run(
        [binary, "publish", str(folder), "--key", "harbour", "--super-app", "com.example.lagoon", *options],
        env=environment, capture_output=True, text=True, cwd=demo.folder)
    return done.returncode, done.stdout + done.stderr


def next_version(demo, code, changes):
    """The folder of a further version of the menu: `changes` are texts by path, or functions of the text that was there."""
    folder = demo.folder / f"menu-{code}"
    shutil.copytree(ROOT / "Examples/MiniApps/menu", folder)
    manifest = json.loads((folder / "manifest.json").read_text())
    manifest["version"] = {"code": code, "name": f"1.{code}.0"}
    manifest.update(changes.pop("manifest", {}))
    (folder / "manifest.json").write_text(json.dumps(manifest, indent=2))
    for path, change in changes.items():
        file = folder / path
        file.write_text(change(file.read_text()) if callable(change) else change)
    return folder


def test_a_version_is_reviewed_sent_back_mended_and_released(demo, works):
    rita, dev = works("rita"), works("dev")
    # The first version waits from the start.
    rita.go("/queue")
    assert "Lunch Menu 1.0.0" in rita.text("table") and rita.page.locator("tbody td[data-label=Findings]").inner_text() == "–"
    rita.page.click("text=Lunch Menu 1.0.0")
    assert "This is the first version" in rita.text("#changes") and "All checks passed." in rita.text("#findings")
    rita.press("Review this version")
    assert "In review" in rita.text(".headline")
    # Dev sees that, and may do nothing about it.
    dev.go(MENU + "/1")
    assert "Another reviewer is reviewing this version." in dev.text("#decision") and dev.page.locator("#decision button").count() == 0
    assert rita.text("#approval-means").startswith("Once approved, it is released automatically, as its publisher requested")
    rita.page.fill("#approve-comment", "Good lunch.")
    rita.press("Approve", "#approve")
    assert "Live" in rita.text(".headline") and "Rita Sol approved" in rita.text("#history") and ":" not in "".join(rita.page.locator("#history li strong").all_inner_texts())

    # The next one asks for more, connects elsewhere, and has another colour.
    folder = next_version(demo, 2, {
        "manifest": {
            "req_permissions": [{"name": "user.name", "reason": "To greet you by your name."}],
            "atoll_network": ["https://api.harbour.example.com"]},
        "app.css": lambda text: text.replace("var(--accent)", "crimson"),
        "pages/week.js": lambda text: text + "\nimport { user } from '/.atoll/atoll.js';\nconst { name } = await user.profile();\nlist.innerHTML += `<p>${name}</p>`;\nfetch('https://api.harbour.example.com/soups');\n",
    })
    status, said = publish(demo, folder, "--notes", "It greets you.", "--manual")
    assert status == 0 and "waits for a reviewer" in said, said
    rita.go("/queue")
    assert int(rita.page.locator("tr", has_text="1.2.0").locator(".severity.warn").inner_text().split()[0]) >= 2
    rita.go(MENU + "/2")
    rows = rita.page.locator(".facts tr.critical").all_inner_texts()
    assert any("Permission user.name" in row for row in rows) and any("https://api.harbour.example.com" in row for row in rows)
    assert len(rows) == 2 and "Compared with version 1.0.0" in rita.text("#changes")
    assert {"perm-added", "net-added"} <= set(rita.page.locator(".findings code").all_inner_texts())
    assert "crimson" in rita.page.locator("tr.added mark").all_inner_texts() and "accent" in " ".join(rita.page.locator("tr.removed mark").all_inner_texts())
    assert len(rita.page.locator("details.file").all()) == 3 and "Unchanged files: 7" in rita.text("#files")
    rita.press("Review this version")

    # Rita asks for something on a line, and can't approve before it is resolved.
    rita.page.locator("tr.added", has_text="innerHTML").locator(".at a").click()
    rita.page.select_option("#comment-form select", "mustChange")
    rita.page.fill("#comment-form textarea", "Names are no markup: <b>use textContent</b>.")
    rita.press("Send", "#comment-form")
    thread = rita.page.locator("#comments article.thread")
    assert "Must change" in thread.inner_text() and "<b>use textContent</b>" in thread.inner_text() and rita.page.locator("#comments b").count() == 0
    assert rita.page.locator("tr.talk article.thread").count() == 1
    approve = rita.page.locator("#approve button")
    assert approve.is_disabled() and rita.text("#approve a") == "First resolve the open “must change” comment."
    # The Center does not rely on the page.
    approve.evaluate("(button) => (button.disabled = false)")
    rita.press("Approve", "#approve")
    assert "First resolve the open comment that says what must change." in rita.text("[role=alert]")
    # The developer answers; what only reviewers may say is not offered to them, and what is not theirs they can't resolve.
    dev.go(MENU + "/2")
    assert "mustChange" not in dev.page.locator("#comments select option").evaluate_all("all => all.map((each) => each.value)")
    dev.page.locator("#comments summary", has_text="Answer").click()
    dev.page.fill("#comments article textarea", "Mended in the next version.")
    dev.press("Send", "#comments article")
    assert "Mended in the next version." in dev.text("#comments") and dev.page.get_by_role("button", name="Resolve", exact=True).count() == 0
    rita.go(MENU + "/2")
    rita.page.check("[name=reason-security]")
    rita.page.fill("#reject-comment", "See the comment.")
    rita.press("Reject", "#reject")
    assert "Rejected" in rita.text(".headline") and "Security: See the comment." in rita.text()
    # The overview of the developer says so, by name.
    dev.go("/")
    assert "Rejected\nLunch Menu 1.2.0" in dev.text()
    until(lambda: dev.go("/") and "Lunch Menu 1.2.0 was rejected" in dev.text())
    assert "A reviewer requested changes to Lunch Menu 1.2.0" in dev.text()

    # In the third version, the comment is at its line, and is resolved there.
    folder = next_version(demo, 3, {
        "pages/week.js": lambda text: "// The week.\n" + text + "\nconst name = 'Ada';\nlist.innerHTML += `<p>${name}</p>`;\n"})
    assert publish(demo, folder, "--notes", "It is <i>mended</i>.", "--manual")[0] == 0
    rita.go(MENU + "/3")
    carried = rita.page.locator("tr.talk article.thread")
    assert carried.count() == 1 and "From an earlier version" in carried.inner_text() and "It is <i>mended</i>." in rita.text("blockquote")
    rita.press("Review this version")
    rita.press("Resolve", "#comments")
    # The discussion that led to this version is still there, folded.
    rita.page.click("#comments details.earlier summary")
    assert "Resolved" in rita.text("#comments details.earlier") and carried.count() == 0
    rita.press("Approve", "#approve")
    assert "Approved" in rita.text(".headline")

    # Dev releases it step by step.
    dev.go(MENU + "/3")
    dev.page.click("#decision summary:has-text('Release to some')")
    dev.page.fill("#start-share", "12.5")
    dev.page.fill("#start-groups", "testers, staff")
    dev.press("Release to some", "#decision")
    assert "Rolling out" in dev.text(".headline") and "12.5 %" in dev.text(".meter")
    assert set(answer_to(dev, MENU + "/3")["groups"]) == {"testers", "staff"}
    dev.page.click("#decision summary:has-text('Hold')")
    dev.page.fill("#hold-reason", "Prices are missing.")
    dev.press("Hold", "#decision")
    assert "On hold" in dev.text(".headline") and "Prices are missing." in dev.text(".notice")
    dev.page.click("#decision summary:has-text('Resume')")
    dev.page.fill("#resume-share", "50")
    dev.press("Resume", "#decision")
    dev.press("Release to all", "#decision")
    assert "Live" in dev.text(".headline")
    dev.page.click("#decision summary:has-text('Withdraw')")
    dev.page.fill("#withdraw-reason", "Too salty.")
    dev.page.locator("#decision button.danger", has_text="Withdraw").click()
    dev.page.wait_for_selector(".headline .badge.withdrawn")
    assert [text for worker in (rita, dev) for text in worker.errors if "409" not in text and "favicon" not in text] == []


@pytest.mark.thorough("more in browsers")
def test_what_the_checks_refuse_is_not_submitted(demo, works):
    folder = next_version(demo, 11, {"pages/week.js": "eval('1');\n"})
    status, said = publish(demo, folder, "--notes", "x")
    assert status == 1 and "block script-eval pages/week.js:1" in said and "Nothing was signed" in said
    status, said = publish(demo, folder, "--draft")
    assert status == 0, said
    dev = works("dev")
    dev.go(MENU + "/11")
    assert "script-eval" in dev.text("#findings") and "eval('1');" in dev.text("#findings")
    dev.page.fill("#notes", "x")
    dev.press("Submit for review", "#decision")
    assert "The checks refuse it: script-eval in pages/week.js:1." in dev.text("[role=alert]") and dev.page.input_value("#notes") == "x"
    dev.page.click("#decision summary:has-text('Discard')")
    dev.page.locator("#decision button.danger").click()
    dev.page.wait_for_selector(".headline .badge.discarded")


@pytest.mark.thorough("more in browsers")
def test_whoever_has_not_the_role_is_told(demo, works):
    # Olga runs Harbour Kitchen, and reviews nothing.
    olga = works("olga")
    olga.go(MENU + "/1")
    assert olga.page.get_by_role("button", name="Review this version").count() == 0 and olga.page.locator("#decision [value=approve]").count() == 0
    refused = olga.context.request.post(
        demo.center + MENU + "/1/do", form={"action": "approve", "comment": "x"}, headers={"Origin": demo.center}, max_redirects=0)
    assert refused.status == 403 and "not permitted" in refused.text()
    # Without saying where the form is from, nothing is done either.
    assert olga.context.request.post(demo.center + "/sign-out").status == 403
    # The auditor of another organization sees nothing of it.
    aud = works("aud")
    assert aud.go(MENU + "/1").status == 404
    assert aud.go("/organizations/harbour").status == 404
    # The objects of others are not even there.
    dev = works("dev")
    assert dev.go("/organizations/lagoon").status == 404 and "There is nothing here" in dev.text("h1")
    assert dev.go("/miniapps/com.example.kudos/versions/1").status == 404


def test_people_are_invited_and_given_roles(demo, works, chromium):
    olga = works("olga")
    olga.go("/organizations/harbour")
    olga.page.fill("#invite-email", "nina@lagoon.example")
    olga.page.locator("#invitations").get_by_label("Developer").check()
    olga.press("Invite", "#invitations")
    assert "nina@lagoon.example" in olga.text("#invitations")

    def invitation():
        """What her mail says; others are sent at any time."""
        for path in (demo.folder / "data/center/outbox").rglob("*"):
            mail = email.message_from_bytes(path.read_bytes()) if path.is_file() else None
            if mail and "nina@lagoon.example" in str(mail["To"]):
                return re.search(r"(http\S+/invitation), with the code (\S+)", mail.get_payload(decode=True).decode())
        return None

    until(invitation)
    address, secret = invitation().groups()
    context = chromium.new_context()
    page = context.new_page()
    page.goto(address)
    page.fill("#secret", "wrong")
    page.fill("#name", "Nina Reyes")
    page.fill("#password", "velvet-harbor-19")
    page.click("main button.primary")
    assert page.locator("[role=alert]").count() == 1 and page.input_value("#name") == "Nina Reyes"
    page.fill("#secret", secret)
    page.fill("#password", "velvet-harbor-19")
    page.click("main button.primary")
    page.wait_for_selector("#email")
    context.close()
    olga.go("/organizations/harbour")
    row = olga.page.locator("#members li", has_text="Nina Reyes")
    assert "Developer" in row.inner_text()
    row.locator("summary").click()
    row.get_by_label("Auditor").check()
    row.get_by_role("button", name="Save the roles").click()
    olga.settle()
    row = olga.page.locator("#members li", has_text="Nina Reyes")
    assert "Auditor" in row.locator("small").inner_text()
    row.locator("summary").click()
    row.get_by_role("button", name="Suspend", exact=True).click()
    olga.settle()
    assert "Suspended" in olga.page.locator("#members li", has_text="Nina Reyes").inner_text()


@pytest.mark.parametrize("width", [390, 768, 1280])
def test_every_page_is_reached_from_the_header(works, width):
    pat = works("pat", viewport={"width": width, "height": 800}, locale="de")
    page = pat.page
    pat.go("/audit")
    header = page.locator(".bar")
    assert header.bounding_box()["height"] <= 64 and page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    if width < 1180:
        page.click(".more summary")
        page.keyboard.press("Escape")
        assert not page.locator(".more nav").is_visible()
        page.click(".more summary")
    assert problems(page) == []
    shown = page.locator(".bar a:visible").all_inner_texts()
    assert {"Übersicht", "Mini-Apps", "Organisationen", "Super-Apps"} <= {text.strip() for text in shown}, shown
    assert page.locator(".bar [aria-current]:visible").get_attribute("href") == "/audit"
    header.get_by_role("button", name="Abmelden").click()
    page.wait_for_selector("#email")


def test_a_refused_form_keeps_what_was_typed(demo, works):
    pat = works("pat")
    page = pat.page
    pat.go("/organizations")
    page.click("text=New organization")
    form = page.locator("form[action='/organizations']")
    form.locator("[name=id]").fill("harbour")
    form.locator("[name=name]").fill("A second kitchen")
    pat.press("Create", "form[action='/organizations']")
    said = form.locator("[role=alert]").inner_text()
    assert "There is an organization with this id already." in said, said
    assert form.locator("[name=name]").input_value() == "A second kitchen" and page.url.endswith("/organizations")
    assert problems(page) == []
    # A field is named as people see it, and marked until it is changed.
    form.locator("[name=publisher]").fill("no id")
    form.locator("[name=id]").fill("other-kitchen")
    pat.press("Create", "form[action='/organizations']")
    assert "Publisher id must" in form.locator("[role=alert]").inner_text() and page.evaluate("document.activeElement.name") == "publisher"
    assert form.locator("[name=publisher]").get_attribute("aria-invalid") == "true" and problems(page) == []
    form.locator("[name=publisher]").fill("")
    assert form.locator("[aria-invalid]").count() == 0
    # A Center that can't be reached, and a session that has ended meanwhile.
    page.route("**/organizations", lambda route: route.abort() if route.request.method == "POST" else route.continue_())
    pat.press("Create", "form[action='/organizations']")
    assert "did not respond" in form.locator("[role=alert]").inner_text() and form.locator("[role=alert]").count() == 1
    page.unroute("**/organizations")
    cookies = pat.context.cookies()
    pat.context.clear_cookies()
    pat.press("Create", "form[action='/organizations']")
    assert "signed out" in form.locator("[role=alert]").inner_text() and form.locator("[name=name]").input_value() == "A second kitchen"
    pat.context.add_cookies(cookies)
    form.locator("[name=id]").fill("second-kitchen")
    pat.press("Create", "form[action='/organizations']")
    page.wait_for_url("**/organizations/second-kitchen")
    assert "A second kitchen" in pat.text("h1")


def test_a_form_that_asks_for_the_password_is_sent_after_it(demo, works):
    pat = works("pat")
    page = pat.page
    pat.go("/organizations/harbour")
    page.fill("#invite-email", "liv@lagoon.example")
    page.locator("#invitations").get_by_label("Auditor").check()
    asked = []

    def ask(route):
        """The answer of a Center where the password was entered long ago, once."""
        if asked:
            return route.continue_()
        asked.append(route.request.post_data)
        route.fulfill(status=403, content_type="text/html", body="""<main><p role="alert">Enter your password first.</p>
            <form class="panel" method="post" action="/confirm"><input type="hidden" name="then" value="/"><label for="confirm-password">Password</label>
            <input id="confirm-password" name="password" type="password"><button class="primary">Confirm</button></form></main>""")

    page.route("**/harbour/invite", ask)
    pat.press("Invite", "#invitations")
    dialog = page.get_by_role("dialog", name="Enter your password first.")
    assert dialog.is_visible() and problems(page) == []
    dialog.get_by_label("Password").fill("not this one")
    dialog.get_by_role("button", name="Confirm").click()
    dialog.get_by_role("alert").wait_for()
    dialog.get_by_role("button", name="Cancel").click()
    assert page.input_value("#invite-email") == "liv@lagoon.example" and page.locator("dialog").count() == 0
    asked.clear()
    pat.press("Invite", "#invitations")
    dialog.get_by_label("Password").fill(PEOPLE["pat"])
    dialog.get_by_role("button", name="Confirm").click()
    page.locator("#invitations li", has_text="liv@lagoon.example").wait_for()
    assert page.input_value("#invite-email") == "" and "role-auditor=on" in asked[0]


def test_keys_are_made_once_and_revoked(demo, works):
    dev = works("dev")
    dev.go("/organizations/harbour")
    dev.page.click("#keys summary")
    dev.page.fill("#key-name", "Nightly <b>build</b>")
    dev.page.locator("#keys input[name=scope-publish]").check()
    dev.press("Create", "#keys")
    key = dev.text(".good-panel code")
    assert key.startswith("atoll_") and "Nightly <b>build</b>" in dev.text("#keys")
    dev.go("/organizations/harbour")
    assert key not in dev.page.content()
    dev.page.locator("#keys li button").click()
    dev.page.wait_for_load_state()
    assert "There are no keys." in dev.text("#keys")


@pytest.mark.thorough("more in browsers")
def test_who_runs_a_super_app_sets_its_rules(demo, works):
    sam = works("sam")
    sam.go("/superapps/com.example.lagoon")
    sam.page.select_option("#approvals", "2")
    sam.press("Save", "#policy")
    assert sam.page.input_value("#approvals") == "2"
    sam.page.select_option("#approvals", "1")
    sam.press("Save", "#policy")
    # Two windows: the one that has seen an earlier state gets an error.
    sam.page.locator("#policy [name=revision]").evaluate("(field) => (field.value = '1')")
    sam.press("Save", "#policy")
    assert "It was changed in the meantime" in sam.text("[role=alert]")
    sam.go("/superapps/com.example.lagoon")
    sam.page.click("#versions summary")
    sam.page.locator("#versions details input[name=version]").fill("9.1")
    sam.press("Add", "#versions details")
    assert "web 9.1" in sam.text("#versions")
    sam.page.locator("#versions li", has_text="web 9.1").get_by_role("button").click()
    sam.settle()
    assert "Disabled" in sam.page.locator("#versions li", has_text="web 9.1").inner_text()


@pytest.mark.thorough("more in browsers")
def test_a_super_app_defines_attributes_and_mini_apps_have_them(demo, works):
    sam, dev, rita = works("sam"), works("dev"), works("rita")
    sam.go("/superapps/com.example.lagoon")
    for name, kind, choices in [("district", "choice", "Harbour\nOld town\n"), ("seats", "number", ""), ("motto", "text", "")]:
        sam.page.click("#attributes summary")
        sam.page.fill("#attribute-name", name)
        sam.page.select_option("#attribute-type", kind)
        sam.page.fill("#attribute-choices", choices)
        sam.press("Add", "#attributes details")
    assert "Harbour · Old town" in sam.text("#attributes") and "seats" in sam.text("#attributes")
    assert problems(sam.page) == []
    look_at(sam, "attributes")
    # The same name twice, and the name of something else.
    for name, words in [("seats", "An attribute with this name already exists."), ("name", "standard field")]:
        sam.go("/superapps/com.example.lagoon")
        sam.page.click("#attributes summary")
        sam.page.fill("#attribute-name", name)
        sam.press("Add", "#attributes details")
        assert words in sam.text("[role=alert]")
    rita.go("/superapps/com.example.lagoon")
    assert rita.page.locator("#attributes").count() == 0

    dev.go("/miniapps/com.harbour.menu")
    dev.page.fill("#keywords", "lunch, soup")
    dev.page.fill("#tags", "food")
    dev.page.fill("#places", "Harbour; 53.54; 9.98\n")
    dev.page.select_option("#attribute-district", "Old town")
    dev.page.fill("#attribute-seats", "40")
    dev.press("Save", "#details")
    assert dev.page.input_value("#attribute-district") == "Old town" and dev.page.input_value("#attribute-seats") == "40"
    assert dev.page.input_value("#keywords") == "lunch, soup" and dev.page.input_value("#places") == "Harbour; 53.54; 9.98"
    assert problems(dev.page) == []
    for field, value, words in [("#attribute-seats", "many", "This must be a number: seats"), ("#places", "Harbour", "A place must be")]:
        dev.go("/miniapps/com.harbour.menu")
        dev.page.fill(field, value)
        dev.press("Save", "#details")
        assert words in dev.text("[role=alert]")
    rita.go("/miniapps/com.harbour.menu")
    assert rita.page.locator("#details").count() == 0 and rita.page.locator("#upload").count() == 0
    for name in ["district", "seats", "motto"]:
        sam.go("/superapps/com.example.lagoon")
        sam.page.locator("#attributes li", has_text=name).get_by_role("button").click()
        sam.page.wait_for_load_state()
    assert "No attributes yet." in sam.text("#attributes")


def sign(demo, folder):
    """Signs a version on the developer's machine, and returns the two files to upload."""
    status, said = publish(demo, folder, "--sign-only")
    assert status == 0, said
    names = re.search(r"(\S+\.ma) and (\S+\.statement) were written", said)
    return [os.path.join(demo.folder, name) for name in names.groups()]


@pytest.mark.thorough("more in browsers")
def test_a_version_is_dropped_onto_its_page(demo, works):
    dev, rita = works("dev"), works("rita")
    package, statement = sign(demo, next_version(demo, 21, {"app.css": lambda text: text + "\n/* 21 */"}))
    dev.go("/miniapps/com.harbour.menu")
    assert problems(dev.page) == []
    look_at(dev, "upload")
    # Both files together, in any order, as from a file manager.
    files = dev.page.evaluate_handle(
        """(files) => {
          const all = new DataTransfer();
          for (const [name, text] of files) all.items.add(new File([Uint8Array.from(atob(text), (c) => c.charCodeAt(0))], name));
          return all;
        }""",
        [[os.path.basename(file), base64.b64encode(open(file, "rb").read()).decode()] for file in (package, statement)])
    dev.page.dispatch_event("form.upload .drop", "dragover", {"dataTransfer": files})
    assert "over" in dev.page.get_attribute("form.upload", "class")
    dev.page.dispatch_event("form.upload .drop", "drop", {"dataTransfer": files})
    dev.page.wait_for_url("**/versions/21")
    assert "Draft" in dev.text(".headline")
    # The same again is the same version; another statement about it is not.
    dev.go("/miniapps/com.harbour.menu")
    dev.page.set_input_files("#upload-statement", statement)
    dev.page.set_input_files("#upload-package", statement)
    dev.press("Upload a version", "#upload")
    until(lambda: dev.page.locator("form.upload .problem").count() == 1)
    assert dev.page.url.endswith("/miniapps/com.harbour.menu") and not dev.page.is_visible("progress")
    # A member without the permission gets an error, and another site can't send the form.
    answer = rita.page.request.post(
        demo.center + "/miniapps/com.harbour.menu/versions", headers={"Origin": demo.center},
        multipart={
            part: {"name": os.path.basename(file), "mimeType": "application/octet-stream", "buffer": open(file, "rb").read()}
            for part, file in (("statement", statement), ("package", package))})
    assert answer.status == 403 and "You are not permitted to do this" in answer.text()
    assert "Roles that can do this, if the policy of the super app allows it: Administrator, Developer." in answer.text()
    for data, headers, status in [
            (b"", {}, 400), (b"--x\r\n", {"Content-Type": "multipart/form-data; boundary=x"}, 400),
            (b"--x--", {"Content-Type": "multipart/form-data; boundary=x", "Sec-Fetch-Site": "cross-site"}, 403)]:
        answer = dev.page.request.post(
            demo.center + "/miniapps/com.harbour.menu/versions", data=data, headers={"Origin": demo.center} | headers)
        assert answer.status == status, (data, answer.status)
    dev.go(MENU + "/21")
    dev.page.click("text=Discard")
    dev.press("Discard", "#decision")


@pytest.mark.thorough("more in browsers")
def test_a_version_is_uploaded_without_scripts_and_scheduled(demo, works):
    dev, rita, sam = works("dev", java_script_enabled=False), works("rita"), works("sam")
    package, statement = sign(demo, next_version(demo, 22, {"app.css": lambda text: text + "\n/* 22 */"}))
    dev.go("/miniapps/com.harbour.menu")
    dev.page.set_input_files("#upload-statement", statement)
    dev.page.set_input_files("#upload-package", package)
    dev.press("Upload a version", "#upload")
    assert dev.page.url.endswith("/versions/22") and "Draft" in dev.text(".headline")
    dev.page.fill("#notes", "A comment.")
    dev.press("Submit for review", "#decision")
    rita.go(MENU + "/22")
    rita.press("Review this version")
    rita.press("Approve", "#approve")
    assert "Approved" in rita.text(".headline")
    sam.go(MENU + "/22")
    sam.page.click("text=Schedule")
    sam.page.fill("#time", "2027-05-01T09:00")
    sam.press("Schedule", "#decision")
    assert "Scheduled" in sam.text(".headline") and "2027-05-01 09:00 UTC" in sam.text()
    sam.page.click("summary:has-text('Schedule')") if sam.page.locator("summary:has-text('Schedule')").count() else None
    sam.press("Drop the time", "#decision")
    assert "Approved" in sam.text(".headline")
    sam.page.click("text=Discard")
    sam.press("Discard", "#decision")


@pytest.mark.thorough("more in browsers")
def test_a_mini_app_is_featured_for_a_time(demo, works):
    sam, rita = works("sam"), works("rita")
    sam.go("/superapps/com.example.lagoon")
    sam.page.click("text=Feature a mini app")
    sam.page.fill("#featured-id", "com.harbour.menu")
    sam.page.fill("#featured-from", "2027-03-01T09:00")
    sam.page.fill("#featured-to", "2027-03-08T09:00")
    sam.press("Add", "#featured")
    assert "2027-03-01 09:00 UTC to 2027-03-08 09:00 UTC" in sam.text() and "Scheduled" in sam.text("#featured")
    assert problems(sam.page) == []
    # An id that is not a mini app of this super app, or a period that is over, is refused in words.
    sam.page.click("text=Feature a mini app")
    sam.page.fill("#featured-id", "com.nobody.at-all")
    sam.page.fill("#featured-from", "2021-03-01T09:00")
    sam.page.fill("#featured-to", "2021-03-08T09:00")
    sam.press("Add", "#featured")
    assert sam.page.locator("#featured [role=alert]").is_visible() and sam.page.input_value("#featured-id") == "com.nobody.at-all"
    rita.go("/superapps/com.example.lagoon")
    assert rita.page.locator("#featured form").count() == 0
    sam.go("/superapps/com.example.lagoon")
    sam.page.locator("#featured li", has_text="2027-03-01").get_by_role("button").click()
    sam.settle()
    assert "2027-03-01" not in sam.page.locator("#featured > ul").inner_text()


def test_no_other_site_acts_in_somebodys_name(demo, works):
    rita = works("rita")
    rita.page.route("http://evil.example/", lambda route: route.fulfill(content_type="text/html", body=f"""
        <form method="post" action="{demo.center}/sign-out"><button>Go</button></form>"""))
    rita.page.goto("http://evil.example/")
    rita.page.click("button")
    assert "another site" in rita.text("[role=alert]")
    rita.go("/")
    assert rita.page.locator(".sign-out").count() == 1
    # Nor does a page frame another.
    headers = rita.go("/queue").headers
    assert "frame-ancestors 'none'" in headers["content-security-policy"] and "default-src 'none'" in headers["content-security-policy"]
    cookies = {cookie["name"]: cookie for cookie in rita.context.cookies(demo.center)}
    assert cookies["atoll-session"]["httpOnly"] and cookies["atoll-session"]["sameSite"] == "Strict"
    # It leads to no other site, for any URL.
    rita.press("Sign out", ".bar")
    rita.go("/sign-in?then=https://evil.example/")
    rita.page.fill("#email", "rita@lagoon.example")
    rita.page.fill("#password", PEOPLE["rita"])
    rita.page.click("main button.primary")
    rita.page.wait_for_selector(".bell")
    assert rita.page.url == demo.center + "/"


@pytest.mark.thorough("more in browsers")
def test_the_keyboard_walks_through_a_review(demo, works):
    rita = works("rita")
    rita.go(MENU + "/1")
    rita.page.keyboard.press("j")
    first = rita.page.evaluate("document.activeElement.closest('details.file').id")
    rita.page.keyboard.press("j")
    assert rita.page.evaluate("document.activeElement.closest('details.file').id") == "file-1" and first == "file-0"
    rita.page.keyboard.press("k")
    assert rita.page.evaluate("document.activeElement.closest('details.file').id") == "file-0"
    # Text that the user types into a field is text.
    rita.page.focus("#comments textarea")
    rita.page.keyboard.type("jan")
    assert rita.page.input_value("#comments textarea") == "jan"


PAGES = [
    "/", "/queue", "/queue?state=live", "/miniapps", "/miniapps/com.harbour.menu", "/miniapps/com.harbour.menu/feedback", MENU + "/1", MENU + "/1/file?path=app.css", "/organizations",
    "/organizations/harbour", "/superapps", "/superapps/com.example.lagoon", "/audit", "/account", "/miniapps/com.nobody.at-all",
]


@pytest.mark.parametrize("scheme,width,language", [
    pytest.param("light", 1200, "en", marks=pytest.mark.thorough("axe on all pages in all languages")), ("dark", 390, "de")])
def test_no_rule_of_accessibility_is_broken(demo, works, scheme, width, language):
    olga = works("olga", color_scheme=scheme, viewport={"width": width, "height": 844}, locale=language, reduced_motion="reduce")
    found, wide = {}, {}
    for path in some(PAGES, 5):
        olga.go(path)
        found[path] = problems(olga.page)
        wide[path] = olga.page.evaluate("document.documentElement.scrollWidth")
        assert olga.page.get_attribute("html", "lang") == language
    assert {path: rules for path, rules in found.items() if rules} == {}
    assert {path: pixels for path, pixels in wide.items() if pixels > width} == {}


def test_the_pages_work_without_scripts(demo, works):
    rita = works("rita", java_script_enabled=False)
    rita.go(MENU + "/1")
    rita.page.fill("#comments textarea", "Said without a script.")
    rita.press("Send", "#comments")
    assert "Said without a script." in rita.text("#comments")


def test_the_catalogues_have_the_same_texts(demo, works):
    def once(pairs):
        # Of two texts with one key, only one would be shown, in both places.
        assert len(dict(pairs)) == len(pairs), sorted(key for key, _ in pairs)
        return dict(pairs)

    texts = {path.stem: json.loads(path.read_text(), object_pairs_hook=once) for path in (ROOT / "Sources/Center/AtollConsole/Resources/Texts").glob("*.json")}
    assert {"en", "de"} <= texts.keys()
    used = set()
    for path in (ROOT / "Sources/Center/AtollConsole/Resources/Templates").glob("*.mustache"):
        used |= set(re.findall(r"\{\{t\.([\w-]+)\}\}", path.read_text()))
    for path in (ROOT / "Sources/Center/AtollReview/Differences").glob("*.swift"):
        used |= {"fact-" + kind for kind in re.findall(r'kind: "(\w+)"', path.read_text())}
    assert "fact-network" in used
    for language, entries in texts.items():
        assert entries.keys() == texts["en"].keys(), language
        assert used <= entries.keys(), language
        for key, text in entries.items():
            assert sorted(re.findall(r"\{\w+\}", text)) == sorted(re.findall(r"\{\w+\}", texts["en"][key])), (language, key)


@pytest.mark.thorough("pictures of all screens")
def test_pages_are_seen_beside_those_of_the_version_before(demo, works):
    rita = works("rita")

    def are_there():
        rita.go(MENU + "/2")
        return rita.page.locator("#pictures img").count() > 0

    # All that the demo publishes is opened, one after another.
    until(are_there, seconds=180)
    looks = rita.page.locator("#pictures details[open] details.look > summary").all_inner_texts()
    assert looks == ["Phone, light", "Phone, dark", "Desktop, light", "Desktop, dark"]
    assert rita.page.locator("#pictures .over").count() == 4, "the version before is shown, too"
    assert rita.page.locator("#pictures details.look[open]").count() == 2, "those in the dark are one click away"
    rita.page.eval_on_selector_all("#pictures details.look", "all => all.forEach((one) => { one.open = true; })")
    sizes = rita.page.eval_on_selector_all(
        "#pictures img",
        "images => Promise.all(images.map((image) => { image.loading = 'eager'; return image.decode().then(() => image.naturalWidth); }))")
    assert set(sizes) == {390, 1280} and len(sizes) == 16
    assert rita.page.locator("#pictures details.page").count() == 1
    # A picture of an unreadable version does not exist for a stranger.
    address = rita.page.locator("#pictures img").last.get_attribute("src")
    assert rita.page.request.get(demo.center + address).headers["content-type"] == "image/png"
    stranger = demo.center + address
    assert rita.context.browser.new_context().request.get(stranger, max_redirects=0).status in (302, 303)
    look_at(rita, "version")
    assert not rita.errors
    rita.press("Open the pages again")
    assert "are being opened" in rita.text("#pictures")


@pytest.mark.thorough("pictures of all screens")
def test_users_see_what_a_mini_app_looks_like_and_what_is_new(demo, chromium):
    ada = Person(demo, chromium, color_scheme="dark", reduced_motion="reduce").sign_in("ada")
    page = ada.page
    about = "/about/com.example.kudos"
    # The Center opens the pages of all mini apps, one after the other.
    until(lambda: page.goto(about) and page.locator(".pictures img").count() > 0, seconds=120)
    shown = "Promise.all([...document.querySelectorAll('.pictures img')].map((image) => { image.loading = 'eager'; return image.decode().then(() => [image.naturalWidth, image.currentSrc]); }))"
    dark = page.evaluate(shown)
    assert {width for width, _ in dark} == {390} and len(dark) == page.locator(".pictures li").count()
    assert page.locator(".pictures img").first.get_attribute("alt") == "Kudos, page 1"
    page.emulate_media(color_scheme="light")
    until(lambda: {address for _, address in page.evaluate(shown)}.isdisjoint({address for _, address in dark}))
    assert problems(page) == []
    # Only pictures come by that way, and only to users who may open the mini app.
    address = dark[0][1]
    answer = page.request.get(address)
    assert answer.headers["content-type"] == "image/png" and "sandbox" in answer.headers["content-security-policy"]
    icon = page.goto("/hub") and page.locator(".tile img[src*='com.example.kudos']").first.get_attribute("src")
    digest = icon.rsplit("/", 1)[1]
    assert page.request.get(f"{demo.origin}/pictures/com.example.kudos/{digest}").status in (404, 502)
    assert page.request.get(f"{demo.origin}/pictures/com.example.kudos/{'0' * 64}").status == 404
    assert page.request.get(f"{demo.origin}/pictures/com.example.kudos/..").status == 404
    ben = Person(demo, chromium).sign_in("ben")
    assert ben.page.request.get(address.replace("kudos", "expenses")).status == 404
    stranger = chromium.new_context()
    assert stranger.request.get(address, max_redirects=0).status in (302, 303, 401)
    assert ada.errors == [] and ben.errors == []
    for context in stranger, ada.context, ben.context:
        context.close()


@pytest.mark.thorough("more in browsers")
def test_webhooks_notices_and_the_log_as_a_file(demo, works):
    rita, pat = works("rita"), works("pat")
    # The events of Rita's reviews are in the bell.
    rita.go("/notices")
    until(lambda: rita.go("/notices") and rita.page.locator(".bell .count").is_visible())
    assert "waits for review" in rita.text()
    look_at(rita, "notices")
    rita.press("Mark all as read")
    assert not rita.page.locator(".bell .count").is_visible()
    assert rita.page.locator("#mode-newDevice").is_disabled()
    rita.page.select_option("#mode-waitingForReview", "now")
    rita.press("Save")
    assert rita.page.input_value("#mode-waitingForReview") == "now" and problems(rita.page) == []
    # The administrator of the platform adds a webhook; its secret is shown once.
    pat.go("/organizations/lagoon")
    pat.page.click("text=New webhook")
    pat.page.fill("#webhook-address", "https://hooks.example.com/atoll")
    pat.press("Add", "#webhooks")
    look_at(pat, "organization")
    assert "whsec_" in pat.text("#webhooks") and "hooks.example.com" in pat.text("#webhooks") and problems(pat.page) == []
    pat.go("/organizations/lagoon")
    assert "whsec_" not in pat.text()
    # It has no receiver: rows that could not be delivered can be skipped.
    until(lambda: (pat.go("/organizations/lagoon"), "The last attempt failed" in pat.text("#webhooks"))[1])
    look_at(pat, "organization-webhook")
    pat.press("Skip this row https://hooks.example.com/atoll", "#webhooks")
    assert problems(pat.page) == []
    pat.press("Remove https://hooks.example.com/atoll", "#webhooks")
    assert "hooks.example.com" not in pat.text()
    # A member without the permission is not offered any.
    rita.go("/organizations/lagoon")
    assert rita.page.locator("#webhooks").count() == 0
    pat.go("/audit")
    with pat.page.expect_download() as download:
        pat.page.click("text=Export as CSV")
    lines = download.value.path().read_text().split("\r\n")
    assert lines[0].startswith("number,time,") and "hook:remove" in "".join(lines[:4]) and "hook:skip" in "".join(lines[:8])
    assert not rita.errors and not pat.errors


@pytest.mark.thorough("more in browsers")
def test_an_open_page_follows_what_others_do(demo, works):
    dev, rita = works("dev"), works("rita")
    code = 61
    status, said = publish(demo, next_version(demo, code, {}), "--draft")
    assert status == 0, said
    dev.go(f"{MENU}/{code}")
    dev.page.fill("#notes", "It has a new menu.")
    look = "document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))"
    rita.go("/account")
    before = int(rita.page.text_content(".bell .count"))
    dev.press("Submit for review", "#decision")
    # The bell counts without another page.
    until(lambda: rita.page.evaluate(look) and int(rita.page.text_content(".bell .count")) > before)
    rita.go(f"{MENU}/{code}")
    rita.press("Review this version", "#decision")
    # Nothing is lost by loading it again.
    dev.page.evaluate(look)
    until(lambda: "In review" in dev.text(".headline"))
    # A draft of a comment is not lost.
    dev.page.locator("#comments textarea").last.fill("Half a")
    rita.press("Release the claim", "#decision")
    dev.page.evaluate(look)
    until(lambda: dev.page.locator("#changed").is_visible())
    assert dev.page.locator("#comments textarea").last.input_value() == "Half a"

def test_what_nobody_sees_is_shown_by_its_number(demo, works):
    rita = works("rita", color_scheme=os.environ.get("SCHEME", "light"), viewport={"width": int(os.environ.get("WIDTH", "1200")), "height": 900})
    line = "".join(f"x({number * 7_919 % 10_007});" for number in range(300))
    folder = next_version(demo, 70, {
        "long.js": line + "go('a');" + line + "\n",
        "app.css": lambda text: text + "/*\u202e gnp.exe \u2066*/\n",
        "pages/week.js": lambda text: text + "\nconst us\u0435r = 'paid\u200b'; // a\rrun();\n// שלום עולם = 1; b()\n",
    })
    status, said = publish(demo, folder, "--notes", "Something odd.", "--manual")
    assert status == 0, said
    rita.go(MENU + "/70")
    assert {"⟨U+202E⟩", "⟨U+2066⟩"} <= set(rita.page.locator(".unseen").all_inner_texts())
    assert "text-misleading" in rita.page.locator(".findings code").all_inner_texts()
    # The whole of a long line is there.
    assert any("go('a');" in text for text in rita.page.locator("tr.added code").all_inner_texts())
    assert {"⟨U+0435⟩", "⟨U+200B⟩", "⟨U+000D⟩"} <= set(rita.page.locator(".unseen").all_inner_texts())
    # Letters from right to left move nothing beside them.
    assert "שלום עולם" in rita.page.locator(".diff bdi").all_inner_texts()
    assert rita.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    look_at(rita, "unseen")
    rita.go(MENU + "/70/file?path=long.js&from=300")
    assert "Lines 300 to 601 of 601." in rita.text() and "Earlier lines" in rita.text()
    look_at(rita, "file")
    assert rita.errors == []


def mails_to(demo, address):
    """The texts of the mails to an address, the latest last."""
    files = sorted(demo.folder.rglob("outbox/new/*"), key=lambda file: file.stat().st_mtime_ns)
    mails = [email.message_from_bytes(file.read_bytes()) for file in files]
    return [mail.get_payload(decode=True).decode() for mail in mails if mail["To"] == f"<{address}>"]


def test_a_forgotten_password_is_chosen_anew(demo, chromium):
    page = chromium.new_context(viewport={"width": 390, "height": 800}).new_page()
    page.goto(demo.center + "/sign-in")
    page.click("text=Forgot your password?")
    assert problems(page) == []
    before = len(mails_to(demo, "aud@lagoon.example"))
    page.fill("#email", "aud@lagoon.example")
    page.click("text=Send the code")
    page.wait_for_selector("text=a mail with a code is on its way")
    assert problems(page) == []
    until(lambda: len(mails_to(demo, "aud@lagoon.example")) > before)
    code = re.search(r"/new-password, with the code (\S+)", mails_to(demo, "aud@lagoon.example")[-1]).group(1)
    page.fill("#secret", code[:-1] + ("a" if code[-1] != "a" else "b"))
    page.fill("#password", PEOPLE["aud"])
    page.click("main button.primary")
    page.wait_for_selector("[role=alert]")
    assert "unknown, expired or already used" in page.inner_text("[role=alert]")
    page.fill("#secret", code)
    page.fill("#password", PEOPLE["aud"])
    page.click("main button.primary")
    page.wait_for_selector("text=Your password was changed.")
    page.fill("#email", "aud@lagoon.example")
    page.fill("#password", PEOPLE["aud"])
    page.click("main button.primary")
    page.wait_for_selector(".bell")
    page.context.close()


def test_an_unknown_address_gets_the_same_answer_and_no_mail(demo, chromium):
    page = chromium.new_context().new_page()
    page.goto(demo.center + "/forgotten-password")
    page.fill("#email", "nobody@lagoon.example")
    page.click("text=Send the code")
    page.wait_for_selector("text=a mail with a code is on its way")
    # The mail for an address that is known comes after the answer, too.
    before = len(mails_to(demo, "sam@lagoon.example"))
    page.goto(demo.center + "/forgotten-password")
    page.fill("#email", "sam@lagoon.example")
    page.click("text=Send the code")
    until(lambda: len(mails_to(demo, "sam@lagoon.example")) > before)
    assert mails_to(demo, "nobody@lagoon.example") == []
    page.context.close()


def test_a_wrong_path_is_a_page_for_people_and_a_problem_for_programs(demo, works):
    pat = works("pat")
    assert pat.go("/reviews").status == 404
    assert "There is nothing here" in pat.text() and pat.page.locator("nav").count() > 0
    answer = pat.context.request.get(demo.center + "/v1/reviewz", headers={"Accept": "text/html"})
    assert answer.status == 404 and answer.headers["content-type"].startswith("application/problem+json")
    answer = pat.context.request.get(demo.center + "/reviews", headers={"Accept": "application/json"})
    assert answer.status == 404 and answer.headers["content-type"].startswith("application/problem+json")


def test_an_administrator_of_the_center_sees_all_mini_apps_and_creates_organizations(works):
    pat = works("pat")
    pat.go("/miniapps")
    assert "com.harbour.menu" in pat.text()
    pat.go("/organizations")
    pat.page.click("summary:has-text('New organization')")
    pat.page.fill("[name=id]", "bakery")
    pat.page.fill("[name=name]", "The Bakery")
    pat.page.fill("[name=publisher]", "com.bakery")
    pat.page.locator("main form button").first.click()
    pat.page.wait_for_url("**/organizations/bakery")
    assert "The Bakery" in pat.text() and "com.bakery" in pat.text()
    rita = works("rita")
    rita.go("/organizations")
    assert rita.page.locator("summary:has-text('New organization')").count() == 0


def test_the_buttons_of_a_version_are_the_steps_that_the_center_offers(demo, works):
    seen = 0
    for name in some(["rita", "sam", "dev", "olga", "pat", "aud"], 3):
        worker = works(name)
        for state in ("draft", "submitted", "inReview", "approved", "rollingOut", "live", "superseded"):
            for version in answer_to(worker, f"/reviews?state={state}&limit=3")["items"]:
                worker.go(f"/miniapps/{version['miniApp']}/versions/{version['code']}")
                buttons = worker.page.locator("#decision button[name=action]").evaluate_all("all => all.map(each => each.value)")
                # A plan is set by the command line only.
                assert set(buttons) == set(version["allowed"]) - {"plan"}, (name, version)
                has_previews = worker.page.locator("#previews form[action$=previews]").count() > 0
                assert not has_previews or "preview:manage" in version["actions"], (name, version)
                seen += 1
    assert seen > 0
