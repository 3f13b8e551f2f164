import AtollPackages
import AtollRuntime
import Foundation

/// The codes that back ends exchange for tokens (RFC 6749, section 4.1): valid once, for a minute, and only for the
/// mini app that got them.
actor AuthorizationCodes {
    /// The request that a code is for.
    struct Grant: Sendable {
        let request: TokenRequest
        let bearer: MiniAppTokens.Bearer
        let expires: Date
        /// The token that the code was exchanged for; empty while it is being created.
        var token: String?
        var isUsedTwice = false
    }

    private var grants = ExpiringCodes<Grant>(maximumPerUser: 200, maximum: 10_000)
    private let now: @Sendable () -> Date

    static let lifetime: TimeInterval = 60
    /// The maximum number of unused codes of a mini app in a session.
    private static let maximumPerSession = 20

    init(now: @escaping @Sendable () -> Date = { Date() }) { self.now = now }

    /// Issues a code.
    ///
    /// - Throws: ``BridgeError/Code/limited`` if a session has too many unused codes, or a user too many in six
    ///   minutes.
    func issue(_ request: TokenRequest, for bearer: MiniAppTokens.Bearer) throws(BridgeError) -> AuthorizationCode {
        let time = now()
        grants.forget(at: time)
        let room = grants.room(for: bearer.user.id)
        guard room <= time else { throw Self.limited(for: room.timeIntervalSince(time)) }
        let own = grants.values(of: bearer.user.id).count { grant in
            grant.token == nil && grant.expires > time && grant.bearer.session.id == bearer.session.id
                && grant.bearer.miniApp.manifest.id == bearer.miniApp.manifest.id
        }
        guard own < Self.maximumPerSession else { throw Self.limited(for: Self.lifetime) }
        let code = Secret.random()
        let expires = time.addingTimeInterval(Self.lifetime)
        // A used code is stored until its token has expired, so that a second use is noticed.
        grants.add(
            Grant(request: request, bearer: bearer, expires: expires), for: Secret.digest(of: code), of: bearer.user.id,
            until: expires.addingTimeInterval(TokenIssuer.lifetime))
        return AuthorizationCode(code, expires: expires)
    }

    private static func limited(for seconds: TimeInterval) -> BridgeError {
        let milliseconds = Int(exactly: (min(max(seconds, 0), 3_600) * 1_000).rounded(.up)) ?? 60_000
        return BridgeError(.limited, "Too many codes.", data: ["retryAfter": .integer(milliseconds)])
    }

    /// The result of redeeming a code.
    enum Redemption: Sendable {
        case grant(Grant)
        /// The code was used before: the token that it was exchanged for must be revoked (RFC 6749, section 4.1.2).
        case usedBefore(token: String?)
        case unknown
    }

    /// Redeems a code for a mini app. From then on, it counts as used.
    func redeem(_ code: String, by client: MiniAppID) -> Redemption {
        let digest = Secret.digest(of: code)
        guard let grant = grants[digest], grant.bearer.miniApp.manifest.id == client else { return .unknown }
        if let token = grant.token {
            grants[digest]?.isUsedTwice = true
            return .usedBefore(token: token.isEmpty ? nil : token)
        }
        guard grant.expires > now() else { return .unknown }
        grants[digest]?.token = ""
        return .grant(grant)
    }

    /// Notes the `jti` of the token that a code was exchanged for.
    ///
    /// - Returns: Whether the token is valid: the code was not used again while it was created.
    func note(_ jti: String, for code: String) -> Bool {
        grants[Secret.digest(of: code)]?.token = jti
        return grants[Secret.digest(of: code)]?.isUsedTwice != true
    }
}
