import Credentials

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
    /// A text that is the same for whoever registers from the same network, but does not say which one that is. Room that is left for accounts whose
    /// addresses nobody has confirmed is best shared among networks. Empty if it is not known.
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
