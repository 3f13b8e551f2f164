import AtollPackages
import Foundation

/// A person whom a user can choose.
public struct Contact: Hashable, Sendable, Codable {
    /// The id in the super app, which mini apps do not get.
    public let id: String
    /// The name.
    public let name: String
    /// The mail address, if it is known.
    public let email: String?
    /// The phone number, if it is known.
    public let phone: String?

    /// Creates a contact.
    public init(id: String, name: String, email: String? = nil, phone: String? = nil) {
        self.id = id
        self.name = name
        self.email = email
        self.phone = phone
    }
}
