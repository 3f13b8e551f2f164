import AtollNavigation

/// A route as documentation lists it.
public struct RouteListing: Hashable, Sendable {
    /// The address, with its values in braces: `/products?id={id}`.
    public let pattern: String
    /// Where it leads.
    public let target: String
    /// The way there.
    public let way: String
    /// What each value is: `id: a whole number`.
    public let values: [String]
}

extension LinkRouter {
    /// All routes, in their order, for documentation.
    ///
    /// - Complexity: O(*n*) in the number of routes.
    public var listing: [RouteListing] {
        zip(plans, routes).map { plan, route in
            RouteListing(
                pattern: plan.description, target: route.target.readableName,
                way: route.edges.map(\.description).joined(separator: ", "),
                values: plan.components.compactMap { $0.capture.map { "\($0.name): \($0.format.expected)" } }
                    + plan.items.map { item in
                        switch item.need {
                        case .required: "\(item.name): \(item.capture.format.expected)"
                        case .optional: "\(item.name): \(item.capture.format.expected), or none"
                        case .defaulted(let text):
                            "\(item.name): \(item.capture.format.expected); \(text) where it is missing"
                        case .repeated: "\(item.name): \(item.capture.format.expected), any number of times"
                        }
                    }
            )
        }
    }

    /// What is wrong with the routes in the light of a graph: ways that it does not have, and fragments at which a
    /// path can end that no route leads to and that so have no address.
    ///
    /// - Complexity: O(*n*) in the routes, their edges and the graph's fragments.
    public func check(against graph: NavigationGraph<F>) -> [String] {
        var warnings: [String] = []
        for (plan, route) in zip(plans, routes) {
            for edge in route.edges where graph.segue(along: edge) == nil {
                warnings.append("The route \(plan.description) goes along \(edge), which the graph does not have.")
            }
            if let first = route.edges.first, first.from != graph.entry {
                warnings.append("The route \(plan.description) begins at \(first.from.readableName), not at the entry.")
            }
        }
        for fragment in graph.fragments where byTarget[FragmentKind(fragment)] == nil {
            // Where an auto always leads on, no path ends.
            if graph.segues(from: fragment).contains(where: { $0.isAuto && $0.condition == nil }) { continue }
            warnings.append("No route leads to \(FragmentKind(fragment)), so it has no address.")
        }
        return warnings
    }

    /// A component in the letters of the route that begins with it, or nil where it is right already or unknown.
    ///
    /// A site can lead whoever wrote `/Products` to `/products` with it.
    public func canonicalStart(of link: DeepLink) -> DeepLink? {
        guard let first = link.components.first, let start = tree.canonicalStart(of: first), start != first else {
            return nil
        }
        var canonical = link
        canonical.components[0] = start
        return canonical
    }
}
