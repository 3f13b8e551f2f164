import AtollCenterAPI
import AtollCenterDomain

extension GrantView: Documented {
    package init(_ grant: Grant) {
        self.init(
            organization: grant.organization,
            state: grant.state.rawValue,
            comment: grant.comment,
            changed: grant.changed,
            needsReview: grant.needsReview)
    }

    package static let schemaName = "Grant"
    package static let schema = JSONSchema.object([
        "organization": .organization, "state": .one(of: Grant.State.allCases.map(\.rawValue)),
        "comment": .text(0...Grant.maximumComment), "changed": .time,
        "needsReview": .bool,
    ])
}
