extension Fact {
    /// A user is signed in.
    public static let signedIn: Fact = "signedIn"

    /// The user has this role.
    public static func role(_ name: String) -> Fact { Fact(rawValue: "role:\(name)") }

    /// The facts of a user who is signed in and has these roles.
    public static func user(withRoles roles: some Sequence<String>) -> Set<Fact> {
        Set(roles.map { .role($0) }).union([.signedIn])
    }
}
