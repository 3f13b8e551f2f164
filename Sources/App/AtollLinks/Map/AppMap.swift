import AtollNavigation

/// Where users can go in a super app, and under which URLs: the app's own segues and routes, and those of its features.
///
/// A feature needs one line here. Its routes continue the one shortest way that the app's segues make from the entry to the feature:
///
/// ```swift
/// let map = AppMap(entry: Screen.splash, features: [news.mounted(Screen.newsScreens), shop.mounted(Screen.shopScreens)]) {
///     Pass(.splash => .dashboard).auto()
///     Pick(.dashboard => [.news(.list), .shop(.list)])
/// } routes: {
///     Route(to: .splash) {}
/// }
/// let root = NavigationRoot(map.graph)
/// ```
public struct AppMap<F: Fragment>: Sendable {
    /// The app's segues and those of its features.
    public let graph: NavigationGraph<F>
    /// The app's routes and those of its features.
    public let links: LinkRouter<F>
    /// The names of the features, in the order in which they were given.
    public let features: [String]

    /// The map of an app whose features are known when it is compiled.
    ///
    /// - Precondition: ``checked(entry:features:segues:routes:)`` would not throw. Otherwise the app stops and says why.
    public init(
        entry: F, features: [MountedMap<F>] = [], @SegueBuilder<F> segues: () -> [Segue<F>],
        @RouteBuilder<F> routes: () -> [Route<F>]
    ) {
        do throws(AppMapError<F>) {
            self = try .checked(entry: entry, features: features, segues: segues, routes: routes)
        } catch {
            preconditionFailure("\(error)")
        }
    }

    /// The map of an app whose features are known only when it runs.
    ///
    /// - Throws: ``AppMapError`` if a name appears twice, a feature can't be reached or can be reached in two equally short ways, the graph or
    ///   the routes are not valid, or the routes do not fit the graph.
    /// - Complexity: O(*n*) in the number of segues and routes, and the size of the graph for each feature and for each route that finds its way
    ///   in it.
    public static func checked(
        entry: F, features: [MountedMap<F>] = [], @SegueBuilder<F> segues: () -> [Segue<F>],
        @RouteBuilder<F> routes: () -> [Route<F>]
    ) throws(AppMapError<F>) -> AppMap {
        var names: Set<String> = []
        for feature in features where !names.insert(feature.name).inserted {
            throw .duplicateFeature(feature.name)
        }
        let graph: NavigationGraph<F>
        do throws(GraphError<F>) {
            graph = try NavigationGraph(entry: entry, segues: segues() + features.flatMap(\.segues))
        } catch {
            throw .graph(error)
        }
        var all = routes()
        for feature in features { all += feature.routes(try way(to: feature, in: graph)) }
        let links: LinkRouter<F>
        do throws(LinkRouterError) {
            links = try LinkRouter(graph, routes: all)
        } catch {
            throw .links(error)
        }
        let faults = links.check(against: graph)
        guard faults.isEmpty else { throw .mismatch(faults) }
        return AppMap(graph: graph, links: links, features: features.map(\.name))
    }

    private init(graph: NavigationGraph<F>, links: LinkRouter<F>, features: [String]) {
        self.graph = graph
        self.links = links
        self.features = features
    }

    /// The edges from the app's entry to a feature's.
    private static func way(
        to feature: MountedMap<F>, in graph: NavigationGraph<F>
    ) throws(AppMapError<F>) -> [GraphEdge<F>] {
        guard feature.entry != graph.entry else { return [] }
        let ways = graph.shortestWays(to: feature.entry, limit: 2)
        guard let way = ways.first else { throw .unreachable(feature: feature.name, entry: feature.entry) }
        guard ways.count == 1 else { throw .severalWays(feature: feature.name, entry: feature.entry) }
        return way
    }
}
