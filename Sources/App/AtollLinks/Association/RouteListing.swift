import AtollNavigation

/// A route as it is listed in documentation.
public struct RouteListing: Hashable, Sendable {
    /// The URL, with its values in braces: `/products?id={id}`.
    public let pattern: String
    /// The name of the fragment to which it leads.
    public let target: String
    /// The edges along which it leads, as text; empty for the entry.
    public let way: String
    /// The name and the type of each value: `id: a whole number`.
    public let values: [String]
}

extension LinkRouter {
    /// All routes, in order, for documentation.
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
                        case .optional: "\(item.name): \(item.capture.format.expected) (optional)"
                        case .defaulted(let text):
                            "\(item.name): \(item.capture.format.expected) (default: \(text))"
                        case .repeated: "\(item.name): \(item.capture.format.expected) (any number of times)"
                        }
                    }
            )
        }
    }

    /// Compares the routes with a graph.
    ///
    /// - Returns: Warnings about edges that the graph does not have, and about fragments at which a path can end but to
    ///   which no route leads, so that they have no URL.
    /// - Complexity: O(*n*) in the routes, their edges and the graph's fragments.
    public func check(against graph: NavigationGraph<F>) -> [String] {
        var warnings: [String] = []
        for (plan, route) in zip(plans, routes) {
            for edge in route.edges where graph.segue(along: edge) == nil {
                warnings.append("The route \(plan.description) goes along \(edge), which is not in the graph.")
            }
            if let first = route.edges.first, first.from != graph.entry {
                warnings.append("The route \(plan.description) begins at \(first.from.readableName), not at the entry.")
            }
        }
        for fragment in graph.fragments where byTarget[FragmentKind(fragment)] == nil {
            // No path ends where an auto always leads on.
            if graph.segues(from: fragment).contains(where: { $0.isAuto && $0.condition == nil }) { continue }
            warnings.append("No route leads to \(FragmentKind(fragment)), so it has no URL.")
        }
        return warnings
    }
}
