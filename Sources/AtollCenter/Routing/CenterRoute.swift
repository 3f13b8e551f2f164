import Hummingbird

/// A route of the Center: a row of the table from which its router is built.
///
/// A handler gets the sender's credentials from its context, which only the matching kind of route creates. So a
/// handler that needs an API key does not compile as a route for anyone.
struct CenterRoute: Sendable {
    let method: HTTPRequest.Method
    /// The path, such as `v1/miniapps/:id`.
    let path: String
    let access: RouteAccess
    let respond: @Sendable (Request, CenterContext, CenterAuthenticator) async throws -> Response

    /// A route for anyone.
    static func anyone(
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

    /// A route for API keys that permit `scope` for the mini app that the path names as `:id`.
    static func miniApp(
        _ method: HTTPRequest.Method, _ path: String, _ scope: APIKeyScope,
        _ respond: @escaping @Sendable (Request, KeyContext) async throws -> Response
    ) -> CenterRoute {
        CenterRoute(method: method, path: path, access: .key(scope)) { request, context, authenticator in
            let id = try context.miniAppID()
            let key = try await authenticator.key(of: request, scope, of: id)
            return try await respond(request, KeyContext(base: context, id: id, key: key))
        }
    }

    /// A route for API keys that permit `catalog` for the super app that the path names as `:id`, which the Center must
    /// serve.
    static func superApp(
        _ method: HTTPRequest.Method, _ path: String,
        _ respond: @escaping @Sendable (Request, KeyContext) async throws -> Response
    ) -> CenterRoute {
        CenterRoute(method: method, path: path, access: .key(.catalog)) { request, context, authenticator in
            let id = try context.miniAppID()
            let key = try await authenticator.key(of: request, .catalog, of: id)
            try authenticator.checkSuperApp(id)
            return try await respond(request, KeyContext(base: context, id: id, key: key))
        }
    }
}
