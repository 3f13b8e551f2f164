import AtollCenterAPI

extension GrantView: Documented {
    init(_ grant: Grant) {
        self.init(
            organization: grant.organization,
            state: grant.state.rawValue,
            comment: grant.comment,
            changed: grant.changed,
            needsReview: grant.needsReview)
    }

    static let schemaName = "Grant"
    static let schema = JSONSchema.object([
        "organization": .organization, "state": .one(of: Grant.State.allCases.map(\.rawValue)),
        "comment": .text(0...Grant.maximumComment), "changed": .time,
        "needsReview": .bool,
    ])
}
