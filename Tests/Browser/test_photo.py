"""A user's photo: any picture of a camera with a script, a small one without; seen by the user alone, and gone when it is removed."""

import pytest

from conftest import Person
from pictures import png
from test_accessibility import problems


def given(name, contents):
    return {"name": name, "mimeType": "image/png", "buffer": contents}


@pytest.fixture
def person(lagoon, chromium, request):
    person = Person(lagoon, chromium, reduced_motion="reduce", **getattr(request, "param", {})).sign_in("ada")
    yield person
    person.page.evaluate("fetch('/photo/remove', { method: 'POST', body: new URLSearchParams({ return: '/profile' }) })")
    person.context.close()
    assert person.errors == []


def test_a_large_picture_becomes_a_small_photo_that_only_its_user_sees(lagoon, chromium, person):
    page = person.page
    page.goto("/profile")
    assert page.inner_text("span.face") == "A"
    page.click("text=Add a photo")
    assert problems(page) == []
    # On a slow device.
    page.evaluate("""() => {
        const make = createImageBitmap;
        globalThis.createImageBitmap = async (file) => { await new Promise((done) => setTimeout(done, 400)); return make(file); };
    }""")
    large = png(1400, 900, noise=True, place="52.52,13.40")
    assert len(large) > 200_000
    page.set_input_files("#photo", given("camera.png", large))
    # At once: what is sent is small nevertheless.
    with page.expect_navigation():
        page.click("text=Save the photo")
    face = page.locator("img.face")
    face.wait_for()
    page.wait_for_function("document.querySelector('img.face').naturalWidth === 384")
    assert page.evaluate("location.pathname") == "/profile"
    sent = page.evaluate("fetch('/photo').then(async (a) => [a.headers.get('Content-Type'), (await a.blob()).size])")
    assert sent[0] == "image/jpeg" and sent[1] < 100_000
    assert problems(page) == []
    other = Person(lagoon, chromium, reduced_motion="reduce").sign_in("ben")
    assert other.page.evaluate("fetch('/photo').then((a) => a.status)") == 404
    other.context.close()
    page.click("text=Change the photo")
    page.click("text=Remove the photo")
    page.wait_for_selector("span.face")
    assert page.evaluate("fetch('/photo').then((a) => a.status)") == 404


@pytest.mark.thorough("more in browsers")
def test_what_is_no_picture_is_refused_with_a_reason(lagoon, chromium, person):
    page = person.page
    page.goto("/profile")
    page.click("text=Add a photo")
    page.set_input_files("#photo", given("page.png", b"<svg onload='alert(1)' xmlns='http://www.w3.org/2000/svg'/>"))
    with page.expect_navigation():
        page.click("text=Save the photo")
    assert "Choose a JPEG or PNG file" in page.inner_text("[role=alert]")
    assert page.locator("#photo").is_visible() and page.locator("span.face").is_visible()
    assert problems(page) == []
    post = """(body, type) => fetch("/photo?return=/profile", { method: "POST", body, headers: type ? { "Content-Type": type } : {} }).then((a) => a.status)"""
    for body in ["", "x" * 300_000, "--x\r\nContent-Disposition: form-data; name=photo\r\n\r\n"]:
        assert page.evaluate(f"([body, type]) => ({post})(body, type)", [body, "multipart/form-data; boundary=x"]) == 422
    assert page.evaluate(f"([body, type]) => ({post})(body, type)", ["photo=1", ""]) == 422
    # The page to go back to is one of ours.
    assert page.evaluate("""async (picture) => {
        const form = new FormData();
        form.append("photo", new Blob([Uint8Array.from(picture)]), "a.png");
        const answer = await fetch("/photo?return=" + encodeURIComponent("https://elsewhere.example/"), { method: "POST", body: form });
        return answer.redirected && new URL(answer.url).origin === location.origin;
    }""", list(png(8, 8)))
    assert page.evaluate("fetch('/photo').then((a) => a.headers.get('Cache-Control'))") == "private, no-store"
    # Who is not signed in can't send one, nor can another site in the name of who is.
    picture = {"photo": {"name": "a.png", "mimeType": "image/png", "buffer": png(8, 8)}}
    stranger = chromium.new_context(base_url=lagoon.origin)
    own, foreign = {"Origin": lagoon.origin}, {"Origin": "https://elsewhere.example"}
    assert stranger.request.get("/photo", max_redirects=0).status in (303, 401)
    assert stranger.request.post("/photo", multipart=picture, headers=own, max_redirects=0).status in (303, 401)
    stranger.close()
    assert person.context.request.post("/photo", multipart=picture, headers=foreign, max_redirects=0).status == 403
    assert person.context.request.post("/photo/remove", form={}, headers=foreign, max_redirects=0).status == 403


@pytest.mark.thorough("more in browsers")
def test_a_picture_that_is_too_large_without_script_is_refused_where_it_was_chosen(lagoon, chromium):
    person = Person(lagoon, chromium, java_script_enabled=False).sign_in("ada")
    page = person.page
    page.goto("/profile")
    page.click("text=Add a photo")
    large = png(1400, 900, noise=True)
    assert len(large) > 200_000
    page.set_input_files("#photo", given("large.png", large))
    page.click("text=Save the photo")
    page.wait_for_selector("[role=alert]")
    assert "larger than 200 kB" in page.inner_text("[role=alert]") and page.locator("#photo").is_visible()
    person.context.close()


@pytest.mark.parametrize("person", [{"java_script_enabled": False}], indirect=True)
@pytest.mark.thorough("more in browsers")
def test_without_script_a_small_picture_is_sent_as_it_is(lagoon, person):
    page = person.page
    page.goto("/profile")
    page.click("text=Add a photo")
    page.set_input_files("#photo", given("small.png", png(80, 80, place="52.52,13.40")))
    page.click("text=Save the photo")
    page.locator("img.face").wait_for()
    [folder] = (lagoon.folder / "data").rglob("photos")
    kept = list(folder.iterdir())
    assert len(kept) == 1 and b"52.52" not in kept[0].read_bytes(), "where it was taken is not kept"
