import AtollPackages
import Foundation

/// A browser, or an app, that somebody has signed in with.
struct Session: Codable, Sendable {
    /// The digest of the cookie's value, which itself is kept nowhere.
    let id: BlobDigest
    /// The user's id.
    let user: String
    let expires: Date
    /// The mini apps that were opened, the newest last.
    var launches: [Launch] = []
    /// true for an app's; nil for a browser's.
    var isApp: Bool?

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

    /// How long a sign-in lasts.
    static let lifetime: TimeInterval = 30 * 24 * 3_600

    /// The newest launch of a mini app.
    func launch(of id: MiniAppID) -> Launch? {
        launches.last { $0.miniApp == id }
    }
}
