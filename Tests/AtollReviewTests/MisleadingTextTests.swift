import AtollPackages
import AtollTestSupport
import Foundation
import Testing

@testable import AtollReview

@Suite("Text that misleads a reader is found")
struct MisleadingTextTests {
    private func found(_ path: String, _ text: String) throws -> [String] {
        try PackageReview().findings(in: Packages.package([path: text])).filter { $0.code == "text-misleading" }.map(
            \.text)
    }

    @Test(
        "Marks, unseen and look-alike letters, and line breaks that editors do not show",
        arguments: [
            ("a.js", "if (a) { /*\u{202E} } \u{2066}*/ b(); }", "reorder"),
            ("a.css", "/*\u{2067}*/ a { color: red }", "reorder"),
            ("i18n/de.json", "{\"a\": \"b\u{202E}c\"}", "reorder"),
            ("a.js", "const \u{3164} = 1;", "invisible characters, such as ⟨U+3164⟩"),
            ("a.js", "const us\u{200D}er = 1;", "invisible characters, such as us⟨U+200D⟩er"),
            ("a.js", "const us\u{0435}r = 1;", "look like others, such as us⟨U+0435⟩r"),
            ("a.js", "a(`" + String(repeating: "\u{FE01}", count: 9) + "`);", "long runs"),
            ("a.js", "// a comment\rrun();\nb();\n", "a CR without a LF"),
            ("a.html", "<p>a\u{0}b</p>\n", "U+0000"),
            ("a.js", "var \u{0430} = 1;", "look like others, such as \u{0430}"),
            ("a.js", "if (a\u{01C3} == b) c();", "look like others"),
            ("a.js", "const x = user\u{A4F8}isAdmin;", "look like others"),
            ("q/\u{0430}pp.js", "a();", "The file's name"),
            ("a.js", "const P\u{0410}Y = 1;", "look like others"),
            ("a.html", "<script>/*\u{2067} } \u{2066}*/ b()</script>", "reorder"),
            ("a.html", "<p>x</p><script>const us\u{0435}r = 1</script>", "look like others"),
        ])
    func misleading(path: String, text: String, words: String) throws {
        let found = try found(path, text)
        #expect(found.count == 1 && found.allSatisfy { $0.contains(words) }, "\(found)")
    }

    @Test(
        "Texts in all languages, emoji and what bundlers write are no cause",
        arguments: [
            ("i18n/de.json", "{\"a\": \"\u{2068}שלום\u{2069} \u{200F}!\"}"),
            ("i18n/fa.json", "{\"a\": \"می\u{200C}خواهم\"}"),
            ("a.js", "const größe = 'naïve', π = 3, 日本 = 1, Δt = 2;"), ("a.js", "const имя = 'x';\r\nlet y;\r\n"),
            ("a.js", "s.replace(/[\u{FEFF}\u{A0}\u{200B}]+/g, '');"),
            ("a.html", "<p>👩\u{200D}👩\u{200D}👧\u{200D}👦 ❤\u{FE0F}</p>"),
            ("a.js", "one();\rtwo();\r"),
        ])
    func harmless(path: String, text: String) throws { #expect(try found(path, text).isEmpty) }
}
