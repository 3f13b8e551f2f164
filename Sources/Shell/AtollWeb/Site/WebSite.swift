import AtollLinks
import AtollNavigation
import AtollPages
import Hummingbird
import NIOConcurrencyHelpers

/// The pages of a super app, with the type of its fragments erased.
public struct WebSite: Sendable {
    let pages: @Sendable (PageRenderer) -> @Sendable (SiteRequest) async throws -> Response
    let open: @Sendable (_ url: String, LinkAddresses) async throws -> Response
    let stylesheet: @Sendable (String) async -> String?
    let action: @Sendable (String) async -> PageAction?
    let topic: @Sendable (String) async -> PageTopic?
    /// Returns the results that the app finds for a user, with the paths that they lead to.
    let search: @Sendable (SearchQuery, _ report: (any Error) -> Void) async -> [FoundGroup]
    let association: @Sendable (AppAssociation.Kind, ShellConfiguration) async throws -> [UInt8]
    /// The first components of the paths of the app's pages.
    let starts: @Sendable () async -> Set<String>

    /// Creates a site that shows an app that can change.
    ///
    /// - Parameter app: Returns the current app. It is called for each request, so features can be added and removed
    ///   while the shell runs.
    public init<F: Fragment>(_ app: @escaping @Sendable () async -> WebApp<F>) {
        pages = { renderer in
            let memory = NIOLockedValueBox<(app: WebAppIdentity, places: KnownPlaces<F>)?>(nil)
            return { request in
                let app = await app()
                let places = memory.withLockedValue { known in
                    if let known, known.app === app.identity { return known.places }
                    let places = KnownPlaces<F>(segues: app.map.graph.segues.count)
                    known = (app.identity, places)
                    return places
                }
                return try await SiteResponder(app: app, renderer: renderer, places: places).respond(to: request)
            }
        }
        open = { url, addresses in try await SiteResponder.open(url, addresses, in: app().map) }
        stylesheet = { name in await app().stylesheets[name] }
        action = { name in await app().actions[name] }
        topic = { name in await app().topics[name] }
        search = { query, report in await FoundGroup.search(query, in: app(), report: report) }
        association = { kind, configuration in try await AppAssociation.file(kind, app().map.links, configuration) }
        starts = { await app().map.links.starts }
    }

    /// Creates a site that shows an app that does not change.
    public init<F: Fragment>(_ app: WebApp<F>) {
        self.init { app }
    }
}
