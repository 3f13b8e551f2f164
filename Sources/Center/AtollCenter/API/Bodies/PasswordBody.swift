struct PasswordBody: Decodable, Sendable, Documented {
    let password: String

    static let schemaName = "Password"
    static let schema = JSONSchema.object(["password": .text(10...1_000)])
}
