import AtollLinks
import AtollNavigation
import AtollPages
import Lagoon
import LagoonScreens

/// Which screens there are: the walk of the graph, with ids where a place needs one.
struct SnapshotPlan {
    struct Screen {
        /// The picture's name, and the order in which it is taken.
        let name: String
        let address: String
    }

    /// What somebody sees for whom these facts are true.
    static func screens(_ app: WebApp<LagoonScreen>, facts: Set<Fact>) throws -> [Screen] {
        var addresses: [String] = []
        for samples in [0, 1, 2] {
            var state = NavigationState(app.graph, facts: facts)
            for transition in state.transitions() {
                switch transition {
                case .present(let edge):
                    try state.present(edge.edge, id: sampleID(of: edge.to.fragment, samples))
                case .dismiss(let place): try state.dismiss(place.fragment, id: sampleID(of: place.fragment, samples))
                case .replace: try state.navigate(transition)
                }
                let address = try app.links.url(for: state.path).path
                if !addresses.contains(address) { addresses.append(address) }
            }
        }
        return addresses.map { Screen(name: name(of: $0), address: $0) }
    }

    private static func sampleID(of fragment: LagoonScreen, _ number: Int) -> FragmentID? {
        switch fragment {
        case .products(.product): .integer([30, 1, 1_000][number])
        case .today(.live), .player: .string(["evening-run", "morning-mobility", "lunch-strength"][number])
        case .today(.recipe): .string(["lagoon-bowl", "tomato-shakshuka", "banana-oats"][number])
        case .hub(.miniApp), .hub(.details): .string("com.example." + ["kudos", "directory", "expenses"][number])
        default: nil
        }
    }

    /// A file's name for an address: what may stand in one, and dashes for the rest.
    static func name(of address: String) -> String {
        let name = address.dropFirst().map { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == ".") ? $0 : "-" }
        return name.isEmpty ? "start" : String(name)
    }
}
