import HTTPTypes
import Hummingbird

/// The sessions, together with the users they belong to.
struct BrowserSessions: Sendable {
    let sessions: SessionStore
    let users: any UserDirectory
    let names: PairwiseNames

    /// Identifies the user who signed in last, without revealing who that is.
    private static let markCookie = "__Host-user"

    /// The header that ends the mark.
    static let expiredMark = "\(markCookie)=; Path=/; Secure; HttpOnly; SameSite=Lax; Max-Age=0"

    /// Returns the user of a session, as they are in the directory now.
    ///
    /// - Throws: ``ShellError/signedOut`` if the user no longer exists.
    func user(of session: Session) async throws -> User {
        guard let user = try await users.user(id: session.user) else { throw ShellError.signedOut }
        return user
    }

    /// Returns the signed-in user and their session.
    ///
    /// - Throws: ``ShellError/signedOut`` if nobody is signed in.
    func signedIn(_ context: ShellContext) async throws -> (user: User, session: Session) {
        let session = try context.signedIn()
        return (try await user(of: session), session)
    }

    /// Begins a session as ``begin(for:_:_:leadingTo:)`` does, after a password was compared.
    ///
    /// - Parameter endings: The ``SessionStore/endingCount`` from before that.
    /// - Returns: The response, or nil if all sessions of the user were ended in between, as by a new password.
    func begin(
        for user: User, since endings: Int, _ request: Request, _ context: ShellContext, leadingTo address: String
    ) async throws -> Response? {
        do {
            let cookie = try await sessions.begin(
                for: user, label: BrowserLabel.label(of: request.headers[.userAgent]), replacing: context.session?.id,
                since: endings)
            return begun(cookie, for: user, request, context, leadingTo: address)
        } catch is SessionEndings.EndedMeanwhile {
            Self.logMeanwhile(user, context)
            return nil
        }
    }

    /// Logs that a sign-in was refused because all sessions of the user were ended meanwhile.
    static func logMeanwhile(_ user: User, _ context: ShellContext) {
        context.logger.notice(
            "A sign-in was refused: all sessions of the user were ended while the password was compared.",
            metadata: ["user": "\(user.id)", "client": "\(context.client)"])
    }

    /// Begins a session in the browser that sent a request, ends its previous session, and redirects.
    func begin(
        for user: User, _ request: Request, _ context: ShellContext, leadingTo address: String
    ) async throws -> Response {
        let cookie = try await sessions.begin(
            for: user, label: BrowserLabel.label(of: request.headers[.userAgent]), replacing: context.session?.id)
        return begun(cookie, for: user, request, context, leadingTo: address)
    }

    private func begun(
        _ cookie: String, for user: User, _ request: Request, _ context: ShellContext, leadingTo address: String
    ) -> Response {
        var response = Response(
            status: .seeOther, headers: [.location: address, .setCookie: SessionMiddleware.header(for: cookie)])
        // Data that another user, whose session may have expired, has left in this browser is cleared. What the same user has
        // entered without a connection is not. A browser in which nobody has been signed in has none, and is not told to clear:
        // a click during clearing can get lost.
        let mark = names.browserMark(of: user.id)
        let isSame = request.cookie(Self.markCookie) == mark
        if !isSame, context.session != nil || request.cookie(DeviceCookie.name) != nil {
            response.headers[.clearSiteData] = "\"cache\", \"storage\""
        }
        response.headers.append(
            HTTPField(
                name: .setCookie,
                value:
                    "\(Self.markCookie)=\(mark); Path=/; Secure; HttpOnly; SameSite=Lax; Max-Age=\(Int(Session.lifetime))"
            ))
        return response
    }
}
