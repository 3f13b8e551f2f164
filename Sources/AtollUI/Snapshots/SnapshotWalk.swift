import AtollNavigation
import Foundation

/// Walks through every screen of an app, so that a test can look at each.
///
/// ```swift
/// let walk = SnapshotWalk(try NavigationState(graph, facts: [.signedIn]))
/// try await walk.visit { screen, navigator in
///     let picture = try await render(AppView(navigator))
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
        public let places: [PathFragment<F>]

        /// A name for a file: the presented places, in characters that every file system has.
        public var name: String {
            places.map(\.description).joined(separator: "+")
                .map { $0.isLetter || $0.isNumber || "+-_.".contains($0) ? String($0) : "_" }.joined()
        }
    }

    private let state: NavigationState<F>
    private let sampleID: @MainActor (F) -> FragmentID?

    /// - Parameter sampleID: The id with which a fragment is shown that needs one.
    public init(_ state: NavigationState<F>, sampleID: @escaping @MainActor (F) -> FragmentID? = { _ in nil }) {
        self.state = state
        self.sampleID = sampleID
    }

    /// Visits each set of presented places once.
    ///
    /// - Returns: The screens that were visited, in their order.
    /// - Complexity: O(*f* + *s*) in the fragments and segues of the graph, beside what `body` costs.
    @discardableResult
    public func visit(
        _ body: @MainActor (Screen, Navigator<F>) async throws -> Void
    ) async throws -> [Screen] {
        let navigator = Navigator(state)
        var visited: [Screen] = []
        var seen: Set<[PathFragment<F>]> = []
        func look() async throws {
            guard seen.insert(navigator.presentedPlaces).inserted else { return }
            let screen = Screen(index: visited.count, places: navigator.presentedPlaces)
            visited.append(screen)
            try await body(screen, navigator)
        }
        try await look()
        for transition in state.transitions() {
            try navigator.perform(.navigate(withSamples(transition)))
            try await look()
        }
        return visited
    }

    private func withSamples(_ transition: NavigationTransition<F>) -> NavigationTransition<F> {
        func sample(_ place: PathFragment<F>) -> PathFragment<F> {
            PathFragment(place.fragment, id: place.id ?? sampleID(place.fragment))
        }
        func sample(_ edge: PathEdge<F>) -> PathEdge<F> {
            PathEdge(from: sample(edge.from), to: sample(edge.to), origin: edge.origin)
        }
        return switch transition {
        case .present(let edge): .present(sample(edge))
        case .dismiss(let place): .dismiss(sample(place))
        case .replace(let path): .replace(PresentedPath(path.edges.map { sample($0) }))
        }
    }
}
