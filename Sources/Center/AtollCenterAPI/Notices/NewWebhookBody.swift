/// A new webhook.
package struct NewWebhookBody: Codable, Sendable {
    package let address: String
    /// A super app or a mini app, if it is about nothing else.
    package let about: String?
    /// The actions of the audit log that it receives; empty for all.
    package let actions: [AuditAction]?

    package init(address: String, about: String? = nil, actions: [AuditAction]? = nil) {
        self.address = address
        self.about = about
        self.actions = actions
    }
}
