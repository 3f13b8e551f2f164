import AtollNavigation
import Foundation

/// Visits every screen of an app, so that a test can check each.
///
/// ```swift
/// let walk = SnapshotWalk(NavigationState(graph, facts: [.signedIn])) { $0 == .product(.any) ? .product(30) : $0 }
/// try await walk.visit { screen, root in
///     let picture = try await render(AppView(root: root))
///     _ = try store.check(picture, for: screen.name)
/// }
/// ```
@MainActor
public struct SnapshotWalk<F: Fragment> {
    /// The places on screen at a step of the walk.
    public struct Screen: Hashable, Sendable {
        /// The position in the walk, from 0.
        public let index: Int
        /// The presented places, the oldest first.
        public let places: [F]

        /// A file name: the names of the presented places, with an underscore for each character that is not a letter,
        /// a digit, or one of `+-_.`.
        public var name: String {
            places.map(\.readableName).joined(separator: "+")
                .map { $0.isLetter || $0.isNumber || "+-_.".contains($0) ? String($0) : "_" }.joined()
        }
    }

    private let state: NavigationState<F>
    private let choose: @MainActor (F) -> F?

    /// Creates a walk from a state.
    ///
    /// - Parameters:
    ///   - state: The state to begin with; its graph and facts decide which screens are reachable.
    ///   - choose: Returns the member of a family to show, given the one in the graph's rule, or nil to leave the
    ///     family out.
    public init(_ state: NavigationState<F>, showing choose: @escaping @MainActor (F) -> F? = { $0 }) {
        self.state = state
        self.choose = choose
    }

    /// Visits each distinct list of presented places once.
    ///
    /// - Parameter body: Checks one screen; the root is at that screen.
    /// - Returns: The visited screens, in order.
    /// - Throws: The error of `body`, or a `NavigationError` if a step can't be performed.
    /// - Complexity: O(*f* + *s*) in the numbers of fragments and segues of the graph, in addition to the cost of
    ///   `body`.
    @discardableResult
    public func visit(
        _ body: @MainActor (Screen, NavigationRoot<F>) async throws -> Void
    ) async throws -> [Screen] {
        let root = NavigationRoot(state)
        let navigator = root.navigator
        var visited: [Screen] = []
        var seen: Set<[F]> = []
        func look() async throws {
            guard seen.insert(navigator.presentedPlaces).inserted else { return }
            let screen = Screen(index: visited.count, places: navigator.presentedPlaces)
            visited.append(screen)
            try await body(screen, root)
        }
        try await look()
        for step in state.transitions(showing: choose) {
            try navigator.perform(step)
            try await look()
        }
        return visited
    }
}
