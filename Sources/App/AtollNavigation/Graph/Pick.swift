/// Declares segues to tabs: the target is presented along with its source, and only the newest of one source's picks is.
///
/// ```swift
/// Pick(.dashboard => [.news, .library])
/// ```
public struct Pick<F: Fragment>: SegueDeclaration {
    /// The segues, in the order of their edges.
    public var segues: [Segue<F>]

    /// A segue whose target is presented along with its source, as the only one of the source's picks.
    public init(_ edge: GraphEdge<F>) { self.init([edge]) }

    /// Segues whose targets are presented along with their source, only the newest of one source's picks at a time.
    public init(_ edges: [GraphEdge<F>]) { segues = edges.map { Segue($0, style: .pick) } }
}
