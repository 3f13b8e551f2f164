"""Starts one Lagoon for all tests, with the sample mini apps and an intruder, and a browser context for each test."""

import datetime
import http.server
import os
import re
import shutil
import socketserver
import sys
import threading
import time
from urllib.parse import urlsplit

import pytest

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
pytest_plugins = ["tiers"]

import waiting
from waiting import GUARD
from playwright.sync_api import Error, TimeoutError, sync_playwright

from running import ROOT, Lagoon
from tiers import IS_THOROUGH

# Where a test is not about pictures, none are made: they take the processor.
NAMED = os.environ.get("CHROMIUM", "none")
os.environ["CHROMIUM"] = "none"
USERS = {"ada": "coral-reef-1843", "ben": "quiet-water-27", "noor": "amber-shore-512"}


@pytest.fixture(scope="session")
def lagoon(tmp_path_factory):
    running = Lagoon(tmp_path_factory.mktemp("lagoon"))
    running.start()
    yield running
    running.stop()


@pytest.fixture(scope="session")
def playwright_driver():
    with sync_playwright() as playwright:
        yield playwright


@pytest.fixture(scope="session")
def whole_chromium_path():
    """Chromium as users have it, with windows, menus and extensions."""
    mac = "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"
    return ((NAMED if NAMED != "none" else None) or shutil.which("chromium") or shutil.which("google-chrome")
            or (mac if os.path.exists(mac) else None))


@pytest.fixture(scope="session")
def chromium_path(whole_chromium_path):
    """In the quick tier, Chromium without its windows: the same engine takes a fifth less of the processor. `make test-all` and the tests
    of engines take the whole of it."""
    shell = None if IS_THOROUGH or NAMED != "none" else shutil.which("chromium-headless-shell")
    return shell or whole_chromium_path


# What Playwright leaves out by itself: of an option that is given twice, the browser takes the last.
PLAYWRIGHTS = (
    "AcceptCHFrame,AutoDeElevate,AvoidUnnecessaryBeforeUnloadCheckSync,DestroyProfileOnBrowserClose,DialMediaRouteProvider,"
    "GlobalMediaControls,HttpsUpgrades,LensOverlay,MediaRouter,PaintHolding,RenderDocument,ThirdPartyStoragePartitioning,Translate")


def browser_arguments(*more, without=PLAYWRIGHTS):
    """Without the popup of the address bar, a page of the browser's own in each window, which nobody sees and which takes more of the
    processor than ours do, and without spare renderer processes."""
    return ["--no-sandbox", f"--disable-features={without},SpareRendererForSitePerProcess,WebUIOmniboxPopup,WebUIOmniboxAimPopup,WebUIOmniboxFullPopup,AiModeOmniboxEntryPoint",
            *more]


@pytest.fixture(scope="session")
def chromium(playwright_driver, chromium_path):
    browser = playwright_driver.chromium.launch(executable_path=chromium_path, args=browser_arguments())
    yield browser
    browser.close()


def until(condition, seconds=GUARD, said=lambda: ""):
    """Waits for a condition. (Playwright's own waiting needs `eval`, which our pages forbid.) If the page is replaced during a look, the
    next page is looked at. `said` tells what there is instead."""
    waiting.until(condition, seconds, said, passing=Error)


def stop_clock(page):
    """From now on, timers, Date and performance.now of the pages of a context stand still, until page.clock.run_for or page.clock.resume.
    Timers that were set before are real; so are those of workers and of the server."""
    now = datetime.datetime.now()
    page.clock.install(time=now)
    # A time in the past would be an error.
    page.clock.pause_at(now + datetime.timedelta(minutes=5))


def press(button):
    """Clicks a button of a sheet that waits until the user can have seen it. The mouse comes from elsewhere."""
    button.page.mouse.move(1, 1)
    until(lambda: button.get_attribute("aria-disabled") is None)
    button.click()


