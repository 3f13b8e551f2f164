"""Mini apps that the browser has kept: they open at once and without a connection, for their user and version only.

The browser lets frames of another site store here, as Chrome does unless its user has forbidden it. A Lagoon of one's own can be
stopped: even in a browser set to offline, a service worker can send requests."""

import json
import re

import pytest

from conftest import Lagoon, Person, browser_arguments, until


@pytest.fixture
def own(tmp_path):
    (tmp_path / "lagoon").mkdir()
    running = Lagoon(tmp_path / "lagoon")
    running.start()
    yield running
    if running.process.poll() is None:
        running.stop()


@pytest.fixture
def keeper(own, playwright_driver, chromium_path, tmp_path):
    """A person whose browser keeps mini apps, signed in as Ada."""
    context = playwright_driver.chromium.launch_persistent_context(
        tmp_path / "profile", executable_path=chromium_path, base_url=own.origin, reduced_motion="reduce",
        args=browser_arguments(without="TrackingProtection3pcd"),
        # With this default option of Playwright, clearing a site's data is deferred and never done.
        ignore_default_args=["--disable-background-networking"])
    somebody = Person.__new__(Person)
    somebody.use(own, context)
    somebody.sign_in()
    yield somebody
    context.close()


# The host hides them from pages.
WORKERS = "(window[Symbol.for('atoll.workers')] ?? navigator.serviceWorker)"

KEPT = """async () => {
  const registration = await WORKERS.getRegistration();
  if (registration?.active?.state !== "activated" || registration.waiting) return 0;
  return (await (await caches.open("atoll-files")).keys()).length;
}""".replace("WORKERS", WORKERS)


MIRRORED = """async () => (await indexedDB.databases()).length > 0 && new Promise((resolve) => {
  const request = indexedDB.open("atoll-kept");
  request.onerror = () => resolve(false);
  request.onsuccess = () => {
    const { result: database } = request;
    const known = database.objectStoreNames.contains("apps")
      ? database.transaction("apps").objectStore("apps").getKey(document.getElementById("mini-app").dataset.miniApp) : null;
    if (!known) return database.close(), resolve(false);
    known.onsuccess = () => (database.close(), resolve(known.result !== undefined));
  };
})"""


def keep(person, name, stores=False):
    """Opens a mini app, and waits until its files and the page around it are kept."""
    inside = person.open(name)
    until(lambda: person.frame().evaluate(KEPT) > 0)
    # So is what it stores.
    if stores:
        until(lambda: person.page.evaluate(MIRRORED))
    until(lambda: person.page.evaluate(
        "caches.open('atoll-1').then((store) => store.match(location.pathname.split('/', 3).join('/'))).then(Boolean)"))
    return inside


def pass_of(person):
    """What opens the files that are kept, in the URL of the frame."""
    return re.search(r"atoll-launch=[\w-]*\.([\w-]+)", person.page.get_attribute("#mini-app", "src"))[1]


def down(lagoon):
    ports = str(lagoon.port), lagoon.center.rsplit(":", 1)[1]
    lagoon.stop()
    return ports


def is_kept(frame):
    """Whether the page in the frame came from the browser."""
    return frame.evaluate("performance.getEntriesByType('navigation')[0].workerStart > 0 && !!" + WORKERS + ".controller")


def raise_code(lagoon, miniapp, change):
    """Publishes the next version by way of the samples' folder: Lagoon publishes what has a new code when it starts."""
    folder = lagoon.miniapps / miniapp
    manifest = json.loads((folder / "manifest.json").read_text())
    manifest["version"] = {"code": manifest["version"]["code"] + 1, "name": "2.0.0"}
    (folder / "manifest.json").write_text(json.dumps(manifest, indent=2))
    change(folder)
    lagoon.restart()


@pytest.mark.thorough("more in browsers")
def test_all_samples_open_without_a_connection(own, keeper):
    words = {"Kudos": "Shipped the new sign-in", "Expenses": "Add an expense", "Directory": "colleagues", "Lunch": "Verd"}
    for name in words:
        keeper.page.goto("/hub")
        keep(keeper, name, stores=name != "Directory")
    keeper.page.goto("/hub")
    down(own)
    for name, text in words.items():
        keeper.page.goto("/hub")
        inside = keeper.open(name)
        inside.get_by_text(text).first.wait_for()
        assert keeper.page.inner_text("#notice").startswith("You are offline.")
        assert keeper.page.locator("#splash").count() == 0
    # Any page of it.
    keeper.page.goto("/miniapp/com.example.expenses/pages/totals?from=link")
    keeper.ready()
    keeper.page.wait_for_selector("#page-back:not([hidden])")
    assert keeper.page.url.endswith("/pages/totals?from=link")
    assert keeper.errors == []


