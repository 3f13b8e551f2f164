import AtollCredentials

/// A directory in which people can create accounts, and reset and change their passwords.
///
/// If the shell's directory is a registry, the shell handles the forms of `/register`, `/confirm`, `/forgot`, `/reset`,
/// `/password` and `/data/delete`; the app provides the pages. Passwords should be hashed in a `HashingPool`: the shell
/// handles its error `HashingPoolBusy` for all of these methods.
public protocol UserRegistry: UserDirectory {
    /// Creates an account without any roles, and sends a code to its e-mail address, which confirms the address. An
    /// account whose address is not confirmed within a day is removed.
    ///
    /// - Parameters:
    ///   - registration: The data that the user has entered.
    ///   - confirmation: Returns the URL to put into the mail, for a code.
    /// - Throws: ``RegistrationError`` if the account can't be created.
    func register(_ registration: Registration, confirmation: @escaping @Sendable (_ code: String) -> String)
        async throws
        -> User

    /// Confirms an e-mail address with a code, which can't be used again.
    ///
    /// - Returns: The user whose address was confirmed, or nil if the code is unknown or expired.
    func confirm(code: String) async throws -> User?

    /// Sends a code to the confirmed e-mail address of the user with this sign-in name. With the code, they can choose
    /// a new password.
    ///
    /// The method must return immediately, do the same work if the name is unknown, and do everything else later, so
    /// that the time does not reveal which names exist.
    ///
    /// - Parameters:
    ///   - signInName: The name that was entered; it may not exist.
    ///   - address: Returns the URL to put into the mail, for a code.
    func sendReset(to signInName: String, address: @escaping @Sendable (_ code: String) -> String) async throws

    /// Whether a code can be used to choose a new password, so that a link that was used or has expired shows this
    /// before the user thinks of a password. Without an implementation, ``reset(code:password:before:)`` reports it
    /// afterwards.
    func canReset(code: String) async throws -> Bool

    /// Sets a new password with a code, which can't be used again.
    ///
    /// - Parameters:
    ///   - code: The code from the mail.
    ///   - password: The new password.
    ///   - before: Called with the user's id after all checks, before the new password is stored. If it throws, the old
    ///     password stays. The shell ends the user's sessions in it, so that no attacker whom the new password is meant
    ///     to keep out stays signed in if the process is killed in between.
    /// - Returns: The user whose password was changed, or nil if the code is unknown or expired.
    /// - Throws: ``RegistrationError`` if the password is refused.
    func reset(
        code: String, password: String, before: @escaping @Sendable (_ user: String) async throws -> Void
    ) async throws -> User?

    /// Sets a new password for a user who knows the old one.
    ///
    /// - Parameters:
    ///   - id: The user's id.
    ///   - old: The old password, as entered.
    ///   - new: The new password.
    ///   - before: Called before the new password is stored, as for ``reset(code:password:before:)``.
    /// - Returns: false if the old password is wrong.
    /// - Throws: ``RegistrationError`` if the new password is refused.
    func changePassword(
        of id: String, from old: String, to new: String,
        before: @escaping @Sendable (_ user: String) async throws -> Void
    ) async throws -> Bool

    /// Removes the account of a user who knows its password. Its id is never used again.
    ///
    /// - Parameters:
    ///   - id: The user's id.
    ///   - password: The password, as entered.
    ///   - before: Called after the password was checked, before the account is removed. The shell removes its data
    ///     about the user in it; if it throws, the account stays, so that the user can try again.
    /// - Returns: false if the password is wrong, or was changed meanwhile.
    func removeAccount(
        of id: String, password: String, before: @escaping @Sendable (_ user: String) async throws -> Void
    ) async throws -> Bool

    /// The users whose accounts have lapsed, because their addresses were not confirmed in time, and were not removed
    /// yet. They can't sign in. The shell removes what it stores about them, and then calls ``removeLapsed(_:)``.
    func lapsedUsers() async throws -> [User]

    /// Removes accounts that have lapsed.
    ///
    /// - Parameter ids: The users' ids. Ids of accounts that have not lapsed are ignored.
    func removeLapsed(_ ids: Set<String>) async throws
}

extension UserRegistry {
    /// Without an implementation, no account lapses.
    public func lapsedUsers() async throws -> [User] { [] }

    /// Without an implementation, does nothing.
    public func removeLapsed(_ ids: Set<String>) async throws {}

    /// Returns true for any code.
    public func canReset(code: String) async throws -> Bool { true }
}
