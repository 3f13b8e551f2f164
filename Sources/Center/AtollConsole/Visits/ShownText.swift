/// Text of a package in runs, so that a page shows it in its written order, and frames characters that can't be seen.
enum ShownText {
    /// The runs of a text for templates.
    ///
    /// A number of an invisible character, as in `⟨U+200B⟩`, is `isUnseen`. Letters that are written from right to left
    /// are `isIsolated`, so that they do not move the text beside them.
    ///
    /// - Complexity: O(*n*) in the text's length.
    static func runs(_ text: String) -> [[String: any Sendable]] {
        guard !text.utf8.allSatisfy({ $0 < 0x80 }) else { return text.isEmpty ? [] : [run(text, .plain)] }
        var (runs, rest, plain) = ([[String: any Sendable]](), Substring(text).unicodeScalars, "")
        func close() {
            if !plain.isEmpty { runs.append(run(plain, .plain)) }
            plain = ""
        }
        while let scalar = rest.first {
            if scalar == "⟨", let end = rest.firstIndex(of: "⟩") {
                close()
                runs.append(run(String(rest[...end]), .unseen))
                rest = rest[rest.index(after: end)...]
            } else if isRightToLeft(scalar) {
                close()
                let letters = isolated(rest)
                runs.append(run(String(letters), .isolated))
                rest = rest[letters.endIndex...]
            } else {
                plain.unicodeScalars.append(scalar)
                rest = rest.dropFirst()
            }
        }
        close()
        return runs
    }

    private enum Kind { case plain, unseen, isolated }

    private static func run(_ text: String, _ kind: Kind) -> [String: any Sendable] {
        ["text": text, "isPlain": kind == .plain, "isUnseen": kind == .unseen, "isIsolated": kind == .isolated]
    }

    /// The beginning of a text up to its last right-to-left letter, including spaces and marks between such letters.
    private static func isolated(_ text: Substring.UnicodeScalarView) -> Substring.UnicodeScalarView {
        var (end, index) = (text.startIndex, text.startIndex)
        while index < text.endIndex {
            let scalar = text[index]
            let next = text.index(after: index)
            if isRightToLeft(scalar) || scalar.properties.canonicalCombiningClass != .notReordered {
                end = next
            } else if scalar != " " {
                break
            }
            index = next
        }
        return text[..<end]
    }

    /// Whether a letter is written from right to left, by the Unicode blocks that are reserved for such scripts (UAX 9,
    /// section 3.2).
    private static func isRightToLeft(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x0590...0x08ff, 0xfb1d...0xfdff, 0xfe70...0xfeff, 0x10800...0x10fff, 0x1e800...0x1efff: true
        default: false
        }
    }
}
