import AtollCatalog
import AtollPackages
import AtollRuntime
import BoundedServer
import Foundation
import Hummingbird

/// `POST /oauth/token`: issues tokens to native apps, for their mini apps and the Center, in exchange for their
/// session's secret (RFC 8693); and to back ends of mini apps, in exchange for a code (RFC 6749).
///
/// Cookies are ignored here, so a page of another site can't act in a user's name.
struct OAuthRoutes: ShellRoutes {
    let configuration: ShellConfiguration
    let browsers: BrowserSessions
    let entitlements: LaunchEntitlements
    let center: CenterAccess
    let tokens: MiniAppTokens
    let codes: AuthorizationCodes
    let backEnds: BackEndAuthentication

    static let path = "oauth"
    static let tokenPath = "/oauth/token"
    static let exchange = "urn:ietf:params:oauth:grant-type:token-exchange"
    static let sessionType = "urn:atoll:session"
    static let accessTokenType = "urn:ietf:params:oauth:token-type:access_token"

    func add(to router: Router<ShellContext>) {
        router.post("oauth/token") { request, context in
            try await OAuthAnswer.answering { try await token(request, context) }
        }
    }

    private struct Answer: Encodable {
        let access_token: String
        var issued_token_type: String?
        let token_type = "Bearer"
        let expires_in: Int
        var scope: String?
        var id_token: String?
    }

    private func token(_ request: Request, _ context: ShellContext) async throws -> Response {
        let form = try await Form(request)
        return switch form["grant_type"] {
        case Self.exchange: try await exchanged(form)
        case "authorization_code": try await redeemed(request, form, context)
        default: throw OAuthError(.unsupportedGrantType, "The grant_type must be token exchange or authorization_code.")
        }
    }

    /// The token of a native app for one of its mini apps, or for the Center.
    private func exchanged(_ form: Form) async throws -> Response {
        guard form["subject_token_type"] == Self.sessionType, form["subject_token"].utf8.count <= 200 else {
            throw OAuthError(.invalidRequest, "The subject_token must be the secret of a session.")
        }
        guard let session = await browsers.sessions.session(cookie: form["subject_token"]), session.client == .app,
            let user = try await browsers.users.user(id: session.user)
        else { throw OAuthError(.invalidGrant, "The session has ended. Sign in again.") }
        let audience = form["audience"]
        if audience == configuration.centerAudience {
            let token = try await tokens.issuer.token(
                for: user, audience: audience, superApp: configuration.superApp)
            return try Response.json(
                Answer(
                    access_token: token, issued_token_type: Self.accessTokenType,
                    expires_in: Int(TokenIssuer.lifetime)))
        }
        guard let id = MiniAppID(form["client_id"]) else {
            throw OAuthError(.invalidRequest, "The client_id must be the id of a mini app.")
        }
        guard await entitlements.stillAllow(session.id, id), let miniApp = try await center.current(id, for: user)
        else {
            throw OAuthError(.accessDenied, "The user may not open this mini app.")
        }
        let made = try await tokens.make(
            Self.request(audience.isEmpty ? id.rawValue : audience, form.fields["scope"], in: miniApp),
            for: .init(
                user: user, session: session, miniApp: miniApp, launch: nil,
                publisher: miniApp.manifest.sector == nil ? nil : try await center.publisher(of: miniApp)))
        return try Response.json(
            Answer(
                access_token: made.token.text, issued_token_type: Self.accessTokenType,
                expires_in: Int(TokenIssuer.lifetime), scope: made.claims.scope))
    }

    /// The request for a token. Without scopes, it has those that the manifest names for the audience.
    private static func request(_ audience: String, _ scope: String?, in miniApp: InstalledMiniApp) -> TokenRequest {
        let declared = miniApp.manifest.tokens.first { $0.audience == audience }?.scopes ?? []
        return TokenRequest(
            audience: audience, scopes: scope.map { $0.split(separator: " ").map(String.init) } ?? declared)
    }

    /// The token for a back end, in exchange for a code that its mini app has received.
    private func redeemed(_ request: Request, _ form: Form, _ context: ShellContext) async throws -> Response {
        let client = try await backEnds.miniApp(request, form, context)
        let grant: AuthorizationCodes.Grant
        switch await codes.redeem(form["code"], by: client) {
        case .grant(let found): grant = found
        case .usedBefore(let token):
            if let token { await tokens.issued.revoke(token) }
            context.logger.warning("A code was used twice.", metadata: ["miniApp": "\(client)"])
            fallthrough
        case .unknown: throw OAuthError(.invalidGrant, "The code is unknown, was used or has ended.")
        }
        // Changes since the code was issued are taken into account.
        guard let session = await browsers.sessions.session(grant.bearer.session.id),
            let user = try await browsers.users.user(id: session.user),
            await entitlements.stillAllow(session.id, client)
        else { throw OAuthError(.invalidGrant, "The user is no longer signed in, or may not open the mini app.") }
        let made = try await tokens.make(
            grant.request,
            for: .init(
                user: user, session: session, miniApp: grant.bearer.miniApp, launch: grant.bearer.launch,
                publisher: grant.bearer.publisher))
        guard await codes.note(made.claims.jti, for: form["code"]) else {
            await tokens.issued.revoke(made.claims.jti)
            throw OAuthError(.invalidGrant, "The code was used twice.")
        }
        return try Response.json(
            Answer(
                access_token: made.token.text, expires_in: Int(TokenIssuer.lifetime), scope: made.claims.scope,
                id_token: try await tokens.identity(with: made)))
    }
}
