import AtollCenterAPI

extension TimeBody: Documented {
    package static let schemaName = "Time"
    package static let schema = JSONSchema.object(["at": .saidTime])
}
