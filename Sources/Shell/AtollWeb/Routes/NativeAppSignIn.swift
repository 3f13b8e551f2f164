import BoundedServer
import Foundation
import Hummingbird
import SignedJSON

/// Signs users of the super app's native apps in, with JSON and a secret instead of a cookie.
///
/// | | | |
/// | --- | --- | --- |
/// | `POST /app-session` | JSON: `name`, `password`, `device` | 201, the session's secret, the user, a new `device` |
/// | `POST /app-session/token` | `Authorization: Bearer SECRET` | 200, a token for the Center, a daily new secret |
/// | `DELETE /app-session` | the same | 204; the secret is no longer valid |
///
/// These routes ignore cookies, so a page of another site can't use them on behalf of the user, and a browser's session
/// is not valid here.
struct NativeAppSignIn: ShellRoutes {
    let configuration: ShellConfiguration
    let browsers: BrowserSessions
    let signIn: PasswordSignIn
    let tokens: TokenIssuer

    static let path = "app-session"
    private static let maximumBody = 4_096

    func add(to router: Router<ShellContext>) {
        router.post(.init(Self.path), use: begin)
        router.post(.init(Self.path + "/token"), use: token)
        router.delete(.init(Self.path), use: signOut)
    }

    private struct Credentials: Decodable {
        let name: String
        let password: String
        /// The device token from the app's last sign-in, or nil.
        let device: String?
    }

    private struct Opened: Encodable {
        struct Person: Encodable {
            let id: String
            let name: String
            let roles: [String]
        }
        let session: String
        let user: Person
        /// The device token to send with the next sign-in. It proves that the user has signed in with this app before.
        let device: String
    }

    private struct Token: Encodable {
        let token: String
        /// The lifetime of the token, in seconds.
        let expiresIn: Int
        /// A new secret to use from now on, once a day. The previous one is valid until this one is used.
        let session: String?
    }

    /// Problem details (RFC 9457).
    private struct Problem: Encodable {
        let status: Int
        let title: String
    }

    @Sendable private func begin(_ request: Request, _ context: ShellContext) async throws -> Response {
        guard request.headers[.contentType]?.split(separator: ";").first == "application/json",
            let body = try await request.body(upTo: Self.maximumBody),
            let credentials = try? JSONDecoder().decode(Credentials.self, fromForeign: Data(body.readableBytesView))
        else { return try problem(.badRequest, "Send a name and a password as JSON.") }
        let name = String(credentials.name.prefix(200))
        let (user, device, endings): (User, String, Int)
        let outcome = try await signIn.attempt(
            name: name, password: credentials.password, from: context.client, device: credentials.device,
            logger: context.logger)
        switch outcome {
        case .signedIn(let found, let token, let count): (user, device, endings) = (found, token, count)
        case .wrong: return try problem(.unauthorized, localized("The name or password is incorrect."))
        case .limited(let seconds):
            return try problem(
                .tooManyRequests, localized("Too many wrong passwords. Wait a moment and try again."),
                retryAfter: seconds)
        case .busy(let seconds):
            return try problem(
                .serviceUnavailable, localized("Too many people are signing in. Try again in a few seconds."),
                retryAfter: seconds)
        }
        let secret: String
        do {
            secret = try await browsers.sessions.begin(
                for: user, client: .app, label: "\(configuration.host.name)'s app", since: endings)
        } catch is SessionEndings.EndedMeanwhile {
            signIn.logEndedMeanwhile(user, from: context.client, logger: context.logger)
            return try problem(.unauthorized, localized("The name or password is incorrect."))
        }
        context.logger.info(
            "A user signed in with an app.", metadata: ["user": "\(user.id)", "client": "\(context.client)"])
        return try answer(
            .created,
            Opened(
                session: secret,
                user: .init(id: user.id, name: user.name, roles: user.roles.sorted()), device: device))
    }

    @Sendable private func token(_ request: Request, _ context: ShellContext) async throws -> Response {
        guard let session = await browsers.sessions.appSession(of: request),
            let user = try await browsers.users.user(id: session.user)
        else {
            return try problem(.unauthorized, localized("You are not signed in. Sign in again."))
        }
        let token = try await tokens.token(
            for: user, audience: configuration.centerAudience, superApp: configuration.superApp)
        let renewed = try await browsers.sessions.rotate(session)
        return try answer(.ok, Token(token: token, expiresIn: Int(TokenIssuer.lifetime), session: renewed))
    }

    @Sendable private func signOut(_ request: Request, _ context: ShellContext) async throws -> Response {
        if let session = await browsers.sessions.appSession(of: request) { try await browsers.sessions.end(session.id) }
        return Response(status: .noContent, headers: [.cacheControl: "no-store"])
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
