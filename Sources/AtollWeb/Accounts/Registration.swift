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

    /// Creates a registration.
    public init(signInName: String, name: String, email: String, password: String) {
        self.signInName = signInName
        self.name = name
        self.email = email
        self.password = password
    }
}
