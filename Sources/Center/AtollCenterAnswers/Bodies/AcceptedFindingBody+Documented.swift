import AtollCenterAPI
import AtollCenterDomain

extension AcceptedFindingBody: Documented {
    package static let schemaName = "AcceptedFinding"
    package static let schema = JSONSchema.object([
        "key": .text(32...32, pattern: "^[0-9a-f]{32}$"), "comment": .text(1...VersionRecord.maximumText),
    ])
}
