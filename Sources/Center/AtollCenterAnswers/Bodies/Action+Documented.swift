import AtollCenterAPI

extension Action {
    /// Of a list of actions.
    static let listSchema = JSONSchema.list(of: .one(of: allCases.map(\.rawValue)), upTo: allCases.count)
}
