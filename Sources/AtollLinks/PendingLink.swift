import AtollNavigation

/// A link that could not be opened yet, because a condition such as sign-in is not met: it is kept, opened once when it
/// is, and forgotten after a time.
public struct PendingLink<F: Fragment>: Sendable {
    /// How a link was taken.
    public enum Outcome: Hashable, Sendable {
        /// What it leads to is presented.
        case opened
        /// A condition is not met; where that redirects is presented, and the link is kept.
        case pending
    }

    /// Where the kept link leads, or nil where none is kept.
    public private(set) var destination: LinkDestination<F>?
    /// What the closed step of the way leads to, which the state wants as long as the user does.
    private var closed: F?
    private var deadline = Duration.zero
    private let lifetime: Duration

    /// Whether the tabs that a link does not name stay as they were.
    private let keepsTabs: Bool

    /// - Parameters:
    ///   - lifetime: How long a link is kept.
    ///   - keepsTabs: Whether the tabs that a link does not name stay as they were, as in an app; otherwise the link is all that there is, as
    ///     in a browser.
    public init(lifetime: Duration = .seconds(600), keepsTabs: Bool = false) {
        self.lifetime = lifetime
        self.keepsTabs = keepsTabs
    }

    private func go(to path: PresentedPath<F>, in state: inout NavigationState<F>) throws(NavigationError<F>) {
        try state.perform(keepsTabs ? .open(path) : .replace(path))
    }

    private mutating func keep(_ destination: LinkDestination<F>, at time: Duration) {
        self.destination = destination
        deadline = time + lifetime
    }

    /// Opens a link, or keeps it and goes where the closed segue redirects. One that was kept before is forgotten; the same one once more
    /// changes nothing.
    ///
    /// - Parameter time: The time since any fixed moment, on a clock that only goes forward.
    /// - Throws: Where the path can't be followed, or is closed and redirects nowhere; the state is as it was then.
    /// - Complexity: O(*n*) in the lengths of both paths.
    public mutating func open(
        _ destination: LinkDestination<F>, in state: inout NavigationState<F>, at time: Duration
    ) throws(NavigationError<F>) -> Outcome {
        if destination == self.destination, time < deadline, let closed, state.wanted == closed { return .pending }
        self.destination = nil
        do {
            try go(to: destination.path, in: &state)
            return .opened
        } catch {
            guard case .brokenPath(let edge, .conditionUnmet) = error else { throw error }
            var attempt = state
            let open = destination.path.edges.prefix { $0 != edge }
            try go(to: PresentedPath(Array(open)), in: &attempt)
            // An auto of the last open place may have led to where the segue redirects already.
            if !isRedirected(edge, in: attempt) { try attempt.present(edge.edge) }
            state = attempt
            closed = edge.to
        }
        keep(destination, at: time)
        return .pending
    }

    private func isRedirected(_ edge: PathEdge<F>, in state: NavigationState<F>) -> Bool {
        guard let redirect = state.graph.segue(along: edge.edge)?.redirect else { return false }
        return state.path.edges.contains { $0.from == edge.from && $0.to == redirect }
    }

    /// Opens the kept link, if there is one, its conditions are met and its time is not over. It is forgotten where the user has gone elsewhere.
    ///
    /// - Returns: Where it led, or nil where nothing was opened.
    public mutating func resume(in state: inout NavigationState<F>, at time: Duration) -> LinkDestination<F>? {
        guard let kept = destination else { return nil }
        let isWished = state.wanted == closed || state.path.edges.contains { $0.to == closed }
        guard time < deadline, isWished else {
            destination = nil
            return nil
        }
        guard (try? go(to: kept.path, in: &state)) != nil else { return nil }
        destination = nil
        return kept
    }
}
