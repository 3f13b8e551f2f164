/// The credentials that a route requires.
enum RouteAccess: Hashable, Sendable {
    /// None.
    case anyone
    /// The token of a user who is signed in to the requesting super app.
    case visitor
    /// An API key with this scope, for the mini app or the super app in the path.
    case key(APIKeyScope)
}
