"""Things that a mini app must not be able to do, attempted by a hostile one."""

import urllib.error
import urllib.request

import pytest

from conftest import Person, browser_arguments, until

# Service workers must be refused by the shell, not by the test's settings.
pytestmark = pytest.mark.browser(service_workers="allow")


@pytest.fixture
def intruder(person):
    person.sign_in()
    person.open("Intruder")
    person.frame().wait_for_selector("body[data-ready]")
    return person


def attempt(person, script, argument=None):
    """Runs a script in the mini app's page, and returns its value, or the name and code of its error."""
    return person.frame().evaluate(
        """async ([script, argument]) => {
          const attempts = {
            dom: () => parent.document.title,
            "top dom": () => top.document.title,
            "shell cookie": () => parent.document.cookie,
            "own cookie": () => document.cookie,
            "shell storage": () => parent.localStorage.length,
            "shell database": () => parent.indexedDB,
            "shell function": () => parent.fetch("/hub"),
            "frame element": () => frameElement,
            siblings: () => parent.frames.length,
            unknown: () => window.atoll.call("host.steal"),
            large: () => window.atoll.call("storage.set", { key: "k", value: "x".repeat(2_000_000) }),
            "large value": () => window.atoll.storage.set("k", "x".repeat(600_000)),
            window: () => String(window.open(argument)),
            top: () => { top.location = argument; return "tried"; },
            alert: () => { alert("boo"); return "no dialog"; },
            fetch: () => fetch(argument, { mode: "no-cors", credentials: "include" }).then(() => "fetched"),
            bridge: () => fetch(argument, {
              method: "POST", credentials: "include", headers: { "Content-Type": "application/json" },
              body: '{"jsonrpc":"2.0","id":1,"method":"user.profile"}',
            }).then(() => "posted"),
            beacon: () => { navigator.sendBeacon(argument, "data"); return "tried"; },
            // Not called directly: code run by the debugger is allowed to evaluate text.
            eval: () => new Promise((resolve, reject) => setTimeout(() => {
              try { resolve(eval("1 + 1")); } catch (error) { reject(error); }
            })),
            worker: () => new Promise((resolve, reject) => {
              const worker = new Worker(argument);
              worker.onerror = () => resolve("blocked");
              worker.onmessage = resolve;
            }),
            "service worker": () => window[Symbol.for("atoll.workers")].register(argument).then(() => "registered"),
            script: () => new Promise((resolve) => {
              const script = Object.assign(document.createElement("script"), { src: argument });
              script.onerror = () => resolve("blocked");
              script.onload = () => resolve("loaded");
              document.head.append(script);
            }),
            "inline script": () => {
              document.body.append(Object.assign(document.createElement("script"), { textContent: "window.ran = 1" }));
              return window.ran ?? "blocked";
            },
            image: () => new Promise((resolve) => {
              const image = new Image();
              image.onerror = () => resolve("blocked");
              image.onload = () => resolve("loaded");
              image.src = argument;
            }),
            frame: () => new Promise((resolve) => {
              const frame = Object.assign(document.createElement("iframe"), { src: argument });
              document.body.append(frame);
              setTimeout(() => resolve(window.blocked.includes("frame-src") ? "blocked" : "framed"), 500);
            }),
            // Past atoll.js, which keeps a page from leaving by mistake.
            navigate: () => { Event.prototype.preventDefault = () => {}; setTimeout(() => { location = argument; }, 0); return "tried"; },
            submit: () => {
              const form = Object.assign(document.createElement("form"), { action: argument, method: "post" });
              document.body.append(form);
              setTimeout(() => form.submit(), 0);
              return "tried";
            },
          };
          try {
            return await attempts[script]();
          } catch (error) {
            return `${error.name}${error.name === "AtollError" ? ` ${error.code}` : ""}`;
          }
        }""",
        [script, argument],
    )


def test_the_shell_is_out_of_reach(intruder):
    for what in "dom", "top dom", "shell cookie", "shell storage", "shell database", "shell function":
        assert attempt(intruder, what) == "SecurityError", what


@pytest.mark.thorough("more in browsers")
def test_the_frame_knows_nothing_of_what_is_around_it(intruder):
    assert attempt(intruder, "frame element") is None
    assert attempt(intruder, "own cookie") == ""


@pytest.mark.thorough("more in browsers")
def test_a_method_that_does_not_exist_is_said_so(intruder):
    assert attempt(intruder, "unknown") == "AtollError -32601"


@pytest.mark.thorough("more in browsers")
def test_two_megabytes_are_too_much(intruder):
    assert attempt(intruder, "large") == "AtollError -32001"
    assert attempt(intruder, "large value") == "AtollError -32001"
    # The bridge still works.
    assert intruder.frame().evaluate("atoll.host.info().then(({ miniApp }) => miniApp.id)") == "com.example.intruder"


