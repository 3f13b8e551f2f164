/// A link to a version that somebody makes.
struct NewPreview: Decodable, Sendable, Documented {
    /// For how long it opens the version; 7 days by default.
    let days: Int?
    /// How often; 20 times by default.
    let opens: Int?

    static let schemaName = "NewPreview"
    static let schema = JSONSchema.object(
        ["days": .integer(Preview.days), "opens": .integer(Preview.possibleOpens)], optional: ["days", "opens"])
}
