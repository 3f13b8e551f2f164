import AtollCredentials

/// The reason why an account is not created or a password is refused.
public enum RegistrationError: Error, Hashable, CustomStringConvertible {
    /// Another user has this sign-in name.
    case nameTaken
    /// The sign-in name has invalid characters, or is too short or too long.
    case badSignInName
    /// The display name is empty or too long.
    case badName
    /// The e-mail address is not valid.
    case badEmail
    /// The password is too short, too long, or easy to guess.
    case weakPassword(PasswordProblem)
    /// The directory does not accept more accounts.
    case full

    public var description: String {
        switch self {
        case .nameTaken: "This sign-in name is taken. Choose another one."
        case .badSignInName:
            "A sign-in name must have 2 to 32 lowercase letters, digits, dots or hyphens, and start with a letter."
        case .badName: "Enter your name, in at most 80 characters."
        case .badEmail: "Enter a valid e-mail address, such as ada@example.com."
        case .weakPassword(let problem): problem.description
        case .full: "No more accounts can be created right now. Try again tomorrow."
        }
    }
}
