"""Chromium, Firefox and WebKit, driven alike: as much as journeys through the super app need.

Firefox comes with its own protocol, Marionette, and WebKitGTK with a driver; each has its usual policy for cookies and storage.
"""

import base64
import contextlib
import hashlib
import os
import shutil
import subprocess
import tempfile
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import serialization

from ports import free_port
from waiting import until

WEBKIT = next(iter(sorted(Path("/usr/lib").glob("*/webkit2gtk-4.*/MiniBrowser"), reverse=True)), None)
SIZE = 420, 860


class Engine:
    """A browser with a new profile, which reaches the domains of `sites`. What a subclass does: `go`, `js`, `frame`, `click`, `fill`,
    `picture`, `close`, and `failures`, the exceptions of an element that is not there yet."""

    failures = ()

    def __init__(self, sites):
        self.sites = sites

    def address(self, path):
        return self.sites.origin + path if path.startswith("/") else path

    def path(self):
        return self.js("return location.pathname")

    def until(self, script, *arguments):
        """Waits until a script's result is true."""
        def look():
            try:
                return self.js(script, *arguments)
            except self.failures:
                return False
        until(look, said=lambda: f"{script} at {self.path()}")

    def wait_for(self, selector):
        self.until("return !!document.querySelector(arguments[0])", selector)

    def soon(self, action, *arguments):
        """Does something with an element when it is there."""
        def attempt():
            try:
                action(*arguments)
                return True
            except self.failures:
                return False
        until(attempt, said=lambda: f"{arguments} at {self.path()}")


class Selenium(Engine):
    """What drivers of the WebDriver protocol have in common."""

    def start(self, driver):
        from selenium.common.exceptions import WebDriverException

        self.failures = (WebDriverException,)
        self.driver = driver

    def go(self, path):
        self.driver.get(self.address(path))

    def js(self, script, *arguments):
        return self.driver.execute_script(script, *arguments)

    @contextlib.contextmanager
    def frame(self, selector="#mini-app"):
        self.driver.switch_to.frame(self.driver.find_element("css selector", selector))
        try:
            yield self
        finally:
            self.driver.switch_to.default_content()

    def click(self, selector):
        self.soon(lambda: self.driver.find_element("css selector", selector).click())

    def fill(self, selector, text):
        self.soon(lambda: self.driver.find_element("css selector", selector).send_keys(text))

    def picture(self, path):
        self.driver.save_screenshot(str(path))

    def close(self):
        self.driver.quit()


