/// A directory in which people can make an account of their own, and get in again where they forgot the password.
///
/// A shell whose directory is one answers `/register`, `/forgot` and `/reset`; the app has the pages.
public protocol UserRegistry: UserDirectory {
    /// Makes an account, without any roles.
    func register(signInName: String, name: String, password: String) async throws -> User

    /// Sends whoever has this sign-in name a code with which they can choose another password, in whatever way the
    /// directory reaches people. It does nothing, and takes as long, where nobody has the name.
    ///
    /// - Parameter address: The address to open, for a code.
    func sendReset(to signInName: String, address: @escaping @Sendable (_ code: String) -> String) async throws

    /// Sets another password, with a code that is used up by this.
    ///
    /// - Returns: Whose password it is, or nil where the code is none, or an old one.
    func reset(code: String, password: String) async throws -> User?
}

/// Why an account is not made, or a password not taken.
public enum RegistrationError: Error, Hashable, CustomStringConvertible {
    /// Somebody signs in with this name.
    case nameTaken
    /// The name to sign in with has other characters than it may, or too few or too many.
    case badSignInName
    /// The name is empty or too long.
    case badName
    /// The password is too short.
    case weakPassword(minimum: Int)
    /// No more accounts are made here.
    case full

    public var description: String {
        switch self {
        case .nameTaken: "Somebody else signs in with this name. Choose another one."
        case .badSignInName:
            "A name to sign in with has 2 to 32 small letters, digits, dots or dashes, and begins with a letter."
        case .badName: "Say what people call you, in at most 80 characters."
        case .weakPassword(let minimum): "A password has at least \(minimum) characters."
        case .full: "No more accounts can be made here."
        }
    }
}
