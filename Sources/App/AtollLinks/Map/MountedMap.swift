import AtollNavigation

/// A feature's map, expressed in the fragments of the app that has the feature.
public struct MountedMap<F: Fragment>: Sendable {
    /// The name of the feature.
    public let name: String
    /// The fragment with which the feature begins.
    public let entry: F
    /// The feature's segues.
    public let segues: [Segue<F>]
    /// The feature's routes, given the edges from the app's entry to the feature's.
    let routes: @Sendable ([GraphEdge<F>]) -> [Route<F>]
}
