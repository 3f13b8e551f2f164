import ForeignText
import Testing

@Suite("Text from outside")
struct ForeignTextTests {
    private static func marks(_ count: Int, _ scalars: [Unicode.Scalar] = ["\u{301}", "\u{323}", "\u{327}"]) -> String {
        var text = String.UnicodeScalarView()
        for index in 0..<count { text.append(scalars[index % scalars.count]) }
        return String(text)
    }

    @Test("A run of thirty marks is taken, one more is refused, and the place is named")
    func limit() throws {
        #expect(try ForeignText("e" + Self.marks(30)).text.utf8.count == 61)
        #expect(throws: ForeignTextError.tooManyMarks(at: 61)) { try ForeignText("e" + Self.marks(31)) }
        #expect(throws: ForeignTextError.tooManyMarks(at: 60)) { try ForeignText(Array(Self.marks(31).utf8)) }
        // A starter begins a new run.
        #expect(try ForeignText(Self.marks(30) + "e" + Self.marks(30)).text.unicodeScalars.count == 61)
    }

    @Test(
        "Marks of every kind count: of two, three and four bytes, and those that decompose into marks",
        arguments: [
            "\u{301}", "\u{344}", "\u{5b4}", "\u{64b}", "\u{93c}", "\u{94d}", "\u{e38}", "\u{f73}", "\u{f81}",
            "\u{20d0}", "\u{302a}", "\u{3099}", "\u{fe20}", "\u{1d165}", "\u{1e8d0}", "\u{e01ef}",
        ]
            as [Unicode.Scalar])
    func kinds(_ mark: Unicode.Scalar) {
        let text = "a" + Self.marks(5_000, [mark])
        // Variation selectors are marks that no normalization moves.
        if mark == "\u{e01ef}" {
            #expect(throws: Never.self) { try ForeignText(text) }
        } else {
            #expect(throws: ForeignTextError.self) { try ForeignText(text) }
        }
    }

    @Test(
        "Words of languages with many marks pass",
        arguments: [
            "Việt Nam", "ក្រុងភ្នំពេញ", "བཀྲ་ཤིས་བདེ་ལེགས", "בְּרֵאשִׁית בָּרָא אֱלֹהִים", "بِسْمِ ٱللَّهِ ٱلرَّحْمَٰنِ", "हिन्दी", "Z̸̨̛̲̖͎͔͐͋a̸l̶g̷o̴", "각각", "👩‍👩‍👧‍👦🏴󠁧󠁢󠁥󠁮󠁧󠁿",
        ])
    func words(_ text: String) throws { #expect(try ForeignText(text).text.utf8.elementsEqual(text.utf8)) }

    @Test("Bytes that are not UTF-8 and texts that are too long are refused before anything is compared")
    func bytes() {
        #expect(throws: ForeignTextError.notUTF8) { try ForeignText([0xff, 0x41]) }
        #expect(throws: ForeignTextError.notUTF8) { try ForeignText([0xcc]) }
        #expect(throws: ForeignTextError.notUTF8) { try ForeignText([0xed, 0xa0, 0x80]) }
        #expect(throws: ForeignTextError.tooLong(limit: 3)) { try ForeignText("abcd", maximumBytes: 3) }
        #expect(throws: ForeignTextError.tooLong(limit: 3)) {
            try ForeignText([0x61, 0x61, 0x61, 0x61], maximumBytes: 3)
        }
    }

    @Test("Texts that are equal in normal form alone are different, and those of equal bytes are equal")
    func equality() throws {
        let (composed, decomposed) = (try ForeignText("\u{e9}"), try ForeignText("e\u{301}"))
        #expect(composed != decomposed && composed.text == decomposed.text)
        #expect(Set([composed, decomposed, try ForeignText("\u{e9}")]).count == 2)
        #expect(decomposed < composed)
    }

    @Test("A file that has to be shown shows where marks were left out")
    func repairing() {
        let text = ForeignText(repairing: Array(("e" + Self.marks(33) + "x").utf8)).text
        #expect(text.unicodeScalars.filter { $0 == "\u{fffd}" }.count == 3 && text.unicodeScalars.last == "x")
        #expect(ForeignText(repairing: [0x61, 0xff]).text == "a\u{fffd}")
        #expect(ForeignText(repairing: Array("plain".utf8)).text == "plain")
    }

    @Test("Errors say what is wrong")
    func errors() {
        #expect(
            "\(ForeignTextError.tooManyMarks(at: 7))"
                == "The text has more than 30 combining marks in a row, at byte 7.")
        #expect("\(ForeignTextError.tooLong(limit: 9))" == "The text is longer than 9 bytes.")
        #expect("\(ForeignTextError.notUTF8)" == "The text is not valid UTF-8.")
    }
}
