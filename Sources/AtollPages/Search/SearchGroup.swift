import AtollNavigation

/// The results of one feature.
public struct SearchGroup<F: Fragment>: Sendable {
    /// The heading.
    public let title: String
    /// What was found, the best first.
    public let results: [FeatureSearch<F>.Result]
}