def test_nothing_is_loaded_from_elsewhere(intruder, elsewhere):
    address, visits = elsewhere
    for what, blocked in [
        ("script", "blocked"), ("image", "blocked"), ("fetch", "TypeError"), ("worker", "SecurityError"),
        ("service worker", "SecurityError"), ("frame", "blocked"),
    ]:
        assert attempt(intruder, what, address + "/x.js") == blocked, what
        assert visits == [], what


@pytest.mark.thorough("more in browsers")
def test_no_worker_of_its_own_stands_between_it_and_the_host(intruder):
    assert attempt(intruder, "service worker", "/app.js") in ("SecurityError", "NotSupportedError", "TypeError")
    assert attempt(intruder, "worker", "/app.js") in ("SecurityError", "blocked")


@pytest.mark.thorough("more in browsers")
def test_a_beacon_carries_nothing_out(intruder, elsewhere):
    address, visits = elsewhere
    attempt(intruder, "beacon", address + "/beacon")
    intruder.page.wait_for_timeout(300)  # sleep: nothing may happen, which no event shows
    assert visits == []


def test_text_is_never_run_as_script(intruder):
    assert attempt(intruder, "eval") == "EvalError"
    assert attempt(intruder, "inline script") == "blocked"


def test_it_can_not_navigate_itself_elsewhere(intruder, elsewhere):
    address, visits = elsewhere
    attempt(intruder, "navigate", address + "/?data=secret")
    intruder.page.wait_for_timeout(500)  # sleep: nothing may happen, which no event shows
    assert visits == []
    assert address not in [frame.url for frame in intruder.page.frames]


def test_it_can_not_show_a_page_of_the_shell_in_its_frame(intruder, lagoon):
    attempt(intruder, "navigate", lagoon.origin + "/hub")
    intruder.page.wait_for_timeout(500)  # sleep: nothing may happen, which no event shows
    inside = [frame for frame in intruder.page.frames if frame.parent_frame]
    assert all(not frame.url.startswith(lagoon.origin) for frame in inside)


@pytest.mark.thorough("more in browsers")
def test_it_can_not_show_another_mini_app_in_its_frame(intruder):
    page = intruder.page
    kudos = page.context.new_page()
    kudos.goto("/miniapp/com.example.kudos")
    origin = kudos.get_attribute("#mini-app", "data-origin")
    kudos.close()
    attempt(intruder, "navigate", origin + "/pages/feed")
    page.wait_for_timeout(500)  # sleep: nothing may happen, which no event shows
    assert all(not frame.url.startswith(origin) for frame in page.frames)
    assert attempt_fetch(intruder, origin) == "TypeError"


def attempt_fetch(intruder, origin):
    intruder.page.reload()
    intruder.frame().wait_for_selector("body[data-ready]")
    return attempt(intruder, "fetch", origin + "/app.js")


@pytest.mark.thorough("more in browsers")
def test_it_can_not_take_the_whole_window_away(intruder, elsewhere):
    address, visits = elsewhere
    here = intruder.page.url
    assert attempt(intruder, "top", address) in ("SecurityError", "tried")
    intruder.page.wait_for_timeout(300)  # sleep: nothing may happen, which no event shows
    assert intruder.page.url == here and visits == []


def test_it_can_not_submit_a_form_to_the_shell(intruder, lagoon):
    posts, complaints = [], []
    intruder.page.on("request", lambda request: request.method == "POST" and "/frame-left" not in request.url
                     and posts.append(request.url))
    intruder.page.on("console", lambda message: complaints.append(message.text))
    attempt(intruder, "submit", lagoon.origin + "/sign-out")
    until(lambda: intruder.page.wait_for_timeout(20) or any("form-action 'none'" in complaint for complaint in complaints))  # sleep: lets Playwright handle messages
    assert posts == []
    intruder.page.goto("/hub")
    assert intruder.page.url.endswith("/hub")


@pytest.mark.thorough("more in browsers")
def test_it_can_not_open_a_window_or_a_dialog(intruder, elsewhere):
    address, visits = elsewhere
    dialogs = []
    intruder.page.on("dialog", lambda dialog: (dialogs.append(dialog), dialog.dismiss()))
    assert attempt(intruder, "window", address) == "null"
    assert attempt(intruder, "alert") == "no dialog"
    assert len(intruder.context.pages) == 1 and dialogs == [] and visits == []


def test_it_can_not_post_to_the_bridge_with_the_session(intruder, lagoon):
    requests = []
    intruder.page.on("request", lambda request: requests.append(request.url))
    assert attempt(intruder, "bridge", lagoon.origin + "/bridge?miniApp=com.example.intruder") == "TypeError"
    assert "connect-src" in intruder.frame().evaluate("blocked")


