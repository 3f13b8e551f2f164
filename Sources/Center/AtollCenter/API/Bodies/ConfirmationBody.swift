struct ConfirmationBody: Decodable, Sendable, Documented {
    /// Accounts with a password need it; others confirm with a code of their second factor.
    let password: String?
    let code: String?

    static let schemaName = "Confirmation"
    static let schema = JSONSchema.object(
        ["password": .text(1...1_000), "code": .text(6...40)], optional: ["password", "code"])
}
