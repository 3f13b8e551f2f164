import Testing

@testable import PrintableText

@Suite("Text that users base decisions on")
struct PrintableTextTests {
    @Test(
        "Characters that control a terminal, change the direction or are invisible are escaped",
        arguments: [
            ("plain — Größe, 日本語, עברית, 👍", "plain — Größe, 日本語, עברית, 👍"),
            ("\u{1B}[2K\rpermissions: none", "\\u{1B}[2K\\u{D}permissions: none"),
            ("a\nb\tc\u{7F}", "a\\u{A}b\\u{9}c\\u{7F}"), ("\u{202E}gpj.exe", "\\u{202E}gpj.exe"),
            ("a\u{200B}b\u{FEFF}", "a\\u{200B}b\\u{FEFF}"),
            ("a\u{85}b\u{2028}c\u{2029}d", "a\\u{85}b\\u{2028}c\\u{2029}d"),
            ("\u{2066}x\u{2069}", "\\u{2066}x\\u{2069}"),
            ("\u{E0041}", "\\u{E0041}"), ("", ""),
        ] as [(String, String)])
    func escaped(_ text: String, _ printed: String) { #expect(text.printable() == printed) }

    @Test("A long text is cut")
    func cut() {
        #expect(String(repeating: "a", count: 300).printable() == String(repeating: "a", count: 200) + "…")
        #expect("abc".printable(most: 3) == "abc")
        #expect("abcd".printable(most: 3) == "abc…")
    }

    @Test("Lines remain lines")
    func lines() { #expect("a\n\u{1B}b\n\nc".printableLines() == "a\n\\u{1B}b\n\nc") }

    @Test("JSON stays JSON, and the same")
    func json() throws {
        let text = "{\n  \"a\": \"x\u{202E}y\u{E0041}ü\"\n}"
        #expect(text.visibleJSON == "{\n  \"a\": \"x\\u202ey\\udb40\\udc41ü\"\n}")
        #expect(text.visibleJSON.printableLines() == text.visibleJSON)
    }
}
