/// Declares segues to a next screen: the source, with everything that it holds, gives way to the target.
///
/// ```swift
/// Pass(.list => .product(.any)).dismissable()
/// ```
public struct Pass<F: Fragment>: SegueDeclaration {
    /// The segues, in the order of their edges.
    public var segues: [Segue<F>]

    /// A segue whose source gives way to its target.
    public init(_ edge: GraphEdge<F>) { self.init([edge]) }

    /// Segues whose sources give way to their targets.
    public init(_ edges: [GraphEdge<F>]) { segues = edges.map { Segue($0, style: .pass) } }
}
