// Names of earlier releases, which stay for one more.

/// The earlier name of ``Pass``.
@available(*, deprecated, renamed: "Pass")
public func pass<F: Fragment>(_ edge: GraphEdge<F>) -> Pass<F> { Pass(edge) }

/// The earlier name of ``Pass``.
@available(*, deprecated, renamed: "Pass")
public func pass<F: Fragment>(_ edges: [GraphEdge<F>]) -> Pass<F> { Pass(edges) }

/// The earlier name of ``Hold``.
@available(*, deprecated, renamed: "Hold")
public func hold<F: Fragment>(_ edge: GraphEdge<F>) -> Hold<F> { Hold(edge) }

/// The earlier name of ``Hold``.
@available(*, deprecated, renamed: "Hold")
public func hold<F: Fragment>(_ edges: [GraphEdge<F>]) -> Hold<F> { Hold(edges) }

/// The earlier name of ``Pick``.
@available(*, deprecated, renamed: "Pick")
public func pick<F: Fragment>(_ edge: GraphEdge<F>) -> Pick<F> { Pick(edge) }

/// The earlier name of ``Pick``.
@available(*, deprecated, renamed: "Pick")
public func pick<F: Fragment>(_ edges: [GraphEdge<F>]) -> Pick<F> { Pick(edges) }
