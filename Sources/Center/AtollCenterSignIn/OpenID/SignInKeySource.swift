import BoundedHTTP
import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The source of the keys that verify users' tokens: the super app's JSON Web Key Set (RFC 7517).
public struct SignInKeySource: Sendable {
    let load: @Sendable () async throws -> Data

    /// A key set that `load` returns as JSON; called each time the Center refreshes it.
    public init(load: @escaping @Sendable () async throws -> Data) {
        self.load = load
    }

    /// The key set at `url`, such as `https://app.example.com/.well-known/jwks.json`.
    ///
    /// The URL must use HTTPS, unless it is on this machine. Redirects are not followed, a request takes at most 10
    /// seconds, and a key set may have at most 64 kB.
    public static func address(_ url: URL) -> SignInKeySource {
        let session = BoundedSession(timeout: .seconds(5), deadline: .seconds(10))
        return SignInKeySource {
            // An attacker who can replace the keys in transit can sign in as any user.
            guard url.protectsSecrets else { throw URLError(.appTransportSecurityRequiresSecureConnection) }
            let (status, data) = try await session.data(for: TransferRequest(url), limit: maximumLength)
            guard status == 200 else { throw URLError(.badServerResponse) }
            return data
        }
    }

    /// The maximum length of a key set, in bytes.
    package static let maximumLength = 64 * 1024
}
