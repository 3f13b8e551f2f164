import AtollLinks
import AtollPages
import Hummingbird

/// `GET /search?text=…`: a single search over everything that the app's features find. It has its own page, which a
/// script shows in a dialog over any other page.
struct SearchRoute: ShellRoutes {
    let site: WebSite
    let browsers: BrowserSessions
    let renderer: PageRenderer
    let throttles: AccountThrottles

    private struct Body: Encodable, Sendable {
        let frame: PageFrame
        let text: String
        let groups: [FoundGroup]
        let isEmpty: Bool
        let scripts: [String]
    }

    func add(to router: Router<ShellContext>) {
        router.get("search", use: search)
    }

    /// The search text, decoded once, with spaces for the plus signs that a form sends.
    private static func text(of request: Request) throws(ShellError) -> String {
        do throws(LinkError) {
            let link = try DeepLink(path: SitePages.withoutPluses(request.uri.string))
            return link.items.last { $0.name == "text" }?.value ?? ""
        } catch {
            throw ShellError(error)
        }
    }

    @Sendable private func search(_ request: Request, _ context: ShellContext) async throws -> Response {
        let (user, session) = try await browsers.signedIn(context)
        let text = try Self.text(of: request)
        if !text.isEmpty { try AccountThrottles.take(throttles.searches, user.id) }
        guard text.count <= SearchQuery.maximumText else {
            throw ShellError.badRequest(
                localized("A search text must not exceed \(SearchQuery.maximumText) characters."))
        }
        let query = SearchQuery(text, for: PageUser(user, in: session))
        var groups: [FoundGroup] = []
        if let query {
            groups = await site.search(query) { problem in
                // Logs only the type of the error, because its description may contain the search text.
                context.logger.warning(
                    "A feature could not be searched.", metadata: ["problem": "\(type(of: problem))"])
            }
        }
        return renderer.templates.page(
            "search",
            Body(
                frame: renderer.frame(title: localized("Search"), user: user), text: text, groups: groups,
                isEmpty: query != nil && groups.isEmpty,
                scripts: ["trusted.js", PublicFiles.texts, "app.js", "notices.js", "search.js"].map {
                    renderer.files.address(of: $0)
                }))
    }
}
