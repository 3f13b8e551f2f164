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

    init<Value: LinkValue>(of type: Value.Type) {
        expected = Value.linkDescription
        isValid = { Value(linkText: $0) != nil }
    }

    /// That of an id: the value that stands for all of a family is none.
    init<Value: LinkValue>(ofID type: Value.Type) {
        let any = (type as? any FragmentID.Type).flatMap { $0.any as? Value }
        expected = Value.linkDescription
        isValid = { text in Value(linkText: text).map { $0 != any } ?? false }
    }
}