class WebKit(Selenium):
    """WebKitGTK, with a display of its own that nobody sees."""

    name = "WebKit"

    def __init__(self, sites):
        super().__init__(sites)
        from selenium import webdriver

        read, write = os.pipe()
        self.display = subprocess.Popen(
            ["Xvfb", "-displayfd", str(write), "-screen", "0", f"{SIZE[0]}x{SIZE[1]}x24", "-nolisten", "tcp"],
            pass_fds=[write], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(write)
        with os.fdopen(read) as number:
            display = f":{number.readline().strip()}"
        self.home = tempfile.mkdtemp(prefix="atoll-webkit-")
        options = webdriver.WebKitGTKOptions()
        options.binary_location = str(WEBKIT)
        for argument in ["--automation", "--ignore-tls-errors", f"--proxy=http://127.0.0.1:{sites.tunnel.port}"]:
            options.add_argument(argument)
        environment = {**os.environ, "DISPLAY": display, "HOME": self.home, "XDG_RUNTIME_DIR": self.home, "GDK_BACKEND": "x11"}
        service = webdriver.WebKitGTKService("/usr/bin/WebKitWebDriver", env=environment)
        self.start(webdriver.WebKitGTK(options=options, service=service))
        self.driver.set_window_size(*SIZE)

    @staticmethod
    def missing():
        return None if WEBKIT and shutil.which("WebKitWebDriver") and shutil.which("Xvfb") else "needs webkit2gtk-driver and xvfb"

    def close(self):
        super().close()
        self.display.terminate()
        self.display.wait()
        shutil.rmtree(self.home, ignore_errors=True)


class Chromium(Engine):
    name = "Chromium"

    def __init__(self, sites, playwright, path, arguments):
        super().__init__(sites)
        from playwright.sync_api import Error

        self.failures = (Error,)
        self.home = tempfile.mkdtemp(prefix="atoll-chromium-")
        # Chromium has no worker of a site whose certificate it does not trust, unless it knows its key.
        self.context = playwright.chromium.launch_persistent_context(
            self.home, executable_path=path, viewport={"width": SIZE[0], "height": SIZE[1]},
            proxy={"server": f"http://127.0.0.1:{sites.tunnel.port}"},
            args=[*arguments, f"--ignore-certificate-errors-spki-list={key_digest(sites)}"],
            # With this default option of Playwright, clearing a site's data is deferred and never done.
            ignore_default_args=["--disable-background-networking"])
        self.page = self.context.pages[0]
        self.inner = None

    @staticmethod
    def missing():
        return None

    def go(self, path):
        # While Chromium clears the data of a site, it aborts navigations.
        self.soon(lambda: self.page.goto(self.address(path)))

    def js(self, script, *arguments):
        return (self.inner or self.page).evaluate(
            "(given) => (function () { %s }).apply(null, given)" % script, list(arguments))

    @contextlib.contextmanager
    def frame(self, selector="#mini-app"):
        self.inner = self.page.query_selector(selector).content_frame()
        try:
            yield self
        finally:
            self.inner = None

    def click(self, selector):
        (self.inner or self.page).click(selector)

    def fill(self, selector, text):
        (self.inner or self.page).type(selector, text)

    def picture(self, path):
        self.page.screenshot(path=str(path))

    def close(self):
        self.context.close()
        shutil.rmtree(self.home, ignore_errors=True)


class Firefox(Engine):
    name = "Firefox"

    def __init__(self, sites):
        super().__init__(sites)
        from marionette_driver.errors import MarionetteException
        from marionette_driver.marionette import Marionette

        self.failures = (MarionetteException,)
        self.home = tempfile.mkdtemp(prefix="atoll-firefox-")
        self.driver = Marionette(
            bin=shutil.which("firefox-esr"), headless=True, port=free_port(), gecko_log=os.path.join(self.home, "log"),
            prefs={
                "network.proxy.type": 1, "network.proxy.ssl": "127.0.0.1", "network.proxy.ssl_port": sites.tunnel.port,
                "network.proxy.http": "127.0.0.1", "network.proxy.http_port": sites.tunnel.port,
                "network.proxy.no_proxies_on": "",
            })
        self.driver.start_session()
        # A worker answers nothing of a site whose certificate Firefox only tolerates, when offline.
        authority = x509.load_pem_x509_certificate(sites.authority.read_bytes()).public_bytes(serialization.Encoding.DER)
        with self.driver.using_context("chrome"):
            self.driver.execute_script(
                """Cc["@mozilla.org/security/x509certdb;1"].getService(Ci.nsIX509CertDB).addCertFromBase64(arguments[0], "C,,")""",
                script_args=[base64.b64encode(authority).decode()])
        self.driver.set_window_rect(width=SIZE[0], height=SIZE[1])

    @staticmethod
    def missing():
        return None if shutil.which("firefox-esr") else "needs firefox-esr"

    def go(self, path):
        self.driver.navigate(self.address(path))

    def js(self, script, *arguments):
        return self.driver.execute_script(script, script_args=list(arguments), sandbox=None)

    @contextlib.contextmanager
    def frame(self, selector="#mini-app"):
        self.driver.switch_to_frame(self.driver.find_element("css selector", selector))
        try:
            yield self
        finally:
            self.driver.switch_to_frame()

    def click(self, selector):
        self.soon(lambda: self.driver.find_element("css selector", selector).click())

    def fill(self, selector, text):
        self.soon(lambda: self.driver.find_element("css selector", selector).send_keys(text))

    def picture(self, path):
        Path(path).write_bytes(base64.b64decode(self.driver.screenshot(full=False)))

    def close(self):
        self.driver.quit(in_app=False)
        self.driver.cleanup()
        shutil.rmtree(self.home, ignore_errors=True)


def key_digest(sites):
    """The digest of the public key of the certificate, as Chromium's option takes it."""
    made = x509.load_pem_x509_certificate(sites.certificate.read_bytes())
    key = made.public_key().public_bytes(serialization.Encoding.DER, serialization.PublicFormat.SubjectPublicKeyInfo)
    return base64.b64encode(hashlib.sha256(key).digest()).decode()
