import HTTPTypes
import Hummingbird
import RequestParsing

/// Finds the session of a request by its cookie.
struct SessionMiddleware: RouterMiddleware {
    let sessions: SessionStore

    static let cookie = "__Host-session"
    /// The cookie that the page sets when its user signs out, because no script can delete the session's own cookie.
    /// The session ends with the next request, even if the server could not be reached at that time.
    static let leavingCookie = "__Host-leaving"

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
        guard request.cookie(Self.leavingCookie) != nil else { return try await next(request, context) }
        if let session = context.session {
            context.session = nil
            do {
                try await sessions.end(session.id)
            } catch {
                // The browser still has the mark, so the next request tries again.
                context.logger.error(
                    "A session could not be ended after its user had left.", metadata: ["error": "\(error)"])
                return try await next(request, context)
            }
        }
        var response = try await next(request, context)
        // A cache may send a public response to other users, so it gets no cookies. The next page removes them.
        guard response.headers[.cacheControl]?.contains("public") != true else { return response }
        // After the cookies of the response, one of which may begin a new session.
        let isNew = response.headers[values: .setCookie].contains { $0.hasPrefix(Self.cookie + "=") }
        for header in [Self.expiredLeavingHeader] + (isNew ? [] : [Self.expiredHeader]) {
            response.headers.append(HTTPField(name: .setCookie, value: header))
        }
        return response
    }

    /// The header that sets the session's cookie. It is `Lax`, so that a user who follows a link from another site is
    /// signed in when they arrive.
    static func header(for cookie: String) -> String {
        "\(Self.cookie)=\(cookie); Path=/; Secure; HttpOnly; SameSite=Lax; Max-Age=\(Int(Session.lifetime))"
    }

    /// The header that removes the page's mark.
    static let expiredLeavingHeader = "\(leavingCookie)=; Path=/; Secure; SameSite=Lax; Max-Age=0"

    /// The header that removes the session's cookie.
    static let expiredHeader = "\(cookie)=; Path=/; Secure; HttpOnly; SameSite=Lax; Max-Age=0"
}

extension Request {
    /// Returns the value of a cookie, or nil if the request does not have it.
    func cookie(_ name: String) -> String? {
        CookieHeader(headers[values: .cookie].joined(separator: "; "))[name]
    }
}
