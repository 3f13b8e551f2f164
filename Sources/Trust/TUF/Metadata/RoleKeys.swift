import SignedJSON

/// The keys that sign for a role, and how many of them must.
struct RoleKeys: Hashable, Sendable {
    let ids: [ExactString]
    let threshold: Int
    /// All keys that the delegator lists, by their ids.
    let keys: [ExactString: VerificationKey]

    /// - Parameter fields: An object with `keyids` and `threshold`.
    init(_ fields: MetadataFields, keys: [ExactString: VerificationKey]) throws(TUFError) {
        ids = try fields.strings("keyids").map { ExactString($0) }
        guard Set(ids).count == ids.count else {
            throw .malformed(role: fields.role, "a key id appears twice in a role")
        }
        threshold = try fields.integer("threshold", atLeast: 1)
        self.keys = keys
    }

    init(_ plan: TUFRolePlan) {
        ids = plan.keys.map { ExactString($0.id) }
        threshold = plan.threshold
        keys = Dictionary(plan.keys.map { (ExactString($0.id), $0) }) { first, _ in first }
    }

    /// Whether the same keys sign for both.
    func hasSameKeys(as other: RoleKeys) -> Bool {
        Set(ids.compactMap { keys[$0]?.identity }) == Set(other.ids.compactMap { other.keys[$0]?.identity })
    }

    static func keys(_ fields: MetadataFields) throws(TUFError) -> [ExactString: VerificationKey] {
        var keys: [ExactString: VerificationKey] = [:]
        for (id, value) in try fields.object("keys").members {
            do throws(JSONFieldError) {
                keys[id] = try VerificationKey(JSONFields(value, at: "keys"))
            } catch {
                throw .malformed(role: fields.role, error.description)
            }
        }
        return keys
    }
}
