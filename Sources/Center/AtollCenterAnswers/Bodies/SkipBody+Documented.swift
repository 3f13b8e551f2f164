import AtollCenterAPI

extension SkipBody: Documented {
    package static let schemaName = "Skip"
    package static let schema = JSONSchema.object(["after": .integer(0...(1 << 53))])
}
