import Foundation

/// Gives texts the form in which they are compared: two texts that people take for the same are then equal byte by byte, on every platform.
///
/// Case, accents and width don't count, nor do letters that keyboards and languages write in place of each other, as `ı` and `i`, `ß` and
/// `ss`, or `ی` and `ي`. Vowel signs do count where they are part of a word's spelling, as in Thai and Hindi.
package enum FoldedText {
    /// The form of a text by which it is compared and sorted.
    ///
    /// - Complexity: O(*n*) in the length of the text, if it has few marks in a row.
    package static func folded(_ text: String) -> String {
        if text.utf8.allSatisfy({ $0 < 0x80 }) { return text.lowercased() }
        var folded = String.UnicodeScalarView()
        for scalar in text.decomposedStringWithCompatibilityMapping.unicodeScalars {
            // A zero-width space separates words. The other invisible characters are left out.
            if scalar == "\u{200B}" { folded.append(" ") }
            if scalar.properties.isDefaultIgnorableCodePoint || isAccent(scalar) { continue }
            for lower in scalar.isASCII
                ? [lowercased(scalar)] : Array(scalar.properties.lowercaseMapping.unicodeScalars)
            {
                if isAccent(lower) { continue }
                folded.append(contentsOf: LetterVariants.common[lower] ?? [digit(lower) ?? hiragana(lower) ?? lower])
            }
        }
        return String(folded).precomposedStringWithCanonicalMapping
    }

    private static func lowercased(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        ("A"..."Z").contains(scalar) ? Unicode.Scalar(UInt8(scalar.value) | 0x20) : scalar
    }

    /// Whether a mark is left out in everyday writing: the accents of Latin, Greek and Cyrillic letters, the points of Hebrew and the vowel
    /// signs of Arabic.
    ///
    /// Source: the blocks of Unicode 15 for these scripts.
    private static func isAccent(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x0300...0x036F, 0x0483...0x0489, 0x1AB0...0x1AFF, 0x1DC0...0x1DFF, 0x20D0...0x20FF, 0xFE20...0xFE2F: true
        // Hebrew has punctuation among its points.
        case 0x0591...0x05BD, 0x05BF, 0x05C1...0x05C2, 0x05C4...0x05C5, 0x05C7: true
        case 0x0610...0x061A, 0x0640, 0x064B...0x065F, 0x0670, 0x06D6...0x06DC, 0x06DF...0x06E8, 0x06EA...0x06ED: true
        default: false
        }
    }

    /// The ASCII digit of the same value, for a digit of any script.
    private static func digit(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
        guard !scalar.isASCII, scalar.properties.numericType == .decimal, let value = scalar.properties.numericValue
        else { return nil }
        return Unicode.Scalar(UInt8(ascii: "0") + UInt8(value))
    }

    /// The letter of hiragana for one of katakana: Japanese words are written in both.
    private static func hiragana(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
        guard (0x30A1...0x30F6).contains(scalar.value) else { return nil }
        return Unicode.Scalar(scalar.value - 0x60)
    }
}