@pytest.mark.thorough("more in browsers")
def test_an_expense_entered_without_a_connection_is_there_on_another_device(own, keeper, chromium):
    keep(keeper, "Expenses", stores=True)
    ports = down(own)
    keeper.page.goto("/hub")
    inside = keeper.open("Expenses")
    inside.get_by_text("Add an expense").click()
    keeper.wait_for_page("/pages/edit")
    inside.locator("#amount").fill("12.50")
    inside.locator("#note").fill("Ferry to the island")
    inside.locator("#save").click()
    inside.get_by_text("Ferry to the island").wait_for()
    keeper.page.locator("#waiting").wait_for()
    own.start(*ports)
    keeper.page.evaluate("dispatchEvent(new Event('online'))")
    until(lambda: not keeper.page.is_visible("#waiting"))
    elsewhere = Person(own, chromium).sign_in("ada")
    elsewhere.open("Expenses").get_by_text("Ferry to the island").wait_for()
    elsewhere.context.close()


def test_a_warm_opening_asks_only_for_the_page_around_it(own, keeper):
    keep(keeper, "Expenses")
    keeper.page.goto("/hub")
    before = launches(own)
    keeper.open("Expenses")
    assert is_kept(keeper.frame())
    transferred = keeper.frame().evaluate("""() => [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")]
        .filter(({ transferSize, workerStart }) => transferSize > 0 && !workerStart).map(({ name }) => name)""")
    assert transferred == []
    # The host hears of it all the same.
    until(lambda: launches(own) == before + 1)


def launches(lagoon):
    """How often a mini app was opened, by the records of the sessions."""
    sessions = (lagoon.folder / "data/shell/sessions").iterdir()
    return sum(len(json.loads(file.read_text())["launches"]) for file in sessions if file.is_file())


def test_a_new_version_is_shown_at_once_and_never_mixed(own, keeper):
    keep(keeper, "Intruder")
    def change(folder):
        page = folder / "pages/home.html"
        page.write_text(page.read_text().replace("</html>", '<p id="second">Second</p></html>'))
        script = folder / "app.js"
        script.write_text(script.read_text() + "\nwindow.version = 2;\n")
    raise_code(own, "intruder", change)
    keeper.page.goto("/hub")
    inside = keeper.open("Intruder")
    inside.locator("#second").wait_for()
    assert keeper.frame().evaluate("import('/app.js').then(() => window.version)") == 2
    # The next time, the new one is cached.
    keeper.page.goto("/hub")
    keeper.open("Intruder").locator("#second").wait_for()
    until(lambda: keeper.frame().evaluate(KEPT) > 0)
    keeper.page.goto("/hub")
    keeper.open("Intruder").locator("#second").wait_for()
    assert is_kept(keeper.frame())


@pytest.mark.thorough("more in browsers")
def test_what_is_damaged_is_fetched_again_and_never_run(own, keeper):
    """A mini app can write where its files are kept: neither another script nor another policy comes from there."""
    keep(keeper, "Intruder")
    spoiled = keeper.frame().evaluate("""async () => {
      const store = await caches.open("atoll-files");
      const keys = await store.keys();
      for (const key of keys) {
        await store.put(key, new Response("window.spoiled = true; document.title = 'spoiled'", { headers: { "Content-Type": "text/html" } }));
      }
      // And what is not even in its list.
      await store.put("/pages/home", new Response("<script>window.spoiled = true</script>", { headers: { "Content-Type": "text/html" } }));
      return keys.length;
    }""")
    assert spoiled > 0
    keeper.page.goto("/hub")
    keeper.open("Intruder")
    assert keeper.frame().evaluate("window.spoiled ?? null") is None
    policy = keeper.frame().evaluate("fetch(location.href).then((response) => response.headers.get('content-security-policy'))")
    assert "default-src 'none'" in policy and "frame-ancestors" in policy
    # Offline there is nothing to show, and the page says so.
    keeper.frame().evaluate("""async () => {
      const store = await caches.open("atoll-files");
      for (const key of await store.keys()) await store.put(key, new Response("spoiled"));
    }""")
    keeper.page.goto("/hub")
    down(own)
    keeper.page.goto("/hub")
    keeper.page.click(".tile:has-text('Intruder')")
    until(lambda: "has not stored it" in keeper.page.inner_text("#splash"))
    assert "spoiled" not in keeper.page.content()


