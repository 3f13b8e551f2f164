import AtollNavigation

/// Where a link leads, with everything that it says.
public struct LinkDestination<F: Fragment>: Hashable, Sendable {
    /// The path to present.
    public var path: PresentedPath<F>
    /// The values that are not places on the path.
    public var parameters: LinkParameters
    /// The components that a route with ``RemainingPath`` passes on.
    public var rest: [String]
    /// The parameters of the background URLs in addition to their paths, by the places to which they lead.
    public var background: [F: Extras] = [:]
    /// Query items that no route claims. They are passed on, but not printed.
    public var unclaimed: [DeepLink.Item]
    /// The URL's fragment, after `#`.
    public var fragment: String?
    /// The version of a mini app that was requested.
    public var version: String?

    /// The parameters of a URL in addition to its path.
    public struct Extras: Hashable, Sendable {
        /// The values that are not places on the path.
        public var parameters: LinkParameters
        /// The components that a route with ``RemainingPath`` passes on.
        public var rest: [String]

        /// Creates extras; empty by default.
        public init(parameters: LinkParameters = LinkParameters(), rest: [String] = []) {
            self.parameters = parameters
            self.rest = rest
        }

        var isEmpty: Bool { parameters == LinkParameters() && rest.isEmpty }
    }

    /// A destination, as a router would read it from a link.
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

    /// The parameters of the foreground URL in addition to its path.
    public var extras: Extras {
        get { Extras(parameters: parameters, rest: rest) }
        set { (parameters, rest) = (newValue.parameters, newValue.rest) }
    }

    /// Returns a destination with another path, with the parameters of those places that are still on it. Unclaimed
    /// items, the fragment and the version are dropped.
    ///
    /// - Complexity: O(*n*) in the length of the path.
    public func moved(to path: PresentedPath<F>) -> LinkDestination<F> {
        var extrasByPlace = background
        if let front = self.path.edges.last?.to, !extras.isEmpty { extrasByPlace[front] = extras }
        var moved = LinkDestination(path)
        if let front = path.edges.last?.to { moved.extras = extrasByPlace.removeValue(forKey: front) ?? Extras() }
        let places = Set(path.edges.map(\.to))
        moved.background = extrasByPlace.filter { places.contains($0.key) }
        return moved
    }
}
