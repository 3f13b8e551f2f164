import AtollPackages
import Foundation

/// A browser, or an app, that somebody has signed in with.
struct Session: Codable, Sendable {
    /// The digest of the cookie's value, which itself is kept nowhere.
    let id: BlobDigest
    /// The user's id.
    let user: String
    let expires: Date
    /// When it began, and when it was used last; nil in what earlier versions have kept.
    var created: Date?
    var lastUsed: Date?
    /// What people know the browser by, such as "Firefox on Linux".
    var label: String?
    /// The mini apps that were opened, the newest last.
    var launches: [Launch] = []
    /// true for an app's; nil for a browser's.
    var isApp: Bool?
    /// Where an app's secret was replaced, the digest of the one before: good until the new one is used.
    var previous: BlobDigest?
    /// When its secret was made.
    var issued: Date?

    /// That a mini app was opened, and in which version.
    struct Launch: Codable, Sendable {
        /// The digest of the launch cookie's value.
        let id: BlobDigest
        /// The session that it belongs to.
        let session: BlobDigest
        let miniApp: MiniAppID
        /// The file list of the version, which stays the same for as long as the mini app is open.
        let fileList: BlobDigest
        /// true for a card on a home screen; nil for the mini app itself.
        var isCard: Bool?
    }

    /// How many launches a session remembers; opening more ends the oldest.
    static let maximumLaunches = 32
    /// How many sessions a user has; beginning more ends the one that was not used for longest.
    static let maximumPerUser = 20
    /// How long a sign-in lasts.
    static let lifetime: TimeInterval = 30 * 24 * 3_600
    /// How long it lasts without being used.
    static let idleLifetime: TimeInterval = 14 * 24 * 3_600
    /// After how long an app is given another secret.
    static let secretLifetime: TimeInterval = 24 * 3_600

    /// Whether it has ended by its age, or because nobody used it.
    func hasEnded(at now: Date) -> Bool {
        expires <= now || (lastUsed ?? created).map { now.timeIntervalSince($0) >= Self.idleLifetime } ?? false
    }

    /// The newest launch of a mini app.
    func launch(of id: MiniAppID) -> Launch? {
        launches.last { $0.miniApp == id }
    }

    /// The newest launch of a mini app itself, or of its card.
    func launch(of id: MiniAppID, isCard: Bool) -> Launch? {
        launches.last { $0.miniApp == id && ($0.isCard ?? false) == isCard }
    }
}
