import AtollNavigation

/// Whether a query item must be there.
enum LinkNeed: Hashable, Sendable {
    case required
    case optional
    case defaulted(String)
    case repeated
}

/// How a value stands in an address.
struct LinkFormat: Sendable {
    /// What the value is, for errors.
    let expected: String
    /// Whether a text is a value in its canonical form.
    let isValid: @Sendable (String) -> Bool
    /// The id that a text is.
    let id: @Sendable (String) -> FragmentID?
    /// The text that an id is, or nil where it is of another type.
    let text: @Sendable (FragmentID) -> String?

    init<Value: LinkValue & FragmentIDValue>(ofID type: Value.Type) {
        expected = Value.linkDescription
        isValid = { Value(linkText: $0) != nil }
        id = { Value(linkText: $0)?.fragmentID }
        text = { Value($0)?.linkText }
    }

    init<Value: LinkValue>(of type: Value.Type) {
        expected = Value.linkDescription
        isValid = { Value(linkText: $0) != nil }
        id = { _ in nil }
        text = { _ in nil }
    }
}
