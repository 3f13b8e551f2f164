/// How a feature's fragments are part of the app's: usually as the value of one case.
///
/// ```swift
/// enum Screen: Fragment {
///     case splash
///     case products(ProductsScreen)
/// }
/// let products = Embedding(Screen.products)
/// ```
public struct Embedding<Parent: Fragment, Child: Fragment>: Sendable {
    /// The parent's fragment that stands for a child's.
    public let embed: @Sendable (Child) -> Parent
    /// The child's fragment in a parent's, or nil where there is none.
    public let extract: @Sendable (Parent) -> Child?

    private final class Identity: Sendable {}
    private let marker = Identity()

    /// An embedding as the value of a case, which is found by reflection.
    public init(_ embed: @escaping @Sendable (Child) -> Parent) {
        self.init(embed) { $0.value(of: embed) }
    }

    /// An embedding of any kind.
    public init(
        _ embed: @escaping @Sendable (Child) -> Parent, extract: @escaping @Sendable (Parent) -> Child?
    ) {
        self.embed = embed
        self.extract = extract
    }

    /// Tells this embedding, and its copies, from others.
    var identity: ObjectIdentifier { ObjectIdentifier(marker) }

    func extracting(_ fragment: Parent) throws(Outside) -> Child {
        guard let own = extract(fragment) else { throw Outside() }
        return own
    }
}

extension Embedding {
    /// A feature's edge as the app's.
    public func embed(_ edge: GraphEdge<Child>) -> GraphEdge<Parent> { edge.map(embed) }

    private func embed(_ target: TargetMaker<Child>) -> TargetMaker<Parent> {
        let embed = embed
        return TargetMaker(make: { target.make($0).map(embed) })
    }

    /// A feature's segue as the app's.
    public func embed(_ segue: Segue<Child>) -> Segue<Parent> {
        Segue(
            embed(segue.edge), style: segue.style, isDismissable: segue.isDismissable, isAuto: segue.isAuto,
            tag: segue.tag, target: segue.target.map(embed), condition: segue.condition,
            redirect: segue.redirect.map(embed)
        )
    }
}

extension NavigationGraph {
    /// This graph's segues as part of an app's graph.
    public func mounted<Parent: Fragment>(_ embedding: Embedding<Parent, F>) -> [Segue<Parent>] {
        segues.map { embedding.embed($0) }
    }
}
