import Foundation

/// A form of names that is the same for names that look alike, based on Unicode Technical Standard 39, section 4.
///
/// It covers the letters of Latin, Greek, Cyrillic, Armenian and Cherokee, and the digits, that the standard's table
/// maps to Latin ones, because most names of mini apps are in one script. NFKC folds compatibility forms, such as
/// full-width letters.
enum Confusables {
    /// For each Latin form, the characters that look like it.
    private static let alike: [Character: String] = [
        "a": "аɑαａ⍺", "b": "ЬƄᏏ", "c": "сϲⅽᴄ", "d": "ԁⅾᏧ", "e": "еҽ℮", "f": "ſϝք", "g": "ɡցᶃ", "h": "һհᏂ",
        "i": "іıɩⅰӏΙ",
        "j": "јϳյ", "k": "κкᴋ", "l": "1|ǀⅼІӀוΙ", "m": "ⅿм", "n": "ոռ", "o": "0оοσօᴏ๐", "p": "рρ⍴", "q": "ԛզգ",
        "r": "гᴦ", "s": "ѕꜱƽ",
        "t": "τтᴛ", "u": "υսᴜʋ", "v": "νѵⅴᴠ", "w": "ԝѡωᴡ", "x": "хχⅹ×", "y": "уγү", "z": "ᴢʐ",
    ]

    private static let table: [Character: Character] = {
        var table: [Character: Character] = [:]
        for (latin, others) in alike { for other in others { table[other] = latin } }
        return table
    }()

    /// Whether a letter that is not Latin looks like one that is.
    static func looksLatin(_ scalar: Unicode.Scalar) -> Bool {
        !scalar.isASCII && (table[Character(scalar)] != nil || capitals.contains(scalar))
    }

    /// Capitals that look like Latin ones. Many of their lowercase letters do not.
    private static let capitals = Set("АВЕЅІЈКМНОРСТУҮХԚԜΑΒΕΖΗΙΚΜΝΟΡΤΥΧᎪᏴᏟᎬᎻᎫᏦᏞᎷΝᏢᏚᎢᏙᏔ".unicodeScalars)

    /// Whether a letter may be in a word with ASCII letters without being misleading: Latin letters, and those of East
    /// Asian scripts, which are often written beside Latin and resemble none of its letters. See ``looksLatin(_:)`` for
    /// the others.
    static func belongsBesideLatin(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        // A florin sign, and letters that look like strokes.
        case 0x0192, 0x3007, 0x30cb, 0x30ce, 0x30fc, 0x3161, 0x3163, 0x4e00, 0x4e28, 0x4e3f, 0x4e8c: false
        case 0...0x7f, 0xaa, 0xb5, 0xba, 0xc0...0x24f, 0x1e00...0x1eff: true
        // Greek and Cyrillic, as in Δt. A list has those that look Latin.
        case 0x370...0x52f: true
        case 0x2e80...0x9fff, 0xac00...0xd7a3, 0x20000...0x3ffff: true
        default: false
        }
    }

    /// Whether a letter is of a script that is rarely used on screens today, and that has many letters which look like
    /// others (UAX 31, tables 4 and 7). Such letters are always shown by their numbers.
    static func isRare(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x07c0...0x07ff, 0x13a0...0x13ff, 0x1400...0x16ff, 0x18b0...0x18ff, 0x2c80...0x2cff, 0x2d30...0x2d7f,
            0x3033...0x3035, 0xa4d0...0xa4ff, 0xab70...0xabbf, 0x10280...0x105ff, 0x1d400...0x1d7ff:
            true
        default: false
        }
    }

    /// Whether a letter that may be part of a name looks like punctuation.
    static func looksLikePunctuation(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        // Khoisan clicks, the Greek question mark, mathematical dots and slashes, and modifier letters.
        case 0x01c0...0x01c3, 0x037e, 0x2024, 0x2044, 0x2215, 0x2216, 0x2236, 0xa78c, 0xa789: true
        default: false
        }
    }

    /// Returns the skeleton of a name. Two names with the same skeleton look alike.
    static func skeleton(of name: String) -> String {
        let folded = name.precomposedStringWithCompatibilityMapping.lowercased().decomposedStringWithCanonicalMapping
        var result = ""
        for scalar in folded.unicodeScalars {
            // Marks, spaces and invisible characters do not distinguish names.
            if scalar.properties.isWhitespace || scalar.properties.generalCategory == .nonspacingMark
                || scalar.properties.generalCategory == .format || scalar.properties.isDefaultIgnorableCodePoint
            {
                continue
            }
            let character = Character(scalar)
            result.append(table[character] ?? character)
        }
        // First two letters that look like one, then one that looks like another.
        return result.replacingOccurrences(of: "rn", with: "m").replacingOccurrences(of: "vv", with: "w")
            .replacingOccurrences(of: "i", with: "l")
    }
}
