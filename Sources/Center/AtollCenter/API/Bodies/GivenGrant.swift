/// How an organization may publish in a super app.
struct GivenGrant: Decodable, Sendable, Documented {
    let comment: String?
    /// Whether its versions need the approvals of the super app; by default they do.
    let needsReview: Bool?

    static let schemaName = "GivenGrant"
    static let schema = JSONSchema.object(
        ["comment": .text(0...Grant.maximumComment), "needsReview": .bool], optional: ["comment", "needsReview"])
}
