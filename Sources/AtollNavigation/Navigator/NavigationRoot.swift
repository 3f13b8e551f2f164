/// The navigation of a whole app: its navigator, and what only the app itself may do with its state.
///
/// ```swift
/// let root = NavigationRoot(graph)
/// root.navigator.present(.login)
/// ```
@MainActor
public struct NavigationRoot<F: Fragment> {
    /// What views and features use.
    public let navigator: Navigator<F>
    private let core: RootNavigatorCore<F>

    /// The navigation at the start of `graph`.
    public init(_ graph: NavigationGraph<F>, facts: Set<Fact> = []) { self.init(NavigationState(graph, facts: facts)) }

    /// The navigation at `state`.
    public init(_ state: NavigationState<F>) {
        core = RootNavigatorCore(state)
        navigator = Navigator(core: core)
    }

    /// The rules.
    public var graph: NavigationGraph<F> { core.graph }

    /// What there is, as a value.
    public var state: NavigationState<F> { core.state }

    /// Whether what is presented is what is presented at the start, with the facts of now; whichever way led there.
    ///
    /// - Complexity: That of a new state, and O(*p* log *p*) in the number of presented places.
    public var isAtStart: Bool {
        Set(state.presentedPlaces) == Set(NavigationState(state.graph, facts: state.facts).presentedPlaces)
    }

    /// Changes the state as a whole: for what carries out several operations as one.
    ///
    /// - Throws: What `change` throws; nothing has changed then.
    public func update<Result>(
        _ change: (inout NavigationState<F>) throws(NavigationError<F>) -> Result
    ) throws(NavigationError<F>) -> Result {
        try core.update(change)
    }

    /// Sets the path as far as it can be followed, such as one that an older version of the app has kept.
    ///
    /// - Returns: The steps that were dropped, each with what was wrong.
    @discardableResult
    public func restore(_ path: PresentedPath<F>) -> [DroppedStep<F>] {
        var dropped: [DroppedStep<F>] = []
        // Restoring refuses nothing.
        try? core.update { state throws(NavigationError<F>) in dropped = state.restore(path) }
        return dropped
    }

    /// Where the containers of views that have come on screen so far do not fit the graph, such as a hold in a stack, which would show nothing.
    /// Each is also written to the log once; a test of an app's views expects none. Release builds do not look, and have none.
    ///
    /// - Complexity: O(*f* + *s*) in the number of fragments and segues.
    public var containerFaults: [ContainerFault<F>] { core.containerFaults }

    /// A walk through every screen: see ``NavigationState/transitions(from:showing:)``.
    public func transitions(from start: F? = nil, showing choose: (F) -> F? = { $0 }) -> NavigationWalk<F> {
        state.transitions(from: start, showing: choose)
    }
}
