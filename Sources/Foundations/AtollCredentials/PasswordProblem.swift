/// Why a password is refused.
public enum PasswordProblem: Error, Hashable, CustomStringConvertible {
    /// It has fewer than `minimum` characters.
    case tooShort(minimum: Int)
    /// It has more than `maximum` bytes.
    case tooLong(maximum: Int)
    /// It is easy to guess.
    case common

    public var description: String {
        switch self {
        case .tooShort(let minimum): "A password must have at least \(minimum) characters."
        case .tooLong(let maximum): "A password must have at most \(maximum) bytes."
        case .common:
            "This password is easy to guess. Choose one that is not made of common words, names, dates or rows of "
                + "keys: four unusual words are hard to guess and easy to remember."
        }
    }
}
