import Foundation

/// Normalizes texts for comparison: without case, diacritics and width, cut into words.
enum SearchText {
    /// The form of a text by which it is compared and sorted.
    static func folded(_ text: String) -> String {
        // Most texts are ASCII, for which Foundation is slow.
        if text.utf8.allSatisfy({ $0 < 0x80 }) { return text.lowercased() }
        return text.folding(options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive], locale: nil)
            .precomposedStringWithCanonicalMapping
    }

    /// The words of a text, folded. Characters that are written without spaces (ideographs, kana, emoji) are words of
    /// their own; characters other than letters, numbers and emoji separate words.
    static func words(of text: String) -> [String] {
        var words: [String] = []
        var word = ""
        func end() {
            if !word.isEmpty { words.append(word) }
            word = ""
        }
        for character in folded(text) {
            guard let first = character.unicodeScalars.first else { continue }
            let properties = first.properties
            if isUnspaced(first) || (properties.isEmojiPresentation && !first.isASCII) {
                end()
                words.append(String(character))
            } else if properties.isAlphabetic || properties.numericType != nil {
                word.append(character)
            } else {
                end()
            }
        }
        end()
        return words
    }

    /// Whether the character belongs to a script that is written without spaces between words.
    private static func isUnspaced(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        // Kana, and the ideographs of all blocks.
        case 0x3040...0x30ff, 0x31f0...0x31ff: true
        default: scalar.properties.isIdeographic
        }
    }
}
