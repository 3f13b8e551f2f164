import AtollPages
import Hummingbird

/// `GET /search?text=…`: one search over everything that the app's features find. It is a page of its own, which a script shows in a
/// dialog over any other page.
struct SearchRoute: ShellRoutes {
    let site: WebSite
    let browsers: BrowserSessions
    let renderer: PageRenderer

    private struct Body: Sendable {
        let frame: PageFrame
        let text: String
        let groups: [FoundGroup]
        let isEmpty: Bool
        let scripts: [String]
    }

    func add(to router: Router<ShellContext>) {
        router.get("search", use: search)
    }

    @Sendable private func search(_ request: Request, _ context: ShellContext) async throws -> Response {
        let (user, session) = try await browsers.signedIn(context)
        let text = request.uri.queryParameters["text"].map { String($0).replacing("+", with: " ") } ?? ""
        guard text.count <= SearchQuery.maximumText else {
            throw ShellError.badRequest(
                localized("A search text must not exceed \(SearchQuery.maximumText) characters."))
        }
        let query = SearchQuery(text, for: PageUser(user, in: session))
        let groups = if let query { await site.search(query) } else { [FoundGroup]() }
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
