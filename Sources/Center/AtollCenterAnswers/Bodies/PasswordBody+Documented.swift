import AtollCenterAPI

extension PasswordBody: Documented {
    package static let schemaName = "Password"
    package static let schema = JSONSchema.object(["password": .text(10...1_000)])
}
