import AtollPackages
import Foundation

/// The session of a user who has signed in with a browser or a native app.
struct Session: Encodable, Sendable {
    /// The digest of the secret, which itself is not stored: the value of the cookie, or an app's bearer token.
    let id: SHA256Hash
    /// The user's id.
    let user: String
    let expires: Date
    /// The time at which the session began; nil in files of earlier versions.
    var created: Date?
    /// The time at which the session was last used; nil in files of earlier versions.
    var lastUsed: Date?
    /// A readable name of the browser, such as "Firefox on Linux".
    var label: String?
    /// The mini apps that were opened, newest last.
    var launches: [Launch] = []
    /// Whether the browser stores no cookies for embedded pages; nil if that is not known.
    var isCarried: Bool?
    /// The kind of client that the user has signed in with.
    var client = Client.browser
    /// The digest of an app's previous secret, which is valid until the new one is used; otherwise nil.
    var previous: SHA256Hash?
    /// The time at which the secret was issued.
    var issued: Date?

    /// A record that a version of a mini app was opened.
    struct Launch: Encodable, Sendable {
        /// The digest of the launch's secret name: the value of its cookie, or of the header of the host's worker.
        let id: SHA256Hash
        /// The session that it belongs to.
        let session: SHA256Hash
        let miniApp: MiniAppID
        /// The file list of the version, which stays the same while the mini app is open.
        let fileList: SHA256Hash
        /// The surface that was opened.
        var surface = Surface.pages

        /// Whether it opened the version with this short name.
        func isOfVersion(_ name: String) -> Bool { Self.versionName(of: fileList) == name }

        /// The short name of a version, by which a page names it. It distinguishes the versions of a mini app.
        static func versionName(of fileList: SHA256Hash) -> String { String(fileList.hex.prefix(8)) }

        enum CodingKeys: String, CodingKey {
            case id, session, miniApp, fileList
            case surface = "isCard"
        }
    }

    enum CodingKeys: String, CodingKey {
        case id, user, expires, created, lastUsed, label, launches, isCarried, previous, issued
        case client = "isApp"
    }

    /// The kind of client that a user signs in with.
    enum Client: Sendable {
        case browser
        /// A native app, which has a bearer secret instead of a cookie.
        case app
    }

    /// The surface of a mini app that is opened.
    enum Surface: Sendable {
        case pages
        /// Its card on a home screen.
        case card
    }

    /// Whether the session has ended because of its age or lack of use.
    func hasEnded(at now: Date) -> Bool {
        expires <= now || (lastUsed ?? created).map { now.timeIntervalSince($0) >= Self.idleLifetime } ?? false
    }

    /// The index of the launch that ends if there are too many: one whose version was opened again since, so that many
    /// reloads of one tab don't end others; otherwise the oldest.
    var launchToEnd: Int {
        launches.indices.first { index in
            launches[(index + 1)...].contains {
                $0.miniApp == launches[index].miniApp && $0.surface == launches[index].surface
                    && $0.fileList == launches[index].fileList
            }
        } ?? launches.startIndex
    }

    /// Whether a version is the one that was opened last, as the mini app or as its card.
    func hasOpen(_ miniApp: MiniAppID, _ fileList: SHA256Hash) -> Bool {
        launch(of: miniApp, .pages)?.fileList == fileList || launch(of: miniApp, .card)?.fileList == fileList
    }

    /// The newest launch of a mini app or its card.
    func launch(of id: MiniAppID) -> Launch? {
        launches.last { $0.miniApp == id }
    }

    /// The newest launch of either a mini app itself or its card.
    ///
    /// - Parameter version: The short name of the version that was opened; nil for any version.
    func launch(of id: MiniAppID, _ surface: Surface, version: String? = nil) -> Launch? {
        launches.last {
            $0.miniApp == id && $0.surface == surface
                && (version.map($0.isOfVersion) ?? true)
        }
    }
}
