import AtollNavigation

extension Fact {
    /// Somebody is signed in.
    public static let signedIn: Fact = "signedIn"

    /// The user has this role.
    public static func role(_ name: String) -> Fact { Fact(rawValue: "role:\(name)") }
}

extension PageUser {
    /// What is true for somebody, or for nobody.
    public static func facts(of user: PageUser?) -> Set<Fact> {
        guard let user else { return [] }
        return Set(user.roles.map { .role($0) }).union([.signedIn])
    }
}
