import AtollPackages
import AtollRuntime
import Foundation

/// The tokens that mini apps received last, for reuse.
actor GivenTokens {
    /// The purpose of a token.
    struct Key: Hashable, Sendable {
        let session: SHA256Hash
        /// The running version.
        let fileList: SHA256Hash
        /// The name under which it knows the user.
        let user: String
        let request: TokenRequest
    }

    private var tokens: [Key: (token: AccessToken, id: String)] = [:]
    private let now: @Sendable () -> Date

    private static let capacity = 10_000
    /// The minimum remaining lifetime of a reused token, in seconds.
    private static let least: TimeInterval = 60

    init(now: @escaping @Sendable () -> Date = { Date() }) { self.now = now }

    /// A token with its `jti`, if it is valid for a while longer.
    func token(for key: Key) -> (token: AccessToken, id: String)? {
        guard let found = tokens[key], found.token.expires.timeIntervalSince(now()) > Self.least else { return nil }
        return found
    }

    func keep(_ token: AccessToken, _ id: String, for key: Key) {
        if tokens.count >= Self.capacity {
            let time = now()
            tokens = tokens.filter { $0.value.token.expires.timeIntervalSince(time) > Self.least }
        }
        if tokens.count >= Self.capacity { tokens = [:] }
        tokens[key] = (token, id)
    }
}
