import AtollHub
import AtollLinks
import AtollNavigation
import AtollPackages
import LagoonScreens

/// The screens to take pictures of: a walk of the graph, with sample ids for places that need one.
struct SnapshotPlan {
    struct Screen {
        /// The name of the picture, derived from the URL.
        let name: String
        let address: String
    }

    /// The screens of a user for whom these facts are true, in the order in which the walk reaches them.
    static func screens(_ app: AppMap<LagoonScreen>, facts: Set<Fact>) throws -> [Screen] {
        var addresses: [String] = []
        for samples in [0, 1, 2] {
            var state = NavigationState(app.graph, facts: facts)
            for step in state.transitions(showing: { sample(of: $0, samples) }) {
                try state.perform(step)
                let address = try app.links.url(for: state.path).path
                if !addresses.contains(address) { addresses.append(address) }
            }
        }
        return addresses.map { Screen(name: name(of: $0), address: $0) }
    }

    private static func sample(of screen: LagoonScreen, _ number: Int) -> LagoonScreen {
        let workout = ["evening-run", "morning-mobility", "lunch-strength"][number]
        let miniApp = MiniAppID("com.example." + ["kudos", "directory", "expenses"][number]) ?? .any
        return switch screen {
        case .products(.product): .products(.product([30, 1, 1_000][number]))
        case .today(.live): .today(.live(workout))
        case .overlay(.player): .overlay(.player(workout))
        case .today(.recipe): .today(.recipe(["lagoon-bowl", "tomato-shakshuka", "banana-oats"][number]))
        case .hub(.miniApp): .hub(.miniApp(miniApp))
        case .hub(.details): .hub(.details(miniApp))
        default: screen
        }
    }

    /// A file name for a URL path: characters other than ASCII letters, digits and dots become hyphens.
    static func name(of address: String) -> String {
        let name = address.dropFirst().map { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == ".") ? $0 : "-" }
        return name.isEmpty ? "start" : String(name)
    }
}
