/// Text of a package in a form in which nothing is invisible, reordered, or looks like another letter.
///
/// A character that can't be seen is shown as its number between `⟨` and `⟩`: a zero-width space is `⟨U+200B⟩`, a byte
/// that is not UTF-8 `⟨0xFF⟩`. So are white space other than spaces and tabs, marks above the eighth in a row, letters
/// of another script in a Latin word (except East Asian ones), letters of rare scripts or that look like punctuation,
/// and `⟨` itself. A word that is entirely in another script remains as it is. Where two versions of it are compared,
/// `escapingAll` makes the difference visible.
enum VisibleText {
    /// The maximum number of combining marks in a row that are shown as they are. Written languages need fewer.
    private static let longestRun = 8

    /// Returns the bytes of a file as text.
    ///
    /// - Parameter escapingAll: Whether every character outside ASCII is shown as its number.
    /// - Complexity: O(*n*) in the bytes.
    static func text(of bytes: ArraySlice<UInt8>, escapingAll: Bool = false) -> String {
        let isPlain = bytes.withUnsafeBufferPointer { bytes in
            bytes.allSatisfy { (0x20...0x7e).contains($0) || $0 == 0x09 }
        }
        if isPlain { return String(decoding: bytes, as: UTF8.self) }
        let parts = parts(of: bytes)
        var hidden = parts.indices.map { index in
            guard case .scalar(let scalar) = parts[index] else { return true }
            if escapingAll { return isHidden(scalar) || !scalar.isASCII }
            return isHidden(scalar) && !isPartOfEmoji(index, parts)
        }
        hideMarks(in: parts, &hidden)
        hideLookAlikes(in: parts, &hidden)
        var text = ""
        for (part, isHidden) in zip(parts, hidden) {
            switch part {
            case .byte(let byte): text += "⟨0x\(digits(UInt32(byte), 2))⟩"
            case .scalar(let scalar) where isHidden: text += "⟨U+\(digits(scalar.value, 4))⟩"
            case .scalar(let scalar): text.unicodeScalars.append(scalar)
            }
        }
        return text
    }

    private enum Part {
        case scalar(Unicode.Scalar)
        /// A byte that is not part of a character.
        case byte(UInt8)
    }

    private static func parts(of bytes: ArraySlice<UInt8>) -> [Part] {
        var (parts, parser, iterator, index) = (
            [Part](), UTF8.ForwardParser(), bytes.makeIterator(), bytes.startIndex
        )
        while true {
            switch parser.parseScalar(from: &iterator) {
            case .emptyInput: return parts
            case .valid(let encoded):
                parts.append(.scalar(UTF8.decode(encoded)))
                index += encoded.count
            case .error(let length):
                parts += bytes[index..<index + length].map(Part.byte)
                index += length
            }
        }
    }

    /// Whether a character is invisible, or could be mistaken for a space or for the beginning of an escape.
    private static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.isASCII { return scalar.value < 0x20 && scalar != "\t" || scalar.value == 0x7f }
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .spaceSeparator, .surrogate, .unassigned,
            .privateUse:
            return true
        default:
            // The Hangul fillers and the Braille blank are letters and symbols without a glyph.
            return scalar == "⟨" || scalar == "\u{2800}" || Confusables.looksLikePunctuation(scalar)
                || Confusables.isRare(scalar)
                || scalar.properties.isDefaultIgnorableCodePoint
        }
    }

    /// Whether an invisible character joins its neighbours into one picture, as in ❤️ and 👩‍🚀.
    private static func isPartOfEmoji(_ index: Int, _ parts: [Part]) -> Bool {
        func isPicture(_ index: Int) -> Bool {
            guard parts.indices.contains(index), case .scalar(let scalar) = parts[index] else { return false }
            return !scalar.isASCII && (scalar.properties.isEmoji || scalar.properties.isEmojiModifier)
        }
        guard case .scalar(let scalar) = parts[index] else { return false }
        switch scalar.value {
        case 0xfe0f: return isPicture(index - 1)
        case 0x200d:
            guard index >= 2, isPicture(index + 1), case .scalar(let before) = parts[index - 1] else { return false }
            return isPicture(index - 1) || before.value == 0xfe0f && isPicture(index - 2)
        default: return false
        }
    }

    /// Hides marks beyond the longest run, and a mark without a base character.
    private static func hideMarks(in parts: [Part], _ hidden: inout [Bool]) {
        var run = 0
        for (index, part) in parts.enumerated() {
            guard case .scalar(let scalar) = part, isMark(scalar) else {
                run = 0
                continue
            }
            run += 1
            if run > longestRun || index == 0 || hidden[index - 1] && run == 1 { hidden[index] = true }
        }
    }

    private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
        guard scalar.value >= 0x300 else { return false }
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark: return true
        default: return scalar.properties.canonicalCombiningClass != .notReordered
        }
    }

    /// Hides letters in a Latin word that look Latin but are not.
    private static func hideLookAlikes(in parts: [Part], _ hidden: inout [Bool]) {
        func isPartOfWord(_ index: Int) -> Bool {
            guard case .scalar(let scalar) = parts[index], !hidden[index] else { return false }
            if scalar.isASCII { return isLatin(scalar) || (0x30...0x39).contains(scalar.value) || scalar == "_" }
            return scalar.properties.isAlphabetic || scalar.properties.numericType == .decimal || isMark(scalar)
        }
        var start = 0
        while start < parts.count {
            guard isPartOfWord(start) else {
                start += 1
                continue
            }
            var end = start
            while end < parts.count, isPartOfWord(end) { end += 1 }
            let hasLatin = parts[start..<end].contains { part in
                guard case .scalar(let scalar) = part else { return false }
                return isLatin(scalar)
            }
            for index in start..<end where hasLatin {
                guard case .scalar(let scalar) = parts[index], !isMark(scalar) else { continue }
                if Confusables.looksLatin(scalar) || !Confusables.belongsBesideLatin(scalar) { hidden[index] = true }
            }
            start = end
        }
    }

    private static func isLatin(_ scalar: Unicode.Scalar) -> Bool {
        scalar.isASCII && (0x61...0x7a).contains(scalar.value | 0x20)
    }

    private static func digits(_ value: UInt32, _ least: Int) -> String {
        let digits = String(value, radix: 16, uppercase: true)
        return String(repeating: "0", count: max(0, least - digits.count)) + digits
    }
}

extension VisibleText {
    /// Whether two texts that differ look alike, apart from their white space.
    static func areAlike(_ first: String, _ second: String) -> Bool {
        guard !first.utf8.allSatisfy({ $0 < 0x80 }) || !second.utf8.allSatisfy({ $0 < 0x80 }) else { return false }
        func printed(_ text: String) -> [UInt8] { text.utf8.filter { $0 != 0x20 && $0 != 0x09 } }
        return printed(first) != printed(second)
            && Confusables.skeleton(of: first).utf8.elementsEqual(Confusables.skeleton(of: second).utf8)
    }

    /// White space with each character shown as its number.
    static func spaces(_ text: some StringProtocol) -> String {
        text.unicodeScalars.map { "⟨U+\(digits($0.value, 4))⟩" }.joined()
    }
}
