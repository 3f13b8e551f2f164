/// The routes of a router, found by the components of a link.
///
/// A literal component takes precedence over a captured one, and the search never backtracks, so the cost of finding a
/// route depends on the number of components and not on the number of routes.
struct RouteTree: Sendable {
    /// A component of a route, as the tree distinguishes them.
    enum Step: Sendable {
        case literal(String)
        case capture
    }

    private struct Node: Sendable {
        var literals: [String: Int] = [:]
        var capture: Int?
        /// The routes that end here.
        var routes: [Int] = []
        /// The routes that end here and pass on what follows.
        var open: [Int] = []
    }

    /// The result of a search.
    enum Match: Sendable {
        /// The routes that have these components, and how many they take: all of them, or those before the rest.
        case routes([Int], taken: Int)
        /// No route has the component at this position; nil if all components were taken and another must follow.
        case nothing(at: Int?)
    }

    private var nodes = [Node()]
    /// The literal first components.
    private(set) var starts = LetterCase()

    /// Adds a route.
    mutating func insert(_ steps: [Step], isOpen: Bool, route: Int) {
        var node = 0
        for (index, step) in steps.enumerated() {
            let next = self.next(from: node, by: step) ?? grow(node, by: step)
            if index == 0, case .literal(let text) = step { starts.add(text, node: next) }
            node = next
        }
        if isOpen { nodes[node].open.append(route) } else { nodes[node].routes.append(route) }
    }

    /// The routes that end where these steps lead.
    func routes(at steps: [Step], isOpen: Bool) -> [Int] {
        var node = 0
        for step in steps {
            guard let next = next(from: node, by: step) else { return [] }
            node = next
        }
        return isOpen ? nodes[node].open : nodes[node].routes
    }

    /// The routes for the components of a link.
    ///
    /// - Complexity: O(*n*) in the number of components.
    func match(_ components: [String], isCaseless: Bool) -> Match {
        var node = 0
        // The routes furthest along the way that pass on what follows.
        var open: Match?
        for (index, component) in components.enumerated() {
            if !nodes[node].open.isEmpty { open = .routes(nodes[node].open, taken: index) }
            var next = nodes[node].literals[component]
            if next == nil, index == 0, isCaseless { next = starts.node(of: component) }
            guard let next = next ?? nodes[node].capture else { return open ?? .nothing(at: index) }
            node = next
        }
        if !nodes[node].routes.isEmpty { return .routes(nodes[node].routes, taken: components.count) }
        if !nodes[node].open.isEmpty { return .routes(nodes[node].open, taken: components.count) }
        return open ?? .nothing(at: nil)
    }

    private func next(from node: Int, by step: Step) -> Int? {
        switch step {
        case .literal(let text): nodes[node].literals[text]
        case .capture: nodes[node].capture
        }
    }

    private mutating func grow(_ node: Int, by step: Step) -> Int {
        nodes.append(Node())
        switch step {
        case .literal(let text): nodes[node].literals[text] = nodes.count - 1
        case .capture: nodes[node].capture = nodes.count - 1
        }
        return nodes.count - 1
    }
}
