import AtollCredentials
import Foundation
import SQLStatements

extension Snapshot {
    /// An account's second factor.
    ///
    /// - Returns: Its secret, whether it is in use, and the step whose code was used last; `nil` without one.
    func secondFactor(of account: String) throws -> (totp: TOTP, isOn: Bool, lastStep: Int)? {
        let row = try session.row(
            "SELECT totp_secret, totp_is_on, totp_step FROM account WHERE id = \(.text(account))")
        guard let row, let secret = try row.optionalData(0) else { return nil }
        return (TOTP(secret: secret), try row.bool(1), try row.int(2))
    }
}

extension Transaction {
    /// Gives an account a secret for an authenticator app, which is used once a code of it was entered.
    package func prepareSecondFactor(_ totp: TOTP, of account: String) throws {
        if try view.secondFactor(of: account)?.isOn == true {
            throw ActionError.conflict(rule: "second-factor-on", "There is a second factor already: remove it first.")
        }
        try session.perform(
            """
            UPDATE account SET totp_secret = \(.bytes(totp.secret)), totp_step = 0 WHERE id = \(.text(account))
            """)
    }

    /// Turns the second factor on, with the first code of the app.
    ///
    /// - Parameter recoveryDigests: Of new recovery codes.
    package func confirmSecondFactor(_ code: String, of account: String, recoveryDigests: [Data]) throws {
        guard let factor = try view.secondFactor(of: account), !factor.isOn else {
            throw ActionError.conflict(rule: "no-second-factor", "There is no second factor to confirm.")
        }
        guard let step = factor.totp.step(of: code, at: now, after: factor.lastStep) else {
            throw ActionError.badCredentials
        }
        try session.perform(
            "UPDATE account SET totp_is_on = 1, totp_step = \(.integer(step)) WHERE id = \(.text(account))")
        try setRecoveryCodes(recoveryDigests, of: account)
        try endDeviceCodes(of: account)
        try note(AuditRecord(.addSecondFactor, subject: account))
    }

    /// Removes an account's second factor and its recovery codes.
    package func removeSecondFactor(of account: String) throws {
        try session.perform(
            """
            UPDATE account SET totp_secret = NULL, totp_is_on = 0, totp_step = 0 WHERE id = \(.text(account))
            """)
        try setRecoveryCodes([], of: account)
        try note(AuditRecord(.removeSecondFactor, subject: account))
    }

    /// Replaces an account's recovery codes.
    package func setRecoveryCodes(_ digests: [Data], of account: String) throws {
        try session.perform("DELETE FROM recovery_code WHERE account = \(.text(account))")
        for digest in digests {
            try session.perform(
                "INSERT INTO recovery_code (account, digest) VALUES (\(.text(account)), \(.bytes(digest)))")
        }
    }

    /// Takes a code of the app, or a recovery code. Neither is taken twice.
    ///
    /// - Throws: ``ActionError/badCredentials``.
    package func useSecondFactor(_ code: String, of account: String) throws {
        guard let factor = try view.secondFactor(of: account), factor.isOn else { throw ActionError.badCredentials }
        if let step = factor.totp.step(of: code, at: now, after: factor.lastStep) {
            try session.perform("UPDATE account SET totp_step = \(.integer(step)) WHERE id = \(.text(account))")
            return
        }
        let digest = RecoveryCodes.digest(of: code)
        let used = try session.perform(
            "DELETE FROM recovery_code WHERE account = \(.text(account)) AND digest = \(.bytes(digest))")
        guard used.changes > 0 else { throw ActionError.badCredentials }
        try note(AuditRecord(.useRecoveryCode, subject: account))
    }
}
