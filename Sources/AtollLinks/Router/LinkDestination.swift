import AtollNavigation

/// Where a link leads, with all that it says.
public struct LinkDestination<F: Fragment>: Hashable, Sendable {
    /// The path to present.
    public var path: PresentedPath<F>
    /// The values that are no places.
    public var parameters: LinkParameters
    /// The components that a route with ``rest()`` hands on.
    public var rest: [String]
    /// What the addresses of the background say beside their paths, by the places to which they lead.
    public var background: [F: Saying] = [:]
    /// Query items that no route claims. They are handed on, and not printed.
    public var unclaimed: [DeepLink.Item]
    /// What stood after `#`.
    public var fragment: String?
    /// The version of a mini app that was asked for.
    public var version: String?

    /// What an address says beside its path.
    public struct Saying: Hashable, Sendable {
        public var parameters: LinkParameters
        public var rest: [String]

        public init(parameters: LinkParameters = LinkParameters(), rest: [String] = []) {
            self.parameters = parameters
            self.rest = rest
        }

        var isEmpty: Bool { parameters == LinkParameters() && rest.isEmpty }
    }

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

    /// What the address of the foreground says beside its path.
    public var saying: Saying {
        get { Saying(parameters: parameters, rest: rest) }
        set { (parameters, rest) = (newValue.parameters, newValue.rest) }
    }

    /// Another path, for whose ends everything is kept that was said about them here.
    ///
    /// - Complexity: O(*n*) in the length of the path.
    public func moved(to path: PresentedPath<F>) -> LinkDestination<F> {
        var sayings = background
        if let front = self.path.edges.last?.to, !saying.isEmpty { sayings[front] = saying }
        var moved = LinkDestination(path)
        if let front = path.edges.last?.to { moved.saying = sayings.removeValue(forKey: front) ?? Saying() }
        let places = Set(path.edges.map(\.to))
        moved.background = sayings.filter { places.contains($0.key) }
        return moved
    }
}
