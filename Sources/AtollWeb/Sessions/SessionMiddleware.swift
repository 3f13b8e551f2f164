import Hummingbird
import RequestParsing

/// Finds the session of a request by its cookie.
struct SessionMiddleware: RouterMiddleware {
    let sessions: SessionStore

    static let cookie = "__Host-session"

    func handle(
        _ request: Request, context: ShellContext,
        next: (Request, ShellContext) async throws -> Response
    ) async throws -> Response {
        var context = context
        if let cookie = request.cookie(Self.cookie) {
            let session = await sessions.session(cookie: cookie)
            // An app's secret is not accepted as a cookie.
            context.session = session?.client == .app ? nil : session
        }
        return try await next(request, context)
    }

    /// The header that sets the session's cookie. It is `Lax`, so that a user who follows a link from another site is
    /// signed in when they arrive.
    static func header(for cookie: String) -> String {
        "\(Self.cookie)=\(cookie); Path=/; Secure; HttpOnly; SameSite=Lax; Max-Age=\(Int(Session.lifetime))"
    }

    /// The header that removes the cookie.
    static let expiredHeader = "\(cookie)=; Path=/; Secure; HttpOnly; SameSite=Lax; Max-Age=0"
}

extension Request {
    /// Returns the value of a cookie, or nil if the request does not have it.
    func cookie(_ name: String) -> String? {
        CookieHeader(headers[values: .cookie].joined(separator: "; "))[name]
    }
}
