import AtollCatalog
import AtollPages
import AtollRuntime
import ForeignText
import Hummingbird

/// The pages of the site, for the shell's own routes.
struct SitePages: Sendable {
    let users: any UserDirectory
    private let usage: UsageLog?
    let respond: @Sendable (SiteRequest) async throws -> Response

    init(_ site: WebSite, renderer: PageRenderer, users: any UserDirectory, usage: UsageLog? = nil) {
        self.users = users
        self.usage = usage
        respond = site.pages(renderer)
    }

    /// Returns the page at the request's path.
    func page(_ request: Request, _ context: ShellContext) async throws -> Response {
        var user: User?
        // A session whose user no longer exists counts as signed out.
        if let session = context.session { user = try await users.user(id: session.user) }
        var page = SiteRequest(
            address: Self.withPlace(of: request), session: context.session, user: user)
        page.previous = Self.previous(request)
        page.usage = usage
        // A script sets the cookie, already on the sign-in page. Scripts that request a page again don't count as
        // opening it.
        let isOpening = request.headers[.secFetchMode] == "navigate"
        if isOpening, let zone = request.cookie("__Host-zone"), zone.utf8.count <= 64 {
            page.timeZone = zone.removingPercentEncoding
        }
        page.language = Languages.preferred(in: request.headers[.acceptLanguage])
        return try await respond(page)
    }

    /// The path and query of a request, including the location that a script of the hub has sent in a header. If it
    /// were in the URL, it would appear in the browser's history, and in the logs of proxies.
    private static func withPlace(of request: Request) -> String {
        let address = withoutPluses(request.uri.string)
        guard let place = request.headers[.atollNear], place.utf8.count <= 40,
            place.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) || "+-.,".utf8.contains($0) })
        else { return address }
        return address.replacing("near=here", with: "near=" + place)
    }

    /// The path of the page of this site on which the user followed a link.
    private static func previous(_ request: Request) -> String? {
        guard let text = request.headers[.referer], text.utf8.count <= 4_096, let host = request.head.authority,
            let scheme = text.range(of: "://"), let path = text[scheme.upperBound...].firstIndex(of: "/"),
            ["http", "https"].contains(where: {
                WebAuthority(host, scheme: $0)
                    == WebAuthority(String(text[scheme.upperBound..<path]), scheme: $0)
            })
        else { return nil }
        return withoutPluses(String(text[path...]))
    }

    /// A path whose plus signs in the query, which forms send for spaces, are replaced by `%20`. The shell's own links
    /// never contain a plus sign.
    static func withoutPluses(_ address: String) -> String {
        guard let query = address.firstIndex(of: "?") else { return address }
        return String(address[..<query]) + address[query...].replacing("+", with: "%20")
    }
}
