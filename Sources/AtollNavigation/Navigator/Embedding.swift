/// How a feature's fragments are part of the app's: usually as the payload of one case.
///
/// ```swift
/// enum Screen: Fragment {
///     case splash
///     case products(ProductsScreen)
/// }
/// let products = Embedding(Screen.products) { if case .products(let screen) = $0 { screen } else { nil } }
/// ```
public struct Embedding<Parent: Fragment, Child: Fragment>: Sendable {
    /// The parent's fragment that stands for a child's.
    public let embed: @Sendable (Child) -> Parent
    /// The child's fragment in a parent's, or nil where there is none.
    public let extract: @Sendable (Parent) -> Child?

    private final class Identity: Sendable {}
    private let marker = Identity()

    public init(
        _ embed: @escaping @Sendable (Child) -> Parent, extract: @escaping @Sendable (Parent) -> Child?
    ) {
        self.embed = embed
        self.extract = extract
    }

    /// Tells this embedding, and its copies, from others.
    var identity: ObjectIdentifier { ObjectIdentifier(marker) }
}

extension Embedding {
    /// A feature's edge as the app's.
    public func embed(_ edge: GraphEdge<Child>) -> GraphEdge<Parent> {
        GraphEdge(from: embed(edge.from), to: embed(edge.to))
    }

    func embed(_ place: PathFragment<Child>) -> PathFragment<Parent> {
        PathFragment(embed(place.fragment), id: place.id)
    }

    func embed(_ edge: PathEdge<Child>) -> PathEdge<Parent> {
        PathEdge(from: embed(edge.from), to: embed(edge.to), origin: edge.origin)
    }

    func extract(_ place: PathFragment<Parent>) -> PathFragment<Child>? {
        extract(place.fragment).map { PathFragment($0, id: place.id) }
    }

    func extract(_ edge: PathEdge<Parent>) -> PathEdge<Child>? {
        guard let from = extract(edge.from), let to = extract(edge.to) else { return nil }
        return PathEdge(from: from, to: to)
    }

    /// The steps between a feature's places, counted anew.
    func extract(_ path: PresentedPath<Parent>) -> PresentedPath<Child> {
        var numbers: [Int: Int] = [:]
        var edges: [PathEdge<Child>] = []
        for (index, edge) in path.edges.enumerated() {
            guard var own = extract(edge) else { continue }
            own.origin = edge.origin.flatMap { numbers[$0] }
            edges.append(own)
            numbers[index + 1] = edges.count
        }
        return PresentedPath(edges)
    }

    func extract(_ edge: GraphEdge<Parent>) -> GraphEdge<Child>? {
        guard let from = extract(edge.from), let to = extract(edge.to) else { return nil }
        return GraphEdge(from: from, to: to)
    }

    /// A feature's segues as the app's.
    public func embed(_ segue: Segue<Child>) -> Segue<Parent> {
        Segue(
            embed(segue.edge), style: .init(segue.style), isDismissable: segue.isDismissable, isAuto: segue.isAuto,
            tag: segue.tag.map { .init(rawValue: $0.rawValue) }, condition: segue.condition,
            redirect: segue.redirect.map(embed)
        )
    }
}

extension Segue.Style {
    init<Other>(_ style: Segue<Other>.Style) {
        switch style {
        case .hold: self = .hold
        case .pass: self = .pass
        case .pick: self = .pick
        }
    }
}

extension NavigationGraph {
    /// This graph's segues as part of an app's graph.
    public func mounted<Parent: Fragment>(_ embedding: Embedding<Parent, F>) -> [Segue<Parent>] {
        segues.map { embedding.embed($0) }
    }
}
