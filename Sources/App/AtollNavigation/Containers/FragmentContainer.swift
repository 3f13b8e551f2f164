/// The fragments that a container of views shows, as it reports them when it comes on screen.
package enum FragmentContainer<F: Fragment> {
    /// A screen of a stack, either its root or a pushed one: the stack shows what it passes to.
    case stack(F)
    /// The tabs of a bar.
    case tabs([F])
    /// The fragment of a tab or a layer, once it has come on screen.
    case screen(F)
    /// The fragments shown next to a list: every fragment for which the closure returns true.
    case columns(@MainActor (F) -> Bool)
    /// The fragments shown over the rest: every fragment for which the closure returns true.
    case layers(@MainActor (F) -> Bool)
    /// The fragment of a view of another kind.
    case view(F)

    func embedded<Parent: Fragment>(by embedding: Embedding<Parent, F>) -> FragmentContainer<Parent> {
        switch self {
        case .stack(let screen): .stack(embedding.embed(screen))
        case .tabs(let tabs): .tabs(tabs.map(embedding.embed))
        case .screen(let screen): .screen(embedding.embed(screen))
        case .columns(let shows): .columns { embedding.extract($0).map(shows) ?? false }
        case .layers(let shows): .layers { embedding.extract($0).map(shows) ?? false }
        case .view(let fragment): .view(embedding.embed(fragment))
        }
    }
}
