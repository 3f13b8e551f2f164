import AtollPackages
import AtollRuntime
import BoundedServer
import Foundation
import Hummingbird
import SignedJSON

/// The data about a user and a mini app that a native app and the web shell share, with the app's secret as bearer: the
/// name under which the mini app knows the user, the user's decisions, and the mini app's stored data.
///
/// | | | |
/// | --- | --- | --- |
/// | `GET /app-session/miniapps/{id}` | | `user`, `email`, and `decisions` by permission |
/// | `POST /app-session/miniapps/{id}/decisions` | JSON: `decisions`, `refusals`, `isLate` | 204 |
/// | `POST /app-session/miniapps/{id}/bridge` | JSON-RPC | JSON-RPC |
///
/// `decisions` records the user's decisions in the app. `bridge` answers calls of `storage`, `secrets`, `files`,
/// `updates` and `user`.
struct AppMiniApps: ShellRoutes {
    let browsers: BrowserSessions
    let consents: ConsentStore
    let entitlements: LaunchEntitlements
    let center: CenterAccess
    let pairwiseNames: PairwiseNames
    let issued: IssuedTokens
    let notices: NoticeStore
    let host: BridgeContext.Host
    let bridge: BridgeRouter

    private static let maximumBody = 64 * 1024
    private static let maximumDecisions = 100
    private static let maximumName = 2_000

    func add(to router: Router<ShellContext>) {
        router.get("app-session/miniapps/:id") { request, context in
            try await answering { try await state(request, context) }
        }
        router.post("app-session/miniapps/:id/decisions") { request, context in
            try await answering { try await decide(request, context) }
        }
        router.post("app-session/miniapps/:id/bridge") { request, context in
            try await answering { try await call(request, context) }
        }
    }

    private struct State: Encodable {
        /// The name under which the mini app knows the user.
        let user: String
        let decisions: [String: PermissionLedger.Decision]
        /// How often the user has refused each permission that they refuse.
        let refusals: [String: Int]
        /// The user's e-mail address, which the app gives to mini apps only with consent; nil if it is not known.
        let email: String?
    }

    private struct Decisions: Decodable {
        let decisions: [String: PermissionLedger.Decision]
        let refusals: [String: Int]?
        /// Whether the user has decided some time ago, while the app had no connection.
        let isLate: Bool?
    }

    private func state(_ request: Request, _ context: ShellContext) async throws -> Response {
        let (session, id) = try await caller(request, context)
        // An app sends this request when it opens a mini app. If the Center can't be reached, no decisions are dropped.
        if let miniApp = try? await version(of: id, for: session) {
            try await consents.dropUndeclared(by: miniApp, of: session.user)
        }
        let ledger = try await consents.ledger(of: session.user)
        let entries = ledger.entries(for: id)
        let user = try await browsers.users.user(id: session.user)
        return try Response.json(
            State(
                user: pairwiseNames.name(of: session.user, in: id, forgotten: ledger.timesForgotten(id)),
                decisions: Dictionary(entries.map { ($0.permission, $0.entry.decision) }) { first, _ in first },
                refusals: Dictionary(
                    entries.filter { $0.entry.decision == .denied }.map { ($0.permission, $0.entry.refusals) }
                ) { first, _ in first }, email: user?.email
            ))
    }

    private func decide(_ request: Request, _ context: ShellContext) async throws -> Response {
        let (session, id) = try await caller(request, context)
        guard let bytes = try await request.body(upTo: Self.maximumBody),
            let body = try? JSONDecoder().decode(Decisions.self, fromForeign: Data(bytes.readableBytesView)),
            body.decisions.count <= Self.maximumDecisions,
            body.decisions.keys.allSatisfy({ (1...Self.maximumName).contains($0.utf8.count) })
        else { throw OAuthError(.invalidRequest, "The body must be JSON with decisions by permission.") }
        guard let miniApp = try await version(of: id, for: session) else {
            throw OAuthError(.accessDenied, "The user may not open this mini app.")
        }
        // Decisions on permissions that the version does not declare are ignored.
        let known = body.decisions.filter { miniApp.declaredPermissionNames.contains($0.key) }
        try await consents.record(
            known, refusals: body.refusals ?? [:], of: id, for: session.user, isLate: body.isLate ?? false)
        let isTokenDenied = known.contains {
            $0.value == .denied && TokenPermission.publicName(of: $0.key) == TokenPermission.group
        }
        if known["notifications"] == .denied { try await notices.withdraw(id, of: session.user) }
        if isTokenDenied { await issued.revokeAll(of: session.user, for: id) }
        return Response(status: .noContent, headers: [.cacheControl: "no-store"])
    }

    private func call(_ request: Request, _ context: ShellContext) async throws -> Response {
        let (session, id) = try await caller(request, context)
        guard let message = try await request.body(upTo: bridge.limits.messageBytes) else {
            throw OAuthError(.invalidRequest, "A message has at most \(bridge.limits.messageBytes) bytes.")
        }
        guard let miniApp = try await version(of: id, for: session),
            let user = try await browsers.users.user(id: session.user)
        else { throw OAuthError(.accessDenied, "The user may not open this mini app.") }
        var from = BridgeContext(
            miniApp: id, version: miniApp.manifest.version,
            user: .init(
                pairwiseID: pairwiseNames.name(
                    of: user.id, in: id, forgotten: try await consents.timesForgotten(id, by: user.id)),
                name: user.name),
            host: host, appearance: .init(theme: .light, language: "en", textLanguage: nil))
        from.user.email = user.email
        from.user.isEmailVerified = user.email != nil
        // The app asks the user itself, and sends their decisions.
        from.canAsk = false
        from.tokens = miniApp.manifest.tokens
        from.permissions = try await consents.states(of: miniApp, for: user.id, launch: nil)
        from.session = session.id.hex
        from.fileList = miniApp.digest
        let reply = await bridge.reply(to: Data(message.readableBytesView), from: from)
        guard let answer = reply.message else {
            return Response(status: .noContent, headers: [.cacheControl: "no-store"])
        }
        return Response(
            status: .ok, headers: [.contentType: "application/json", .cacheControl: "no-store"],
            body: .init(byteBuffer: ByteBuffer(bytes: answer)))
    }

    /// The version that the user of an app has now, if they may open it.
    private func version(of id: MiniAppID, for session: Session) async throws -> InstalledMiniApp? {
        guard await entitlements.stillAllow(session.id, id), let user = try await browsers.users.user(id: session.user)
        else { return nil }
        return try await center.current(id, for: user)
    }

    private func caller(_ request: Request, _ context: ShellContext) async throws -> (Session, MiniAppID) {
        guard let session = await browsers.sessions.appSession(of: request) else {
            throw OAuthError(.invalidToken, "You are not signed in. Sign in again.")
        }
        guard let id = MiniAppID(try context.parameters.require("id")) else {
            throw OAuthError(.invalidRequest, "This is not the id of a mini app.")
        }
        return (session, id)
    }

    private func answering(_ body: () async throws -> Response) async throws -> Response {
        try await OAuthAnswer.answering(body)
    }
}

extension SessionStore {
    /// The session of a native app that has sent a request with its secret as bearer.
    func appSession(of request: Request) -> Session? {
        guard let secret = request.bearer, secret.utf8.count <= 200, let session = session(cookie: secret),
            session.client == .app
        else { return nil }
        return session
    }
}
