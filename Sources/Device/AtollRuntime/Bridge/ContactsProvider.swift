import AtollPackages
import Foundation

/// Knows the people whom users may choose from.
public protocol ContactsProvider: Sendable {
    /// The people whom a user may choose, sorted by name.
    ///
    /// - Parameter user: The id of the user in the super app.
    func contacts(of user: String) async throws -> [Contact]
}
