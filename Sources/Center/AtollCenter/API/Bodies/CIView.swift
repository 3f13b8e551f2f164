struct CIView: Codable, Sendable, Documented {
    /// Nil if the Center takes no tokens, because it does not know its address.
    let audience: String?
    let issuers: [String]

    static let schemaName = "CI"
    static let schema = JSONSchema.object(
        ["audience": .text(1...500), "issuers": .list(of: .text(1...300), upTo: 100)], optional: ["audience"])
}
