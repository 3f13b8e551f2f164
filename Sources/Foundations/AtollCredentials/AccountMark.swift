/// Identifies an account and its current password.
///
/// A ``DeviceToken`` is bound to it: the token is invalid for a later account with the same sign-in name.
public struct AccountMark: Hashable, Sendable {
    /// The account's id, which is never reused.
    public let account: String
    /// A value that changes with each new password, for example the salt of its hash.
    public let password: String

    /// Creates a mark.
    public init(account: String, password: String) {
        self.account = account
        self.password = password
    }
}
