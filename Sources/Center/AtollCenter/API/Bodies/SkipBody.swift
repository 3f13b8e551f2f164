/// The row of the audit log that is not delivered to a webhook.
struct SkipBody: Codable, Sendable, Documented {
    /// The `number` of the webhook when the caller last read it. The next row that is for the webhook is skipped.
    let after: Int

    static let schemaName = "Skip"
    static let schema = JSONSchema.object(["after": .integer(0...(1 << 53))])
}
