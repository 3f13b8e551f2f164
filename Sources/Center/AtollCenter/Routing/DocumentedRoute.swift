import AtollCenterAPI
import HTTPTypes

/// A route as the OpenAPI document has it.
package struct DocumentedRoute: Sendable {
    /// Who may use it.
    package enum Access: Sendable, Hashable {
        /// Whoever knows the address.
        case anyone
        /// Whoever is signed in, for what is their own.
        case oneself
        /// Whoever is permitted this, as a person or with an API key.
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
