import Foundation

/// That a program without a browser wants to be signed in: it waits until somebody who types its code permits that.
///
/// Source: RFC 8628, the device authorization grant.
package struct DeviceCode: Hashable, Sendable {
    /// What people type, such as `BCDF-GHJK`.
    package let userCode: String
    /// The program that asks, as it calls itself, and where it asks from.
    package let agent: String
    package let address: String
    package let expires: Int
    /// Whether whoever has permitted it had just proved who they are.
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
    /// How many codes of one network make room at once.
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

    /// A code as it is stored, from what somebody has typed: in any case, with or without the hyphen.
    ///
    /// - Returns: nil for what can't be one.
    package static func read(_ typed: String) -> String? {
        guard typed.utf8.count <= 40 else { return nil }
        let text = typed.uppercased().filter { $0 != "-" && $0 != " " }
        guard text.count == 8, text.allSatisfy(letters.contains) else { return nil }
        return text.prefix(4) + "-" + text.suffix(4)
    }
}
