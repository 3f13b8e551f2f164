import AtollPackages
import AtollTestSupport
import Foundation
import Testing

@testable import AtollReview

/// Two versions of a file that differ in one character or one byte, in places where a reader might miss it.
@Suite("A change of one character is shown, wherever it is")
struct OneCharacterTests {
    struct Case: CustomTestStringConvertible {
        let name: String
        let path: String
        let before: Data
        let after: Data

        init(_ name: String, _ path: String, _ before: String, _ after: String) {
            (self.name, self.path, self.before, self.after) = (name, path, Data(before.utf8), Data(after.utf8))
        }

        init(_ name: String, _ path: String, bytes before: [UInt8], _ after: [UInt8]) {
            (self.name, self.path, self.before, self.after) = (name, path, Data(before), Data(after))
        }

        var testDescription: String { name }
    }

    private static func filler(_ bytes: Int, _ unit: String) -> String {
        String(repeating: unit, count: bytes / unit.utf8.count + 1)
    }

    /// Behind and before so much of a file of one line.
    private static func far(_ size: String, _ count: Int) -> [Case] {
        [
            ("a.js", "x(1);", "go('a');", "go('b');"), ("a.html", "<p class=x>t</p>", "<img src=a>", "<img src=b>"),
            ("a.json", "{\"k\":[1,2]},", "\"a\"", "\"b\""), ("a.css", "a{b:c}", "i{j:k}", "i{j:l}"),
            ("a.txt", "lorem ipsum ", "a", "b"), ("a.svg", "<g><path d=\"M0 0\"/></g>", "<a/>", "<b/>"),
        ].map { path, unit, before, after in
            let side = filler(count, unit)
            return Case("\(size) into \(path)", path, side + before + side, side + after + side)
        }
    }

    private static let inline: [Case] = {
        let page = filler(5_000, "<p>t</p>")
        let json = "<script type=\"application/json\">{\"html\":\"" + filler(5_000, "&lt;b&gt;")
        return [
            Case("a script of a page", "a.html", page + "<script>a(1)</script>", page + "<script>a(2)</script>"),
            Case("a script in JSON in a page", "a.html", json + "<i>a(1)\"}</script>", json + "<i>a(2)\"}</script>"),
            Case("a handler", "a.html", page + "<b onclick=\"a(1)\">", page + "<b onclick=\"a(2)\">"),
            Case("a style of a page", "a.html", page + "<style>a{b:c}</style>", page + "<style>a{b:d}</style>"),
            Case("a style attribute", "a.html", page + "<b style=\"a:b\">", page + "<b style=\"a:c\">"),
            Case("a script of an image", "a.svg", page + "<script>a(1)</script>", page + "<script>a(2)</script>"),
            Case(
                "a template", "a.html", page + "<template><b>a</b></template>", page + "<template><b>c</b></template>"),
            Case("a comment of a page", "a.html", page + "<!--a-->", page + "<!--b-->"),
            Case("a text of a script", "a.js", filler(5_000, "x(1);") + "`a`", filler(5_000, "x(1);") + "`b`"),
            Case(
                "an address of data", "a.css", "a{b:url(data:," + filler(9_000, "A") + "x)}",
                "a{b:url(data:," + filler(9_000, "A") + "y)}"),
            Case(
                "a source map", "a.js.map", "{\"m\":\"" + filler(9_000, "AAAA;") + "B\"}",
                "{\"m\":\"" + filler(9_000, "AAAA;") + "C\"}"),
            Case("a letter of base64", "a.txt", filler(90_000, "QUJD"), filler(89_996, "QUJD") + "QUJE"),
        ]
    }()

    private static let unseen: [Case] = [
        ("a bidi mark", "\u{202E}"), ("an isolate", "\u{2067}"), ("a direction mark", "\u{200F}"),
        ("a zero-width space", "\u{200B}"),
        ("a zero-width letter", "\u{200D}"), ("a soft hyphen", "\u{AD}"), ("a byte order mark", "\u{FEFF}"),
        ("NUL", "\u{0}"),
        ("a CR", "\r"), ("a form feed", "\u{C}"), ("a no-break space", "\u{A0}"), ("a Hangul filler", "\u{3164}"),
        ("a variation selector", "\u{FE01}"), ("a tag", "\u{E0041}"), ("a line separator", "\u{2028}"),
        ("a space", " "),
        ("a tab", "\t"), ("a line break", "\n"), ("a combining mark", "\u{34F}"), ("an invisible plus", "\u{2064}"),
    ].flatMap { name, character in
        [
            Case("\(name) is added", "a.js", "let a = b;\nc();\n", "let a = b\(character);\nc();\n"),
            Case("\(name) is added to a text", "a.json", "{\"a\": \"bc\"}\n", "{\"a\": \"b\(character)c\"}\n"),
        ]
    }

