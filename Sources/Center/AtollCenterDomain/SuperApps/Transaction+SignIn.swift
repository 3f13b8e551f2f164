import AtollPackages
import SQLStatements

extension Transaction {
    /// Sets or removes a super app's own issuer. Without one, its tokens are those of the issuer that the Center was
    /// started with.
    ///
    /// Only those who run the Center do that: it fetches the keys from the address that is set.
    package func setSignIn(_ source: SignInSource?, of id: String, by caller: Caller) throws -> SuperApp {
        let old = try view.superApp(id, for: .manageSignIn, by: caller)
        try view.requireConfirmation(of: caller)
        guard source != old.signIn else { return old }
        if let source {
            let isTaken = try session.exists(
                """
                SELECT 1 FROM owned_super_app WHERE issuer = \(.text(source.issuer)) AND id <> \(.text(id))
                """)
            guard !isTaken else { throw ActionError.taken("issuer", "Another super app has this issuer already.") }
        }
        try session.perform(
            """
            UPDATE owned_super_app SET issuer = \(.text(source?.issuer)),
                key_set = \(.text(source?.keySet.absoluteString)), revision = revision + 1
            WHERE id = \(.text(id))
            """)
        try note(
            AuditRecord(
                .changeSuperApp, organization: old.organization, superApp: id, subject: "sign-in",
                before: old.signIn?.summary, after: source?.summary))
        guard let found = try view.superApp(id) else { throw ActionError.unknown("super app") }
        return found
    }
}

extension SignInSource {
    fileprivate var summary: String { "\(issuer), keys at \(keySet.absoluteString)" }
}
