import AtollPackages

/// The user who sent a request, and the super app that they use.
package struct Visitor: Hashable, Sendable {
    package let roles: Set<String>
    /// Who the user is, to the super app; it is never stored or logged.
    package var subject = ""
    /// The scopes of the token.
    package var scopes: Set<String> = []
    package let host: HostIdentity

    package init(roles: Set<String>, subject: String = "", scopes: Set<String> = [], host: HostIdentity) {
        self.roles = roles
        self.subject = subject
        self.scopes = scopes
        self.host = host
    }
}