@pytest.mark.thorough("more in browsers")
def test_it_never_holds_two_ports(intruder):
    answers = intruder.frame().evaluate(
        """async () => {
          const hello = () => new Promise((resolve) => {
            const nonce = crypto.randomUUID();
            addEventListener("message", function welcome({ data, ports }) {
              if (data?.nonce !== nonce) return;
              removeEventListener("message", welcome);
              resolve(ports[0]);
            });
            parent.postMessage({ atoll: "hello", nonce, page: location.pathname }, "*");
          });
          const ask = (port) => new Promise((resolve) => {
            port.onmessage = ({ data }) => resolve(JSON.parse(data).result.miniApp.id);
            port.postMessage('{"jsonrpc":"2.0","id":1,"method":"host.info"}');
            
          });
          const first = await hello();
          const alive = await ask(first);
          const second = await hello();
          // When the second has answered, the first has not.
          const dead = Promise.race([ask(first), ask(second).then((id) => ["dead", id])]);
          return [alive, ...(await dead)];
        }"""
    )
    assert answers == ["com.example.intruder", "dead", "com.example.intruder"]


def test_a_hello_from_anywhere_else_is_not_answered(intruder):
    """A message with another origin, or from another window, gets no port."""
    answered = intruder.page.evaluate(
        """() => new Promise((resolve) => {
          addEventListener("message", ({ data }) => data?.atoll === "welcome" && resolve(true));
          postMessage({ atoll: "hello", nonce: "forged", page: "/" }, "*");
          setTimeout(() => resolve(false), 500);
        })"""
    )
    assert answered is False


def test_its_origin_is_404_for_everybody_else(intruder, lagoon):
    origin = intruder.page.get_attribute("#mini-app", "data-origin")
    for path in ["/", "/app.js", "/pages/home", "/.atoll/atoll.js", "/.atoll/launch/x"]:
        assert intruder.page.context.new_page().goto(origin + path).status == 404
        # Without a browser, as with curl.
        port = origin.rsplit(":", 1)[1]
        request = urllib.request.Request(f"http://127.0.0.1:{port}{path}", headers={"Host": origin.split("//")[1]})
        with pytest.raises(urllib.error.HTTPError) as caught:
            urllib.request.urlopen(request)
        assert caught.value.code == 404


STORE = """async () => {
  await atoll.storage.set("secret", "ada's");
  try {
    localStorage.setItem("secret", "ada's");
    document.cookie = "plain=ada; SameSite=None; Secure; Path=/; Max-Age=86400";
    document.cookie = "partitioned=ada; SameSite=None; Secure; Path=/; Partitioned; Max-Age=86400";
    await new Promise((resolve, reject) => {
      const request = indexedDB.open("secret");
      request.onerror = reject;
      request.onsuccess = () => { request.result.close(); resolve(); };
    });
    return "stored";
  } catch {
    return "no web storage";
  }
}"""
FIND = """async () => {
  const found = { bridge: await atoll.storage.keys(), id: (await atoll.user.profile()).id, cookies: document.cookie };
  try {
    return { ...found, web: localStorage.length + (await indexedDB.databases()).length };
  } catch {
    return { ...found, web: 0 };
  }
}"""


def second_user(person):
    """Stores data as the first user, and returns what the second user finds."""
    stored = person.frame().evaluate(STORE)
    own = person.frame().evaluate(FIND)
    person.page.goto("/hub")
    person.sign_out()
    person.sign_in("ben")
    person.open("Intruder")
    person.frame().wait_for_selector("body[data-ready]")
    return stored, own, person.frame().evaluate(FIND)


def test_a_second_user_sees_none_of_the_firsts_data(intruder):
    _, own, other = second_user(intruder)
    assert own["bridge"] == ["secret"]
    assert other["bridge"] == [] and other["web"] == 0 and other["id"] != own["id"]
    assert other["cookies"] == ""


@pytest.mark.thorough("more in browsers")
def test_nor_where_the_browser_lets_frames_store(lagoon, playwright_driver, chromium_path, tmp_path):
    """A browser with a persistent profile lets a frame of another site store data; another user's launch clears it."""
    context = playwright_driver.chromium.launch_persistent_context(
        tmp_path, executable_path=chromium_path, base_url=lagoon.origin,
        args=browser_arguments(without="TrackingProtection3pcd"),
        # With this default option of Playwright, clearing a site's data is deferred and never done.
        ignore_default_args=["--disable-background-networking"],
    )
    somebody = Person.__new__(Person)
    somebody.use(lagoon, context)
    somebody.sign_in()
    somebody.open("Intruder")
    somebody.frame().wait_for_selector("body[data-ready]")
    stored, own, other = second_user(somebody)
    assert stored == "stored"
    assert "partitioned=ada" in own["cookies"], "there is something to clear"
    assert other["bridge"] == [] and other["web"] == 0 and other["id"] != own["id"]
    assert other["cookies"] == ""
    # For the same user, the data stays.
    somebody.frame().evaluate(STORE)
    somebody.page.goto("/hub")
    somebody.open("Intruder")
    somebody.frame().wait_for_selector("body[data-ready]")
    kept = somebody.frame().evaluate(FIND)
    assert kept["web"] > 0 and "partitioned=ada" in kept["cookies"]
    context.close()


