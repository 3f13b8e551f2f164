struct GrantView: Codable, Sendable, Documented {
    let organization: String
    let state: String
    let comment: String
    let changed: Int
    let needsReview: Bool

    init(_ grant: Grant) {
        organization = grant.organization
        state = grant.state.rawValue
        comment = grant.comment
        changed = grant.changed
        needsReview = grant.needsReview
    }

    static let schemaName = "Grant"
    static let schema = JSONSchema.object([
        "organization": .organization, "state": .one(of: Grant.State.allCases.map(\.rawValue)),
        "comment": .text(0...Grant.maximumComment), "changed": .time,
        "needsReview": .bool,
    ])
}
