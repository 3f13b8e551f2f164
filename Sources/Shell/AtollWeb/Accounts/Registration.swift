import AtollCredentials

/// The data that a user enters to create an account, not yet validated.
public struct Registration: Sendable {
    /// The name to sign in with.
    public var signInName: String
    /// The display name.
    public var name: String
    /// The e-mail address.
    public var email: String
    /// The password.
    public var password: String
    /// A keyed digest of the client's network: the /24 network of an IPv4 address or the /48 network of an IPv6 address. Empty if unknown.
    ///
    /// A registry that limits the number of unconfirmed accounts can use it to share that limit among networks.
    public var network: String

    /// Creates a registration.
    public init(signInName: String, name: String, email: String, password: String, network: String = "") {
        self.signInName = signInName
        self.name = name
        self.email = email
        self.password = password
        self.network = network
    }
}
