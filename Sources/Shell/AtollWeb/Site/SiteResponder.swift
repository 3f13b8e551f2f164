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
    let places: KnownPlaces<F>

    func respond(to request: SiteRequest) async throws -> Response {
        switch try place(at: request.address, facts: PageUser.facts(of: request.pageUser)) {
        case .redirect(let address): return Response(status: .seeOther, headers: [.location: address])
        case .show(let place):
            count(place.state, request)
            return try await show(place, request)
        }
    }

    private enum Found {
        case redirect(String)
        case show(KnownPlace<F>)
    }

    private func place(at address: String, facts: Set<Fact>) throws(ShellError) -> Found {
        if let known = places.place(at: address, facts) { return .show(known) }
        let link: DeepLink
        do throws(LinkError) { link = try DeepLink(path: address) } catch { throw ShellError(error) }
        switch try resolve(link, facts: facts) {
        case .redirect(let address): return .redirect(address)
        case .show(let state, let destination):
            let place = KnownPlace(state, destination)
            places.remember(place, at: address, facts)
            return .show(place)
        }
    }

    /// Counts the step to a page from the one before it, both without ids.
    private func count(_ state: NavigationState<F>, _ request: SiteRequest) {
        guard let usage = request.usage, let previous = request.previous, request.status == .ok,
            case .show(let before)? = try? place(at: previous, facts: PageUser.facts(of: request.pageUser)),
            let from = before.state.presentedPlaces.last, let to = state.presentedPlaces.last
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
