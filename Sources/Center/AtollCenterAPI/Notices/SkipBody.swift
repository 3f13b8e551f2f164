/// The row of the audit log that is not delivered to a webhook.
package struct SkipBody: Codable, Sendable {
    /// The `number` of the webhook when the caller last read it. The next row that is for the webhook is skipped.
    package let after: Int

    package init(after: Int) {
        self.after = after
    }
}
