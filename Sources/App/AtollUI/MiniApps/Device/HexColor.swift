import SwiftUI

/// A color in the form `#rgb` or `#rrggbb`.
struct HexColor: Hashable, Sendable {
    let red: UInt8
    let green: UInt8
    let blue: UInt8

    /// Creates a color, or nil if `text` has another form.
    init?(_ text: String) {
        var digits: [UInt8] = []
        for character in text.utf8.dropFirst() {
            guard let digit = Character(UnicodeScalar(character)).hexDigitValue else { return nil }
            digits.append(UInt8(digit))
        }
        guard text.utf8.first == UInt8(ascii: "#") else { return nil }
        switch digits.count {
        case 3: (red, green, blue) = (digits[0] * 17, digits[1] * 17, digits[2] * 17)
        case 6:
            (red, green, blue) = (digits[0] * 16 + digits[1], digits[2] * 16 + digits[3], digits[4] * 16 + digits[5])
        default: return nil
        }
    }

    /// Whether black text is easier to read on this color than white text, by the formula of the web shell.
    var isLight: Bool { 299 * Int(red) + 587 * Int(green) + 114 * Int(blue) > 140_000 }

    @MainActor var color: Color {
        Color(red: Double(red) / 255, green: Double(green) / 255, blue: Double(blue) / 255)
    }
}
