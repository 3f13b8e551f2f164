import AtollNavigation

/// Fragments with one-letter names, as most tests use them.
enum Letter: String, Fragment, Codable, CaseIterable, Comparable, CustomStringConvertible {
    case a, b, c, d, e, f, g

    var description: String { rawValue }

    static func < (left: Letter, right: Letter) -> Bool { left.rawValue < right.rawValue }
}

extension Fact {
    static let signedIn: Fact = "signedIn"
    static let premium: Fact = "premium"
}

extension NavigationState {
    /// The presented places, as text.
    var screen: String { presentedPlaces.map(\.description).sorted().joined(separator: " ") }
}

/// A state of letters.
func letters(
    entry: Letter? = .a, facts: Set<Fact> = [], @SegueBuilder<Letter> _ segues: () -> [Segue<Letter>]
) throws -> NavigationState<Letter> {
    NavigationState(try NavigationGraph(entry: entry, segues: segues()), facts: facts)
}
