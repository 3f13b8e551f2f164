/// What is behind a navigator: the state itself, or a parent's, seen through an embedding.
@MainActor
class NavigatorCore<F: Fragment> {
    var facts: Set<Fact> { abstract() }
    var presentedPlaces: [PathFragment<F>] { abstract() }
    var path: PresentedPath<F> { abstract() }
    var errors: [NavigationError<F>] { abstract() }
    var errorCount: Int { abstract() }
    func isPresented(_ place: PathFragment<F>) -> Bool { abstract() }
    func isPresentedWithAnyID(_ fragment: F) -> Bool { abstract() }
    func ids(of fragment: F) -> [FragmentID] { abstract() }
    func picked(among fragments: [F]) -> F? { abstract() }
    func stack(from place: PathFragment<F>) -> [PathFragment<F>] { abstract() }
    func selected(among fragments: [F]) -> F? { abstract() }
    func canPerform(_ command: NavigationCommand<F>) -> Bool { abstract() }
    func perform(_ command: NavigationCommand<F>) throws(NavigationError<F>) { abstract() }
    func publish(_ error: NavigationError<F>) { abstract() }
    func changes() -> AsyncStream<NavigationChange<F>> { abstract() }
    func publishedErrors() -> AsyncStream<NavigationError<F>> { abstract() }

    private func abstract() -> Never { preconditionFailure("A core is the root's or a scope's.") }
}
