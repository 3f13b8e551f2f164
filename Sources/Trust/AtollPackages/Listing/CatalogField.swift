/// The fields that every mini app has. An attribute can't have the name of one.
public enum CatalogField: String, Hashable, Sendable, CaseIterable {
    /// The mini app's id, texts from its manifest, and its publisher's id.
    case id, name, description, publisher, language
    /// The number of the current version.
    case code
    /// The sum of its files' lengths, in bytes.
    case size
    /// The time at which the current version was published.
    case published

    /// Whether the field's values are compared as numbers. Times are, although they are written as texts.
    public var isNumber: Bool {
        switch self {
        case .id, .name, .description, .publisher, .language: false
        case .code, .size, .published: true
        }
    }
}
