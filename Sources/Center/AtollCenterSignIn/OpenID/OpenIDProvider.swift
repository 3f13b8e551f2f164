import AtollCenterAnswers
import AtollCenterDomain
import BoundedHTTP
import Foundation
import Logging
import PrintableText
import SignedJSON

/// An OpenID provider that the operator trusts: what it says of itself, and the tokens that it signs.
///
/// Source: OpenID Connect Discovery 1.0, section 4.
package actor OpenIDProvider {
    /// The provider's metadata.
    package struct Metadata: Hashable, Sendable {
        /// Its `iss`.
        package let issuer: String
        package let keySet: URL
        /// Where people sign in; nil for one that signs tokens of programs only.
        package let authorization: URL?
        package let token: URL?
        /// The ways in which it accepts a client's secret; nil means `client_secret_basic`.
        let secretMethods: [String]?
    }

    package nonisolated let issuer: String
    private let logger: Logger?
    private let clock: @Sendable () -> ContinuousClock.Instant
    private let fetch: @Sendable (URL) async throws -> Data
    private var known: (metadata: Metadata, read: ContinuousClock.Instant)?
    private var failed: ContinuousClock.Instant?
    private var reading: Task<Metadata, any Error>?
    private var keys: (VerifyingKeys, of: URL)?

    /// How long what was read counts.
    private static let maximumAge = Duration.seconds(3_600)
    /// How long a provider that could not be read is left alone.
    private static let pause = Duration.seconds(5)

    /// - Parameters:
    ///   - issuer: Its `iss`, an HTTPS address, or one on this machine.
    ///   - fetch: Reads a document of the provider, at most ``SignInKeySource/maximumLength`` bytes long.
    package init(
        _ issuer: String, logger: Logger?, clock: @escaping @Sendable () -> ContinuousClock.Instant = { .now },
        fetch: @escaping @Sendable (URL) async throws -> Data = { try await SignInKeySource.address($0).load() }
    ) {
        self.issuer = issuer
        self.logger = logger
        self.clock = clock
        self.fetch = fetch
    }

    /// Returns the claims of a token that this provider has signed for `audience`.
    ///
    /// - Throws: A 401 ``Problem`` for any other, a 503 if the provider's keys can't be fetched.
    package nonisolated func verified(_ token: String, for audience: String, at now: Date) async throws -> IdentityToken
    {
        guard token.utf8.count <= IdentityToken.maximumLength else {
            throw Problem.unauthorized("The token is too long.")
        }
        guard CompactToken.isSound(token, upTo: IdentityToken.maximumLength) else {
            throw Problem.unauthorized("The token is not valid.")
        }
        let issuer = try await metadata().issuer
        return try await verifyingKeys().payload(of: token, as: IdentityToken.self) {
            try $0.check(issuer: issuer, audience: audience, at: now)
        }
    }

    /// Returns the provider's metadata, read again from time to time. Concurrent calls share one request.
    package func metadata() async throws -> Metadata {
        if let known, clock() - known.read < Self.maximumAge { return known.metadata }
        if let reading { return try await value(of: reading) }
        // Failed calls do not make the Center ask the provider each time.
        if let failed, clock() - failed < Self.pause { return try old() }
        let task = Task { [issuer, fetch] in try await Self.read(issuer, fetch) }
        reading = task
        defer { reading = nil }
        do {
            let metadata = try await task.value
            (known, failed) = ((metadata, clock()), nil)
            return metadata
        } catch {
            failed = clock()
            logger?.error(
                "An OpenID provider could not be read. Check its address, and that this machine reaches it.",
                metadata: ["issuer": "\(issuer)", "error": "\(ErrorText.sentence(of: error))"])
            return try old()
        }
    }

    private func value(of task: Task<Metadata, any Error>) async throws -> Metadata {
        do { return try await task.value } catch { return try old() }
    }

    /// Returns the metadata that was read before: still more likely right than wrong.
    private func old() throws -> Metadata {
        guard let known else { throw unavailable }
        return known.metadata
    }

    private var unavailable: Problem {
        Problem(.serviceUnavailable, "\(issuer) is not available at the moment.", rule: "provider")
    }

    private func verifyingKeys() async throws -> VerifyingKeys {
        let address = try await metadata().keySet
        if let keys, keys.of == address { return keys.0 }
        let new = VerifyingKeys(
            SignInKeySource { [fetch] in try await fetch(address) }, .es256OrRSA, of: issuer, logger: logger,
            pause: Self.pause, clock: clock)
        keys = (new, address)
        return new
    }

    private static func read(_ issuer: String, _ fetch: @Sendable (URL) async throws -> Data) async throws -> Metadata {
        let base = issuer.hasSuffix("/") ? String(issuer.dropLast()) : issuer
        guard let url = URL(string: base + "/.well-known/openid-configuration") else { throw URLError(.badURL) }
        let fields = try JSONFields(JSONValue(parsing: Array(await fetch(url)), numbers: .unbounded))
        // Otherwise one provider could speak for another.
        let said = try fields.string("issuer")
        // Operators often leave out the slash at the end.
        guard said == issuer || said == base || said == base + "/" else { throw OpenIDError.otherIssuer(said) }
        func address(_ name: ExactString) throws -> URL? {
            guard fields.has(name) else { return nil }
            guard let found = URL(string: try fields.string(name)), found.protectsSecrets,
                // One elsewhere does not lead to this machine.
                found.scheme == "https" || url.scheme == "http"
            else { throw OpenIDError.badAddress }
            return found
        }
        guard let keySet = try address("jwks_uri") else { throw OpenIDError.badAddress }
        let methods = "token_endpoint_auth_methods_supported" as ExactString
        return Metadata(
            issuer: said, keySet: keySet, authorization: try address("authorization_endpoint"),
            token: try address("token_endpoint"),
            secretMethods: fields.has(methods) ? try fields.strings(methods) : nil)
    }
}
