"""What goes wrong around a connection: two tabs at once, a clock that jumps, a full disk, a proxy that strips compression, a version that goes
away while it is opened."""

import json
import re
import socket
import socketserver
import threading

import pytest

from conftest import Person, browser_arguments, until
from test_kept import down, keep, keeper, own, raise_code  # noqa: F401
from test_without_connection import WRITE

pytestmark = pytest.mark.thorough("rare trouble with the connection")

READ = "(key) => import('/.atoll/atoll.js').then(({ storage }) => storage.get(key))"


def opened(page, miniapp):
    page.goto(f"/miniapp/{miniapp}")
    page.frame_locator("#mini-app").locator("html[data-theme]").wait_for(state="attached")
    return next(frame for frame in page.frames if frame.parent_frame)


def test_two_tabs_write_without_a_connection(own, keeper, chromium):  # noqa: F811
    """What is written last counts, and both tabs say the same, before and after."""
    keep(keeper, "Expenses", stores=True)
    second = keeper.context.new_page()
    tabs = [(keeper.page, opened(keeper.page, "com.example.expenses")), (second, opened(second, "com.example.expenses"))]
    ports = down(own)
    for turn in range(3):
        for number, (_, inside) in enumerate(tabs):
            assert inside.evaluate(WRITE, ["shared", f"tab {number}, turn {turn}"]) == f"tab {number}, turn {turn}"
            inside.evaluate(WRITE, [f"own-{number}", turn])
    for _, inside in tabs:
        assert inside.evaluate(READ, "shared") == "tab 1, turn 2"
    until(lambda: keeper.page.inner_text("#waiting") == second.inner_text("#waiting") != "")
    own.start(*ports)
    for page, _ in tabs:
        page.evaluate("dispatchEvent(new Event('online'))")
    until(lambda: not keeper.page.is_visible("#waiting") and not second.is_visible("#waiting"))
    elsewhere = Person(own, chromium).sign_in("ada")
    there = opened(elsewhere.page, "com.example.expenses")
    assert [there.evaluate(READ, key) for key in ("shared", "own-0", "own-1")] == ["tab 1, turn 2", 2, 2]
    elsewhere.context.close()


@pytest.mark.thorough("more in browsers")
def test_a_clock_that_jumps_changes_no_order(own, keeper, chromium):  # noqa: F811
    keep(keeper, "Expenses", stores=True)
    inside = opened(keeper.page, "com.example.expenses")
    ports = down(own)
    for year in (2026, 2031, 2019, 2040, 2001):
        keeper.page.clock.set_system_time(f"{year}-01-01T12:00:00Z")
        inside.evaluate(WRITE, ["year", year])
    until(lambda: keeper.page.is_visible("#waiting"))
    own.start(*ports)
    keeper.page.evaluate("dispatchEvent(new Event('online'))")
    until(lambda: not keeper.page.is_visible("#waiting"))
    elsewhere = Person(own, chromium).sign_in("ada")
    assert opened(elsewhere.page, "com.example.expenses").evaluate(READ, "year") == 2001
    elsewhere.context.close()


def test_a_full_store_keeps_nobody_from_opening(own, keeper):  # noqa: F811
    """Nothing is kept then; the mini app runs as it does the first time."""
    session = keeper.context.new_cdp_session(keeper.page)
    origin = keeper.origin_of("com.example.expenses")
    for each in (origin, own.origin):
        session.send("Storage.overrideQuotaForOrigin", {"origin": each, "quotaSize": 4_096})
    for _ in range(2):
        keeper.page.goto("/hub")
        keeper.open("Expenses").get_by_text("Add an expense").wait_for()
    assert keeper.errors == []
    for each in (origin, own.origin):
        session.send("Storage.overrideQuotaForOrigin", {"origin": each})
    keeper.page.goto("/hub")
    keep(keeper, "Expenses")


class Stripping(socketserver.ThreadingTCPServer):
    """Passes connections on, and takes `Accept-Encoding` out of what is asked for."""

    allow_reuse_address = True
    daemon_threads = True

    def __init__(self, port):
        super().__init__(("127.0.0.1", 0), Connection)
        self.port = port
        self.stripped = 0


class Connection(socketserver.BaseRequestHandler):
    def handle(self):
        with socket.create_connection(("127.0.0.1", self.server.port)) as on:
            threading.Thread(target=self.pump, args=(on, self.request, lambda data: data), daemon=True).start()
            self.pump(self.request, on, self.strip)

    def strip(self, data):
        lines = data.split(b"\r\n")
        kept = [line for line in lines if not line.lower().startswith(b"accept-encoding:")]
        self.server.stripped += len(lines) - len(kept)
        return b"\r\n".join(kept)

    def pump(self, source, target, change):
        try:
            while data := source.recv(65_536):
                target.sendall(change(data))
            target.shutdown(socket.SHUT_WR)
        except OSError:
            pass


def test_a_proxy_that_strips_compression_changes_nothing_but_the_bytes(own, playwright_driver, chromium_path, tmp_path):  # noqa: F811
    with Stripping(own.port) as proxy:
        threading.Thread(target=proxy.serve_forever, daemon=True).start()
        port = proxy.server_address[1]
        context = playwright_driver.chromium.launch_persistent_context(
            tmp_path / "profile", executable_path=chromium_path, base_url=own.origin, reduced_motion="reduce",
            args=browser_arguments(
                f"--host-resolver-rules=MAP localhost 127.0.0.1:{port}, MAP *.localhost 127.0.0.1:{port}", without="TrackingProtection3pcd"),
            ignore_default_args=["--disable-background-networking"])
        person = Person.__new__(Person)
        person.use(own, context)
        encodings = []
        context.on("response", lambda response: encodings.append(response.headers.get("content-encoding")))
        person.sign_in()
        keep(person, "Directory")
        assert proxy.stripped > 10 and set(encodings) == {None}
        person.page.goto("/hub")
        down(own)
        person.page.goto("/hub")
        person.open("Directory").get_by_text("Ada Keller").wait_for()
        assert person.errors == []
        context.close()
        proxy.shutdown()


@pytest.mark.thorough("more in browsers")
def test_a_version_that_goes_away_while_it_is_opened(own, keeper):  # noqa: F811
    """The page around it is there, and what it needs has gone: it is opened anew, or the user is told and can do so."""
    held = []
    keeper.page.goto("/hub")
    keeper.page.route(re.compile(r"[?&]atoll-launch="), lambda route: held.append(route) if not held else route.continue_())
    keeper.page.click(".tile:has-text('Kudos')")
    # Routes are called only while the driver is.
    until(lambda: keeper.page.evaluate("1") and held)

    def change(folder):
        texts = folder / "i18n/en.json"
        texts.write_text(json.dumps({**json.loads(texts.read_text()), "give": "Say thanks"}))
    raise_code(own, "kudos", change)
    held[0].continue_()
    retry = keeper.page.locator("#splash").get_by_role("button")
    until(lambda: retry.count() and retry.first.is_visible() or keeper.page.frame_locator("#mini-app").get_by_text("Say thanks").count())
    if retry.count() and retry.first.is_visible():
        retry.first.click()
    keeper.page.frame_locator("#mini-app").get_by_text("Say thanks").first.wait_for()
