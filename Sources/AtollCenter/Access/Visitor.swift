import AtollPackages

/// The user who sent a request, and the super app that they use.
package struct Visitor: Hashable, Sendable {
    package let roles: Set<String>
    package let host: HostIdentity
}
