/// The typed key of a value in a URL that is not a place on the path: how a list is sorted, what is searched for.
public struct LinkParameter<Value: LinkValue>: Hashable, Sendable {
    /// The name of the query item; for a component, its name in listings of the routes.
    public let name: String

    /// A parameter with this name.
    public init(_ name: String) { self.name = name }
}
