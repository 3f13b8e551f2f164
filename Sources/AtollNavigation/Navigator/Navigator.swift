import Observation

/// A navigation state that views observe.
///
/// It adds observation, the published errors and streams to ``NavigationState``, which holds all rules. Its methods carry out
/// ``NavigationCommand``s and publish the error where one is not possible, so that a button's action is one line;
/// ``perform(_:)`` throws it instead.
///
/// A change is seen once, when it is whole: observation tells of each successful operation once, and of a failed one
/// only that ``errors`` has changed. Who asks about one place, such as ``isPresented(_:)``, is told when the answer changes and not of
/// every step.
///
/// A feature's navigator, which ``scoped(_:)`` makes, is one as well. What only the whole app may do is ``NavigationRoot``'s.
@MainActor
public final class Navigator<F: Fragment>: Observable {
    let core: any NavigatorCore<F>
    private var children: [ObjectIdentifier: WeakNavigator] = [:]
    /// The signals that were asked for here, so that asking again is looking up once.
    @usableFromInline var signals: [F: PlaceSignal] = [:]

    static nonisolated var signalLimit: Int { 65_536 }

    /// A navigator at the start of `graph`.
    public convenience init(_ graph: NavigationGraph<F>, facts: Set<Fact> = []) {
        self.init(NavigationState(graph, facts: facts))
    }

    /// A navigator at `state`.
    public convenience init(_ state: NavigationState<F>) { self.init(core: RootNavigatorCore(state)) }

    init(core: any NavigatorCore<F>) { self.core = core }

    // MARK: What is there

    /// What is true at the moment.
    public var facts: Set<Fact> { core.facts }

    /// The presented places of this navigator's fragments, the oldest first.
    public var presentedPlaces: [F] { core.presentedPlaces }

    /// The path, as far as it is made of this navigator's fragments.
    public var path: PresentedPath<F> { core.path }

    /// Whether the fragment is presented.
    ///
    /// - Complexity: O(1).
    @inlinable
    public func isPresented(_ fragment: F) -> Bool { signals[fragment]?.value ?? isPresentedNow(fragment) }

    @usableFromInline
    func isPresentedNow(_ fragment: F) -> Bool {
        guard let signal = core.signal(of: fragment) else { return core.isPresented(fragment) }
        if signals.count >= Self.signalLimit { signals = [:] }
        signals[fragment] = signal
        return signal.value ?? false
    }

    /// Whether one of the fragment's family is presented.
    public func isAnyPresented(_ fragment: F) -> Bool { core.isAnyPresented(fragment) }

    /// The presented places that are of one case, as the values that they carry, the oldest first.
    public func presented<Value>(_ makeFragment: (Value) -> F) -> [Value] {
        presentedPlaces.compactMap { $0.value(of: makeFragment) }
    }

    /// Whether a segue to the fragment is open with the facts of now, or redirects, wherever it leads from: what a link is shown by. Unlike
    /// ``Navigating/canPresent(_:)`` it does not change with what is presented.
    public func isOpen(to fragment: F) -> Bool { core.isOpen(to: fragment) }

    /// The one of `fragments` that is presented, the newest where several are, or nil.
    public func picked(among fragments: [F]) -> F? { core.picked(among: fragments) }

    /// The one of `fragments` that is presented, or that something presented hangs from: the tab that is selected.
    public func selected(among fragments: [F]) -> F? { core.selected(among: fragments) }

    /// The places that were pushed on one, as far as they are this navigator's fragments.
    public func stack(from place: F) -> [F] { core.stack(from: place) }

    /// The places that are held and on screen, the oldest first, those included that have passed to others.
    public var heldPlaces: [F] { core.heldPlaces }

    /// The places that one hangs from, the nearest first, as far as they are this navigator's fragments: see
    /// ``NavigationState/places(below:)``.
    public func places(below place: F) -> [F] { core.places(below: place) }

    // MARK: What can be done

    /// Carries a command out.
    ///
    /// - Throws: What the state throws; nothing has changed then, and nothing is published.
    public func perform(_ command: NavigationCommand<F>) throws(NavigationError<F>) { try core.perform(command) }

    /// Carries a command out, and publishes the error where that is not possible.
    ///
    /// - Returns: Whether it was possible.
    @discardableResult
    public func attempt(_ command: NavigationCommand<F>) -> Bool {
        do {
            try core.perform(command)
            return true
        } catch {
            core.publish(error)
            return false
        }
    }

    // MARK: What was not possible

    /// The errors that operations without `throws` have met, the newest last; at most ``errorLimit``.
    public var errors: [NavigationError<F>] { core.errors }

    /// How many errors were published in all, those that are kept no longer among them.
    public var errorCount: Int { core.errorCount }

    /// How many errors are kept.
    public nonisolated static var errorLimit: Int { 50 }

    /// Each successful operation about this navigator's fragments, from now on: in a scope, those that begin and end in it. The newest 256 wait to
    /// be read.
    public func changes() -> AsyncStream<NavigationChange<F>> { core.changes() }

    /// Each error that is published, from now on.
    public func publishedErrors() -> AsyncStream<NavigationError<F>> { core.publishedErrors() }

    // MARK: What is shown

    /// Notes what a container of views shows, to be held against the graph.
    package func show(_ container: FragmentContainer<F>) { core.show(container) }

    /// What of that does not fit the whole app's graph, each told once.
    package func newContainerFaults() -> [any CustomStringConvertible & Sendable] { core.newContainerFaults() }

    // MARK: Scopes

    /// The navigator of a feature, which sees its own fragments only: the same one each time, for as long as somebody
    /// holds it.
    public func scoped<Child: Fragment>(_ embedding: Embedding<F, Child>) -> Navigator<Child> {
        if let known = children[embedding.identity]?.navigator as? Navigator<Child> { return known }
        if children.count >= 64 { children = children.filter { $0.value.navigator != nil } }
        let child = Navigator<Child>(core: ScopedNavigatorCore(core, embedding))
        children[embedding.identity] = WeakNavigator(navigator: child)
        return child
    }
}

extension Navigator: @MainActor Navigating {
    /// Whether the fragment can be dismissed. Who asks is told when that changes, and not of every step.
    public func canDismiss(_ fragment: F) -> Bool { core.canDismiss(fragment) }

    /// Whether a command would be carried out, and lead where it says and not to a redirect.
    public func canPerform(_ command: NavigationCommand<F>) -> Bool { core.canPerform(command) }
}

private struct WeakNavigator {
    weak var navigator: AnyObject?
}
