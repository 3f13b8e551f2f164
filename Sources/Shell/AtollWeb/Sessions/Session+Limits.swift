import Foundation

/// How many sessions and launches there may be, and how long they last.
extension Session {
    /// The maximum number of launches of a session; opening more ends an old one.
    static let maximumLaunches = 32
    /// The maximum number of sessions of a user; beginning another ends the least recently used one.
    static let maximumPerUser = 20
    /// The lifetime of a session, in seconds.
    static let lifetime: TimeInterval = 30 * 24 * 3_600
    /// The time without use after which a session ends, in seconds.
    static let idleLifetime: TimeInterval = 14 * 24 * 3_600
    /// The time after which an app gets a new secret, in seconds.
    static let secretLifetime: TimeInterval = 24 * 3_600
}