    private static let alike: [Case] = [
        Case("another letter in a word", "a.js", "pay(\"paypal\");\n", "pay(\"p\u{0430}ypal\");\n"),
        Case("another capital in a word", "a.js", "pay(\"PAYPAL\");\n", "pay(\"P\u{0410}YPAL\");\n"),
        Case("a click in place of a mark", "a.js", "if (a!=b) {}\n", "if (a\u{01C3}=b) {}\n"),
        Case("a name of one letter", "a.js", "var a=1;\n", "var \u{0430}=1;\n"),
        Case(
            "a whole word of another script", "a.js", "copy(\"copy\");\n",
            "copy(\"\u{0441}\u{043E}\u{0440}\u{0443}\");\n"),
        Case("a composed letter", "a.txt", "caf\u{E9}\n", "cafe\u{301}\n"),
        Case("a Kelvin sign", "a.txt", "OK\n", "O\u{212A}\n"),
        Case("a full-width letter", "a.txt", "a\n", "\u{FF41}\n"),
        Case("a Greek question mark", "a.js", "a();\n", "a()\u{37E}\n"),
        Case(
            "one of many marks", "a.txt", "e" + String(repeating: "\u{301}", count: 40),
            "e" + String(repeating: "\u{301}", count: 41)),
        Case("an emoji's selector", "a.txt", "❤\n", "❤\u{FE0F}\n"),
        Case("a line more and another letter", "a.txt", "сору\n", "copy\nb\n"),
        Case("a space at the end", "a.txt", "a\n", "a \n"),
        Case("no line break at the end", "a.js", "a();\n", "a();"),
        Case("a byte that is no text", "a.js", bytes: [0x61, 0xff, 0x0a], [0x61, 0xfe, 0x0a]),
        Case("an overlong byte", "a.js", bytes: [0x61, 0x0a], [0x61, 0xc0, 0x80, 0x0a]),
        Case("a text in UTF-16", "a.js", bytes: [0xff, 0xfe, 0x61, 0], [0xff, 0xfe, 0x62, 0]),
    ]

    static let cases = far("5 kB", 5_000) + [far("100 kB", 100_000)[0]] + inline + unseen + alike

    @Test("The difference is on the page, marked, in two lines that do not look alike", arguments: cases)
    func shown(_ one: Case) throws {
        let before = try #require(ReadableLines(PackageFile(path: one.path, contents: one.before)))
        let after = try #require(ReadableLines(PackageFile(path: one.path, contents: one.after)))
        let difference = TextDifference(from: before, to: after)
        let lines = difference.hunks.flatMap(\.lines)
        let removed = lines.filter { $0.after == nil }
        let added = lines.filter { $0.before == nil }
        #expect(difference.rowsLeft == 0 && before.bytesLeftOut == 0)
        #expect((1...12).contains(removed.count + added.count), "\(removed.count) removed, \(added.count) added")
        // As it is printed: marks aside that put nothing on a page.
        let printed = { (lines: [TextDifference.Line]) in
            lines.flatMap(\.pieces).flatMap(\.text.unicodeScalars).filter { !$0.properties.isDefaultIgnorableCodePoint }
        }
        #expect(printed(removed) != printed(added) || removed.count != added.count)
        let texts = (removed.map(\.text), added.map(\.text))
        #expect(!VisibleText.areAlike(texts.0.joined(), texts.1.joined()))
        // A change in a line of that many bytes can be found: the words that differ are marked, or the line is short.
        let marked = (removed + added).flatMap(\.pieces).filter(\.isChanged)
        #expect(!marked.isEmpty && marked.allSatisfy { $0.text.utf8.count <= 600 })
    }

    @Test("Among hundreds of lines that changed, and beside another, two that look alike are told apart")
    func amongOthers() throws {
        for (count, extra) in [(300, 0), (300, 1), (1, 0)] {
            let before = (0..<count).map { "old \($0)" } + ["copy(x)"]
            let after =
                (0..<extra).map { "more \($0)" } + ["\u{0441}\u{043E}\u{0440}\u{0443}(x)"]
                + (0..<count).map { "new \($0)" }
            let added = TextDifference(from: before, to: after).hunks.flatMap(\.lines).filter { $0.before == nil }
            #expect(added.contains { $0.text.contains("⟨U+0441⟩") }, "\(count) \(extra)")
        }
    }

    @Test(
        "Behind a hundred kilobytes and a megabyte, too", .thorough("hostile pages"),
        arguments: far("100 kB", 100_000) + far("1 MB", 1_000_000))
    func farAway(_ one: Case) throws { try shown(one) }

    @Test("At least 50 places are tried") func count() { #expect(Self.cases.count >= 50) }
}
