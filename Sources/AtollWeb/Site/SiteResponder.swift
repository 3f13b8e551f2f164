import AtollCatalog
import AtollLinks
import AtollNavigation
import AtollPages
import Hummingbird

/// Responds to requests with the app's graph: the URL is parsed into a path, the graph checks it, and the pages of all
/// presented places are rendered as one.
struct SiteResponder<F: Fragment>: Sendable {
    let app: WebApp<F>
    let renderer: PageRenderer

    func respond(to request: SiteRequest) async throws -> Response {
        let link: DeepLink
        do throws(LinkError) { link = try DeepLink(path: request.address) } catch { throw ShellError(error) }
        switch try resolve(link, facts: PageUser.facts(of: request.pageUser)) {
        case .redirect(let address): return Response(status: .seeOther, headers: [.location: address])
        case .show(let state, let destination):
            count(state, request)
            return try await show(state, destination, request)
        }
    }

    /// Counts the step to a page from the one before it, both without ids.
    private func count(_ state: NavigationState<F>, _ request: SiteRequest) {
        guard let usage = request.usage, let previous = request.previous, request.status == .ok,
            let link = try? DeepLink(path: previous),
            case .show(let before, _)? = try? resolve(link, facts: PageUser.facts(of: request.pageUser)),
            let from = before.presentedPlaces.last, let to = state.presentedPlaces.last
        else { return }
        let graph = app.map.graph
        let (start, end) = (graph.rule(for: from) ?? from, graph.rule(for: to) ?? to)
        if start != end { usage.count(.step(from: "\(start)", to: "\(end)")) }
    }

    /// Redirects to the page that a URL of any form leads to: a URL that the user pasted, or one that the browser
    /// passes on because the shell handles its scheme.
    static func open(_ url: String, _ addresses: LinkAddresses, in map: AppMap<F>) throws(ShellError) -> Response {
        do throws(LinkError) {
            let link = try map.link(reading: url, at: addresses)
            return Response(status: .seeOther, headers: [.location: link.path])
        } catch {
            throw ShellError(error)
        }
    }

    private func resolve(_ link: DeepLink, facts: Set<Fact>) throws(ShellError) -> Resolution<F> {
        do throws(ResolutionError<F>) {
            return try app.map.resolve(link, facts: facts)
        } catch {
            switch error {
            case .link(let error): throw ShellError(error)
            case .navigation: throw .notFound
            }
        }
    }
}
