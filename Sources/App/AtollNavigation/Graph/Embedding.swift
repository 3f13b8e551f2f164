/// Maps a feature's fragments to the app's, usually as the associated value of one case.
///
/// ```swift
/// enum Screen: Fragment {
///     case splash
///     case products(ProductsScreen)
/// }
/// let products = Embedding(Screen.products)
/// ```
public struct Embedding<Parent: Fragment, Child: Fragment>: Sendable {
    /// Returns the parent's fragment for a child's.
    public let embed: @Sendable (Child) -> Parent
    /// Returns the child's fragment in a parent's, or nil if it has none.
    public let extract: @Sendable (Parent) -> Child?

    private final class Identity: Sendable {}
    private let marker = Identity()

    /// An embedding as the associated value of a case, which is extracted by reflection.
    public init(_ embed: @escaping @Sendable (Child) -> Parent) {
        self.init(embed) { $0.value(of: embed) }
    }

    /// An embedding of any kind, given by both directions.
    public init(
        _ embed: @escaping @Sendable (Child) -> Parent, extract: @escaping @Sendable (Parent) -> Child?
    ) {
        self.embed = embed
        self.extract = extract
    }

    /// Identifies this embedding and its copies.
    var identity: ObjectIdentifier { ObjectIdentifier(marker) }

    func extracting(_ fragment: Parent) throws(Outside) -> Child {
        guard let own = extract(fragment) else { throw Outside() }
        return own
    }
}

extension Embedding {
    /// A feature's edge in the app's fragments.
    public func embed(_ edge: GraphEdge<Child>) -> GraphEdge<Parent> { edge.map(embed) }

    private func embed(_ target: TargetMaker<Child>) -> TargetMaker<Parent> {
        let embed = embed
        return TargetMaker(make: { target.make($0).map(embed) })
    }

    /// A feature's segue in the app's fragments.
    public func embed(_ segue: Segue<Child>) -> Segue<Parent> {
        Segue(
            embed(segue.edge), style: segue.style, isDismissable: segue.isDismissable, isAuto: segue.isAuto,
            tag: segue.tag, target: segue.target.map(embed), condition: segue.condition,
            redirect: segue.redirect.map(embed)
        )
    }
}

extension NavigationGraph {
    /// This graph's segues in an app's fragments, for use in the app's graph.
    public func mounted<Parent: Fragment>(_ embedding: Embedding<Parent, F>) -> [Segue<Parent>] {
        segues.map { embedding.embed($0) }
    }
}
