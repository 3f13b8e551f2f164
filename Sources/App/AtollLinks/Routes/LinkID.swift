import AtollNavigation

/// Converts between a member of a family and the text of its id.
struct LinkID<F: Fragment>: Sendable {
    /// The fragment with this id; nil if the text is not a valid id.
    let fragment: @Sendable (String) -> F?
    /// The text of a fragment's id; nil for a fragment of another case.
    let text: @Sendable (F) -> String?

    init<Value: LinkValue>(_ makeFragment: @escaping @Sendable (Value) -> F) {
        fragment = { Value(linkText: $0).map(makeFragment) }
        text = { $0.value(of: makeFragment)?.linkText }
    }

    init(fragment: @escaping @Sendable (String) -> F?, text: @escaping @Sendable (F) -> String?) {
        self.fragment = fragment
        self.text = text
    }
}
