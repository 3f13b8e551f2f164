import AtollCenterAPI
import AtollCredentials
import Foundation
import SQLStatements

extension Snapshot {
    /// The columns that ``account(_:)`` reads.
    package static let accountColumns: SQLFragment = """
        account.id, account.email, account.name, account.password IS NOT NULL,
        account.totp_is_on, account.is_suspended, account.created
        """

    package static func account(_ row: SQLRow) throws -> Account {
        Account(
            id: try row.text(0), email: try row.text(1), name: try row.text(2), hasPassword: try row.bool(3),
            hasSecondFactor: try row.bool(4), isSuspended: try row.bool(5), created: try row.int(6))
    }

    package func account(_ id: String) throws -> Account? {
        try session.row("SELECT \(Self.accountColumns) FROM account WHERE id = \(.text(id))").map(Self.account)
    }

    package func account(email: String) throws -> Account? {
        try session.row(
            "SELECT \(Self.accountColumns) FROM account WHERE email = \(.text(Account.folded(email)))"
        ).map(Self.account)
    }

    /// The account whose password can be chosen anew with the secret that has this digest, or nil.
    package func reset(_ digest: Data) throws -> String? {
        try session.row(
            "SELECT account FROM password_reset WHERE digest = \(.bytes(digest)) AND expires > \(.integer(time))"
        )?.text(0)
    }

    /// The hash of an account's password, or nil if it has none.
    package func passwordHash(of account: String) throws -> PasswordHash? {
        guard let text = try session.row("SELECT password FROM account WHERE id = \(.text(account))")?.optionalText(0)
        else { return nil }
        return try JSONDecoder().decode(PasswordHash.self, from: Data(text.utf8))
    }
}

extension Transaction {
    /// Returns bytes that all processes of the Center share; stores `new` ones the first time.
    package func secret(_ name: String, otherwise new: Data) throws -> Data {
        try session.perform(
            """
            INSERT INTO work_secret (name, value) VALUES (\(.text(name)), \(.bytes(new)))
            ON CONFLICT (name) DO NOTHING
            """)
        guard let row = try session.row("SELECT value FROM work_secret WHERE name = \(.text(name))") else {
            throw ActionError.unknown("secret")
        }
        return try row.data(0)
    }

    /// Overwrites an unused value, so that requests for unknown accounts take about as long as those that store
    /// something.
    package func writeDecoy(_ value: Data) throws {
        try session.perform(
            """
            INSERT INTO work_secret (name, value) VALUES ('decoy', \(.bytes(value)))
            ON CONFLICT (name) DO UPDATE SET value = excluded.value
            """)
    }

    /// Checks that an account is as it was when its password was compared, which takes long: neither the password nor
    /// the second factor was changed meanwhile, and the account not suspended.
    ///
    /// - Throws: ``ActionError/badCredentials``.
    package func requireUnchanged(_ account: Account, _ hash: PasswordHash) throws {
        guard try view.account(account.id) == account, try view.passwordHash(of: account.id) == hash else {
            throw ActionError.badCredentials
        }
    }

    /// Creates an account.
    ///
    /// - Parameters:
    ///   - id: A new random id.
    ///   - password: Its hash; nil for who signs in elsewhere.
    package func createAccount(_ id: String, email: String, name: String, password: PasswordHash?) throws -> Account {
        try Account.checkEmail(email)
        try Name.check(name, as: "name")
        guard try view.account(email: email) == nil else {
            throw ActionError.taken("email", "There is an account with this address already. Sign in with it.")
        }
        try session.perform(
            """
            INSERT INTO account (id, email, name, password, created)
            VALUES (\(.text(id)), \(.text(Account.folded(email))), \(.text(name)), \(.text(try Self.text(of: password))),
                \(.integer(time)))
            """)
        try note(AuditRecord(.createAccount, subject: id))
        guard let account = try view.account(id) else { throw ActionError.unknown("account") }
        return account
    }

    /// Sets an account's password, and ends all its sessions but one.
    ///
    /// - Parameter kept: The id of the session that does not end, or `nil`.
    package func setPassword(_ hash: PasswordHash, of account: String, keeping kept: String?, as action: AuditAction)
        throws
    {
        try session.perform(
            """
            UPDATE account SET password = \(.text(try Self.text(of: hash))), revision = revision + 1
            WHERE id = \(.text(account))
            """)
        try session.perform(
            "DELETE FROM work_session WHERE account = \(.text(account)) AND id <> \(.text(kept ?? ""))")
        try session.perform("DELETE FROM password_reset WHERE account = \(.text(account))")
        try endDeviceCodes(of: account)
        try note(AuditRecord(action, subject: account))
    }

    /// The number of mails to reset a password that an account gets without a pause.
    private static let freeResets = 3
    /// The pause between further mails, in seconds.
    private static let resetPause = 600

    /// Adds a secret with which an account's password can be reset. Earlier secrets still work: a stranger can request
    /// one for any address, and must not make the owner's worthless.
    ///
    /// - Returns: Whether it was added: an account gets three, and then one in ten minutes.
    package func addReset(_ digest: Data, of account: String, until expires: Int) throws -> Bool {
        try session.perform("DELETE FROM password_reset WHERE expires <= \(.integer(time))")
        let row = try session.row(
            """
            SELECT count(*), coalesce(max(expires), 0) FROM password_reset WHERE account = \(.text(account))
            """)
        let (count, last) = (try row?.int(0) ?? 0, try row?.int(1) ?? 0)
        guard count < Self.freeResets || last + Self.resetPause <= expires else { return false }
        try session.perform(
            """
            INSERT INTO password_reset (digest, account, expires)
            VALUES (\(.bytes(digest)), \(.text(account)), \(.integer(expires)))
            """)
        return true
    }

    private static func text(of hash: PasswordHash?) throws -> String? {
        try hash.map { String(decoding: try JSONEncoder().encode($0), as: UTF8.self) }
    }
}
