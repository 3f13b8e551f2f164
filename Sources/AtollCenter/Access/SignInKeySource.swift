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

    /// The key set at `url`, such as `https://app.example.com/.well-known/jwks.json`.
    public static func address(_ url: URL) -> SignInKeySource {
        SignInKeySource {
            var request = URLRequest(url: url)
            request.timeoutInterval = 5
            request.cachePolicy = .reloadIgnoringLocalCacheData
            let (data, response) = try await URLSession.shared.data(for: request)
            guard (response as? HTTPURLResponse)?.statusCode == 200, data.count <= maximumLength else {
                throw URLError(.badServerResponse)
            }
            return data
        }
    }

    /// The longest key set, in bytes.
    static let maximumLength = 64 * 1024
}
