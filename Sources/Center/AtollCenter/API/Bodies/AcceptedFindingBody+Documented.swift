import AtollCenterAPI

extension AcceptedFindingBody: Documented {
    static let schemaName = "AcceptedFinding"
    static let schema = JSONSchema.object([
        "key": .text(32...32, pattern: "^[0-9a-f]{32}$"), "comment": .text(1...VersionRecord.maximumText),
    ])
}
