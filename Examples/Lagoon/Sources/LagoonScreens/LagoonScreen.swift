import AtollNavigation
import LagoonGatekeeper
import LagoonHub
import LagoonProducts
import LagoonProfile
import LagoonToday

/// Every screen of Lagoon, for an app whose features are known at compile time: a case for each feature.
public enum LagoonScreen: Fragment, Codable {
    case splash, dashboard
    case overlay(LagoonOverlay)
    case gatekeeper(GatekeeperScreen)
    case today(TodayScreen)
    case hub(HubScreen)
    case products(ProductsScreen)
    case profile(ProfileScreen)
}

extension LagoonScreen {
    /// The screens that belong to no feature.
    public static let frame = Embedding<LagoonScreen, LagoonFrame> { screen in
        switch screen {
        case .splash: .splash
        case .dashboard: .dashboard
        case .overlay(let overlay): .overlay(overlay)
        }
    } extract: { screen in
        switch screen {
        case .splash: .splash
        case .dashboard: .dashboard
        case .overlay(let overlay): .overlay(overlay)
        case .gatekeeper, .today, .hub, .products, .profile: nil
        }
    }
    /// The screens shown over all others.
    public static let overlays = Embedding(LagoonScreen.overlay)
    /// The screens on which users sign in and register.
    public static let gatekeepers = Embedding(LagoonScreen.gatekeeper)
    /// The screens of Today.
    public static let todays = Embedding(LagoonScreen.today)
    /// The screens of the hub.
    public static let hubs = Embedding(LagoonScreen.hub)
    /// The screens of the products feature.
    public static let products = Embedding(LagoonScreen.products)
    /// The screens of the profile feature.
    public static let profiles = Embedding(LagoonScreen.profile)
}
