import AtollTexts
import Testing

@Suite("The language of a person")
struct TextLanguageTests {
    @Test(
        "A language is matched by RFC 4647's lookup",
        arguments: [
            ("es", "es"), ("es-MX", "es"), ("ES-mx", "es"), ("zh-Hant-TW", "zh-Hant"), ("zh-Hans", nil),
            ("en-x-pirate", "en"), ("fr", nil), ("", nil),
        ] as [(String, String?)]
    )
    func languages(_ wanted: String, _ match: String?) {
        #expect(TextLanguage.match(wanted, among: ["en", "es", "zh-Hant"]) == match)
    }

    @Test(
        "A header leads to the language that suits best",
        arguments: [
            ("de-CH, de;q=0.9, en;q=0.8", "de"), ("fr, es;q=0.5, en;q=0.7", "en"), ("ar-EG", "ar"), ("DE", "de"),
            ("en;q=0, de", "de"), ("fr", nil), ("", nil), (nil, nil), ("*", "en"), (";;;,,,=", nil), ("de;q=x", nil),
            ("es-419-u-co-phonebk", "es"),
        ] as [(String?, String?)])
    func preferred(_ header: String?, _ expected: String?) {
        #expect(TextLanguage.preferred(in: header, among: ["en", "ar", "de", "es"]) == expected)
    }

    @Test("A long header costs no more than a short one")
    func long() {
        #expect(TextLanguage.preferred(in: String(repeating: "xx,", count: 100_000) + "de", among: ["de"]) == nil)
    }

    @Test(
        "Arabic is written from right to left",
        arguments: [("ar", true), ("ar-EG", true), ("de", false), ("az-Arab", true)])
    func direction(_ tag: String, _ expected: Bool) {
        #expect(TextLanguage.isRightToLeft(tag) == expected)
    }
}
