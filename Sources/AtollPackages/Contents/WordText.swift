import Foundation

/// A text in which words are looked for by their beginnings: its words without case and accents, each after a space. Where a script has no
/// spaces between words, as Chinese and Thai, each letter may begin one.
struct WordText: Sendable {
    private let bytes: [UInt8]

    /// The longest word that is looked for, in characters.
    private static let maximumWord = 40
    private static let space = UInt8(ascii: " ")

    init(_ text: String) { bytes = Self.folded(text).flatMap(Self.marked) }

    /// The words of a query, each as ``has(_:)`` expects it.
    static func words(_ text: String) -> [[UInt8]] { folded(text).map { marked($0.prefix(maximumWord)) } }

    /// Whether one of the words begins with another, as ``words(_:)`` returns it.
    ///
    /// - Complexity: O(*n*) in the length of the text: a comparison ends with the word that it began in, or with the one looked for.
    func has(_ word: [UInt8]) -> Bool {
        bytes.withUnsafeBufferPointer { text in
            word.withUnsafeBufferPointer { word in
                var index = 0
                while index + word.count <= text.count {
                    if text[index] == Self.space {
                        var same = 0
                        while same < word.count, text[index + same] == word[same] { same += 1 }
                        if same == word.count { return true }
                    }
                    index += 1
                }
                return false
            }
        }
    }

    private static func folded(_ text: String) -> [Substring] {
        text.folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
            .split { !$0.isLetter && !$0.isNumber }
    }

    /// A word after a space, and with one before each letter that may begin a word.
    private static func marked(_ word: Substring) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(word.utf8.count + 1)
        for (index, character) in word.enumerated() {
            if index == 0 || character.unicodeScalars.first.map(hasNoSpaces) ?? false { bytes.append(space) }
            bytes.append(contentsOf: character.utf8)
        }
        return bytes
    }

    /// Whether a letter belongs to a script that is written without spaces.
    ///
    /// Source: the blocks of Unicode 15 with the line breaking classes ID and SA.
    private static func hasNoSpaces(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x0e00...0x0eff, 0x1000...0x109f, 0x1780...0x17ff, 0x2e80...0x30ff, 0x3100...0x312f, 0x31a0...0x31ff,
            0x3400...0x9fff, 0xf900...0xfaff, 0x20000...0x323af:
            true
        default: false
        }
    }
}
