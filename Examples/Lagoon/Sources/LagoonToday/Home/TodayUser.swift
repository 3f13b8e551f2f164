/// The user that Today is shown to.
public struct TodayUser: Hashable, Sendable, Identifiable {
    /// The user's id, which never changes.
    public let id: String
    /// The user's name, as shown to people.
    public let name: String
    /// The user's roles, which decide which mini app's card they may see.
    public let roles: Set<String>

    /// A user with these values.
    public init(id: String, name: String, roles: Set<String> = []) {
        self.id = id
        self.name = name
        self.roles = roles
    }
}
