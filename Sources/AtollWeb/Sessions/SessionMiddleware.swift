import Hummingbird
import RequestParsing

/// Finds the session that a request's cookie names.
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
            // An app's secret is no cookie.
            context.session = session?.isApp == true ? nil : session
        }
        return try await next(request, context)
    }

    /// The header that gives a browser its session. `Lax`, so that somebody who follows a link from elsewhere is signed
    /// in when they arrive.
    static func header(for cookie: String) -> String {
        "\(Self.cookie)=\(cookie); Path=/; Secure; HttpOnly; SameSite=Lax; Max-Age=\(Int(Session.lifetime))"
    }

    /// The header that takes it away.
    static let expiredHeader = "\(cookie)=; Path=/; Secure; HttpOnly; SameSite=Lax; Max-Age=0"
}

extension Request {
    /// The value of a cookie, or nil.
    func cookie(_ name: String) -> String? {
        CookieHeader(headers[values: .cookie].joined(separator: "; "))[name]
    }
}
