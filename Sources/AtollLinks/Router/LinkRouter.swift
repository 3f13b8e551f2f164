import AtollNavigation

/// Which address leads where, both ways.
///
/// ```swift
/// let links = LinkRouter(graph) {
///     Route(to: .products) { path("products") }
///     Route(to: .product(.any)) {
///         path("products")
///         query("id", Screen.product)
///     }
/// }
/// let destination = try links.destination(for: DeepLink(path: "/products?id=30"))
/// ```
///
/// What one route's chain of edges does not show, such as the tab behind a sheet, stands in an address as items named
/// ``DeepLink/backgroundItem``, each an address of its own.
public struct LinkRouter<F: Fragment>: Sendable {
    /// The routes, in their order.
    public let routes: [Route<F>]
    let plans: [RoutePlan]
    /// Each route's path, as its edges are written.
    let paths: [PresentedPath<F>]
    /// For each route and each of its edges: how the id of the place at which it arrives is said; none where the route says none.
    let ids: [[LinkID<F>?]]
    let tree: RouteTree
    let byTarget: [FragmentKind<F>: [Int]]

    /// The links of an app, which are written in its code.
    ///
    /// - Parameter graph: Where routes ``Route/init(to:pieces:)`` find their way.
    /// - Precondition: Nothing is wrong with the routes; otherwise the app stops, and says all that is.
    /// - Complexity: O(*n*) in the number of routes, and the size of the graph for each that finds its way in it.
    public init(_ graph: NavigationGraph<F>? = nil, @RouteBuilder<F> _ routes: () -> [Route<F>]) {
        do throws(LinkRouterError) {
            try self.init(graph, routes: routes())
        } catch {
            preconditionFailure("\(error)")
        }
    }

    /// Links that are known only when the app runs, such as those of features that are chosen then.
    ///
    /// - Throws: ``LinkRouterError`` where routes can't be told apart or read.
    /// - Complexity: As for ``init(_:routes:)``.
    public static func checked(
        _ graph: NavigationGraph<F>? = nil, @RouteBuilder<F> _ routes: () -> [Route<F>]
    ) throws(LinkRouterError) -> LinkRouter {
        try LinkRouter(graph, routes: routes())
    }

    /// Links that were made elsewhere.
    ///
    /// - Parameter graph: Where routes ``Route/init(to:pieces:)`` find their way.
    /// - Throws: ``LinkRouterError`` where routes can't be told apart or read.
    /// - Complexity: O(*n*) in the number of routes, and the size of the graph for each that finds its way in it.
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
    /// - Throws: ``LinkError/noRoute(_:)`` where no route leads to a part of it.
    /// - Complexity: As for ``link(for:)``.
    public func url(for path: PresentedPath<F>) throws(LinkError) -> DeepLink { try link(for: LinkDestination(path)) }
}
