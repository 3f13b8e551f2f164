import AtollPackages
import Foundation

/// The outcome of fetching a mini app before it is opened.
public enum PrefetchOutcome: Hashable, Sendable {
    /// It is in the cache; at most this many bytes had to be fetched.
    case cached(fetched: Int)
    /// It needs this many bytes, more than was left of the budget.
    case overBudget(bytes: Int)
    /// It could not be fetched.
    case failed(CatalogError)
}
