import AtollNavigation

/// How a value is written in a URL.
struct LinkFormat: Sendable {
    /// The description of the expected value, for errors.
    let expected: String
    /// Whether a text is a value in its canonical form.
    let isValid: @Sendable (String) -> Bool

    init<Value: LinkValue>(of type: Value.Type) {
        expected = Value.linkDescription
        isValid = { Value(linkText: $0) != nil }
    }

    /// The format of an id. The value that represents a whole family is not valid.
    init<Value: LinkValue>(ofID type: Value.Type) {
        let any = (type as? any FragmentID.Type).flatMap { $0.any as? Value }
        expected = Value.linkDescription
        isValid = { text in Value(linkText: text).map { $0 != any } ?? false }
    }
}
