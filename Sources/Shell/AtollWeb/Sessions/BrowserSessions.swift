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
    /// - Throws: ``ShellError/signedOut`` if no user is signed in.
    func signedIn(_ context: ShellContext) async throws -> (user: User, session: Session) {
        let session = try context.signedIn()
        return (try await user(of: session), session)
    }

    /// Begins a session in the browser that sent a request, ends its previous session, and redirects.
    ///
    /// - Parameter endings: The ``SessionStore/endingCount`` from before the user's password was compared; nil
    ///   without a password.
    /// - Throws: ``SessionEndings/EndedMeanwhile`` if all sessions of the user were ended after that.
    func begin(
        for user: User, since endings: Int? = nil, _ request: Request, _ context: ShellContext,
        leadingTo address: String
    ) async throws -> Response {
        let cookie = try await sessions.begin(
            for: user, label: BrowserLabel.label(of: request.headers[.userAgent]), replacing: context.session?.id,
            since: endings)
        var response = Response(
            status: .seeOther, headers: [.location: address, .setCookie: SessionMiddleware.header(for: cookie)])
        // Data that another user, whose session may have expired, has left in this browser is cleared. Data that the
        // same user has entered without a connection is not. A browser in which no user has signed in before has none,
        // and is not asked to clear: a click during clearing can get lost.
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
