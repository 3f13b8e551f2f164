/// Why somebody does something.
struct ReasonBody: Codable, Sendable, Documented {
    let reason: String

    static let schemaName = "Reason"
    static let schema = JSONSchema.object(["reason": .text(1...VersionRecord.maximumText)])
}
