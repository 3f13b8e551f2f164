import AtollCenterAPI

extension SkipBody: Documented {
    static let schemaName = "Skip"
    static let schema = JSONSchema.object(["after": .integer(0...(1 << 53))])
}
