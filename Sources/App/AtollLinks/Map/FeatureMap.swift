import AtollNavigation

/// Where users can go within a feature, and under which URLs: what its web pages and its SwiftUI views have in common.
///
/// A feature's map knows no other feature, no page and no view. An app mounts it, whichever face it shows:
///
/// ```swift
/// enum ProductsScreen: Fragment {
///     case list, product(Int)
///
///     static let map = FeatureMap(
///         "products", NavigationGraph { Hold(.list => .product(.any)).dismissable() }
///     ) {
///         Route(to: .list) { PathSegment("products") }
///         Route(to: .product(.any)) {
///             PathSegment("products")
///             QueryItem("id", ProductsScreen.product)
///         }
///     }
/// }
///
/// let mounted = ProductsScreen.map.mounted(Embedding(Screen.products))
/// ```
public struct FeatureMap<F: Fragment>: Sendable {
    /// The name of the feature, unique within an app; lower case.
    public let name: String
    /// How the feature's screens lead to each other.
    public let graph: NavigationGraph<F>
    /// The links of the fragments, as if the feature were a separate app.
    public let links: LinkRouter<F>

    /// A map whose routes find their way in the graph.
    ///
    /// - Precondition: The routes can be read and told apart, and fit the graph. Otherwise the app stops and lists
    ///   every fault.
    /// - Complexity: That of ``LinkRouter/init(_:_:)``.
    public init(_ name: String, _ graph: NavigationGraph<F>, @RouteBuilder<F> links: () -> [Route<F>]) {
        self.name = name
        self.graph = graph
        self.links = LinkRouter(graph, links)
        let faults = self.links.check(against: graph)
        precondition(faults.isEmpty, "Feature \(name): " + faults.joined(separator: "\n"))
    }

    /// The fragment with which the feature begins.
    public var entry: F { graph.entry }

    /// This map as part of an app's.
    ///
    /// - Parameter embedding: How the feature's fragments are part of the app's.
    public func mounted<Parent: Fragment>(_ embedding: Embedding<Parent, F>) -> MountedMap<Parent> {
        MountedMap(
            name: name, entry: embedding.embed(entry), segues: graph.mounted(embedding),
            routes: { [links] way in links.mounted(along: way, through: embedding) }
        )
    }
}
