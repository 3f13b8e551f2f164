import AtollCenterAPI
import AtollCenterAnswers
import AtollCenterDomain
import Hummingbird

/// A route of the Center whose answer is not a JSON body of the API: packages, files, and requests of devices.
///
/// A handler gets the sender's credentials from its context, which only the matching kind of route creates. So a
/// handler that needs an API key does not compile as a route for anyone; and no route of the interface compiles without
/// what the OpenAPI document says of it.
package struct CenterRoute: Sendable {
    let method: HTTPRequest.Method
    /// The path, such as `v1/miniapps/:id`.
    let path: String
    /// The entry in the OpenAPI document; `nil` outside the interface.
    let documented: DocumentedRoute?
    /// The scopes of which an API key needs one; empty if it needs no key.
    let scopes: [APIKeyScope]
    let respond: @Sendable (Request, CenterContext, CenterAuthenticator) async throws -> Response

    private init(
        _ method: HTTPRequest.Method, _ path: String, _ access: DocumentedRoute.Access, _ document: RouteDocument,
        scopes: [APIKeyScope] = [],
        _ respond: @escaping @Sendable (Request, CenterContext, CenterAuthenticator) async throws -> Response
    ) {
        self.method = method
        self.path = path
        self.scopes = scopes
        documented = DocumentedRoute(method: method, path: path, access: access, document: document)
        self.respond = respond
    }

    /// Whether it asks for no credentials.
    var isOpen: Bool { documented.map { $0.access == .anyone } ?? true }

    /// A route outside the interface, for anyone: pages, and what an operator's tools ask for.
    package static func outside(
        _ method: HTTPRequest.Method, _ path: String,
        _ respond: @escaping @Sendable (Request, CenterContext) async throws -> Response
    ) -> CenterRoute {
        CenterRoute(outside: method, path) { request, context, _ in try await respond(request, context) }
    }

    private init(
        outside method: HTTPRequest.Method, _ path: String,
        _ respond: @escaping @Sendable (Request, CenterContext, CenterAuthenticator) async throws -> Response
    ) {
        self.method = method
        self.path = path
        documented = nil
        scopes = []
        self.respond = respond
    }

    /// A route for anyone.
    static func anyone(
        _ method: HTTPRequest.Method, _ path: String, _ document: RouteDocument,
        _ respond: @escaping @Sendable (Request, CenterContext) async throws -> Response
    ) -> CenterRoute {
        CenterRoute(method, path, .anyone, document) { request, context, _ in try await respond(request, context) }
    }

    /// A route for signed-in users.
    static func visitor(
        _ method: HTTPRequest.Method, _ path: String, _ document: RouteDocument,
        _ respond: @escaping @Sendable (Request, VisitorContext) async throws -> Response
    ) -> CenterRoute {
        CenterRoute(method, path, .user, document) { request, context, authenticator in
            try await respond(request, VisitorContext(base: context, visitor: authenticator.visitor(request)))
        }
    }

    /// A route for senders that work on the mini app that the path names as `:id`: people, whose permissions
    /// its handler checks, and API keys that permit one of `scopes`, by default publishing.
    ///
    /// - Parameter action: What the handler checks.
    static func publisher(
        _ method: HTTPRequest.Method, _ path: String, _ action: Action, scopes: [APIKeyScope] = [.publish],
        _ document: RouteDocument, _ respond: @escaping @Sendable (Request, PublisherContext) async throws -> Response
    ) -> CenterRoute {
        CenterRoute(method, path, .action(action), document, scopes: scopes) { request, context, authenticator in
            guard request.bearerToken != nil else { throw Problem.noCredentials }
            let id = try context.miniAppID()
            let publisher = try await authenticator.publisher(of: id, scopes, request, context)
            return try await authenticator.addingSender(publisher.caller) { try await respond(request, publisher) }
        }
    }

    /// A route for senders that may change the settings of the super app that the path names as `:id`, which the Center
    /// must serve.
    static func superApp(
        _ method: HTTPRequest.Method, _ path: String, _ document: RouteDocument,
        _ respond: @escaping @Sendable (Request, SuperAppContext) async throws -> Response
    ) -> CenterRoute {
        CenterRoute(method, path, .action(.manageCatalog), document, scopes: [.catalog]) {
            request, context, authenticator in
            guard request.bearerToken != nil else { throw Problem.noCredentials }
            let id = try context.miniAppID()
            let actor = try await authenticator.keeper(of: id, request, context)
            return try await respond(request, SuperAppContext(base: context, id: id, actor: actor))
        }
    }
}
