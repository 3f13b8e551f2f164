import AtollLinks
import AtollNavigation
import AtollPages
import Hummingbird

/// The pages of a super app, whatever its fragments are.
public struct WebSite: Sendable {
    let respond: @Sendable (SiteRequest, ShellParts) async throws -> Response
    let open: @Sendable (String, ShellParts) async throws -> Response
    let stylesheet: @Sendable (String) async -> String?
    let action: @Sendable (String) async -> PageAction?
    let topic: @Sendable (String) async -> PageTopic?
    let association: @Sendable (AppAssociation.Kind, ShellConfiguration) async throws -> [UInt8]

    /// A site that shows an app.
    ///
    /// - Parameter app: The app as it is at the moment; it is asked for again with each request, so that features can
    ///   come and go while the shell runs.
    public init<F: Fragment>(_ app: @escaping @Sendable () async -> WebApp<F>) {
        respond = { request, shell in try await AppSite(app: app(), shell: shell).respond(to: request) }
        open = { address, shell in try await AppSite(app: app(), shell: shell).open(address) }
        stylesheet = { name in await app().stylesheets[name] }
        action = { name in await app().actions[name] }
        topic = { name in await app().topics[name] }
        association = { kind, configuration in try await AppAssociation.file(kind, app().links, configuration) }
    }

    /// A site that shows an app that stays as it is.
    public init<F: Fragment>(_ app: WebApp<F>) {
        self.init { app }
    }
}

/// What a page of the site is asked for with.
struct SiteRequest: Sendable {
    /// The path with its query, as it was sent.
    let address: String
    let session: Session?
    let user: User?
    /// A form to be shown again, and the status that says so.
    var form: FormState?
    var status = HTTPResponse.Status.ok

    var pageUser: PageUser? {
        user.map { PageUser(id: $0.id, name: $0.name, roles: $0.roles, visit: session?.id.hex ?? "") }
    }
}
