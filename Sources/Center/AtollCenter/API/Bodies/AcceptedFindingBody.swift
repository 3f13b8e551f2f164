/// The word with which a reviewer accepts a finding.
struct AcceptedFindingBody: Codable, Sendable, Documented {
    let key: String
    let comment: String

    static let schemaName = "AcceptedFinding"
    static let schema = JSONSchema.object([
        "key": .text(32...32, pattern: "^[0-9a-f]{32}$"), "comment": .text(1...VersionRecord.maximumText),
    ])
}
