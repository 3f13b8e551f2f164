import AtollCenterAnswers
import AtollCenterDomain
import BoundedServer
import HTTPTypes
import Hummingbird

/// Finds out who sends a request to a ``APIRoute``.
struct APIAuthenticator: Sendable {
    let finder: CallerFinder

    /// The request with its sender.
    ///
    /// - Throws: A 401 ``Problem`` without valid credentials, unless the route is for anyone; a 403 if an API key is not
    ///   what the route needs.
    func authenticated(
        _ request: Request, _ context: CenterContext, for access: APIRoute.Access
    ) async throws -> APIRequest {
        let origin = AuditActor.Origin(of: request, context)
        guard let token = request.bearerToken else {
            guard access == .anyone else { throw Problem.noCredentials }
            return APIRequest(request: request, context: context, caller: nil, session: nil, origin: origin)
        }
        let (caller, session) = try await finder.caller(for: token, from: origin)
        guard session != nil || access != .oneself else {
            throw Problem(.forbidden, "This needs a person: sign in with atoll login.", rule: "person")
        }
        return APIRequest(request: request, context: context, caller: caller, session: session, origin: origin)
    }
}
