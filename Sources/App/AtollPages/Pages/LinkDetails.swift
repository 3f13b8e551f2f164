import AtollLinks
import AtollNavigation

/// The parts of a URL other than the presented path that it leads to.
public struct LinkDetails: Hashable, Sendable {
    /// The parameters that the route declares.
    public let parameters: LinkParameters
    /// The path components that the route passes on.
    public let rest: [String]
    /// The query items that no route claims.
    public let unclaimed: [DeepLink.Item]
    /// The fragment identifier of the URL, after `#`; `nil` without one.
    public let fragment: String?

    init(parameters: LinkParameters, rest: [String]) {
        self.parameters = parameters
        self.rest = rest
        unclaimed = []
        fragment = nil
    }

    /// Takes the details of a destination.
    public init<F>(_ destination: LinkDestination<F>) {
        parameters = destination.parameters
        rest = destination.rest
        unclaimed = destination.unclaimed
        fragment = destination.fragment
    }
}
