import AtollNavigation

/// Where a link leads, with all that it says.
public struct LinkDestination<F: Fragment>: Hashable, Sendable {
    /// The path to present.
    public var path: PresentedPath<F>
    /// The values that are no places.
    public var parameters: LinkParameters
    /// The components that a route with ``rest()`` hands on.
    public var rest: [String]
    /// Query items that no route claims. They are handed on, and not printed.
    public var unclaimed: [DeepLink.Item]
    /// What stood after `#`.
    public var fragment: String?
    /// The version of a mini app that was asked for.
    public var version: String?

    public init(
        _ path: PresentedPath<F>, parameters: LinkParameters = LinkParameters(), rest: [String] = [],
        unclaimed: [DeepLink.Item] = [], fragment: String? = nil, version: String? = nil
    ) {
        self.path = path
        self.parameters = parameters
        self.rest = rest
        self.unclaimed = unclaimed
        self.fragment = fragment
        self.version = version
    }
}