def test_a_mini_app_sees_nothing_of_another_ones_storage(intruder):
    intruder.frame().evaluate(STORE)
    intruder.page.goto("/hub")
    intruder.open("Kudos")
    found = intruder.frame().evaluate("import('/.atoll/atoll.js').then(({ storage }) => storage.keys())")
    assert "secret" not in found


@pytest.mark.thorough("more in browsers")
def test_a_user_is_called_differently_in_each_mini_app(intruder):
    ids = [intruder.frame().evaluate("import('/.atoll/atoll.js').then(({ user }) => user.profile())")["id"]]
    intruder.page.goto("/hub")
    intruder.open("Directory")
    ids.append(intruder.frame().evaluate("import('/.atoll/atoll.js').then(({ user }) => user.profile())")["id"])
    assert ids[0] != ids[1]


def test_the_operator_is_told_of_a_frame_that_tries_to_leave(intruder, lagoon, elsewhere):
    address, _ = elsewhere
    attempt(intruder, "navigate", address + "/?data=secret")
    until(lambda: "A mini app tried to leave its frame" in (lagoon.folder / "lagoon.log").read_text())
    log = (lagoon.folder / "lagoon.log").read_text()
    assert "com.example.intruder" in log and "data=secret" not in log


@pytest.mark.thorough("more in browsers")
def test_it_can_not_take_the_focus_from_a_field_of_the_shell(intruder):
    page = intruder.page
    page.evaluate("""() => {
        const field = Object.assign(document.createElement("input"), { id: "field" });
        document.querySelector("header").append(field);
    }""")
    page.mouse.move(5, 5)
    page.focus("#field")
    page.keyboard.type("se")
    intruder.frame().evaluate("window.focus(); document.body.tabIndex = 0; document.body.focus()")
    until(lambda: page.evaluate("document.activeElement.id") == "field")
    page.keyboard.type("cret")
    assert page.input_value("#field") == "secret"
    # A tap of the user moves the focus.
    box = page.locator("#mini-app").bounding_box()
    page.mouse.click(box["x"] + 40, box["y"] + 40)
    until(lambda: page.evaluate("document.activeElement.id") == "mini-app")
    page.focus("#field")
    page.keyboard.press("Tab")
    until(lambda: page.evaluate("document.activeElement.id") != "field")


@pytest.mark.thorough("more in browsers")
def test_text_of_strangers_is_not_made_into_elements_by_the_shell(intruder):
    refused = intruder.page.evaluate(
        """() => {
          const attempts = [
            () => (document.body.innerHTML += "<img>"),
            () => new DOMParser().parseFromString("<img>", "text/html"),
            () => trustedTypes.createPolicy("mine", { createHTML: (text) => text }),
            () => trustedTypes.createPolicy("atoll", { createHTML: (text) => text }),
          ];
          return attempts.map((attempt) => { try { attempt(); return "done"; } catch (error) { return error.name; } });
        }"""
    )
    assert refused == ["TypeError"] * 4


@pytest.mark.parametrize("flood", [
    *(pytest.param(flood, marks=pytest.mark.thorough("attack")) for flood in [
        "() => setInterval(() => { for (let i = 0; i < 20_000; i++) parent.postMessage({}, '*'); })",
        "() => setInterval(() => { for (let i = 0; i < 20_000; i++) parent.postMessage({ atoll: 'hello', nonce: `${Math.random()}`, page: '/' }, '*'); })",
        # Few messages, each of which takes the browser long to take apart.
        "() => { const many = Array.from({ length: 1_000_000 }, () => ({})); setInterval(() => parent.postMessage(many, '*'), 500); }",
    ]),
    "() => import('/.atoll/atoll.js').then(({ call }) => setInterval(() => { for (let i = 0; i < 20_000; i++) call('storage.keys').catch(() => {}); }))",
])
def test_a_frame_that_floods_the_page_is_stopped(intruder, flood):
    page = intruder.page
    intruder.frame().evaluate(f"void ({flood})()")
    page.get_by_text("The mini app was stopped").first.wait_for()
    page.click("#close")
    page.wait_for_url("**/hub*")
