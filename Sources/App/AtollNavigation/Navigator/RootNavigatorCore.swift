import Observation

/// The state of an app, with its observers.
///
/// Observers are notified explicitly: an observed stored property would also notify of operations that throw, and a
/// copy to be assigned on success would make each operation as costly as the whole state. Queries about a single place
/// or container are observed individually, the rest as a whole.
@MainActor
final class RootNavigatorCore<F: Fragment>: NavigatorCore, @MainActor Observable {
    /// A query that a container repeats often.
    enum Question: Hashable {
        case facts
        case anyPresented(F)
        case stack(F)
        case below(F)
        case held
        case canDismiss(F)
        case selected([F])
        case picked([F])
    }

    enum Answer: Hashable {
        case facts(Set<Fact>)
        case flag(Bool)
        case fragments([F])
    }

    private var storage: NavigationState<F>
    private var storedErrors: [NavigationError<F>] = []
    private var published = 0
    private let registrar = ObservationRegistrar()
    /// Stored, since a key path of a generic type is created wherever it is written.
    private let statePath: KeyPath<RootNavigatorCore<F>, NavigationState<F>> = \.state
    private let errorsPath: KeyPath<RootNavigatorCore<F>, [NavigationError<F>]> = \.errors
    private var places: [F: PlaceSignal] = [:]
    private let answers = Signals<Question, Answer>(limit: 4_096)
    private var shown: ShownFragments<F>?
    private var toldFaults: Set<ContainerFault<F>> = []
    private let changed = Broadcast<NavigationChange<F>>()
    private let failed = Broadcast<NavigationError<F>>()

    init(_ state: NavigationState<F>) {
        storage = state
    }

    /// Whether the state as a whole has been read since its observers were last notified; one notification is enough
    /// until it is read again.
    private var isWatched = false

    var state: NavigationState<F> {
        isWatched = true
        registrar.access(self, keyPath: statePath)
        return storage
    }

    /// The rules of the app's navigation, which never change.
    var graph: NavigationGraph<F> { storage.graph }

    // MARK: Queries

    var presentedPlaces: [F] { state.presentedPlaces }

    var path: PresentedPath<F> { state.path }

    func canPerform(_ command: NavigationCommand<F>) -> Bool { state.canPerform(command) }

    func isPresented(_ fragment: F) -> Bool { state.isPresented(fragment) }

    func signal(of fragment: F) -> PlaceSignal? {
        if let known = places[fragment] { return known }
        guard places.count < Navigator<F>.signalLimit else { return nil }
        let signal = PlaceSignal(storage.isPresented(fragment))
        places[fragment] = signal
        return signal
    }

    /// Observers do not unsubscribe, so the number of signals is bounded: see ``Signals``.
    private func expirePlaces() {
        let all = places.values
        places = [:]
        for signal in all { signal.expire() }
    }

    func isAnyPresented(_ fragment: F) -> Bool { answer(to: .anyPresented(fragment)) == .flag(true) }

    var facts: Set<Fact> {
        guard case .facts(let facts) = answer(to: .facts) else { return storage.facts }
        return facts
    }

    func canDismiss(_ fragment: F) -> Bool { answer(to: .canDismiss(fragment)) == .flag(true) }

    func isOpen(to fragment: F) -> Bool {
        // Which segues are open depends on the facts only.
        _ = facts
        return storage.isOpen(to: fragment)
    }

    func picked(among fragments: [F]) -> F? { ask(.picked(fragments)).first }

    func selected(among fragments: [F]) -> F? { ask(.selected(fragments)).first }

    func stack(from place: F) -> [F] { ask(.stack(place)) }

    var heldPlaces: [F] { ask(.held) }

    func places(below place: F) -> [F] { ask(.below(place)) }

    private func ask(_ question: Question) -> [F] {
        guard case .fragments(let fragments) = answer(to: question) else { return [] }
        return fragments
    }

    private func answer(to question: Question) -> Answer {
        if let answer = answers.value(of: question, { newAnswer(to: question) }) { return answer }
        // There are too many signals, so this query is observed along with the whole state.
        _ = state
        return newAnswer(to: question)
    }

