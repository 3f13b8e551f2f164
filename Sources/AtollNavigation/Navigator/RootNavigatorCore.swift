import Observation

/// The state of an app, with its observers.
///
/// Observation is told by hand: a stored property that is observed would tell of operations that throw, too, and a copy
/// to be assigned on success would make each operation as costly as the whole state.
@MainActor
final class RootNavigatorCore<F: Fragment>: NavigatorCore<F>, @MainActor Observable {
    private var storage: NavigationState<F>
    private var storedErrors: [NavigationError<F>] = []
    private var published = 0
    private let registrar = ObservationRegistrar()
    /// Kept, since a key path of a generic type is made anew wherever it is written.
    private let statePath: KeyPath<RootNavigatorCore<F>, NavigationState<F>> = \.state
    private let changed = Broadcast<NavigationChange<F>>()
    private let failed = Broadcast<NavigationError<F>>()

    init(_ state: NavigationState<F>) {
        storage = state
    }

    private var state: NavigationState<F> {
        registrar.access(self, keyPath: statePath)
        return storage
    }

    override var facts: Set<Fact> { state.facts }

    var isAtStart: Bool { state.path == NavigationState(state.graph, facts: state.facts).path }

    override var presentedPlaces: [PathFragment<F>] { state.presentedPlaces }

    override var path: PresentedPath<F> { state.path }

    override var errors: [NavigationError<F>] {
        registrar.access(self, keyPath: \.errors)
        return storedErrors
    }

    override var errorCount: Int {
        registrar.access(self, keyPath: \.errors)
        return published
    }

    override func isPresented(_ place: PathFragment<F>) -> Bool { state.isPresented(place) }

    override func isPresentedWithAnyID(_ fragment: F) -> Bool { state.isPresentedWithAnyID(fragment) }

    override func ids(of fragment: F) -> [FragmentID] {
        state.presentedPlaces.filter { $0.fragment == fragment }.compactMap(\.id)
    }

    override func picked(among fragments: [F]) -> F? { state.picked(among: fragments) }

    override func selected(among fragments: [F]) -> F? { state.selected(among: fragments) }

    override func stack(from place: PathFragment<F>) -> [PathFragment<F>] { state.stack(from: place) }

    override func canPerform(_ command: NavigationCommand<F>) -> Bool { state.canPerform(command) }

    override func perform(_ command: NavigationCommand<F>) throws(NavigationError<F>) {
        let from = storage.newestPresented
        try storage.perform(command)
        registrar.withMutation(of: self, keyPath: statePath) {}
        changed.send(NavigationChange(cause: command, from: from, to: storage.newestPresented))
    }

    /// Changes the state as a whole.
    ///
    /// - Throws: What `change` throws; the state is as it was then.
    func update<Result>(
        _ change: (inout NavigationState<F>) throws(NavigationError<F>) -> Result
    ) throws(NavigationError<F>) -> Result {
        let from = storage.newestPresented
        var changed = storage
        let result = try change(&changed)
        storage = changed
        registrar.withMutation(of: self, keyPath: statePath) {}
        self.changed.send(NavigationChange(cause: .replace(storage.path), from: from, to: storage.newestPresented))
        return result
    }

    override func publish(_ error: NavigationError<F>) {
        registrar.withMutation(of: self, keyPath: \.errors) {
            storedErrors.append(error)
            published += 1
            storedErrors.removeFirst(max(0, storedErrors.count - Navigator<F>.errorLimit))
        }
        failed.send(error)
    }

    override func changes() -> AsyncStream<NavigationChange<F>> { changed.stream() }

    override func publishedErrors() -> AsyncStream<NavigationError<F>> { failed.stream() }
}
