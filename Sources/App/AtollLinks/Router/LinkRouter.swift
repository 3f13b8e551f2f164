import AtollNavigation

/// The routes of an app: which URL leads where, in both directions.
///
/// ```swift
/// let links = LinkRouter(graph) {
///     Route(to: .products) { PathSegment("products") }
///     Route(to: .product(.any)) {
///         PathSegment("products")
///         QueryItem("id", Screen.product)
///     }
/// }
/// let destination = try links.destination(for: DeepLink(path: "/products?id=30"))
/// ```
///
/// State that the edges of one route do not show, such as the tab behind a sheet, is written in a URL as items named
/// ``DeepLink/backgroundItem``, each of which is a relative URL itself.
public struct LinkRouter<F: Fragment>: Sendable {
    /// The routes, in order, each with the edges that it was given or has found in the graph.
    public let routes: [Route<F>]
    let plans: [RoutePlan]
    /// Each route's path, as its edges are written.
    let paths: [PresentedPath<F>]
    /// For each route and each of its edges: how the id of the place at which the edge arrives is read and printed; nil
    /// if the URL does not contain it.
    let ids: [[LinkID<F>?]]
    let tree: RouteTree
    let byTarget: [FragmentKind<F>: [Int]]

    /// The links of an app, written in its code.
    ///
    /// - Parameter graph: The graph in which routes that are made with ``Route/init(to:pieces:)`` find their edges.
    /// - Precondition: The routes have no faults; otherwise the app stops with a message that lists them all.
    /// - Complexity: O(*n*) in the number of routes, plus the size of the graph for each route that finds its edges in
    ///   it.
    public init(_ graph: NavigationGraph<F>? = nil, @RouteBuilder<F> _ routes: () -> [Route<F>]) {
        do throws(LinkRouterError) {
            try self.init(graph, routes: routes())
        } catch {
            preconditionFailure("\(error)")
        }
    }

    /// Links that are known only at run time, for example because the app's features are chosen then.
    ///
    /// - Throws: ``LinkRouterError`` if routes are invalid or ambiguous.
    /// - Complexity: As for ``init(_:routes:)``.
    public static func checked(
        _ graph: NavigationGraph<F>? = nil, @RouteBuilder<F> _ routes: () -> [Route<F>]
    ) throws(LinkRouterError) -> LinkRouter {
        try LinkRouter(graph, routes: routes())
    }

    /// Links whose routes were made elsewhere.
    ///
    /// - Parameter graph: The graph in which routes that are made with ``Route/init(to:pieces:)`` find their edges.
    /// - Throws: ``LinkRouterError`` if routes are invalid or ambiguous.
    /// - Complexity: O(*n*) in the number of routes, plus the size of the graph for each route that finds its edges in
    ///   it.
    public init(_ graph: NavigationGraph<F>? = nil, routes: [Route<F>]) throws(LinkRouterError) {
        var plans: [RoutePlan] = []
        plans.reserveCapacity(routes.count)
        var found: [Route<F>] = []
        found.reserveCapacity(routes.count)
        var tree = RouteTree()
        var byTarget: [FragmentKind<F>: [Int]] = [:]
        var starts: [String: String] = [:]
        var errors: [LinkRouterError] = []
        for route in routes {
            do throws(LinkRouterError) {
                let route = try graph.map { graph throws(LinkRouterError) in try route.along(graph) } ?? route
                let one = try RoutePlan(route)
                let others = tree.routes(at: one.steps, isOpen: one.isOpen)
                guard
                    !others.contains(where: { plans[$0].itemNames == one.itemNames })
                else {
                    throw .duplicate(one.description)
                }
                if case .literal(let start)? = one.steps.first {
                    if let other = starts.updateValue(start, forKey: start.lowercased()), other != start {
                        throw .caseOnly(other, start)
                    }
                }
                tree.insert(one.steps, isOpen: one.isOpen, route: plans.count)
                byTarget[FragmentKind(route.target), default: []].append(plans.count)
                plans.append(one)
                found.append(route)
            } catch {
                errors.append(error)
            }
        }
        if let first = errors.first { throw errors.count == 1 ? first : .several(errors) }
        self.routes = found
        self.plans = plans
        paths = found.map { PresentedPath($0.edges) }
        ids = found.map(\.ids)
        self.tree = tree
        self.byTarget = byTarget
    }

    /// The path that a link leads to.
    ///
    /// - Throws: ``LinkError`` with the part that is wrong.
    /// - Complexity: As for ``destination(for:)``.
    public func path(for link: DeepLink) throws(LinkError) -> PresentedPath<F> { try destination(for: link).path }

    /// The link that leads to a path.
    ///
    /// - Throws: ``LinkError/noRoute(_:)`` if no route leads to a part of it.
    /// - Complexity: As for ``link(for:)``.
    public func url(for path: PresentedPath<F>) throws(LinkError) -> DeepLink { try link(for: LinkDestination(path)) }
}
