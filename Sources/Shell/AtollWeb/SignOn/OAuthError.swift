import AtollRuntime
import Foundation
import Hummingbird

/// The reason why an endpoint of the sign-on refuses a request (RFC 6749, section 5.2).
struct OAuthError: Error, Hashable {
    /// The registered kinds of error.
    enum Kind: String {
        case invalidRequest = "invalid_request"
        case invalidClient = "invalid_client"
        case invalidGrant = "invalid_grant"
        case invalidScope = "invalid_scope"
        /// The manifest does not name the audience (RFC 8693, section 2.2.2).
        case invalidTarget = "invalid_target"
        /// The user has not agreed, or has revoked the consent.
        case accessDenied = "access_denied"
        case unsupportedGrantType = "unsupported_grant_type"
        case invalidToken = "invalid_token"
        /// Too many requests.
        case slowDown = "slow_down"
        case temporarilyUnavailable = "temporarily_unavailable"
    }

    let kind: Kind
    let description: String
    var retryAfter: Int?

    init(_ kind: Kind, _ description: String, retryAfter: Int? = nil) {
        self.kind = kind
        self.description = description
        self.retryAfter = retryAfter
    }

    /// Creates the error that corresponds to an error of the bridge.
    init(_ error: BridgeError) {
        switch error.code {
        case .audience: self.init(.invalidTarget, error.message)
        case .scope: self.init(.invalidScope, error.message)
        case .permissionDenied: self.init(.accessDenied, error.message)
        case .limited: self.init(.slowDown, error.message, retryAfter: Self.seconds(error.data["retryAfter"]))
        default: self.init(.temporarilyUnavailable, error.message)
        }
    }

    private static func seconds(_ milliseconds: BridgeValue?) -> Int? {
        guard case .integer(let count)? = milliseconds else { return nil }
        return (count + 999) / 1_000
    }

    private var status: HTTPResponse.Status {
        switch kind {
        case .invalidClient, .invalidToken: .unauthorized
        case .accessDenied: .forbidden
        case .slowDown: .tooManyRequests
        case .temporarilyUnavailable: .serviceUnavailable
        default: .badRequest
        }
    }

    private struct Body: Encodable {
        let error: String
        let error_description: String
    }

    /// The response.
    func response() throws -> Response {
        var response = try Response.json(Body(error: kind.rawValue, error_description: description), status)
        switch kind {
        case .invalidClient: response.headers[.wwwAuthenticate] = "Basic realm=\"oauth\", charset=\"UTF-8\""
        case .invalidToken: response.headers[.wwwAuthenticate] = "Bearer error=\"invalid_token\""
        default: break
        }
        if let retryAfter { response.headers[.retryAfter] = String(max(1, retryAfter)) }
        return response
    }
}
