/// A session of an account: in a browser, or of `atoll login`.
package struct AccountSession: Hashable, Sendable {
    /// By which it is listed and ended.
    package let id: String
    package let account: String
    package let kind: Kind
    package let created: Int
    package let seen: Int
    package let expires: Int
    /// Until when the password counts as entered just now.
    package let confirmedUntil: Int
    /// The program that began it.
    package let agent: String

    package enum Kind: String, Hashable, Sendable, Codable {
        case console, command

        /// How long a session lasts that is not used, in seconds.
        package var lifetime: Int {
            switch self {
            case .console: 12 * 3_600
            case .command: 30 * 86_400
            }
        }
    }

    /// How long the password counts as entered just now, in seconds.
    package static let confirmation = 15 * 60
    /// How often the time of the last use is written, in seconds.
    package static let seenInterval = 5 * 60
    /// The longest life of a session, in seconds, however often it is used.
    package static let longest = 30 * 86_400
    /// How many sessions an account may have; the one that was used longest ago ends first.
    package static let maximumCount = 50
}