class Person:
    """A person who uses Lagoon in a browser."""

    def __init__(self, lagoon, browser, **options):
        # A test can't intercept what a service worker responds.
        options.setdefault("service_workers", "block")
        self.use(lagoon, browser.new_context(base_url=lagoon.origin, **options))

    def use(self, lagoon, context):
        self.lagoon = lagoon
        self.context = context
        self.context.set_default_timeout(GUARD * 1_000)
        self.page = self.context.new_page()
        self.errors = []
        # While one page gives way to the next, the browser cancels what frames of the first still load: no error of theirs.
        self.is_leaving = False
        self.page.on("request", self.note_request)
        self.page.on("domcontentloaded", lambda _: setattr(self, "is_leaving", False))
        self.page.on("pageerror", self.note_error)
        self.page.on("framenavigated", self.forget_cancelled)

    def note_request(self, request):
        if request.is_navigation_request() and request.frame.parent_frame is None:
            self.is_leaving = True

    def forget_cancelled(self, frame):
        """Forgets what a document that was left could not fetch any longer: the browser cancels it, before or after it says that it leaves."""
        origin = re.escape("/".join(frame.url.split("/")[:3]))
        is_of_frame = re.compile(rf"Failed to fetch\n(?s:.*){origin}/") if frame.parent_frame else re.compile("Failed to fetch\n")
        self.errors = [error for error in self.errors if not is_of_frame.match(error)]

    def note_error(self, error):
        # Errors of a frame that was removed while it loaded may be reported after the next page is there.
        place = re.search(r"https?://[^/\s]+/", error.stack or "")
        is_gone = place and not any(frame.url.startswith(place[0]) for frame in self.page.frames)
        if not self.is_leaving and not (is_gone and error.message == "Failed to fetch"):
            self.errors.append(f"{error.message}\n{error.stack}")

    def sign_in(self, name="ada", by_form=False, at="/hub"):
        """Signs in and opens the page `at`, which must require a session. A new browser gets the session of the user's first sign-in in this
        run. Use the form in tests about signing in, and where a test needs two sessions."""
        if not by_form and name in self.lagoon.sessions and not self.context.cookies():
            self.context.add_cookies(self.lagoon.sessions[name])
            self.go(at)
            # Another test may have ended that session.
            if urlsplit(self.page.url).path != "/sign-in":
                return self
            self.context.clear_cookies()
        self.sign_in_by_form(name, at)
        if not by_form:
            self.lagoon.sessions[name] = self.context.cookies()
        return self

    def sign_in_by_form(self, name, at="/hub"):
        self.page.goto("/sign-in")
        self.page.fill("#name", name)
        self.page.fill("#password", USERS[name])
        self.page.click("button.primary")
        self.page.wait_for_url("**/today")
        self.go(at)

    def go(self, address):
        """Opens a URL. The response to a sign-in clears the site's storage, including its worker; while Chromium is
        still clearing, it aborts navigations, or loads the page before once more, and they are then tried again."""
        for attempt in range(4):
            try:
                return self.page.goto(address)
            except Error as error:
                if attempt == 3 or not re.search("ERR_ABORTED|interrupted by another navigation", error.message):
                    raise
                time.sleep(0.3)  # sleep: Chromium clears the data of the site

    def sign_out(self):
        if self.page.locator("#menu-button").count():
            self.page.click("#menu-button")
        else:
            self.page.click("details.account summary")
        self.page.click("text=Sign out")
        self.page.wait_for_url("**/sign-in")

    def open(self, name):
        """Opens a mini app from the hub, and returns its frame when the page in it has its theme."""
        # While Chromium clears a site's data after a sign-in, the page before may come back once, in place of the one that was opened.
        for attempt in range(3):
            if urlsplit(self.page.url).path != "/hub":
                self.go("/hub")
            try:
                self.page.click(f".tile:has-text('{name}')")
                break
            except TimeoutError:
                if attempt == 2 or urlsplit(self.page.url).path == "/hub":
                    raise
        return self.ready()

    def ready(self):
        inside = self.page.frame_locator("#mini-app")
        inside.locator("html[data-theme]").wait_for(state="attached")
        return inside

    def forget(self, miniapp):
        """Takes back every answer about a mini app: the user is asked again."""
        self.page.evaluate(
            "(miniApp) => fetch('/permissions/forget', { method: 'POST', body: new URLSearchParams({ miniApp }) })", miniapp)

    def answer(self, words):
        """Answers the sheet that asks for permissions, when it can be answered."""
        dialog = self.page.locator("dialog.sheet")
        dialog.wait_for()
        # This one: the next may follow immediately.
        shown = dialog.element_handle()
        press(dialog.get_by_role("button", name=words, exact=True))
        shown.wait_for_element_state("hidden")

    def wait_for_page(self, path):
        """Waits until the shell's URL names this page of the mini app."""
        until(lambda: self.page.evaluate("location.pathname").endswith(path))

    def frame(self):
        """The mini app's frame, in which a test can run script."""
        self.ready()
        return next(frame for frame in self.page.frames if frame.parent_frame)

    def origin_of(self, miniapp):
        """The origin of a mini app, as the shell renders it."""
        self.page.goto(f"/miniapp/{miniapp}")
        return self.page.get_attribute("#mini-app", "data-origin")


@pytest.fixture
def person(lagoon, chromium, request):
    """A person; a test can set options of the browser context with `@pytest.mark.browser(…)`."""
    marker = request.node.get_closest_marker("browser")
    somebody = Person(lagoon, chromium, **(marker.kwargs if marker else {}))
    yield somebody
    somebody.context.close()


class Elsewhere(http.server.BaseHTTPRequestHandler):
    """Another site, which records the requests it gets."""

    visits = []

    def do_GET(self):
        self.visits.append(self.path)
        self.send_response(200)
        self.send_header("Content-Type", "text/javascript")
        self.send_header("Access-Control-Allow-Origin", "*")
        self.end_headers()
        self.wfile.write(b"window.stolen = true")

    do_POST = do_GET

    def log_message(self, *arguments):
        pass


class Server(socketserver.ThreadingTCPServer):
    # A browser may hold a connection open without ever sending a request.
    daemon_threads = True
    block_on_close = False


@pytest.fixture
def elsewhere():
    """The URL of another site, and the list of the paths requested from it."""
    Elsewhere.visits.clear()
    with Server(("127.0.0.1", 0), Elsewhere) as server:
        threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True).start()
        yield f"http://127.0.0.1:{server.server_address[1]}", Elsewhere.visits
        server.shutdown()
