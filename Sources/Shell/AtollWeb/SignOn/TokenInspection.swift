import AtollPackages
import AtollRuntime
import BoundedServer
import Foundation
import Hummingbird

/// The endpoints at which back ends inspect and revoke tokens that they have received.
///
/// | | | |
/// | --- | --- | --- |
/// | `POST /oauth/introspect` | the back end's key, `token` | whether it is valid, and its claims (RFC 7662) |
/// | `POST /oauth/revoke` | the back end's key, `token`, `consent=true` | 200; both are revoked (RFC 7009) |
/// | `GET /oauth/userinfo` | the token as bearer | the facts in its scopes (OpenID Connect Core 1.0, section 5.3) |
struct TokenInspection: ShellRoutes {
    let browsers: BrowserSessions
    let consents: ConsentStore
    let tokens: MiniAppTokens
    let backEnds: BackEndAuthentication

    func add(to router: Router<ShellContext>) {
        router.post("oauth/introspect") { request, context in
            try await OAuthAnswer.answering { try await introspect(request, context) }
        }
        router.post("oauth/revoke") { request, context in
            try await OAuthAnswer.answering { try await revoke(request, context) }
        }
        router.get("oauth/userinfo") { request, _ in try await OAuthAnswer.answering { try await userInfo(request) } }
    }

    private struct Inspected: Encodable {
        let active: Bool
        var claims: MiniAppClaims?

        private enum CodingKeys: CodingKey { case active }

        func encode(to encoder: any Encoder) throws {
            try claims?.encode(to: encoder)
            var fields = encoder.container(keyedBy: CodingKeys.self)
            try fields.encode(active, forKey: .active)
        }
    }

    private func introspect(_ request: Request, _ context: ShellContext) async throws -> Response {
        let form = try await Form(request)
        let client = try await backEnds.miniApp(request, form, context)
        // For tokens of others, a back end only learns that they are not its own.
        guard let (claims, _) = await active(form["token"]), claims.client_id == client.rawValue else {
            return try Response.json(Inspected(active: false))
        }
        return try Response.json(Inspected(active: true, claims: claims))
    }

    private func revoke(_ request: Request, _ context: ShellContext) async throws -> Response {
        let form = try await Form(request)
        let client = try await backEnds.miniApp(request, form, context)
        guard let (claims, record) = await active(form["token"]), claims.client_id == client.rawValue else {
            // Only the token would have identified the user whose consent to revoke.
            guard form["consent"] != "true" else {
                throw OAuthError(.invalidGrant, "The token has expired or is unknown. Send a valid one.")
            }
            // RFC 7009, section 2.2: an invalid token need not be revoked.
            return Response(status: .ok, headers: [.cacheControl: "no-store"])
        }
        await tokens.issued.revoke(claims.jti)
        if form["consent"] == "true" {
            try await consents.settle(.denied, on: record.permission, for: record.miniApp, of: record.user)
            await tokens.issued.revokeAll(of: record.user, for: record.miniApp, audience: record.audience)
        }
        context.logger.info(
            "A back end has revoked a token.",
            metadata: ["miniApp": "\(client)", "jti": "\(claims.jti)", "consent": "\(form["consent"] == "true")"])
        return Response(status: .ok, headers: [.cacheControl: "no-store"])
    }

    private struct Information: Encodable {
        let sub: String
        let name: String?
        let email: String?
        let email_verified: Bool?
        let roles: [String]?
    }

    private func userInfo(_ request: Request) async throws -> Response {
        guard let token = request.bearer, let (claims, record) = await active(token),
            let user = try await browsers.users.user(id: record.user)
        else { throw OAuthError(.invalidToken, "The token is missing, has ended or was revoked.") }
        let facts = ScopedFacts(of: user, scopes: record.scopes)
        return try Response.json(
            Information(
                sub: claims.sub, name: facts.name, email: facts.email, email_verified: facts.email.map { _ in true },
                roles: facts.roles))
    }

    private func active(_ token: String) async -> (claims: MiniAppClaims, record: IssuedTokens.Record)? {
        await tokens.active(token, sessions: browsers.sessions)
    }
}
