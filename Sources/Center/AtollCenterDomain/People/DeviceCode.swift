import Foundation

/// A request to sign in a program without a browser: it waits until a user who types its code permits it.
///
/// Source: RFC 8628, the device authorization grant.
package struct DeviceCode: Hashable, Sendable {
    /// The code that users type, such as `BCDF-GHJK`.
    package let userCode: String
    /// The program that asks, as it calls itself, and where it asks from.
    package let agent: String
    package let address: String
    package let expires: Int
    /// Whether the user who has permitted it had just confirmed their identity.
    package let isConfirmed: Bool
    package let state: State

    package enum State: Hashable, Sendable {
        case waiting
        case denied
        /// The account that has permitted it.
        case allowed(String)
    }

    /// How long a code may be typed, in seconds.
    package static let lifetime = 10 * 60
    /// How many seconds a program waits between two questions.
    package static let interval = 3
    /// How many codes may wait at one time.
    package static let maximumCount = 20_000
    /// The number of codes of one network that are removed together to make room.
    static let removedTogether = 500

    /// Without vowels, so that no code is a word, and without what looks like something else.
    private static let letters = Array("BCDFGHJKLMNPQRSTVWXZ")

    /// A new code from random bytes, of which there must be at least 8.
    ///
    /// Eight of twenty letters are 34 bits: enough against guessing, for what lasts ten minutes and is tried slowly.
    package static func newUserCode(_ bytes: [UInt8]) -> String {
        // A remainder of 256 favours some letters by a twelfth, which costs less than a bit.
        let text = bytes.prefix(8).map { String(letters[Int($0) % letters.count]) }.joined()
        return text.prefix(4) + "-" + text.suffix(4)
    }

    /// Returns the stored form of a code that a user has typed: in any case, with or without the hyphen.
    ///
    /// - Returns: nil for what can't be one.
    package static func read(_ typed: String) -> String? {
        guard typed.utf8.count <= 40 else { return nil }
        let text = typed.uppercased().filter { $0 != "-" && $0 != " " }
        guard text.count == 8, text.allSatisfy(letters.contains) else { return nil }
        return text.prefix(4) + "-" + text.suffix(4)
    }
}
