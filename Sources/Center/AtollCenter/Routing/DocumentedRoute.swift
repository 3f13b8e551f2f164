import AtollCenterAPI
import HTTPTypes

/// A route as the OpenAPI document has it.
package struct DocumentedRoute: Sendable {
    /// Who may use it.
    package enum Access: Sendable, Hashable {
        /// Any client that knows the URL.
        case anyone
        /// A signed-in person, for their own account.
        case oneself
        /// A person or an API key with this permission.
        case action(Action)
        /// A user of a super app, with the token that it gives them.
        case user
    }

    package let method: HTTPRequest.Method
    /// The path, such as `v1/miniapps/:id`.
    package let path: String
    package let access: Access
    package let document: RouteDocument
    /// Whether a request may be sent again with its `Idempotency-Key`.
    package var takesIdempotencyKey = false
}
