import AtollPackages
import Crypto
import Foundation

/// The names by which mini apps know users: another one in each mini app, so that two mini apps can't put together
/// what they know of somebody.
///
/// Source: OpenID Connect Core 1.0, section 8.1 (pairwise identifiers), with a keyed hash.
struct PairwiseNames: Sendable {
    private let key: Data

    /// - Parameter keyFile: Where the key lies; one is made where it is missing.
    init(keyFile: URL) throws {
        key = try KeyFile.load(keyFile) { SymmetricKey(size: .bits256).withUnsafeBytes { Data($0) } }
    }

    /// A secret of a user's, from which an app makes such names by itself: others than those of the web, whose key stays here.
    func appKey(of user: String) -> String {
        let code = HMAC<SHA256>.authenticationCode(for: Data("app\u{0}\(user)".utf8), using: SymmetricKey(data: key))
        return Secret.base64url(code)
    }

    /// By what a staged release tells `user` from others: the web shell is one device for many.
    func rolloutID(of user: String) -> String { code("rollout\u{0}\(user)") }

    /// What a browser remembers of who launched `miniApp` last: nobody can tell from it who that was.
    func launchMark(of user: String, in miniApp: MiniAppID) -> String {
        code("launch\u{0}\(miniApp.rawValue)\u{0}\(user)")
    }

    private func code(_ message: String) -> String {
        let code = HMAC<SHA256>.authenticationCode(for: Data(message.utf8), using: SymmetricKey(data: key))
        return Secret.base64url(code.prefix(16))
    }

    /// The name of `user` in `miniApp`.
    func name(of user: String, in miniApp: MiniAppID) -> String {
        code("\(miniApp.rawValue)\u{0}\(user)")
    }
}
