import AtollNavigation

/// A link that could not be opened yet, because a condition such as sign-in is not met. It is stored, opened once when
/// the condition is met, and forgotten after a time.
public struct PendingLink<F: Fragment>: Sendable {
    /// The result of opening a link.
    public enum Outcome: Hashable, Sendable {
        /// The target of the link is presented.
        case opened
        /// A condition is not met: its redirect is presented, and the link is stored.
        case pending
    }

    /// The destination of the stored link, or `nil`.
    public private(set) var destination: LinkDestination<F>?
    /// The target of the closed step, which the state wants for as long as the user does.
    private var closed: F?
    private var deadline = Duration.zero
    private let lifetime: Duration

    /// Whether the tabs that a link does not mention stay as they were.
    private let keepsTabs: Bool

    /// Keeps no link at first.
    ///
    /// - Parameters:
    ///   - lifetime: The time for which a link is stored.
    ///   - keepsTabs: Whether the tabs that a link does not mention stay as they were, as in an app; otherwise only the
    ///     link's path is shown, as in a browser.
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

    /// Opens a link, or stores it and goes where the closed segue redirects. A link that was stored before is
    /// forgotten; opening the same one again changes nothing.
    ///
    /// - Parameter time: The time since any fixed moment, on a monotonic clock.
    /// - Throws: If the path can't be followed, or is closed without an open redirect; the state is then unchanged.
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
            // An auto of the last open place may already have led to the redirect.
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

    /// Opens the stored link, if there is one, its conditions are met and its time is not over. It is forgotten if the
    /// user has gone elsewhere.
    ///
    /// - Returns: Its destination, or nil if nothing was opened.
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
