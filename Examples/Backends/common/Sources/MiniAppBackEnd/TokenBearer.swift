import Foundation

/// The user whose token a request contains.
package struct TokenBearer: Sendable {
    /// The user's id, which is always the same in this mini app, and different in every other.
    package let id: String
    package let name: String
    /// The roles in the token.
    package let roles: Set<String>
    /// The time at which the token expires.
    package let end: Date
}
