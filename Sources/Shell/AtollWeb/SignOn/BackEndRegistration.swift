import AtollPackages
import AtollRateLimiting
import BoundedServer
import Foundation
import HTTPTypes
import Hummingbird
import SignedJSON

/// `POST /oauth/register`: a back end registers its key, with a registration token that the operator has made for its mini app (RFC
/// 7591).
///
/// The body is JSON: `client_id`, and either `jwks` with one public key or `token_endpoint_auth_method` with a method that uses a
/// secret. The secret is in the response, and nowhere else.
struct BackEndRegistration: ShellRoutes {
    let keys: BackEndKeys
    /// Registration attempts, by the client's address.
    private let attempts = RateLimiter<String>(.init(burst: 10, perSecond: 0.1))

    private static let maximumBody = 8_192
    private static let secretMethods = ["client_secret_basic", "client_secret_post"]

    init(keys: BackEndKeys) { self.keys = keys }

    func add(to router: Router<ShellContext>) {
        router.post("oauth/register") { request, context in
            try await OAuthAnswer.answering { try await register(request, context) }
        }
    }

    private struct Body: Decodable {
        struct KeySet: Decodable {
            struct Key: Decodable {
                let kty: String
                let crv: String
                let kid: String
                let x: String
                let y: String
                /// The private part, which must not be sent.
                let d: String?
            }
            let keys: [Key]
        }
        let client_id: String
        let jwks: KeySet?
        let token_endpoint_auth_method: String?
    }

    private struct Registered: Encodable {
        let client_id: String
        let kid: String
        let client_id_issued_at: Int
        let token_endpoint_auth_method: String
        var client_secret: String?
        var client_secret_expires_at: Int?
    }

    private func register(_ request: Request, _ context: ShellContext) async throws -> Response {
        let wait = attempts.take(context.client.key)
        guard wait <= .zero else {
            throw OAuthError(.slowDown, "Too many attempts.", retryAfter: Int(wait.components.seconds) + 1)
        }
        guard let bytes = try await request.body(upTo: Self.maximumBody),
            let body = try? JSONDecoder().decode(Body.self, fromForeign: Data(bytes.readableBytesView)),
            let id = MiniAppID(body.client_id)
        else { throw OAuthError(.invalidRequest, "The body must be JSON with the mini app's id as client_id.") }
        guard body.jwks.map({ $0.keys.count == 1 && $0.keys[0].kty == "EC" && $0.keys[0].crv == "P-256" }) ?? true
        else { throw OAuthError(.invalidRequest, "The jwks must have one public key: kty EC, crv P-256.") }
        guard body.jwks?.keys.first?.d == nil else {
            throw OAuthError(.invalidRequest, "This is a private key. Make another one, and send its public part.")
        }
        let method = body.token_endpoint_auth_method ?? (body.jwks == nil ? "client_secret_basic" : "private_key_jwt")
        guard body.jwks == nil ? Self.secretMethods.contains(method) : method == "private_key_jwt" else {
            throw OAuthError(.invalidRequest, "The token_endpoint_auth_method does not fit the key.")
        }
        guard let token = request.bearer, token.utf8.count <= 200, keys.hasInvited(token, for: id) else {
            throw Self.badToken
        }
        do {
            // The token is used up only if the key can be registered.
            try keys.check(body.jwks?.keys.first.map { ($0.kid, $0.x, $0.y) }, of: id)
            guard keys.accept(token, for: id) else { throw Self.badToken }
            var registered: Registered
            if let key = body.jwks?.keys.first {
                let added = try keys.addPublicKey(key.kid, x: key.x, y: key.y, of: id)
                registered = answer(id, added, method)
            } else {
                let (secret, added) = try keys.addSecret(of: id)
                registered = answer(id, added, method)
                registered.client_secret = secret
                registered.client_secret_expires_at = 0
            }
            context.logger.notice(
                "A back end has registered a key.", metadata: ["miniApp": "\(id)", "key": "\(registered.kid)"])
            return try Response.json(registered, .created)
        } catch let refusal as BackEndKeys.Refusal {
            throw OAuthError(.invalidRequest, refusal.description)
        }
    }

    private static let badToken = OAuthError(
        .invalidToken, "The registration token is unknown, was used or has ended.")

    private func answer(_ id: MiniAppID, _ key: BackEndKeys.Key, _ method: String) -> Registered {
        Registered(
            client_id: id.rawValue, kid: key.id, client_id_issued_at: key.created.wholeSeconds,
            token_endpoint_auth_method: method)
    }
}
