import AtollCenterAPI

extension TimeBody: Documented {
    static let schemaName = "Time"
    static let schema = JSONSchema.object(["at": .saidTime])
}
