/// Tells an account from the next one with the same sign-in name, and one of its passwords from the next.
///
/// ``DeviceToken`` is bound to it, so that what a browser has proved for one account counts for no other.
public struct AccountMark: Hashable, Sendable {
    /// The account's id, which no other account ever has.
    public let account: String
    /// What changes with each new password, for example its hash. It is never stored or shown.
    public let password: String

    /// Creates a mark.
    public init(account: String, password: String) {
        self.account = account
        self.password = password
    }
}
