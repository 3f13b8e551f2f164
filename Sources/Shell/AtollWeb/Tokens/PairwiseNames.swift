import AtollPackages
import Crypto
import Foundation

/// The identifiers of users for mini apps. Every mini app has a different one for the same user, so that two mini apps
/// can't combine their knowledge.
///
/// Source: OpenID Connect Core 1.0, section 8.1 (pairwise identifiers), with a keyed hash.
struct PairwiseNames: Sendable {
    private let key: Data

    /// - Parameter keyFile: The file of the key, which is created if it does not exist.
    init(keyFile: URL) throws {
        key = try KeyFile.load(keyFile) { SymmetricKey(size: .bits256).withUnsafeBytes { Data($0) } }
    }

    /// The identifier of `user` for staged releases: the web shell is one device for many users.
    func rolloutID(of user: String) -> String { code("rollout\u{0}\(user)") }

    /// The mark that a browser stores of the user who launched `miniApp` last. It does not reveal who that is. After
    /// the user has forgotten the mini app, the mark is different, so that the browser's data for it is cleared.
    func launchMark(of user: String, in miniApp: MiniAppID, forgotten: Int) -> String {
        code("launch\u{0}\(miniApp.rawValue)\u{0}\(user)" + (forgotten == 0 ? "" : "\u{0}\(forgotten)"))
    }

    /// The pass that gives access to the files of `miniApp` that a browser has cached for `user`. It is different for
    /// each version, and after the user has forgotten the mini app.
    func pass(of user: String, in miniApp: MiniAppID, forgotten: Int, version: SHA256Hash) -> String {
        code("kept\u{0}\(miniApp.rawValue)\u{0}\(user)\u{0}\(forgotten)\u{0}\(version.hex)")
    }

    /// The mark that a browser stores of the user who signed in last.
    func browserMark(of user: String) -> String { code("browser\u{0}\(user)") }

    private func code(_ message: String) -> String {
        let code = HMAC<SHA256>.authenticationCode(for: Data(message.utf8), using: SymmetricKey(data: key))
        return Secret.base64url(code.prefix(16))
    }

    /// The identifier of `user` in tokens for `miniApp`, if all mini apps of its publisher that request this share one
    /// identifier.
    ///
    /// - Parameter forgotten: How often the user has forgotten the mini app. From the first time on, it has its own
    ///   identifier.
    func name(of user: String, in miniApp: MiniAppID, by publisher: PublisherID, forgotten: Int) -> String {
        guard forgotten == 0 else { return name(of: user, in: miniApp, forgotten: forgotten) }
        return code("publisher\u{0}\(publisher.rawValue)\u{0}\(user)")
    }

    /// The identifier of `user` for `miniApp`.
    ///
    /// - Parameter forgotten: How often the user has forgotten the mini app. Each time results in another identifier.
    func name(of user: String, in miniApp: MiniAppID, forgotten: Int) -> String {
        code("\(miniApp.rawValue)\u{0}\(user)" + (forgotten == 0 ? "" : "\u{0}\(forgotten)"))
    }
}
