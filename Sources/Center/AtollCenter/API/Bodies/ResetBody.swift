struct ResetBody: Decodable, Sendable, Documented {
    let secret: String
    let password: String

    static let schemaName = "Reset"
    static let schema = JSONSchema.object(["secret": .text(1...200), "password": .text(10...1_000)])
}
