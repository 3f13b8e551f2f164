/// What the reader of an answer may do, as its member `actions`. Names that this program does not know are left out, and so is a member that
/// is missing: a Center of another version may have more actions, or tell none.
package struct Actions: Codable, Hashable, Sendable {
    private let all: [Action]

    package init(_ all: [Action]) { self.all = all }

    package init(from decoder: any Decoder) throws {
        all = try decoder.singleValueContainer().decode([String].self).compactMap(Action.init(rawValue:))
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(all)
    }

    package func contains(_ action: Action) -> Bool { all.contains(action) }
}

extension KeyedDecodingContainer {
    /// What the types of answers use.
    func decode(_ type: Actions.Type, forKey key: Key) throws -> Actions {
        try decodeIfPresent(type, forKey: key) ?? Actions([])
    }
}
