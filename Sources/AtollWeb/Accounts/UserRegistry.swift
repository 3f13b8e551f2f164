import Credentials

/// A directory in which people can make an account of their own, and get in again where they forgot the password.
///
/// A shell whose directory is one answers `/register`, `/confirm`, `/forgot`, `/reset` and `/password`; the app has the pages.
/// Hashing goes through a ``HashingPool``, whose ``HashingPoolBusy`` may be thrown by each of them.
public protocol UserRegistry: UserDirectory {
    /// Makes an account, without any roles, and sends a code to its e-mail address, with which the address is confirmed. An account
    /// whose address is not confirmed within a day goes.
    ///
    /// - Parameter confirmation: The URL to open, for a code.
    func register(_ registration: Registration, confirmation: @escaping @Sendable (_ code: String) -> String)
        async throws
        -> User

    /// Confirms an e-mail address, with a code that is used up by this.
    ///
    /// - Returns: Whose address it is, or nil if the code is unknown or too old.
    func confirm(code: String) async throws -> User?

    /// Sends whoever has this sign-in name a code with which they can choose another password, to the e-mail address that they have
    /// confirmed. It returns at once, and does the same work where nobody has the name: what there is to do is done later.
    ///
    /// - Parameter address: The URL to open, for a code.
    func sendReset(to signInName: String, address: @escaping @Sendable (_ code: String) -> String) async throws

    /// Sets another password, with a code that is used up by this.
    ///
    /// - Parameter before: Called with the user's id once all is right, before the new password is kept; what it throws keeps the
    ///   old one. The shell ends the user's sessions there: a process that is killed in between leaves nobody in whom the new
    ///   password was to keep out.
    /// - Returns: Whose password it is, or nil if the code is unknown or too old.
    func reset(
        code: String, password: String, before: @escaping @Sendable (_ user: String) async throws -> Void
    ) async throws -> User?

    /// Sets another password, for who knows the old one.
    ///
    /// - Parameter before: As that of ``reset(code:password:before:)``.
    /// - Returns: false if the old one is wrong.
    func changePassword(
        of id: String, from old: String, to new: String,
        before: @escaping @Sendable (_ user: String) async throws -> Void
    ) async throws -> Bool
}

/// What somebody says who makes an account.
public struct Registration: Sendable {
    public var signInName: String
    /// What people call them.
    public var name: String
    public var email: String
    public var password: String

    public init(signInName: String, name: String, email: String, password: String) {
        self.signInName = signInName
        self.name = name
        self.email = email
        self.password = password
    }
}

/// Why an account is not made, or a password not taken.
public enum RegistrationError: Error, Hashable, CustomStringConvertible {
    /// Somebody signs in with this name.
    case nameTaken
    /// The name to sign in with has other characters than it may, or too few or too many.
    case badSignInName
    /// The name is empty or too long.
    case badName
    /// The e-mail address can't be one.
    case badEmail
    /// The password is too short, too long, or easy to guess.
    case weakPassword(PasswordProblem)
    /// No more accounts are made here.
    case full

    public var description: String {
        switch self {
        case .nameTaken: "Somebody else signs in with this name. Choose another one."
        case .badSignInName:
            "A name to sign in with has 2 to 32 small letters, digits, dots or dashes, and begins with a letter."
        case .badName: "Say what people call you, in at most 80 characters."
        case .badEmail: "Enter your e-mail address, such as ada@example.com."
        case .weakPassword(let problem): problem.description
        case .full: "No more accounts can be made here at the moment. Try again tomorrow."
        }
    }
}
