/// Which keys sign for a role, and how many of them have to.
struct RoleKeys: Hashable, Sendable {
    let ids: [ExactString]
    let threshold: Int
    /// All keys that the delegator knows.
    let keys: [ExactString: TUFKey]

    /// - Parameter fields: An object with `keyids` and `threshold`.
    init(_ fields: MetadataFields, keys: [ExactString: TUFKey]) throws(TUFError) {
        ids = try fields.strings("keyids").map { ExactString($0) }
        guard Set(ids).count == ids.count else {
            throw .malformed(role: fields.role, "a key id stands twice in a role")
        }
        threshold = try fields.integer("threshold", atLeast: 1)
        self.keys = keys
    }

    /// Whether the same keys sign for both.
    func hasSameKeys(as other: RoleKeys) -> Bool {
        Set(ids.compactMap { keys[$0]?.identity }) == Set(other.ids.compactMap { other.keys[$0]?.identity })
    }

    static func keys(_ fields: MetadataFields) throws(TUFError) -> [ExactString: TUFKey] {
        var keys: [ExactString: TUFKey] = [:]
        for (id, value) in try fields.object("keys").members {
            let key = try MetadataFields(value, of: fields.role, "a key")
            keys[id] = TUFKey(
                type: try key.string("keytype"), scheme: try key.string("scheme"),
                value: try key.object("keyval").string("public")
            )
        }
        return keys
    }
}
