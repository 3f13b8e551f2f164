import AtollPages
import Hummingbird

/// The pages of the site, for the shell's own routes.
struct SitePages: Sendable {
    let users: any UserDirectory
    let respond: @Sendable (SiteRequest) async throws -> Response

    init(_ site: WebSite, renderer: PageRenderer, users: any UserDirectory) {
        self.users = users
        respond = site.pages(renderer)
    }

    /// Returns the page at the request's path.
    func page(_ request: Request, _ context: ShellContext) async throws -> Response {
        var user: User?
        // A session whose user no longer exists counts as signed out.
        if let session = context.session { user = try await users.user(id: session.user) }
        return try await respond(
            SiteRequest(address: Self.withoutPluses(request.uri.string), session: context.session, user: user))
    }

    /// A path whose plus signs in the query, which forms send for spaces, are replaced by `%20`. The shell's own links
    /// never contain a plus sign.
    private static func withoutPluses(_ address: String) -> String {
        guard let query = address.firstIndex(of: "?") else { return address }
        return String(address[..<query]) + address[query...].replacing("+", with: "%20")
    }
}
