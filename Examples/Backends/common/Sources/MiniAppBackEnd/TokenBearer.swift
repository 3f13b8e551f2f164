import Foundation

/// Whose token a request has.
package struct TokenBearer: Sendable {
    /// Always the same in this mini app, and different in every other.
    package let id: String
    package let name: String
    /// The roles that the token tells of.
    package let roles: Set<String>
    /// Until when the token counts.
    package let end: Date
}
