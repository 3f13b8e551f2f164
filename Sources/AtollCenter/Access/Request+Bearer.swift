import AtollPackages
import Foundation
import Hummingbird

extension Request {
    /// The bearer token (RFC 6750), or nil where there is none.
    var bearerToken: String? {
        guard let header = headers[.authorization], header.utf8.count <= 8_192 else { return nil }
        let parts = header.split(separator: " ", maxSplits: 1)
        guard parts.count == 2, parts[0].lowercased() == "bearer" else { return nil }
        return String(parts[1])
    }

    /// The API key that the request carries, if it may do `scope` to `miniApp`.
    ///
    /// - Throws: 401 for no key or an unknown one, 403 for one that is not for this.
    func authorize(_ scope: APIKeyScope, of miniApp: MiniAppID, keys: APIKeys) async throws -> APIKey {
        guard let token = bearerToken else { throw Problem.unauthorized("An API key is needed as a bearer token.") }
        guard let key = try await keys.key(for: token, at: Date()) else {
            throw Problem.unauthorized("The API key is unknown, revoked or expired.")
        }
        guard key.allows(scope, of: miniApp) else {
            throw Problem(.forbidden, "This API key may not do \"\(scope.rawValue)\" for \(miniApp).")
        }
        return key
    }
}

extension CenterContext {
    /// The mini app's id in the path.
    func miniAppID() throws -> MiniAppID {
        guard let id = MiniAppID(parameters.get("id") ?? "") else {
            throw Problem(
                .badRequest, "That is not a valid mini app id. Expected one such as com.example.kudos.", subject: "id")
        }
        return id
    }
}