@pytest.mark.thorough("rare trouble with what is kept")
def test_an_emptied_store_is_filled_again(own, keeper):
    keep(keeper, "Intruder")
    count = keeper.frame().evaluate(KEPT)
    keeper.frame().evaluate(
        "caches.open('atoll-files').then(async (store) => { for (const request of await store.keys()) await store.delete(request); })")
    keeper.page.goto("/hub")
    keeper.open("Intruder")
    until(lambda: keeper.frame().evaluate(KEPT) >= count)
    keeper.page.goto("/hub")
    down(own)
    keeper.page.goto("/hub")
    keeper.open("Intruder").get_by_role("heading").first.wait_for()


@pytest.mark.thorough("rare trouble with what is kept")
def test_a_version_that_does_not_start_is_not_kept(own, keeper):
    """It is gone back from, as without the worker: its failures are counted."""
    keep(keeper, "Intruder")

    def change(folder):
        script = folder / "app.js"
        # Imports come first all the same.
        script.write_text("throw new Error('on purpose');\n" + script.read_text())
    raise_code(own, "intruder", change)
    for _ in range(2):
        keeper.page.goto("/hub")
        keeper.page.click(".tile:has-text('Intruder')")
        keeper.page.wait_for_timeout(3_000)  # sleep: nothing may happen, which no event shows
        # The server answers, perhaps through the worker of the version before.
        inside = next(frame for frame in keeper.page.frames if frame.parent_frame)
        workers = inside.evaluate("async () => (await " + WORKERS + """.getRegistrations())
            .flatMap(({ active, waiting, installing }) => [active, waiting, installing]).map((worker) => worker?.scriptURL)""")
        assert pass_of(keeper) not in str(workers)


@pytest.mark.thorough("rare trouble with what is kept")
def test_a_document_gets_no_file_of_another_version(own, keeper):
    keep(keeper, "Intruder")

    def change(folder):
        script = folder / "app.js"
        script.write_text(script.read_text() + "\nwindow.version = 2;\n")
    raise_code(own, "intruder", change)
    keeper.page.goto("/hub")
    keeper.open("Intruder")
    # At once: the worker of this version is not registered yet.
    down(own)
    frame = keeper.frame()
    text = frame.evaluate("fetch('/app.js').then((response) => response.text()).catch(() => 'none')")
    assert text == "none" or "window.version = 2" in text
    frame.evaluate("location.href = '/pages/other'")
    until(lambda: any("without a connection" in each.evaluate("document.body?.innerText ?? ''")
                      for each in keeper.page.frames if each.parent_frame))


@pytest.mark.thorough("more in browsers")
def test_the_next_user_of_the_browser_finds_nothing_kept(own, keeper):
    keep(keeper, "Intruder")
    keeper.frame().evaluate("localStorage.setItem('secret', 'ada')")
    first = pass_of(keeper)
    keeper.page.goto("/hub")
    keeper.sign_out()
    keeper.sign_in("ben")
    keeper.open("Intruder")
    frame = keeper.frame()
    second = pass_of(keeper)
    assert first != second and not is_kept(frame)
    assert frame.evaluate("localStorage.length") == 0
    assert frame.evaluate(WORKERS + ".getRegistrations().then((all) => all.every(({ active }) => !active?.scriptURL.includes('%s')))" % first)


@pytest.mark.thorough("more in browsers")
def test_a_mini_app_can_register_no_other_worker(own, keeper):
    keep(keeper, "Intruder")
    outcomes = keeper.frame().evaluate("""async () => {
      const attempts = ["/app.js", "/pages/home", "/.atoll/atoll.js", "/.atoll/worker.js?other", "/.atoll/worker.js", "blob:x"];
      const outcomes = [];
      for (const path of attempts) {
        outcomes.push(await WORKERS.register(path, { scope: "/" }).then(() => "registered", ({ name }) => name));
      }
      return outcomes;
    }""".replace("WORKERS", WORKERS))
    assert "registered" not in outcomes, outcomes


