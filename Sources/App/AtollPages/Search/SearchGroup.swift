import AtollNavigation

/// The results of one feature.
public struct SearchGroup<F: Fragment>: Sendable {
    /// The heading.
    public let title: String
    /// Whether third parties have written it, such as publishers of mini apps.
    public let isThirdParty: Bool
    /// The results, the best first; empty if the search failed.
    public let results: [FeatureSearch<F>.Result]
    /// Why the feature could not be searched: what it threw, or ``SearchTimeout``; nil if it was searched.
    public let failure: (any Error)?
}
