import AtollTestSupport
import Foundation
import JWTKit
import NIOConcurrencyHelpers

@testable import AtollCenter
@testable import AtollCenterDomain
@testable import AtollCenterSignIn

/// An OpenID provider without a server: what it publishes, and tokens that it signs.
final class TestIssuer: Sendable {
    let address: String
    private let key = ES256PrivateKey()
    private let state = NIOLockedValueBox(
        (
            isDown: false, issuer: String?.none, keys: Data?.none, fetches: 0, members: ""
        ))

    init(_ address: String = "https://ci.test") {
        self.address = address
    }

    /// Whether it answers.
    var isDown: Bool {
        get { state.withLockedValue { $0.isDown } }
        set { state.withLockedValue { $0.isDown = newValue } }
    }

    /// The issuer in its document; `nil` for its own.
    var saidIssuer: String? {
        get { state.withLockedValue { $0.issuer } }
        set { state.withLockedValue { $0.issuer = newValue } }
    }

    /// Its keys; nil for those that it signs with.
    var keySet: Data? {
        get { state.withLockedValue { $0.keys } }
        set { state.withLockedValue { $0.keys = newValue } }
    }

    /// Additional members of its document, as JSON that begins with a comma each.
    var saidBesides: String {
        get { state.withLockedValue { $0.members } }
        set { state.withLockedValue { $0.members = newValue } }
    }

    /// The signing keys, as in a key set.
    func ownKey() throws -> String {
        let set = String(decoding: try TestCenter.keySet(of: key), as: UTF8.self)
        return String(set.dropFirst(#"{"keys":["#.count).dropLast(2))
    }

    /// How often something was asked of it.
    var fetches: Int { state.withLockedValue { $0.fetches } }

    /// - Parameter configured: The issuer as an operator has written it, if that is not what it is.
    func provider(
        as configured: String? = nil, clock: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
    ) -> OpenIDProvider {
        OpenIDProvider(configured ?? address, logger: nil, clock: clock) { [self] url in
            state.withLockedValue { $0.fetches += 1 }
            guard !isDown else { throw URLError(.cannotConnectToHost) }
            let base = address.hasSuffix("/") ? String(address.dropLast()) : address
            if url.absoluteString == base + "/.well-known/openid-configuration" {
                return Data(
                    """
                    {"issuer": "\(saidIssuer ?? address)", "jwks_uri": "\(address)/keys",
                     "authorization_endpoint": "\(address)/authorize", "token_endpoint": "\(address)/token"\(saidBesides)}
                    """.utf8)
            }
            guard url.absoluteString == address + "/keys" else { throw URLError(.badURL) }
            return try keySet ?? TestCenter.keySet(of: key)
        }
    }

    /// A token with these claims, valid for five minutes from `now`.
    ///
    /// - Parameter other: Additional claims; one of the usual ones is replaced, or left out if it is `nil`.
    func token(
        _ other: [String: (any Codable & Sendable)?] = [:], at now: Date = Date(),
        signedBy stranger: ES256PrivateKey? = nil
    ) async throws -> String {
        let time = Int(now.timeIntervalSince1970)
        var claims: [String: any Codable & Sendable] = [
            "iss": address, "aud": "https://center.test", "sub": "repo:acme/kudos", "exp": time + 300, "iat": time,
            "repository": "acme/kudos", "repository_owner_id": "42",
            "workflow_ref": "acme/kudos/.github/workflows/publish.yml@refs/tags/v1", "sha": "abc",
        ]
        for (name, value) in other { claims[name] = value }
        let keys = JWTKeyCollection()
        await keys.add(ecdsa: stranger ?? key, kid: "test")
        return try await keys.sign(Claims(values: claims), kid: "test")
    }

    private struct Claims: JWTPayload {
        let values: [String: any Codable & Sendable]

        init(values: [String: any Codable & Sendable]) { self.values = values }

        init(from decoder: any Decoder) throws { values = [:] }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: Name.self)
            for (name, value) in values { try container.encode(value, forKey: Name(stringValue: name)) }
        }

        func verify(using algorithm: some JWTAlgorithm) throws {}
    }

    private struct Name: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init(stringValue: String) { self.stringValue = stringValue }

        init?(intValue: Int) { nil }
    }
}
