import AtollLinks
import AtollNavigation
import AtollPages
import Hummingbird

/// Answers requests by the app's graph: the address is read to a path, the graph checks it, and the pages of what is
/// presented are put together.
struct AppSite<F: Fragment>: Sendable {
    let app: WebApp<F>
    let shell: ShellParts

    func respond(to request: SiteRequest) async throws -> Response {
        let link: DeepLink
        do throws(LinkError) { link = try DeepLink(path: request.address) } catch { throw ShellError(error) }
        switch try resolve(link, facts: PageUser.facts(of: request.pageUser)) {
        case .redirect(let address): return Response(status: .seeOther, headers: [.location: address])
        case .show(let state, let destination): return try await show(state, destination, request)
        }
    }

    /// Leads to where an address of any form leads: one that was pasted, or that the browser hands over because the
    /// shell handles its scheme.
    func open(_ text: String) async throws -> Response {
        let link: DeepLink
        do throws(LinkError) {
            link = try DeepLink(text, at: shell.configuration.linkAddresses)
            _ = try app.links.destination(for: link)
        } catch {
            throw ShellError(error)
        }
        var address = link
        // The case of a custom scheme's host says nothing.
        if let canonical = app.links.canonicalStart(of: link) { address = canonical }
        return Response(status: .seeOther, headers: [.location: address.path])
    }

    private func resolve(_ link: DeepLink, facts: Set<Fact>) throws(ShellError) -> Resolution<F> {
        do throws(ResolutionError<F>) {
            return try app.resolve(link, facts: facts)
        } catch {
            switch error {
            case .link(let error): throw ShellError(error)
            case .navigation: throw .notFound
            }
        }
    }
}

extension ShellError {
    /// What the user reads about an address that leads nowhere.
    init(_ error: LinkError) {
        switch error {
        case .unknownRoute: self = .notFound
        case .nested: self = .badAddress(error.description)
        default: self = .badAddress(error.description)
        }
    }
}
