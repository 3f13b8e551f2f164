/// The credentials that a route requires.
enum RouteAccess: Hashable, Sendable {
    /// None.
    case anyone
    /// The token of a user who is signed in to the requesting super app.
    case visitor
    /// An API key with one of these scopes, for the mini app or the super app in the path, or somebody who is signed in.
    case key([APIKeyScope])
}
