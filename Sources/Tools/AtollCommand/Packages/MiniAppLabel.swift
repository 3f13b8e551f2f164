import AtollPackages
import Foundation

/// The part of an id, and the name of a folder, that are derived from a mini app's name.
enum MiniAppLabel {
    /// The letters and digits of a name in lowercase, with hyphens between its words: `Çay & Kahve ☕` gives
    /// `cay-kahve`. Empty if the name has none.
    static func label(of name: String) -> String {
        // Accents are removed, so that a name in another language stays recognizable.
        let plain = name.decomposedStringWithCompatibilityMapping.lowercased().unicodeScalars.filter {
            !$0.properties.isDiacritic && $0.properties.generalCategory != .nonspacingMark
        }
        return plain.reduce(into: "") { label, scalar in
            let isPlain = scalar.isASCII && (scalar.properties.isAlphabetic || ("0"..."9").contains(scalar))
            if isPlain { label.unicodeScalars.append(scalar) } else if label.last != "-" { label += "-" }
        }.trimmingCharacters(in: ["-"])
    }

    /// A dark colour for the icon of a new mini app, derived from its id, such as `#0b7285`.
    static func color(of id: MiniAppID) -> String {
        let digest = SHA256Hash(of: Data(id.rawValue.utf8)).bytes
        let hue = Double(Int(digest[0]) * 256 + Int(digest[1])) / 65_536 * 6
        let (low, high) = (11.0, 122.0)
        let middle = low + (high - low) * (1 - abs(hue.truncatingRemainder(dividingBy: 2) - 1))
        let parts: [Double] =
            switch Int(hue) {
            case 0: [high, middle, low]
            case 1: [middle, high, low]
            case 2: [low, high, middle]
            case 3: [low, middle, high]
            case 4: [middle, low, high]
            default: [high, low, middle]
            }
        return "#" + parts.map { String(format: "%02x", Int($0)) }.joined()
    }
}
