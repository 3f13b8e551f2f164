import AtollCenterAPI
import AtollCenterDomain

extension ReasonBody: Documented {
    package static let schemaName = "Reason"
    package static let schema = JSONSchema.object(["reason": .text(1...VersionRecord.maximumText)])
}
