/// Declares segues to a sheet, to a detail next to its list, or to a player over everything: the source stays presented.
///
/// ```swift
/// Hold(.dashboard => .compose).dismissable().tag("compose")
/// ```
public struct Hold<F: Fragment>: SegueDeclaration {
    /// The segues, in the order of their edges.
    public var segues: [Segue<F>]

    /// A segue whose source stays presented.
    public init(_ edge: GraphEdge<F>) { self.init([edge]) }

    /// Segues whose sources stay presented.
    public init(_ edges: [GraphEdge<F>]) { segues = edges.map { Segue($0, style: .hold) } }
}
