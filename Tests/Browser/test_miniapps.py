"""The three sample mini apps, used as a person would use them."""

import csv
import itertools
import json
import re

import pytest

from conftest import until
from pictures import png


@pytest.mark.browser(permissions=["clipboard-write"])
def test_a_colleague_is_found_by_name_team_and_skill(person):
    person.sign_in()
    inside = person.open("Directory")
    # The page has its look before it has its data.
    until(lambda: inside.locator("#count").inner_text() == "200 colleagues")
    inside.locator("#search").fill("swift engin")
    everyone = inside.locator(".row:visible")
    until(lambda: 0 < everyone.count() < 60)
    assert all("Engineering" in text for text in everyone.all_text_contents())
    inside.locator("#search").fill("ada keller")
    inside.locator("#count", has_text="1 colleague").wait_for()
    inside.locator(".row:visible").click()
    inside.locator(".portrait h2", has_text="Ada Keller").wait_for()
    inside.locator("button[aria-label='Copy the email address']").click()
    # The shell copies, and then the page says so.
    until(lambda: inside.locator("#said").inner_text() == "Copied: ada.keller@example.com")
    person.page.click("#page-back")
    # The search is as it was left.
    inside.locator("#count", has_text="1 colleague").wait_for()
    assert inside.locator("#search").input_value() == "ada keller"
    inside.locator("#search").fill("zzz")
    inside.locator("#empty").wait_for()
    assert person.errors == []


def test_kudos_are_given_and_there_after_a_reload(person):
    person.sign_in()
    person.forget("com.example.kudos")
    inside = person.open("Kudos")
    inside.locator(".give a").click()
    inside.locator("#to").select_option(index=2)
    inside.locator(".choice", has_text="Bright idea").click()
    inside.locator("#message").fill("Thank you <b>very</b> much & more!")
    inside.locator("button.primary").click()
    person.answer("Allow")
    own = inside.locator(".post.own", has_text="Thank you <b>very</b> much & more!")
    own.wait_for()
    assert "Ada Moreno thanks" in own.inner_text() and "Bright idea" in own.inner_text()
    person.page.reload()
    own = person.ready().locator(".post.own", has_text="Thank you <b>very</b>")
    own.wait_for()
    own.locator("button").click()
    own.wait_for(state="detached")
    assert person.errors == []


def test_expenses_are_added_edited_deleted_and_summed_exactly(person):
    person.sign_in()
    inside = person.open("Expenses")

    def add(amount, currency="EUR", category="meals", date="2026-11-05", note="", photo=None):
        inside.locator(".foot a").click()
        inside.locator("#amount").fill(amount)
        inside.locator("#currency").select_option(currency)
        inside.locator("#category").select_option(category)
        inside.locator("#date").fill(date)
        inside.locator("#note").fill(note)
        if photo:
            place = inside.locator("#save").bounding_box()
            inside.locator("#photo").set_input_files({"name": "r.png", "mimeType": "image/png", "buffer": photo})
            inside.locator("#picture").wait_for()
            assert inside.locator("#save").bounding_box() == place, "a tap as the photo appears must meet the button"
        inside.locator("#save").click()
        inside.locator("#total").wait_for()

    # 0.1 + 0.2 is exactly 0.3.
    add("0.10", note="A tenth", photo=png())
    add("0,20", note="Two tenths", category="travel", date="2026-10-31")
    assert inside.locator("#total").inner_text() == "€0.30"
    add("9,007,199,254.99", note="Beyond floats")
    assert inside.locator("#total").inner_text() == "€9,007,199,255.29"
    add("1500", currency="JPY", note="Tea", category="meals")
    assert inside.locator("#total").inner_text() == "€9,007,199,255.29 + ¥1,500"

    inside.locator(".entry", has_text="Beyond floats").click()
    inside.locator("#amount").fill("10.005")
    inside.locator("#save").click()
    until(lambda: inside.locator("#problem").inner_text() == "Enter an amount such as 12.50.")
    inside.locator("#amount").fill("10.05")
    inside.locator("#save").click()
    inside.locator("#total", has_text="€10.35 + ¥1,500").wait_for()

    # The photo is there after a reload of everything.
    person.page.reload()
    inside = person.ready()
    inside.locator(".entry", has_text="A tenth").click()
    inside.locator("#picture").wait_for()
    assert inside.locator("#picture").evaluate("image => image.decode().then(() => image.naturalWidth)") == 60
    person.page.click("#page-back")

    inside.locator("a.total").click()
    inside.locator("#categories li").nth(2).wait_for()
    months = inside.locator("#months li").all_inner_texts()
    assert [text.split("\n")[:2] for text in months] == [
        ["November 2026", "€10.15"], ["November 2026", "¥1,500"], ["October 2026", "€0.20"],
    ]
    categories = inside.locator("#categories li").all_inner_texts()
    assert [text.split("\n")[:2] for text in categories] == [
        ["Travel", "€0.20"], ["Meals", "€10.15"], ["Meals", "¥1,500"],
    ]
    # The payment's result for the payer.
    with person.page.expect_download() as download:
        inside.locator("#export").click()
        person.answer("Download")
    assert download.value.suggested_filename == "expenses.csv"
    table = list(csv.reader(download.value.path().read_text("utf-8-sig").splitlines()))
    assert table[0] == ["Date", "Category", "Note", "Amount", "Currency", "Receipt"] and len(table) == 5
    assert ["2026-11-05", "Meals", "A tenth", "0.10", "EUR", "with receipt"] in table
    written = person.frame().evaluate("import('/common/csv.js').then(({ csv }) => csv([['=1+1', 'a\"b', 'c,d', '-5', null]]))")
    assert written == "\ufeff'=1+1,\"a\"\"b\",\"c,d\",'-5,\r\n"
    person.page.click("#page-back")

    for note in ["A tenth", "Two tenths", "Beyond floats", "Tea"]:
        inside.locator(".entry", has_text=note).click()
        inside.locator("#delete").click()
        inside.locator("#total").wait_for()
    assert inside.locator("#empty").is_visible()
    assert person.errors == []


