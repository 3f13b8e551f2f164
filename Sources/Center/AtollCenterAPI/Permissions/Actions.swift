/// The actions that the reader of an answer may take, as its member `actions`. Decoding skips unknown names, and a
/// missing member is empty, because a Center of another version may have more actions, or send none.
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
    /// Decodes the member `actions`; empty if it is missing.
    func decode(_ type: Actions.Type, forKey key: Key) throws -> Actions {
        try decodeIfPresent(type, forKey: key) ?? Actions([])
    }
}
