import BoundedServer
import Foundation
import Hummingbird

/// The way in for the super app's own apps, which are no browsers: JSON, and a secret in place of a cookie.
///
/// | | | |
/// | --- | --- | --- |
/// | `POST /app-session` | `{"name": …, "password": …, "device": …}` | 201 with the session's secret, the user, and `device` for the next time |
/// | `POST /app-session/token` | `Authorization: Bearer` and the secret | 200 with a token for the Center, and once a day with another secret |
/// | `DELETE /app-session` | the same | 204; the secret opens nothing any longer |
///
/// Nothing here looks at cookies, so a page of another site can do no more with it than anybody else; and a session of a browser
/// opens nothing here.
struct AppSessions {
    let shell: ShellParts

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
        /// What the app was given at its last sign-in.
        let device: String?
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
        /// To be sent along with the next sign-in: it says that the user knows this app.
        let device: String
    }

    private struct Token: Encodable {
        let token: String
        /// In seconds.
        let expiresIn: Int
        /// Once a day: the secret to use from now on. The one before is good until this one is used.
        let session: String?
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
        let (user, device): (User, String)
        let outcome = try await shell.signIn.attempt(
            name: name, password: credentials.password, from: context.client, device: credentials.device,
            logger: context.logger)
        switch outcome {
        case .signedIn(let found, let token): (user, device) = (found, token)
        case .wrong: return try problem(.unauthorized, "The name or the password is not right.")
        case .limited(let seconds):
            return try problem(
                .tooManyRequests, "Too many wrong passwords. Wait a moment and try again.", retryAfter: seconds)
        case .busy(let seconds):
            return try problem(
                .serviceUnavailable, "Too many people are signing in. Try again in a few seconds.", retryAfter: seconds)
        }
        let secret = try await shell.sessions.begin(
            for: user, isApp: true, label: "\(shell.configuration.host.name)'s app")
        context.logger.info(
            "Somebody signed in with an app.", metadata: ["user": "\(user.id)", "client": "\(context.client)"])
        return try answer(
            .created,
            Opened(
                session: secret,
                user: .init(
                    id: user.id, name: user.name, roles: user.roles.sorted(),
                    pairwiseKey: shell.pairwiseNames.appKey(of: user.id)), device: device))
    }

    @Sendable private func token(_ request: Request, _ context: ShellContext) async throws -> Response {
        guard let session = await session(of: request), let user = try await shell.users.user(id: session.user) else {
            return try problem(.unauthorized, "Nobody is signed in. Sign in again.")
        }
        let token = try await shell.center.tokens.token(
            for: user, audience: shell.configuration.centerAudience, superApp: shell.configuration.superApp)
        let renewed = try await shell.sessions.rotate(session)
        return try answer(.ok, Token(token: token, expiresIn: Int(TokenIssuer.lifetime), session: renewed))
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

    private func problem(
        _ status: HTTPResponse.Status, _ title: String, retryAfter: Int? = nil
    ) throws -> Response {
        var response = try answer(status, Problem(status: Int(status.code), title: title))
        if let retryAfter { response.headers[.retryAfter] = String(retryAfter) }
        response.headers[.contentType] = "application/problem+json"
        return response
    }

    private func answer(_ status: HTTPResponse.Status, _ value: some Encodable) throws -> Response {
        Response(
            status: status, headers: [.contentType: "application/json", .cacheControl: "no-store"],
            body: .init(byteBuffer: ByteBuffer(bytes: try JSONEncoder().encode(value))))
    }
}
