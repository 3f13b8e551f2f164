extension Decoder {
    /// Checks that an object has only members with these names.
    ///
    /// - Throws: A `DecodingError` that names the first of any others, in alphabetical order.
    package func allow(only names: [String]) throws {
        let container = try container(keyedBy: AnyKey.self)
        let others = container.allKeys.filter { !names.contains($0.stringValue) }
        guard let other = others.min(by: { $0.stringValue < $1.stringValue }) else { return }
        throw DecodingError.dataCorruptedError(
            forKey: other, in: container, debugDescription: DecodingError.unknownMember)
    }
}

private struct AnyKey: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }

    init?(intValue: Int) { nil }
}

extension DecodingError {
    /// The description of the error for a member that a type does not have.
    package static let unknownMember = "unknown member"
}
