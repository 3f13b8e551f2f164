import AtollCenterAPI

extension ResetBody: Documented {
    static let schemaName = "Reset"
    static let schema = JSONSchema.object(["secret": .text(1...200), "password": .text(10...1_000)])
}