@pytest.mark.thorough("rare trouble with what is kept")
def test_what_ended_shows_nothing(own, keeper):
    """A session that ended elsewhere: the page around the mini app is not given, and its address alone opens nothing."""
    keep(keeper, "Intruder")
    source = keeper.page.get_attribute("#mini-app", "src")
    keeper.page.goto("/hub")
    keeper.sign_out()
    keeper.page.goto("/miniapp/com.example.intruder")
    assert keeper.page.locator("iframe").count() == 0
    # At top level, neither with what stood in the page nor without.
    for address in [source, source.split("?")[0], source.split("/pages")[0] + "/app.js"]:
        assert keeper.context.new_page().goto(address).status == 404


@pytest.mark.thorough("more in browsers")
def test_a_forgotten_mini_app_is_not_kept(own, keeper):
    keep(keeper, "Intruder")
    keeper.forget("com.example.intruder")
    keeper.page.goto("/hub")
    keeper.open("Intruder")
    assert not is_kept(keeper.frame())
    # Nor does it open without a connection before.
    keeper.forget("com.example.intruder")
    down(own)
    keeper.page.goto("/miniapp/com.example.intruder")
    assert keeper.page.locator("iframe").count() == 0


@pytest.mark.thorough("rare trouble with what is kept")
def test_its_worker_holds_no_part_of_the_pages(own, keeper):
    """A hostile version could hold itself there beyond its end."""
    keep(keeper, "Intruder")
    scopes = keeper.frame().evaluate("""async () => {
      const { active } = await WORKERS.getRegistration();
      for (const scope of ["/pages/", "/pages/home", "/x/"]) {
        await WORKERS.register(active.scriptURL, { scope }).catch(() => {});
      }
      await new Promise((resolve) => setTimeout(resolve, 1_000));
      return (await WORKERS.getRegistrations()).map(({ scope }) => new URL(scope).pathname);
    }""".replace("WORKERS", WORKERS))
    assert scopes == ["/"]


@pytest.mark.thorough("rare trouble with what is kept")
def test_it_opens_whatever_else_is_open(own, keeper):
    """A tile names what is open in other tabs of the shell, and the address follows the mini app's page: neither is another page."""
    keep(keeper, "Kudos")
    down(own)
    for address in ("/miniapp/com.example.kudos?with=/today", "/miniapp/com.example.kudos/pages/give?with=/today&x=1"):
        keeper.page.goto(address)
        keeper.ready()
        assert "with" not in keeper.frame().evaluate("location.search")
    assert keeper.frame().evaluate("location.pathname + location.search") == "/pages/give?x=1"
    keeper.page.reload()
    keeper.ready()
    assert keeper.frame().evaluate("location.pathname") == "/pages/give"


@pytest.mark.thorough("more in browsers")
def test_a_web_app_of_another_host_finds_what_it_stored_last(own, keeper):
    """Without a connection, too, and whatever it was when the page around it was kept."""
    import subprocess
    from test_web_apps import APPS, ATOLL
    subprocess.run([ATOLL, "import", APPS / "page", "--into", own.miniapps / "page", "--id", "com.example.page"], check=True, capture_output=True)
    own.restart()
    page = keeper.page
    opened = lambda: page.locator("#mini-app[data-ready]").wait_for(state="attached")
    keeper.go("/miniapp/com.example.page")
    opened()
    until(lambda: keeper.page.frames[-1].evaluate(KEPT) > 0)
    inside = lambda: next(frame for frame in page.frames if frame.parent_frame)
    until(lambda: page.evaluate(MIRRORED))
    inside().evaluate("localStorage.setItem('doc', 'an hour of work')")
    until(lambda: page.evaluate(STORED, ["com.example.page", "localStorage/doc"]) == '"an hour of work"')
    ports = down(own)
    page.goto("/miniapp/com.example.page")
    opened()
    assert inside().evaluate("localStorage.doc") == "an hour of work"
    inside().evaluate("localStorage.doc += ' and more'")
    until(lambda: page.evaluate(STORED, ["com.example.page", "localStorage/doc"]) == '"an hour of work and more"')
    page.goto("/miniapp/com.example.page")
    opened()
    assert inside().evaluate("localStorage.doc") == "an hour of work and more"
    own.start(*ports)
    keeper.go("/miniapp/com.example.page")
    opened()
    until(lambda: inside().evaluate("localStorage.doc") == "an hour of work and more")


STORED = """([app, key]) => new Promise((resolve) => {
  const request = indexedDB.open("atoll-kept");
  request.onsuccess = () => {
    const values = request.result.transaction("values").objectStore("values").get([app, key]);
    values.onsuccess = () => {
      resolve(values.result ?? null);
      request.result.close();
    };
  };
})"""
