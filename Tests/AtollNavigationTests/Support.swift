import AtollNavigation

/// Fragments with one-letter names, as most tests use them, and two families.
enum Letter: Fragment, Codable, CaseIterable, Comparable, CustomStringConvertible {
    case a, b, c, d, e, f, g
    case p(Int), q(Int)

    static let allCases: [Letter] = [.a, .b, .c, .d, .e, .f, .g]

    var description: String {
        switch self {
        case .a: "a"
        case .b: "b"
        case .c: "c"
        case .d: "d"
        case .e: "e"
        case .f: "f"
        case .g: "g"
        case .p(let id): "p\(id)"
        case .q(let id): "q\(id)"
        }
    }

    static func < (left: Letter, right: Letter) -> Bool { left.description < right.description }
}

extension Fact {
    static let signedIn: Fact = "signedIn"
    static let premium: Fact = "premium"
}

extension NavigationState {
    /// The presented places, as text.
    var screen: String { presentedPlaces.map { "\($0)" }.sorted().joined(separator: " ") }
}

/// A state of letters.
func letters(
    entry: Letter? = .a, facts: Set<Fact> = [], @SegueBuilder<Letter> _ segues: () -> [Segue<Letter>]
) throws -> NavigationState<Letter> {
    NavigationState(try NavigationGraph(entry: entry, segues: segues()), facts: facts)
}
