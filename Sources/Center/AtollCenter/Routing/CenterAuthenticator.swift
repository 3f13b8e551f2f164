import AtollCenterAPI
import AtollCenterAnswers
import AtollCenterDomain
import AtollCenterSignIn
import AtollPackages
import BoundedServer
import Foundation
import HTTPTypes
import Hummingbird

/// Authenticates requests.
struct CenterAuthenticator: Sendable {
    let keys: APIKeys
    let people: PeopleService
    let tokens: UserTokens
    let superApps: SuperAppDirectory
    let now: @Sendable () -> Date

    /// The user whose token the request carries, in the super app that the header `Atoll-Host` names.
    ///
    /// - Throws: A 401 ``Problem`` without a valid token, 400 without a valid header, 403 if the token was issued for
    ///   another super app.
    func visitor(_ request: Request) async throws -> Visitor {
        let claims = try await tokens.claims(in: request.bearerToken)
        guard let host = request.headers[.atollHost].flatMap({ HostIdentity(header: $0) }) else {
            throw Problem(
                .badRequest,
                "The header Atoll-Host must name the super app, such as: com.example.lagoon/1.0 platform/1",
                subject: "Atoll-Host")
        }
        guard host.superApp == claims.superApp else {
            throw Problem(
                .forbidden, "The token was issued for another super app than the one that Atoll-Host names.",
                subject: "Atoll-Host")
        }
        return Visitor(
            roles: claims.roles, subject: claims.subject, scopes: claims.scopes, host: host)
    }

    /// The API key that the request carries, if it permits `scope` for the mini app or super app.
    ///
    /// - Throws: A 401 ``Problem`` without a key or with an unknown one, 403 if the key does not permit this.
    func key(
        of request: Request, _ context: CenterContext, _ scope: APIKeyScope, of id: MiniAppID
    ) async throws -> APIKey {
        guard let token = request.bearerToken else {
            throw Problem.unauthorized("An API key is required as a bearer token.")
        }
        guard let key = try await keys.key(for: token, at: now()) else {
            throw Problem.unauthorized("The API key is unknown, revoked or expired.")
        }
        guard key.allows(scope, of: id) else {
            throw Problem(.forbidden, "This API key does not permit \"\(scope.rawValue)\" for \(id).")
        }
        let origin = AuditActor.Origin(of: request, context)
        let isPermitted = try await people.mayUse(
            key, for: scope.action,
            of: { organization in
                PermissionSubject(
                    organization: organization, superApp: id.rawValue, superAppOwner: organization,
                    miniApp: id.rawValue)
            }, from: origin)
        guard isPermitted else {
            throw Problem(
                .forbidden, "The creator of this API key no longer has permission \"\(scope.rawValue)\" for \(id).",
                rule: "forbidden")
        }
        return key
    }

    /// Does the work of a request, and names its sender if it is refused.
    func addingSender<Result>(_ caller: Caller, _ work: () async throws -> Result) async throws -> Result {
        try await ForbiddenCaller(store: people.store).addingSender(caller, work)
    }

    /// A sender that works on a mini app: a signed-in person, whose permissions the handler checks, or an API key that
    /// permits one of `scopes` for it.
    ///
    /// - Throws: A 401 ``Problem`` without credentials or with unknown ones, 403 for a key that does not permit this.
    func publisher(
        of id: MiniAppID, _ scopes: [APIKeyScope], _ request: Request, _ context: CenterContext
    ) async throws -> PublisherContext {
        let origin = AuditActor.Origin(of: request, context)
        if let token = request.bearerToken, let session = try await people.session(for: token, from: origin) {
            let caller = CallerFinder.caller(of: session, from: origin, at: now())
            return PublisherContext(base: context, id: id, sender: .person(caller))
        }
        let key = try await key(of: request, context, scopes, of: id)
        let caller = try await people.store.read { try $0.caller(of: key, from: origin) }
        return PublisherContext(base: context, id: id, sender: .key(key, caller))
    }

    /// The API key that the request carries, if it permits one of `scopes`.
    private func key(
        of request: Request, _ context: CenterContext, _ scopes: [APIKeyScope], of id: MiniAppID
    ) async throws -> APIKey {
        for scope in scopes.dropLast() {
            do {
                return try await key(of: request, context, scope, of: id)
            } catch let problem as Problem where problem.status == .forbidden {
                continue
            }
        }
        return try await key(of: request, context, scopes.last ?? .publish, of: id)
    }

    /// A sender that may change the settings of a super app: members and API keys of the organization that owns it; for
    /// one without an owner, an API key of the publisher whose name its id begins with.
    ///
    /// - Throws: A 401 or 403 ``Problem``, a ``ActionError``, or ``CenterError/unknownSuperApps(_:known:)``.
    func keeper(of id: MiniAppID, _ request: Request, _ context: CenterContext) async throws -> AuditActor {
        if let owned = try await people.store.read({ try $0.superApp(id.rawValue) }) {
            guard let token = request.bearerToken else {
                throw Problem.unauthorized("Send the secret of a session, or an API key, as a bearer token.")
            }
            let caller = try await CallerFinder(people: people, keys: keys)
                .caller(for: token, from: AuditActor.Origin(of: request, context)).caller
            let isReading = request.method == .get
            try await people.store.read { view in
                try view.require(.manageCatalog, of: owned.subject, by: caller, named: "super app")
                if !isReading { try view.requireConfirmation(of: caller) }
            }
            if caller.account == nil, let key = try await keys.key(for: token, at: now()) {
                let origin = AuditActor.Origin(of: request, context)
                // It is permitted already; this records that the key was used.
                _ = try await people.mayUse(key, for: .manageCatalog, of: { _ in owned.subject }, from: origin)
            }
            return caller.actor
        }
        let key = try await key(of: request, context, .catalog, of: id)
        _ = try await superApps.owner(of: id)
        return AuditActor(.key, key.id, via: .api)
    }

    /// Whether the request comes from the operator: from this machine, or with an API key that the operator has made.
    func isOperator(_ request: Request, _ context: CenterContext) async -> Bool {
        // A proxy on this machine that is not configured as trusted looks like the operator, except for its headers.
        if context.client.isLocal, request.namesThisMachine, !request.hasPassedAProxy { return true }
        guard let token = request.bearerToken else { return false }
        guard let key = try? await keys.key(for: token, at: now()) else { return false }
        return (try? await people.isOperators(key)) ?? false
    }
}

extension APIKeyScope {
    /// The action of the routes with this scope, for the key's creator.
    fileprivate var action: Action {
        switch self {
        case .access: .setAccess
        case .catalog: .manageCatalog
        case .release: .withdrawRelease
        default: .uploadVersions
        }
    }
}

extension HTTPField.Name {
    /// The super app and its versions, in the format of ``AtollPackages/HostIdentity/header``.
    static let atollHost = knownName("Atoll-Host")
}
