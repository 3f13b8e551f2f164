import Foundation
import Hummingbird

/// The endpoints that clients need to use the sign-on: `/.well-known/openid-configuration` (OpenID Connect Discovery
/// 1.0), also under the name of RFC 8414, and the keys at `/.well-known/jwks.json`.
struct Discovery: ShellRoutes {
    let issuer: String
    let keys: SigningKeys

    private struct Document: Encodable {
        let issuer: String
        let jwks_uri: String
        let token_endpoint: String
        let introspection_endpoint: String
        let revocation_endpoint: String
        let userinfo_endpoint: String
        let registration_endpoint: String
        let grant_types_supported = [OAuthRoutes.exchange, "authorization_code"]
        /// Required, though codes come from the bridge and there is no authorization page.
        let response_types_supported = ["code"]
        let subject_types_supported = ["pairwise"]
        let id_token_signing_alg_values_supported = ["ES256"]
        let scopes_supported = ["profile", "email"]
        let claims_supported = ["sub", "name", "email", "email_verified", "roles", "auth_time"]
        let token_endpoint_auth_methods_supported = ["private_key_jwt", "client_secret_basic", "client_secret_post"]
        let token_endpoint_auth_signing_alg_values_supported = ["ES256"]
    }

    func add(to router: Router<ShellContext>) {
        router.get(".well-known/jwks.json") { _, _ in kept(try await keys.keySet()) }
        router.get(".well-known/openid-configuration") { _, _ in try document() }
        router.get(".well-known/oauth-authorization-server") { _, _ in try document() }
    }

    private func document() throws -> Response {
        kept(
            try JSONEncoder().encode(
                Document(
                    issuer: issuer, jwks_uri: issuer + "/.well-known/jwks.json",
                    token_endpoint: issuer + OAuthRoutes.tokenPath,
                    introspection_endpoint: issuer + "/oauth/introspect",
                    revocation_endpoint: issuer + "/oauth/revoke", userinfo_endpoint: issuer + "/oauth/userinfo",
                    registration_endpoint: issuer + "/oauth/register")))
    }

    private func kept(_ body: Data) -> Response {
        Response(
            status: .ok,
            headers: [
                .contentType: "application/json",
                .cacheControl: "public, max-age=\(Int(PublishedKeys.lifetime))",
            ], body: .init(byteBuffer: ByteBuffer(bytes: body)))
    }
}
