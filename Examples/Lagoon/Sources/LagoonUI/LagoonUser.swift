import Observation

/// Somebody who is signed in.
public struct LagoonUser: Hashable, Sendable, Codable {
    public let id: String
    public let name: String
    public let roles: [String]
    /// A secret of the user's, from which the names are made by which mini apps know them: another one in each, the same on each of their
    /// devices.
    public let pairwiseKey: String

    public init(id: String, name: String, roles: [String], pairwiseKey: String) {
        self.id = id
        self.name = name
        self.roles = roles
        self.pairwiseKey = pairwiseKey
    }
}
