import Observation

/// A user who is signed in.
public struct LagoonUser: Hashable, Sendable, Codable {
    /// The user's id, which never changes.
    public let id: String
    /// The user's name, as shown to people.
    public let name: String
    /// The user's roles, which decide which mini apps they may open.
    public let roles: [String]
    /// A secret from which the ids are derived that mini apps get for the user: different in each mini app, the same on
    /// all of the user's devices.
    public let pairwiseKey: String

    /// A user with these values.
    public init(id: String, name: String, roles: [String], pairwiseKey: String) {
        self.id = id
        self.name = name
        self.roles = roles
        self.pairwiseKey = pairwiseKey
    }
}
