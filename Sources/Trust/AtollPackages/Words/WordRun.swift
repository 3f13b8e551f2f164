/// A part of a text that is searched: a word, or a run of letters of one script that is written without spaces.
package struct WordRun {
    /// Its letters, folded.
    package fileprivate(set) var letters: [Character]
    /// Whether any of its letters may begin a word.
    package let hasNoSpaces: Bool
    private let script: WrittenWithoutSpaces?

    private init(_ letter: Character, _ script: WrittenWithoutSpaces?) {
        letters = [letter]
        hasNoSpaces = script != nil
        self.script = script
    }

    /// Returns the runs of a text. Letters, numbers and emoji form them, each emoji a separate one; everything else
    /// separates them, and so does a change of script where words have no spaces.
    ///
    /// - Complexity: O(*n*) in the length of the text.
    package static func all(in text: String) -> [WordRun] {
        var (runs, isOpen): ([WordRun], Bool) = ([], false)
        for character in FoldedText.folded(text) {
            guard let first = character.unicodeScalars.first else { continue }
            let properties = first.properties
            if properties.isEmojiPresentation, !first.isASCII {
                runs.append(WordRun(character, nil))
                isOpen = false
            } else if properties.isAlphabetic || properties.numericType != nil {
                let script = WrittenWithoutSpaces(first)
                if isOpen, runs[runs.count - 1].script == script {
                    runs[runs.count - 1].letters.append(character)
                } else {
                    runs.append(WordRun(character, script))
                    isOpen = true
                }
            } else {
                isOpen = false
            }
        }
        return runs
    }
}

/// The scripts that are written without spaces between words.
///
/// Source: the blocks of Unicode 15 with letters of the line breaking classes ID, CJ, AK and SA.
private enum WrittenWithoutSpaces {
    case han, kana, bopomofo, thai, lao, burmese, khmer, yi
    /// Javanese and Balinese; Tai Le, New Tai Lue, Tai Tham, Tai Viet and Ahom; cuneiform, hieroglyphs, Tangut, Khitan
    /// and Nüshu.
    case indonesian, tai, historic

    init?(_ scalar: Unicode.Scalar) {
        switch scalar.value {
        case 0x3005: self = .han
        case 0x3040...0x30FF, 0x31F0...0x31FF, 0x1AFF0...0x1B16F: self = .kana
        case 0x3100...0x312F, 0x31A0...0x31BF: self = .bopomofo
        case 0x0E00...0x0E7F: self = .thai
        case 0x0E80...0x0EFF: self = .lao
        case 0x1000...0x109F, 0xA9E0...0xA9FF, 0xAA60...0xAA7F: self = .burmese
        case 0x1780...0x17FF: self = .khmer
        case 0xA000...0xA4CF: self = .yi
        case 0x1B00...0x1B7F, 0xA980...0xA9DF: self = .indonesian
        case 0x1950...0x19DF, 0x1A20...0x1AAF, 0xAA80...0xAADF, 0x11700...0x1174F: self = .tai
        case 0x12000...0x1254F, 0x13000...0x1345F, 0x17000...0x18D8F, 0x1B170...0x1B2FF: self = .historic
        default:
            guard scalar.properties.isIdeographic else { return nil }
            self = .han
        }
    }
}
