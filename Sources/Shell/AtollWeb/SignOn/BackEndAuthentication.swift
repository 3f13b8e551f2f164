import AtollPackages
import AtollRateLimiting
import BoundedServer
import Crypto
import Foundation
import HTTPTypes
import Hummingbird
import JWTKit
import SignedJSON

/// Determines which mini app's back end sends a request: by a secret (RFC 6749, section 2.3.1) or by a statement signed
/// with its key (RFC 7523, section 2.2).
struct BackEndAuthentication: Sendable {
    /// The statement that a back end signs.
    private struct Statement: JWTPayload {
        let iss: String
        let sub: String
        let aud: AudienceClaim
        let exp: ExpirationClaim
        let jti: String

        func verify(using algorithm: some JWTAlgorithm) throws { try exp.verifyNotExpired() }
    }

    let keys: BackEndKeys
    let issuer: String
    private let used = UsedStatements()
    /// Failed attempts, by the client's address.
    private let failures = RateLimiter<String>(.init(burst: 20, perSecond: 0.2))

    init(keys: BackEndKeys, issuer: String) {
        self.keys = keys
        self.issuer = issuer
    }

    static let statementType = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer"
    private static let maximumStatement = 4_096
    /// How long a statement may be valid, in seconds.
    private static let statementLifetime: TimeInterval = 300

    /// The mini app whose back end has sent a form.
    ///
    /// - Throws: ``OAuthError/Kind/invalidClient``, or ``OAuthError/Kind/slowDown`` after too many attempts.
    func miniApp(_ request: Request, _ form: Form, _ context: ShellContext) async throws(OAuthError) -> MiniAppID {
        // A valid key is accepted regardless of attempts by other clients at the same address: keys can't be guessed.
        if let id = await authenticated(request, form) { return id }
        let wait = failures.take(context.client.key)
        guard wait <= .zero else {
            throw OAuthError(
                .slowDown, "Too many attempts with a wrong key. Wait a moment.",
                retryAfter: Int(wait.components.seconds) + 1)
        }
        throw OAuthError(.invalidClient, "The back end's key is missing or wrong.")
    }

    private func authenticated(_ request: Request, _ form: Form) async -> MiniAppID? {
        if form["client_assertion_type"] == Self.statementType {
            return await byStatement(form["client_assertion"], client: form["client_id"])
        }
        if let (name, secret) = Self.basic(request.headers[.authorization]) { return bySecret(name, secret) }
        return bySecret(form["client_id"], form["client_secret"])
    }

    private func bySecret(_ name: String, _ secret: String) -> MiniAppID? {
        guard let id = MiniAppID(name), !secret.isEmpty, let known = try? keys.keys(of: id) else { return nil }
        // Compares digests, so that the duration reveals nothing about the secret.
        let digest = Secret.digest(of: secret).hex
        return known.contains { $0.digest == digest } ? id : nil
    }

    private func byStatement(_ text: String, client: String) async -> MiniAppID? {
        guard CompactToken.isSound(text, upTo: Self.maximumStatement),
            let parsed = try? DefaultJWTParser().parse(Array(text.utf8), as: Statement.self),
            parsed.header.alg == "ES256", let id = MiniAppID(parsed.payload.sub), parsed.payload.iss == id.rawValue,
            client.isEmpty || client == id.rawValue, (1...200).contains(parsed.payload.jti.utf8.count)
        else { return nil }
        let statement = parsed.payload
        let now = Date()
        let isForUs = statement.aud.value.contains { $0 == issuer || $0 == issuer + OAuthRoutes.tokenPath }
        guard isForUs, statement.exp.value > now,
            statement.exp.value <= now.addingTimeInterval(Self.statementLifetime + 60)
        else { return nil }
        let candidates = ((try? keys.keys(of: id)) ?? []).filter { key in
            !key.isSecret && (parsed.header.kid == nil || parsed.header.kid == key.id)
        }
        for key in candidates {
            guard let x = key.x, let y = key.y, let known = try? ES256PublicKey(parameters: (x, y)) else { continue }
            let collection = JWTKeyCollection()
            await collection.add(ecdsa: known)
            guard (try? await collection.verify(text, as: Statement.self)) != nil else { continue }
            // An attacker who has seen the statement can't send it again.
            return await used.isFirst(statement.jti, of: id, until: statement.exp.value) ? id : nil
        }
        return nil
    }

    private static func basic(_ header: String?) -> (name: String, secret: String)? {
        guard let header, header.utf8.count <= 1_000, header.prefix(6).lowercased() == "basic ",
            let data = Data(base64Encoded: String(header.dropFirst(6))), let text = String(data: data, encoding: .utf8),
            let colon = text.firstIndex(of: ":")
        else { return nil }
        // RFC 6749, section 2.3.1: both are encoded as in a form.
        let decoded = { (part: Substring) in part.replacing("+", with: " ").removingPercentEncoding ?? "" }
        return (decoded(text[..<colon]), decoded(text[text.index(after: colon)...]))
    }
}
