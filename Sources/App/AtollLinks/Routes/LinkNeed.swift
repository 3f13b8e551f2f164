import AtollNavigation

/// Whether a query item must be present, and how often.
enum LinkNeed: Hashable, Sendable {
    case required
    case optional
    case defaulted(String)
    case repeated
}
