struct CodeBody: Decodable, Sendable, Documented {
    let code: String

    static let schemaName = "Code"
    static let schema = JSONSchema.object(["code": .text(6...40)])
}
