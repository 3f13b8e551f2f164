import Foundation

/// How texts are made comparable: without case, diacritics and width, cut into words.
enum SearchText {
    /// The text as it is compared and sorted.
    static func folded(_ text: String) -> String {
        // Most texts are plain ones, for which Foundation is slow.
        if text.utf8.allSatisfy({ $0 < 0x80 }) { return text.lowercased() }
        return text.folding(options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive], locale: nil)
            .precomposedStringWithCanonicalMapping
    }

    /// The words of a text, folded: what is written without spaces (ideographs, emoji) is cut into single characters, and
    /// what is neither letter, number nor emoji stands between words.
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

    /// Whether a language writes without spaces between words that have this character.
    private static func isUnspaced(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        // Kana, and the ideographs of all blocks.
        case 0x3040...0x30ff, 0x31f0...0x31ff: true
        default: scalar.properties.isIdeographic
        }
    }
}
