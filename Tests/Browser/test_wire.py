"""What is sent: texts are compressed, and a page is no larger than it has to be."""

import pytest
from playwright.sync_api import Error

from conftest import Person, until

TEXTS = ("text/", "application/json", "application/manifest+json", "image/svg+xml")


@pytest.mark.thorough("more in browsers")
def test_every_text_is_compressed(lagoon, chromium):
    person = Person(lagoon, chromium).sign_in("ada")
    page = person.page
    seen, responses = {}, []
    page.on("response", lambda response: responses.append(response))

    def note():
        """Reads what a page has got, before the next one takes it away."""
        for response in responses:
            kind = response.headers.get("content-type", "")
            if response.status != 200 or not kind.startswith(TEXTS) or kind.startswith("text/event-stream"):
                continue
            try:
                seen[response.url] = (response.headers.get("content-encoding"), len(response.body()))
            except Error:
                # A preload has no body that could be read.
                pass
        responses.clear()

    for address in ["/hub", "/today", "/products", "/about/com.example.kudos", "/search?text=la", "/profile", "/account/data", "/plan", "/miniapp/com.example.kudos"]:
        page.goto(address)
        if address.startswith("/miniapp/"):
            person.ready()
        note()
    page.goto(lagoon.center + "/sign-in")
    note()
    long = {url: encoding for url, (encoding, length) in seen.items() if length >= 1_000}
    assert len(long) > 15 and any("console.css" in url for url in long) and any("kudos-" in url for url in long)
    assert all(encoding == "gzip" for encoding in long.values()), {url for url, encoding in long.items() if encoding != "gzip"}
    person.context.close()


def test_a_click_on_the_products_is_not_much(lagoon, chromium):
    person = Person(lagoon, chromium).sign_in("ada")
    page = person.page
    session = person.context.new_cdp_session(page)
    session.send("Network.enable")
    for address in ["/products", "/products?id=30"]:
        wire = []
        # Preloads of the page before may come late, and don't belong to this one.
        asked = set()
        session.on("Network.requestWillBeSent", lambda event: event.get("type") != "Prefetch" and asked.add(event["requestId"]))
        session.on("Network.loadingFinished", lambda event: event["requestId"] in asked and wire.append(event["encodedDataLength"]))
        page.goto(address)
        until(lambda: len(wire) > 0)
        page.wait_for_timeout(300)  # sleep: nothing may happen, which no event shows
        assert page.locator("ol.rows li").count() == 100 and "1,000 products, 1 to 100" in page.inner_text(".count")
        assert sum(wire) < 30_000, wire
    page.goto("/products")
    page.get_by_role("link", name="More products").click()
    until(lambda: "101 to 200" in page.inner_text(".count"))
    page.click("#product-130")
    until(lambda: page.get_attribute("#product-130", "aria-current") == "true")
    page.goto("/products?id=930")
    assert "901 to 1,000" in page.inner_text(".count")
    page.goto("/products?page=99999")
    assert "901 to 1,000" in page.inner_text(".count")
    person.context.close()
