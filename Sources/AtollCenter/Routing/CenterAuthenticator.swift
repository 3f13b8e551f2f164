import AtollPackages
import BoundedServer
import Foundation
import HTTPTypes
import Hummingbird

/// Authenticates requests.
struct CenterAuthenticator: Sendable {
    let keys: APIKeys
    let verifier: TokenVerifier
    /// The super apps that the Center serves.
    let superApps: Set<String>
    let now: @Sendable () -> Date

    /// The user whose token the request carries, in the super app that the header `Atoll-Host` names.
    ///
    /// - Throws: A 401 ``Problem`` without a valid token, 400 without a valid header, 403 if the token was issued for
    ///   another super app.
    func visitor(_ request: Request) async throws -> Visitor {
        let claims = try await verifier.claims(in: request.bearerToken)
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
        return Visitor(roles: claims.roles, host: host)
    }

    /// The API key that the request carries, if it permits `scope` for the mini app or super app.
    ///
    /// - Throws: A 401 ``Problem`` without a key or with an unknown one, 403 if the key does not permit this.
    func key(of request: Request, _ scope: APIKeyScope, of id: MiniAppID) async throws -> APIKey {
        guard let token = request.bearerToken else {
            throw Problem.unauthorized("An API key is required as a bearer token.")
        }
        guard let key = try await keys.key(for: token, at: now()) else {
            throw Problem.unauthorized("The API key is unknown, revoked or expired.")
        }
        guard key.allows(scope, of: id) else {
            throw Problem(.forbidden, "This API key does not permit \"\(scope.rawValue)\" for \(id).")
        }
        return key
    }

    /// - Throws: ``CenterError/unknownSuperApps(_:known:)`` if the Center does not serve this super app.
    func checkSuperApp(_ id: MiniAppID) throws(CenterError) {
        guard superApps.contains(id.rawValue) else {
            throw .unknownSuperApps([id.rawValue], known: superApps.sorted())
        }
    }

    /// Whether the request comes from the operator: from this machine, or with any API key.
    func isOperator(_ request: Request, _ context: CenterContext) async -> Bool {
        // A proxy on this machine that is not configured as trusted looks like the operator, except for its headers.
        if context.client.isLocal, !request.hasPassedAProxy { return true }
        guard let token = request.bearerToken else { return false }
        return (try? await keys.key(for: token, at: now())) != nil
    }
}

extension HTTPField.Name {
    /// The super app and its versions, in the format of ``AtollPackages/HostIdentity/header``.
    static let atollHost = knownName("Atoll-Host")
}
