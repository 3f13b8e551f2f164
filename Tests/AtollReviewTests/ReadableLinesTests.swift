import AtollPackages
import AtollTestSupport
import Foundation
import Testing

@testable import AtollReview

@Suite("A file as lines that people can read")
struct ReadableLinesTests {
    private func lines(_ path: String, _ contents: Data) throws -> [String] {
        let lines = try #require(ReadableLines(PackageFile(path: path, contents: contents)))
        return (0..<lines.count).map { lines.text(at: $0).replacing(ReadableLines.continuation, with: "") }
    }

    private func lines(_ path: String, _ text: String) throws -> [String] { try lines(path, Data(text.utf8)) }

    @Test("Long lines of scripts, style sheets, pages and JSON are broken where their parts end")
    func broken() throws {
        let script = "var a=\"x;y{z}\";for(var i=0;i<9;i++){b(`;${c}`);}" + String(repeating: "d();", count: 200)
        let found = try lines("a.js", script)
        #expect(found.prefix(4) == ["var a=\"x;y{z}\";", "for(var i=0;i<9;i++){", "b(`;${c}`);", "}"])
        #expect(found.joined() == script)
        let style = String(repeating: "a{b:url(data:x;y);d:\";\"}", count: 100)
        #expect(try lines("a.css", style).prefix(3) == ["a{", "b:url(data:x;y);", "d:\";\"}"])
        let page = "<p title=\"a>b\">Text</p><script>one();two();</script>" + String(repeating: "<i>x</i>", count: 100)
        let tags = try lines("a.html", page)
        #expect(
            tags.prefix(7) == [
                "<p title=\"a>b\">", "Text", "</p>", "<script>", "one();", "two();", "</script>",
            ])
        #expect(tags.joined() == page)
        let json = "{\"a\":\"b,c\",\"d\":[1,2]," + (0..<100).map { "\"k\($0)\":1" }.joined(separator: ",") + "}"
        #expect(try lines("a.json", json).prefix(4) == ["{", "\"a\":\"b,c\",", "\"d\":[", "1,"])
        // Those of a file that people have written remain.
        #expect(try lines("a.js", "a(); b();\n  c();\n") == ["a(); b();", "  c();"])
    }

    @Test("No line is too long, whatever a file holds, and all of it is there", arguments: 0..<40)
    func whole(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let paths = ["a.js", "a.html", "a.css", "a.json", "a.txt", "a.svg"]
        let letters = Array("ab;{}()<>\"'\\/,[]` \n".utf8)
        let count = Int.random(in: 0..<9_000, using: &random)
        let isRandom = Bool.random(using: &random)
        let bytes = (0..<count).map { _ in
            isRandom ? UInt8.random(in: 0...255, using: &random) : letters.randomElement(using: &random)!
        }
        let file = PackageFile(path: paths.randomElement(using: &random)!, contents: Data(bytes))
        let read = try #require(ReadableLines(file))
        #expect(read.lines.allSatisfy { $0.range.count <= ReadableLines.longest + 4 })
        #expect(read.bytesLeftOut == 0)
        var next = 0
        for line in read.lines {
            // Between lines there is nothing but a line break.
            #expect([[], [0x0a], [0x0d, 0x0a]].contains(Array(bytes[next..<line.range.lowerBound])))
            next = line.range.upperBound
        }
        #expect([[], [0x0a], [0x0d, 0x0a]].contains(Array(bytes[next...])))
    }

    @Test("Where a text has no places to break, an inserted letter moves no break but those beside it")
    func insertions() throws {
        var random = SeededGenerator(seed: 7)
        let letters = Array("abcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
        let before = (0..<100_000).map { _ in letters.randomElement(using: &random)! }
        for place in [0, 5_000, 50_000, 99_999] {
            var after = before
            after.insert(UInt8(ascii: "x"), at: place)
            let difference = TextDifference(
                from: try #require(ReadableLines(PackageFile(path: "a.txt", contents: Data(before)))),
                to: try #require(ReadableLines(PackageFile(path: "a.txt", contents: Data(after)))))
            let changed = difference.hunks.flatMap(\.lines).count { $0.before == nil || $0.after == nil }
            #expect((1...8).contains(changed), "\(place): \(changed)")
        }
    }

    @Test("What browsers run, and what its name calls text, is shown whatever bytes are in it")
    func bytes() throws {
        #expect(try lines("a.js", Data([0xff]) + Data("a()".utf8) + Data([0])) == ["⟨0xFF⟩a()⟨U+0000⟩"])
        #expect(try lines("a.txt", Data([0x61, 0])) == ["a⟨U+0000⟩"])
        #expect(try lines("template.hbs", "{{#each}}\n") == ["{{#each}}"])
        #expect(ReadableLines(PackageFile(path: "a.png", contents: Data([0x89, 0x50]))) == nil)
        #expect(ReadableLines(PackageFile(path: "a.bin", contents: Data([0x61, 0]))) == nil)
    }

    @Test("A break for reading is no line break: what goes on says so")
    func continued() throws {
        let long = "//" + String(repeating: " x;", count: 400)
        let read = try #require(ReadableLines(PackageFile(path: "a.txt", contents: Data("\(long)\ncheck();\n".utf8))))
        let texts = (0..<read.count).map { read.text(at: $0) }
        #expect(texts.dropLast(2).allSatisfy { $0.hasSuffix("⟨↩⟩") } && texts.count > 3)
        #expect(texts.suffix(2).allSatisfy { !$0.contains("⟨↩⟩") } && texts.last == "check();")
    }

    @Test("A line of millions of pieces is cut at the limit, and says so")
    func pieces() throws {
        let text = String(repeating: "[", count: ReadableLines.maximumLines + 100)
        let read = try #require(ReadableLines(PackageFile(path: "a.json", contents: Data(text.utf8))))
        #expect(read.count == ReadableLines.maximumLines && read.bytesLeftOut == 100)
    }

    @Test("A file with too many lines says how much of it is in none")
    func limit() throws {
        let read = try #require(
            ReadableLines(
                PackageFile(path: "a.txt", contents: Data(repeating: 0x0a, count: ReadableLines.maximumLines + 9))))
        #expect(read.count == ReadableLines.maximumLines && read.bytesLeftOut == 9)
    }

    @Test(
        "What cannot be seen is shown by its number",
        arguments: [
            ("a\u{200B}b", "a⟨U+200B⟩b"), ("\u{FEFF}a", "⟨U+FEFF⟩a"), ("a\u{202E}b", "a⟨U+202E⟩b"),
            ("a\u{A0}b\tc", "a⟨U+00A0⟩b\tc"), ("const \u{3164} = 1", "const ⟨U+3164⟩ = 1"),
            ("p\u{0430}ypal", "p⟨U+0430⟩ypal"), ("сору", "сору"), ("naïve", "naïve"), ("⟨x⟩", "⟨U+27E8⟩x⟩"),
            (
                "e" + String(repeating: "\u{301}", count: 10),
                "e" + String(repeating: "\u{301}", count: 8) + "⟨U+0301⟩⟨U+0301⟩"
            ),
            ("❤\u{FE0F} 👩\u{200D}🚀", "❤\u{FE0F} 👩\u{200D}🚀"), ("a\u{FE0F}", "a⟨U+FE0F⟩"),
            ("\u{E0041}", "⟨U+E0041⟩"), ("P\u{0410}Y", "P⟨U+0410⟩Y"), ("user\u{A4F8}is", "user⟨U+A4F8⟩is"),
            ("\u{3033}\u{3033} a", "⟨U+3033⟩⟨U+3033⟩ a"), ("\u{A4EE}", "⟨U+A4EE⟩"), ("a\u{4E00}b", "a⟨U+4E00⟩b"),
            ("a\u{0660}", "a⟨U+0660⟩"),
            ("日本go", "日本go"), ("שלום", "שלום"), ("สวัสดี", "สวัสดี"), ("Türkçe Łódź Việt", "Türkçe Łódź Việt"),
            ("a\u{01C3}=b", "a⟨U+01C3⟩=b"),
            ("b()\u{37E}", "b()⟨U+037E⟩"), ("\u{F101}", "⟨U+F101⟩"), ("a\u{2028}b", "a⟨U+2028⟩"),
        ])
    func unseen(text: String, shown: String) throws {
        let found = try #require(try lines("a.txt", text).first)
        #expect(Array(found.utf8) == Array(shown.utf8), "\(found.unicodeScalars.map(\.value))")
    }

    @Test("Lines end where interpreters take them to end, and what is not usual in a file is shown")
    func ends() throws {
        #expect(try lines("a.js", "// a\rb();\nc();\n") == ["// a⟨U+000D⟩", "b();", "c();"])
        #expect(try lines("a.js", "a();\r\nb();\r\nc();\n") == ["a();", "b();", "c();⟨U+000A⟩"])
        let (unix, windows) = ("a();\nb();\n", "a();\r\nb();\r\n")
        let (before, after) = try (
            #require(ReadableLines(PackageFile(path: "a.js", contents: Data(unix.utf8)))),
            #require(ReadableLines(PackageFile(path: "a.js", contents: Data(windows.utf8))))
        )
        #expect(TextDifference(from: before, to: after).hunks.isEmpty)
        #expect(before.usualEnd == "LF" && after.usualEnd == "CRLF")
    }
}
