import AtollPackages

/// The user who sent a request, and the super app that they use.
struct Visitor: Hashable, Sendable {
    let roles: Set<String>
    let host: HostIdentity
}
