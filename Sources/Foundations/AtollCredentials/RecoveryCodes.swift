import Crypto
import Foundation

/// Codes for users who have lost their authenticator app. Each signs in once.
public enum RecoveryCodes {
    /// The number of codes that a user gets.
    public static let count = 10

    /// New codes, such as `K7QF-2XTA-9WEM-PLD3`: 80 random bits each.
    public static func make() -> [String] {
        var generator = SystemRandomNumberGenerator()
        return (0..<count).map { _ in
            let text = Base32.text(of: Data((0..<10).map { _ in UInt8.random(in: .min ... .max, using: &generator) }))
            return stride(from: 0, to: 16, by: 4).map { String(text.dropFirst($0).prefix(4)) }.joined(separator: "-")
        }
    }

    /// The digest that is stored instead of a code. A code has so many random bits that it can't be guessed from its
    /// digest.
    public static func digest(of code: String) -> Data {
        let plain = code.uppercased().filter { $0.isASCII && ($0.isLetter || $0.isNumber) }
        return Data(SHA256.hash(data: Data(plain.utf8.prefix(100))))
    }
}
