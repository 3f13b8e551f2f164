import Foundation

/// The part of an id, and the name of a folder, that a mini app's name gives.
enum MiniAppLabel {
    /// The letters and digits of a name in small letters, with hyphens between its words: `Çay & Kahve ☕` gives `cay-kahve`. Empty if
    /// it has none.
    static func label(of name: String) -> String {
        // Letters without their accents, so that a name in another language is still known.
        let plain = name.decomposedStringWithCompatibilityMapping.lowercased().unicodeScalars.filter {
            !$0.properties.isDiacritic && $0.properties.generalCategory != .nonspacingMark
        }
        return plain.reduce(into: "") { label, scalar in
            let isPlain = scalar.isASCII && (scalar.properties.isAlphabetic || ("0"..."9").contains(scalar))
            if isPlain { label.unicodeScalars.append(scalar) } else if label.last != "-" { label += "-" }
        }.trimmingCharacters(in: ["-"])
    }
}