@pytest.mark.thorough("more in browsers")
def test_a_file_that_is_no_picture_is_refused(person):
    person.sign_in()
    inside = person.open("Expenses")
    inside.locator(".foot a").click()
    inside.locator("#heading", has_text="Add an expense").wait_for()
    inside.locator("#photo").set_input_files({"name": "r.png", "mimeType": "image/png", "buffer": b"not a picture"})
    inside.locator("#problem:visible").wait_for()
    assert inside.locator("#problem").inner_text() == "This file can't be read as a picture. Choose another one."


AMOUNTS = [
    ("12.5", "EUR", "en", "12.50"), ("12,5", "EUR", "en", "12.50"), ("12,5", "EUR", "es", "12.50"),
    ("12.5", "EUR", "es", "12.50"), ("1.234,56", "EUR", "en", "1234.56"), ("1,234.56", "EUR", "es", "1234.56"),
    ("1,250", "EUR", "en", "1250.00"), ("1.250", "EUR", "es", "1250.00"), ("1.250", "EUR", "en", None),
    ("1,250", "EUR", "es", None), ("1.250", "KWD", "en", "1.250"), ("1 234", "JPY", "en", "1234"),
    ("0,01", "USD", "en", "0.01"), ("12,345", "JPY", "en", "12345"), ("1.5", "JPY", "en", None),
    ("1,234,567", "EUR", "en", "1234567.00"), ("12,34,567", "EUR", "en", None), ("", "EUR", "en", None),
    ("-1", "EUR", "en", None), ("1e3", "EUR", "en", None), ("1.2.3", "EUR", "en", None), (".", "EUR", "en", None),
    ("12.505", "EUR", "en", None), ("٣", "EUR", "en", "3.00"), ("١٢٫٥", "EUR", "ar", "12.50"), ("١٬٢٥٠", "EUR", "ar", "1250.00"), ("۱۲", "EUR", "de", "12.00"),
    ("١٢٫٥٠٠", "KWD", "de", "12.500"), ("١٬٢٥٠", "KWD", "de", "1250.000"), ("١٢٫٥٠٠", "KWD", "ar", "12.500"), ("١٬٢٥٠", "EUR", "ar-MA", "1250.00"),
    ("1234567890123", "EUR", "en", None),
    ("999999999999.99", "EUR", "en", "999999999999.99"),
]


@pytest.mark.thorough("more in browsers")
def test_amounts_are_read_as_they_are_written(person):
    person.sign_in()
    person.open("Expenses")
    read = person.frame().evaluate(
        """async (amounts) => {
          const { decimal, parse } = await import("/common/money.js");
          return amounts.map(([written, currency, language]) => {
            const units = parse(written, currency, language);
            return units === null ? null : decimal(units, currency);
          });
        }""",
        [amount[:3] for amount in AMOUNTS],
    )
    assert list(zip(AMOUNTS, read)) == [(amount, amount[3]) for amount in AMOUNTS]
    # The form shows a stored amount so that it is parsed as the same amount.
    again = person.frame().evaluate(
        """async () => {
          const { currencies, decimal, parse, typed } = await import("/common/money.js");
          const wrong = [];
          for (const currency of Object.keys(currencies)) {
            for (const language of ["en", "es", "de", "fr", "pt-BR", "ja", "ar", "ar-EG"]) {
              for (const units of [0n, 1n, 999n, 1250n, 12500n, 123456n, 12345678n, 999999999999n]) {
                const shown = typed(decimal(units, currency), language);
                if (parse(shown, currency, language) !== units) wrong.push([shown, currency, language]);
              }
            }
          }
          return wrong;
        }"""
    )
    assert again == []


@pytest.mark.browser(locale="es-ES", color_scheme="dark")
def test_a_mini_app_speaks_the_users_language_and_wears_the_users_theme(person):
    person.sign_in()
    for name in "Directorio", "Kudos", "Gastos":
        person.page.emulate_media(color_scheme="dark")
        inside = person.open(name)
        assert inside.locator("h1").inner_text() == name
        assert inside.locator("html").get_attribute("lang") == "es"
        assert inside.locator("html").get_attribute("data-theme") == "dark"
        person.page.emulate_media(color_scheme="light")
        inside.locator("html[data-theme=light]").wait_for(state="attached")


# Harbour's menu is not in Arabic: that case has a separate test.
@pytest.mark.parametrize("folder,language", sorted(
    {*itertools.product(["directory", "expenses", "kudos", "lunch", "menu"], ["ar", "de", "es"])} - {("menu", "ar")}))
def test_every_text_of_a_mini_app_is_there_in_every_language(lagoon, folder, language):
    english, texts = (json.loads((lagoon.miniapps / folder / "i18n" / f"{tag}.json").read_text()) for tag in ("en", language))
    # The manifest's texts are in English.
    names = texts.pop("manifest")
    assert english.keys() == texts.keys()
    manifest = json.loads((lagoon.miniapps / folder / "manifest.json").read_text())
    asked = [each["name"] for each in manifest.get("req_permissions", [])] + [each["audience"] for each in manifest.get("atoll_tokens", [])]
    assert names["name"] == texts["title"] and names["description"] and names.get("reasons", {}).keys() == set(asked)
    for key, text in english.items():
        assert set(re.findall(r"\{\w+\}", text)) == set(re.findall(r"\{\w+\}", texts[key])), key
