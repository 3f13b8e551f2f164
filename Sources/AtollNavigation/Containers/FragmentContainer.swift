/// What a container of views shows of a navigator's fragments, as it says itself when it comes on screen.
package enum FragmentContainer<F: Fragment> {
    /// A screen of a stack, its root or one that was pushed: shows what it passes to.
    case stack(F)
    /// The tabs of a bar.
    case tabs([F])
    /// What a tab or a layer shows, once it has come on screen.
    case screen(F)
    /// What stands beside a list: all that the closure says yes to.
    case columns(@MainActor (F) -> Bool)
    /// What lies over the rest: all that the closure says yes to.
    case layers(@MainActor (F) -> Bool)
    /// What a view of another kind shows.
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
