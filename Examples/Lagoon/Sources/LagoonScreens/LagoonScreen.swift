import AtollNavigation
import LagoonGatekeeper
import LagoonHub
import LagoonProducts
import LagoonProfile
import LagoonToday

/// Every screen of Lagoon, as a whole whose features are known when it is compiled: a case for each feature.
public enum LagoonScreen: Fragment, Codable, CustomStringConvertible {
    case splash, dashboard, compose, player
    case gatekeeper(GatekeeperScreen)
    case today(TodayScreen)
    case hub(HubScreen)
    case products(ProductsScreen)
    case profile(ProfileScreen)

    public var description: String {
        switch self {
        case .splash: "splash"
        case .dashboard: "dashboard"
        case .compose: "compose"
        case .player: "player"
        case .gatekeeper(let screen): "gatekeeper.\(screen)"
        case .today(let screen): "today.\(screen)"
        case .hub(let screen): "hub.\(screen)"
        case .products(let screen): "products.\(screen)"
        case .profile(let screen): "profile.\(screen)"
        }
    }
}

extension LagoonScreen {
    public static let gatekeepers = Embedding(LagoonScreen.gatekeeper) {
        if case .gatekeeper(let screen) = $0 { screen } else { nil }
    }
    public static let todays = Embedding(LagoonScreen.today) { if case .today(let screen) = $0 { screen } else { nil } }
    public static let hubs = Embedding(LagoonScreen.hub) { if case .hub(let screen) = $0 { screen } else { nil } }
    public static let products = Embedding(LagoonScreen.products) {
        if case .products(let screen) = $0 { screen } else { nil }
    }
    public static let profiles = Embedding(LagoonScreen.profile) {
        if case .profile(let screen) = $0 { screen } else { nil }
    }
}
