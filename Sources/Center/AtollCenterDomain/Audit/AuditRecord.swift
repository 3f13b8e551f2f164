import AtollCenterAPI

/// The effect of one change, for the audit log.
///
/// Its contents are never removed: ids of keys and tokens, never a secret; no address, no search.
package struct AuditRecord: Hashable, Sendable {
    package var action: AuditAction
    package var organization: String?
    package var superApp: String?
    package var miniApp: String?
    /// The version code.
    package var code: Int?
    /// The subject in addition to the mini app: an account, an invitation, a key.
    package var subject: String?
    /// The state before and after, if the action changes one.
    package var before: String?
    package var after: String?
    /// The actor's comment.
    package var comment: String?

    package init(
        _ action: AuditAction, organization: String? = nil, superApp: String? = nil, miniApp: String? = nil,
        code: Int? = nil, subject: String? = nil, before: String? = nil, after: String? = nil, comment: String? = nil
    ) {
        self.action = action
        self.organization = organization
        self.superApp = superApp
        self.miniApp = miniApp
        self.code = code
        self.subject = subject
        self.before = before
        self.after = after
        self.comment = comment
    }
}
