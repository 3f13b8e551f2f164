import BoundedHTTP
import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Where the super app's public keys come from: a JSON Web Key Set (RFC 7517).
public struct SignInKeySource: Sendable {
    let load: @Sendable () async throws -> Data

    /// A key set that `load` fetches, each time the Center wants it anew.
    public init(load: @escaping @Sendable () async throws -> Data) {
        self.load = load
    }

    /// The key set at `url`, such as `https://app.example.com/.well-known/jwks.json`. It is fetched by HTTPS, or from this machine;
    /// redirects are not followed, and reading stops at ``maximumLength``.
    public static func address(_ url: URL) -> SignInKeySource {
        let session = BoundedSession(timeout: 5, deadline: 10)
        return SignInKeySource {
            // Whoever could change the keys on the way could sign in as anybody.
            guard url.protectsSecrets else { throw URLError(.appTransportSecurityRequiresSecureConnection) }
            let (status, data) = try await session.data(for: TransferRequest(url), limit: maximumLength)
            guard status == 200 else { throw URLError(.badServerResponse) }
            return data
        }
    }

    /// The longest key set, in bytes.
    static let maximumLength = 64 * 1024
}
