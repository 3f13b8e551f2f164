import AtollTexts
import Foundation
import Testing

@Suite("Texts in several languages")
struct TextCatalogTests {
    private let texts: TextCatalog

    init() throws {
        texts = try TextCatalog([
            Data(
                #"""
                {
                  "sourceLanguage": "en", "version": "1.0",
                  "strings": {
                    "Sign out": { "localizations": { "de": { "stringUnit": { "state": "translated", "value": "Abmelden" } } } },
                    "%@ of %@": {
                      "localizations": { "ar": { "stringUnit": { "state": "translated", "value": "%2$@ و %1$@" } } }
                    },
                    "100%% of %lld": { "localizations": { "de": { "stringUnit": { "state": "translated", "value": "100%% von %lld" } } } },
                    "%lld mini apps": {
                      "localizations": {
                        "en": { "variations": { "plural": {
                          "one": { "stringUnit": { "state": "translated", "value": "%lld mini app" } },
                          "other": { "stringUnit": { "state": "translated", "value": "%lld mini apps" } } } } },
                        "ar": { "variations": { "plural": {
                          "zero": { "stringUnit": { "state": "translated", "value": "لا شيء" } },
                          "two": { "stringUnit": { "state": "translated", "value": "اثنان" } },
                          "few": { "stringUnit": { "state": "translated", "value": "قليل %lld" } },
                          "many": { "stringUnit": { "state": "translated", "value": "كثير %lld" } },
                          "other": { "stringUnit": { "state": "translated", "value": "آخر %lld" } } } } }
                      }
                    }
                  }
                }
                """#.utf8)
        ])
    }

    @Test("A text is in the language of the request, or else in the source language")
    func current() {
        #expect(TextLanguage.$current.withValue("de") { texts("Sign out") } == "Abmelden")
        #expect(
            TextLanguage.$current.withValue("de-CH") { texts("Sign out") } == "Abmelden",
            "that of the region's language")
        #expect(TextLanguage.$current.withValue("es") { texts("Sign out") } == "Sign out")
        #expect(texts.text("Nobody translated this", in: "de") == "Nobody translated this")
        #expect(texts.languages == ["en", "ar", "de"])
    }

    @Test("Placeholders can change their order, and a value keeps its direction")
    func placeholders() {
        #expect(texts.text("\("first") of \("second")", in: "en") == "first of second")
        #expect(texts.text("\("first") of \("second")", in: "ar") == "\u{2068}second\u{2069} و \u{2068}first\u{2069}")
        #expect(texts.text("100% of \(1_234)", in: "de") == "100% von 1.234")
        #expect(texts.text("50% of \(3)", in: "en") == "50% of 3")
    }

    @Test("A value is never read as a placeholder")
    func hostileValues() {
        #expect(texts.text("\("%@ %2$@ %lld %%") of \("x")", in: "en") == "%@ %2$@ %lld %% of x")
    }

    @Test(
        "Plurals follow the rules of the language",
        arguments: [
            ("en", 1, "1 mini app"), ("en", 0, "0 mini apps"), ("en", 1_000, "1,000 mini apps"),
            ("ar", 0, "لا شيء"), ("ar", 2, "اثنان"), ("ar", 3, "قليل 3"), ("ar", 10, "قليل 10"), ("ar", 11, "كثير 11"),
            ("ar", 100, "آخر 100"), ("ar", 103, "قليل 103"),
        ])
    func plurals(_ language: String, _ count: Int, _ expected: String) {
        #expect(texts.text("\(count) mini apps", in: language) == expected)
    }

    @Test(
        "What is no String Catalog is refused", arguments: ["", "[]", "{}", "{\"sourceLanguage\": 1, \"strings\": {}}"])
    func malformed(_ text: String) {
        #expect(throws: DecodingError.self) { try TextCatalog([Data(text.utf8)]) }
    }

    @Test("Dates are those of the language")
    func dates() {
        let date = Date(timeIntervalSince1970: 1_795_000_000)
        func text(_ language: String) -> String {
            TextLanguage.$current.withValue(language) { TextDate.text(date, "yMMMMd") }
        }
        #expect(text("en") == "18 November 2026")
        #expect(text("de") == "18. November 2026")
        #expect(text("es") == "18 de noviembre de 2026")
        #expect(text("ar").contains("نوفمبر"))
    }
}
