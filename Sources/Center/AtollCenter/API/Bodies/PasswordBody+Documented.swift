import AtollCenterAPI

extension PasswordBody: Documented {
    static let schemaName = "Password"
    static let schema = JSONSchema.object(["password": .text(10...1_000)])
}
