import Hummingbird

/// A route of the Center: a row of the table from which its router is built.
///
/// A handler gets the sender's credentials from its context, which only the matching kind of route creates. So a
/// handler that needs an API key does not compile as a route for anyone.
package struct CenterRoute: Sendable {
    let method: HTTPRequest.Method
    /// The path, such as `v1/miniapps/:id`.
    let path: String
    let access: RouteAccess
    let respond: @Sendable (Request, CenterContext, CenterAuthenticator) async throws -> Response

    /// A route for anyone.
    package static func anyone(
        _ method: HTTPRequest.Method, _ path: String,
        _ respond: @escaping @Sendable (Request, CenterContext) async throws -> Response
    ) -> CenterRoute {
        CenterRoute(method: method, path: path, access: .anyone) { request, context, _ in
            try await respond(request, context)
        }
    }

    /// A route for signed-in users.
    static func visitor(
        _ method: HTTPRequest.Method, _ path: String,
        _ respond: @escaping @Sendable (Request, VisitorContext) async throws -> Response
    ) -> CenterRoute {
        CenterRoute(method: method, path: path, access: .visitor) { request, context, authenticator in
            try await respond(request, VisitorContext(base: context, visitor: authenticator.visitor(request)))
        }
    }

    /// A route for whoever works on the mini app that the path names as `:id`: people, whose permissions
    /// its handler checks, and API keys that permit one of `scopes`, by default publishing.
    static func publisher(
        _ method: HTTPRequest.Method, _ path: String, _ scopes: [APIKeyScope] = [.publish],
        _ respond: @escaping @Sendable (Request, PublisherContext) async throws -> Response
    ) -> CenterRoute {
        CenterRoute(method: method, path: path, access: .key(scopes)) {
            request, context, authenticator in
            let id = try context.miniAppID()
            return try await respond(request, authenticator.publisher(of: id, scopes, request, context))
        }
    }

    /// A route for whoever may change the settings of the super app that the path names as `:id`, which the Center must
    /// serve.
    static func superApp(
        _ method: HTTPRequest.Method, _ path: String,
        _ respond: @escaping @Sendable (Request, SuperAppContext) async throws -> Response
    ) -> CenterRoute {
        CenterRoute(method: method, path: path, access: .key([.catalog])) { request, context, authenticator in
            let id = try context.miniAppID()
            let actor = try await authenticator.keeper(of: id, request, context)
            return try await respond(request, SuperAppContext(base: context, id: id, actor: actor))
        }
    }
}
