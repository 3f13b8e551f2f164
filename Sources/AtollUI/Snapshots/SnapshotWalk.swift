import AtollNavigation
import Foundation

/// Walks through every screen of an app, so that a test can look at each.
///
/// ```swift
/// let walk = SnapshotWalk(NavigationState(graph, facts: [.signedIn])) { $0 == .product(.any) ? .product(30) : $0 }
/// try await walk.visit { screen, root in
///     let picture = try await render(AppView(root))
///     try store.check(picture, for: screen.name)
/// }
/// ```
@MainActor
public struct SnapshotWalk<F: Fragment> {
    /// What is on the screen at a step.
    public struct Screen: Hashable, Sendable {
        /// From 0.
        public let index: Int
        /// The presented places, the oldest first.
        public let places: [F]

        /// A name for a file: the presented places, in characters that every file system has.
        public var name: String {
            places.map(\.readableName).joined(separator: "+")
                .map { $0.isLetter || $0.isNumber || "+-_.".contains($0) ? String($0) : "_" }.joined()
        }
    }

    private let state: NavigationState<F>
    private let choose: @MainActor (F) -> F?

    /// - Parameter choose: Which one of a family to show, given the one in the graph's rule; nil leaves the family out.
    public init(_ state: NavigationState<F>, showing choose: @escaping @MainActor (F) -> F? = { $0 }) {
        self.state = state
        self.choose = choose
    }

    /// Visits each set of presented places once.
    ///
    /// - Returns: The screens that were visited, in their order.
    /// - Complexity: O(*f* + *s*) in the fragments and segues of the graph, beside what `body` costs.
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
