import Foundation
import Hummingbird

/// The way in for the super app's own apps, which are no browsers: JSON, and a secret in place of a cookie.
///
/// | | | |
/// | --- | --- | --- |
/// | `POST /app-session` | `{"name": …, "password": …}` | 201 with the session's secret and the user |
/// | `POST /app-session/token` | `Authorization: Bearer` and the secret | 200 with a token for the Center |
/// | `DELETE /app-session` | the same | 204; the secret opens nothing any longer |
///
/// Nothing here looks at cookies, so a page of another site can do no more with it than anybody else; and a session of a browser
/// opens nothing here.
struct AppSessions {
    let shell: ShellParts
    let throttle: SignInThrottle

    static let path = "app-session"
    private static let maximumBody = 4_096

    func add(to router: Router<ShellContext>) {
        router.post(.init(Self.path), use: signIn)
        router.post(.init(Self.path + "/token"), use: token)
        router.delete(.init(Self.path), use: signOut)
    }

    private struct Credentials: Decodable {
        let name: String
        let password: String
    }

    private struct Opened: Encodable {
        struct Person: Encodable {
            let id: String
            let name: String
            let roles: [String]
            let pairwiseKey: String
        }
        let session: String
        let user: Person
    }

    private struct Token: Encodable {
        let token: String
        /// In seconds.
        let expiresIn: Int
    }

    /// Problem details (RFC 9457).
    private struct Problem: Encodable {
        let status: Int
        let title: String
    }

    @Sendable private func signIn(_ request: Request, _ context: ShellContext) async throws -> Response {
        guard request.headers[.contentType]?.split(separator: ";").first == "application/json",
            let body = try await request.body(upTo: Self.maximumBody),
            let credentials = try? JSONDecoder().decode(Credentials.self, from: Data(body.readableBytesView))
        else { return try problem(.badRequest, "Send a name and a password, as JSON.") }
        let name = String(credentials.name.prefix(200))
        let wait = await throttle.begin(name)
        guard wait <= .zero else {
            context.logger.notice("A sign-in has to wait after too many wrong passwords.")
            var response = try problem(.tooManyRequests, "Too many wrong passwords. Wait a moment and try again.")
            response.headers[.retryAfter] = String(wait.components.seconds + 1)
            return response
        }
        guard let user = try await shell.users.user(named: name, password: credentials.password) else {
            return try problem(.unauthorized, "The name or the password is not right.")
        }
        await throttle.recordSuccess(of: name)
        let secret = try await shell.sessions.begin(for: user, isApp: true)
        context.logger.info("Somebody signed in with an app.", metadata: ["user": "\(user.id)"])
        return try answer(
            .created,
            Opened(
                session: secret,
                user: .init(
                    id: user.id, name: user.name, roles: user.roles.sorted(),
                    pairwiseKey: shell.pairwiseNames.appKey(of: user.id))))
    }

    @Sendable private func token(_ request: Request, _ context: ShellContext) async throws -> Response {
        guard let session = await session(of: request), let user = try await shell.users.user(id: session.user) else {
            return try problem(.unauthorized, "Nobody is signed in. Sign in again.")
        }
        let token = try await shell.center.tokens.token(for: user, audience: shell.configuration.centerAudience)
        return try answer(.ok, Token(token: token, expiresIn: Int(TokenIssuer.lifetime)))
    }

    @Sendable private func signOut(_ request: Request, _ context: ShellContext) async throws -> Response {
        if let session = await session(of: request) { try await shell.sessions.end(session.id) }
        return Response(status: .noContent, headers: [.cacheControl: "no-store"])
    }

    private func session(of request: Request) async -> Session? {
        guard let header = request.headers[.authorization], header.hasPrefix("Bearer "), header.utf8.count <= 200,
            let session = await shell.sessions.session(cookie: String(header.dropFirst("Bearer ".count))),
            session.isApp == true
        else { return nil }
        return session
    }

    private func problem(_ status: HTTPResponse.Status, _ title: String) throws -> Response {
        var response = try answer(status, Problem(status: Int(status.code), title: title))
        response.headers[.contentType] = "application/problem+json"
        return response
    }

    private func answer(_ status: HTTPResponse.Status, _ value: some Encodable) throws -> Response {
        Response(
            status: status, headers: [.contentType: "application/json", .cacheControl: "no-store"],
            body: .init(byteBuffer: ByteBuffer(bytes: try JSONEncoder().encode(value))))
    }
}