    private func newAnswer(to question: Question) -> Answer {
        switch question {
        case .facts: .facts(storage.facts)
        case .anyPresented(let fragment): .flag(storage.isAnyPresented(fragment))
        case .canDismiss(let fragment): .flag(storage.canDismiss(fragment))
        case .held: .fragments(storage.heldPlaces)
        case .below(let place): .fragments(storage.places(below: place))
        case .stack(let place): .fragments(storage.stack(from: place))
        case .selected(let fragments): .fragments(storage.selected(among: fragments).map { [$0] } ?? [])
        case .picked(let fragments): .fragments(storage.picked(among: fragments).map { [$0] } ?? [])
        }
    }

    // MARK: Containers

    func show(_ container: FragmentContainer<F>) {
        if shown == nil { shown = ShownFragments(graph) }
        shown?.show(container)
    }

    var containerFaults: [ContainerFault<F>] { shown?.faults(watched: watchedFragments, in: storage) ?? [] }

    func newContainerFaults() -> [any CustomStringConvertible & Sendable] {
        containerFaults.filter { toldFaults.insert($0).inserted }
    }

    /// The fragments that were named in queries.
    private var watchedFragments: [F] {
        answers.subjects.reduce(into: Array(places.keys)) { fragments, question in
            switch question {
            case .facts, .stack, .below, .held, .canDismiss: return
            case .anyPresented(let fragment): fragments.append(fragment)
            case .selected(let asked), .picked(let asked): fragments += asked
            }
        }
    }

    // MARK: Changes

    func perform(_ command: NavigationCommand<F>) throws(NavigationError<F>) {
        let from = changed.isHeard ? storage.newestPresented : nil
        storage.beginLog(!places.isEmpty)
        try storage.perform(command)
        tell(of: command, from: from)
    }

    /// Changes the state as a whole.
    ///
    /// - Throws: What `change` throws; the state is then unchanged.
    func update<Result>(
        _ change: (inout NavigationState<F>) throws(NavigationError<F>) -> Result
    ) throws(NavigationError<F>) -> Result {
        let from = changed.isHeard ? storage.newestPresented : nil
        var attempt = storage
        attempt.beginLog(false)
        let result = try change(&attempt)
        storage = attempt
        tell(of: .replace(storage.path), from: from)
        return result
    }

    /// Notifies observers, now that the change is complete.
    private func tell(of command: @autoclosure () -> NavigationCommand<F>, from: F?) {
        // Sent first, so that changes made by observers are sent after it.
        if let from { changed.send(NavigationChange(cause: command(), from: from, to: storage.newestPresented)) }
        let places = changedPlaces()
        let containers = answers.change { newAnswer(to: $0) }
        if self.places.count >= Navigator<F>.signalLimit { expirePlaces() }
        if answers.areTooMany { answers.expire() }
        for place in places { place.tell() }
        for container in containers { container.tell() }
        if isWatched {
            isWatched = false
            registrar.withMutation(of: self, keyPath: statePath) {}
        }
    }

    private func changedPlaces() -> [PlaceSignal] {
        guard !places.isEmpty else { return [] }
        var changed: [PlaceSignal] = []
        let isKnown = storage.forEachLoggedChange { fragment, isPresented in
            if let signal = places[fragment], signal.set(isPresented) { changed.append(signal) }
        }
        if isKnown { return changed }
        return places.compactMap { fragment, signal in signal.set(storage.isPresented(fragment)) ? signal : nil }
    }

    // MARK: Errors

    var errors: [NavigationError<F>] {
        registrar.access(self, keyPath: errorsPath)
        return storedErrors
    }

    var errorCount: Int {
        registrar.access(self, keyPath: errorsPath)
        return published
    }

    func publish(_ error: NavigationError<F>) {
        registrar.withMutation(of: self, keyPath: errorsPath) {
            storedErrors.append(error)
            published += 1
            storedErrors.removeFirst(max(0, storedErrors.count - Navigator<F>.errorLimit))
        }
        failed.send(error)
    }

    func changes() -> AsyncStream<NavigationChange<F>> { changed.stream() }

    func publishedErrors() -> AsyncStream<NavigationError<F>> { failed.stream() }
}
