import Observation

/// A navigation state that views observe.
///
/// It adds observation, published errors and streams to ``NavigationState``, which holds all rules. Its methods carry
/// out ``NavigationCommand``s and publish the error if one is not possible, so that a button's action is one line;
/// ``perform(_:)`` throws it instead.
///
/// A change becomes visible once, when it is complete: observers are notified once of each successful operation, and of
/// a failed one only that ``errors`` has changed. An observer of a single place, for example through
/// ``isPresented(_:)``, is notified only when the result changes, not of every step.
///
/// The navigator of a feature, which ``scoped(_:)`` makes, is a navigator as well. Operations that only the whole app
/// may perform are in ``NavigationRoot``.
@MainActor
public final class Navigator<F: Fragment>: Observable {
    let core: any NavigatorCore<F>
    private var children: [ObjectIdentifier: WeakNavigator] = [:]
    /// The signals that were requested here, so that repeating a query takes one lookup.
    @usableFromInline var signals: [F: PlaceSignal] = [:]

    static nonisolated var signalLimit: Int { 65_536 }

    /// A navigator that begins at the start of `graph`.
    public convenience init(_ graph: NavigationGraph<F>, facts: Set<Fact> = []) {
        self.init(NavigationState(graph, facts: facts))
    }

    /// A navigator that begins at `state`.
    public convenience init(_ state: NavigationState<F>) { self.init(core: RootNavigatorCore(state)) }

    init(core: any NavigatorCore<F>) { self.core = core }

    // MARK: Queries

    /// The facts that are currently true.
    public var facts: Set<Fact> { core.facts }

    /// The presented places of this navigator's fragments, oldest first.
    public var presentedPlaces: [F] { core.presentedPlaces }

    /// The path, reduced to this navigator's fragments.
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

    /// Whether any member of the fragment's family is presented.
    public func isAnyPresented(_ fragment: F) -> Bool { core.isAnyPresented(fragment) }

    /// The associated values of the presented places that are of one case, oldest first.
    public func presented<Value>(_ makeFragment: (Value) -> F) -> [Value] {
        presentedPlaces.compactMap { $0.value(of: makeFragment) }
    }

    /// Whether any segue to the fragment, from wherever, is open or redirects with the current facts: whether to show a
    /// link to it. Unlike ``Navigating/canPresent(_:)``, this does not depend on what is presented.
    public func isOpen(to fragment: F) -> Bool { core.isOpen(to: fragment) }

    /// The one of `fragments` that is presented: the newest if several are, or nil if none is.
    public func picked(among fragments: [F]) -> F? { core.picked(among: fragments) }

    /// The one of `fragments` that is presented or has a presented descendant: the selected tab. The newest if several
    /// qualify, or nil if none does.
    public func selected(among fragments: [F]) -> F? { core.selected(among: fragments) }

    /// The places that were pushed on a place, up to the first that is not one of this navigator's fragments.
    public func stack(from place: F) -> [F] { core.stack(from: place) }

    /// The held places that are on screen, oldest first, including those that have passed to others.
    public var heldPlaces: [F] { core.heldPlaces }

    /// The ancestors of a place, nearest first, reduced to this navigator's fragments: see
    /// ``NavigationState/places(below:)``.
    public func places(below place: F) -> [F] { core.places(below: place) }

    // MARK: Commands

    /// Carries out a command.
    ///
    /// - Throws: The error of the state, which is then unchanged; nothing is published.
    public func perform(_ command: NavigationCommand<F>) throws(NavigationError<F>) { try core.perform(command) }

    /// Carries out a command, and publishes the error if that is not possible.
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

    // MARK: Errors and changes

    /// The errors of operations that publish instead of throwing, newest last; at most ``errorLimit``.
    public var errors: [NavigationError<F>] { core.errors }

    /// How many errors were published in total, including those that are no longer retained.
    public var errorCount: Int { core.errorCount }

    /// How many errors are retained.
    public nonisolated static var errorLimit: Int { 50 }

    /// A stream of each successful operation on this navigator's fragments from now on; in a scope, of those that begin
    /// and end in it. The newest 256 are buffered until they are read.
    public func changes() -> AsyncStream<NavigationChange<F>> { core.changes() }

    /// A stream of each error that is published from now on. The newest 256 are buffered until they are read.
    public func publishedErrors() -> AsyncStream<NavigationError<F>> { core.publishedErrors() }

    // MARK: Containers

    /// Registers what a container of views shows, to be compared with the graph.
    package func show(_ container: FragmentContainer<F>) { core.show(container) }

    /// The mismatches between registered containers and the whole app's graph, each returned only once.
    package func newContainerFaults() -> [any CustomStringConvertible & Sendable] { core.newContainerFaults() }

    // MARK: Scopes

    /// The navigator of a feature, which sees its own fragments only. Returns the same navigator each time, for as long
    /// as it is retained elsewhere.
    public func scoped<Child: Fragment>(_ embedding: Embedding<F, Child>) -> Navigator<Child> {
        if let known = children[embedding.identity]?.navigator as? Navigator<Child> { return known }
        if children.count >= 64 { children = children.filter { $0.value.navigator != nil } }
        let child = Navigator<Child>(core: ScopedNavigatorCore(core, embedding))
        children[embedding.identity] = WeakNavigator(navigator: child)
        return child
    }
}

extension Navigator: @MainActor Navigating {
    /// Whether the fragment can be dismissed. An observer is notified only when the result changes, not of every step.
    public func canDismiss(_ fragment: F) -> Bool { core.canDismiss(fragment) }

    /// Whether a command would be carried out and reach its target, not a redirect.
    public func canPerform(_ command: NavigationCommand<F>) -> Bool { core.canPerform(command) }
}

private struct WeakNavigator {
    weak var navigator: AnyObject?
}
