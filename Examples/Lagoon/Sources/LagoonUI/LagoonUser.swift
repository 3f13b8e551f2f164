import Observation

/// A user who is signed in.
public struct LagoonUser: Hashable, Sendable, Codable {
    /// The user's id, which never changes.
    public let id: String
    /// The user's name, as shown to people.
    public let name: String
    /// The user's roles, which decide which mini apps they may open.
    public let roles: [String]
    /// A user with these values.
    public init(id: String, name: String, roles: [String]) {
        self.id = id
        self.name = name
        self.roles = roles
    }
}
