import AtollCenterAPI

extension ReasonBody: Documented {
    static let schemaName = "Reason"
    static let schema = JSONSchema.object(["reason": .text(1...VersionRecord.maximumText)])
}
