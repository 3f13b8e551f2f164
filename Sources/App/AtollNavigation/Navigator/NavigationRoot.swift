/// The navigation of a whole app: its navigator, and the operations on its state that only the app itself may perform.
///
/// ```swift
/// let root = NavigationRoot(graph)
/// root.navigator.present(.login)
/// ```
@MainActor
public struct NavigationRoot<F: Fragment> {
    /// The navigator for views and features.
    public let navigator: Navigator<F>
    private let core: RootNavigatorCore<F>

    /// Navigation that begins at the start of `graph`.
    public init(_ graph: NavigationGraph<F>, facts: Set<Fact> = []) { self.init(NavigationState(graph, facts: facts)) }

    /// Navigation that begins at `state`.
    public init(_ state: NavigationState<F>) {
        core = RootNavigatorCore(state)
        navigator = Navigator(core: core)
    }

    /// The rules of the app's navigation.
    public var graph: NavigationGraph<F> { core.graph }

    /// The current state, as a value.
    public var state: NavigationState<F> { core.state }

    /// Whether exactly those places are presented that are presented at the start with the current facts, however they
    /// were reached.
    ///
    /// - Complexity: That of a new state, and O(*p* log *p*) in the number of presented places.
    public var isAtStart: Bool {
        Set(state.presentedPlaces) == Set(NavigationState(state.graph, facts: state.facts).presentedPlaces)
    }

    /// Changes the state as a whole, to carry out several operations as one change.
    ///
    /// - Throws: The error of `change`; the state is then unchanged.
    public func update<Result>(
        _ change: (inout NavigationState<F>) throws(NavigationError<F>) -> Result
    ) throws(NavigationError<F>) -> Result {
        try core.update(change)
    }

    /// Sets as much of a path as can be followed, for example of one that an older version of the app has stored.
    ///
    /// - Returns: The steps that were dropped, each with its fault; empty if the whole path fits.
    @discardableResult
    public func restore(_ path: PresentedPath<F>) -> [DroppedStep<F>] {
        var dropped: [DroppedStep<F>] = []
        // Restoring never throws.
        try? core.update { state throws(NavigationError<F>) in dropped = state.restore(path) }
        return dropped
    }

    /// The mismatches between the graph and the containers of views that have come on screen so far, such as a hold in
    /// a stack, which would show nothing. Each is also logged once; a test of an app's views should expect none.
    /// Release builds do not check, so the list is empty there.
    ///
    /// - Complexity: O(*f* + *s*) in the number of fragments and segues.
    public var containerFaults: [ContainerFault<F>] { core.containerFaults }

    /// A walk through every screen: see ``NavigationState/transitions(from:showing:)``.
    public func transitions(from start: F? = nil, showing choose: (F) -> F? = { $0 }) -> NavigationWalk<F> {
        state.transitions(from: start, showing: choose)
    }
}
