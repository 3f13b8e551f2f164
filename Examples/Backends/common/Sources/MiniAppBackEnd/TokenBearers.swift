import HTTPTypes
import Hummingbird

/// Finds the user whose token a request contains.
package struct TokenBearers: Sendable {
    let verifier: TokenVerifier

    /// - Throws: `HTTPError`: 401 without a valid token, 403 if it does not contain the user's name, and 503 while the
    ///   super app's keys are unavailable.
    package func bearer(of request: Request) async throws -> TokenBearer {
        let refused = HTTPError(.unauthorized, headers: [.wwwAuthenticate: "Bearer error=\"invalid_token\""])
        guard let header = request.headers[.authorization], header.hasPrefix("Bearer ") else { throw refused }
        let found: TokenVerifier.Claims?
        do {
            found = try await verifier.claims(of: String(header.dropFirst("Bearer ".count)))
        } catch {
            throw HTTPError(.serviceUnavailable, headers: [.retryAfter: "10"])
        }
        guard let claims = found else { throw refused }
        guard let name = claims.name else { throw HTTPError(.forbidden) }
        return TokenBearer(
            id: claims.sub, name: String(name.prefix(100)), roles: Set(claims.roles ?? []), end: claims.exp.value)
    }
}
