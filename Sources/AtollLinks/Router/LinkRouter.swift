import AtollNavigation

/// Which address leads where, both ways.
///
/// ```swift
/// let links = try LinkRouter<Screen> {
///     Route(.dashboard => .products) { path("products") }
///     Route(.dashboard => .products => .product) {
///         path("products")
///         query("id", Int.self)
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
    /// Each route's path, without ids.
    let paths: [PresentedPath<F>]
    let tree: RouteTree
    let byTarget: [F: [Int]]

    /// - Throws: ``LinkRouterError`` where routes can't be told apart or read.
    /// - Complexity: O(*n*) in the number of routes.
    public init(@RouteBuilder<F> _ routes: () -> [Route<F>]) throws(LinkRouterError) {
        try self.init(routes: routes())
    }

    /// - Throws: ``LinkRouterError`` where routes can't be told apart or read.
    /// - Complexity: O(*n*) in the number of routes.
    public init(routes: [Route<F>]) throws(LinkRouterError) {
        var plans: [RoutePlan] = []
        plans.reserveCapacity(routes.count)
        var tree = RouteTree()
        var byTarget: [F: [Int]] = [:]
        var starts: [String: String] = [:]
        for (index, route) in routes.enumerated() {
            let one = try RoutePlan(route)
            let others = tree.routes(at: one.steps, isOpen: one.isOpen)
            guard !others.contains(where: { plans[$0].items.map(\.name) == one.items.map(\.name) }) else {
                throw .duplicate(one.description)
            }
            if case .literal(let start)? = one.steps.first {
                if let other = starts.updateValue(start, forKey: start.lowercased()), other != start {
                    throw .caseOnly(other, start)
                }
            }
            tree.insert(one.steps, isOpen: one.isOpen, route: index)
            byTarget[route.target, default: []].append(index)
            plans.append(one)
        }
        self.routes = routes
        self.plans = plans
        paths = routes.map { PresentedPath($0.edges) }
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
