import AtollCenterAPI

extension ResetBody: Documented {
    package static let schemaName = "Reset"
    package static let schema = JSONSchema.object(["secret": .text(1...200), "password": .text(10...1_000)])
}
