import AtollNavigation
import LagoonGatekeeper
import LagoonHub
import LagoonProducts
import LagoonProfile
import LagoonToday

/// Every screen of Lagoon, as a whole whose features are known when it is compiled: a case for each feature.
public enum LagoonScreen: Fragment, Codable {
    case splash, dashboard
    case overlay(LagoonOverlay)
    case gatekeeper(GatekeeperScreen)
    case today(TodayScreen)
    case hub(HubScreen)
    case products(ProductsScreen)
    case profile(ProfileScreen)
}

/// What lies over everything else.
public enum LagoonOverlay: Fragment, Codable {
    /// The sheet in which one writes something.
    case compose
    /// The player of a live workout.
    case player(Workout.ID)
}

extension LagoonScreen {
    public static let overlays = Embedding(LagoonScreen.overlay)
    public static let gatekeepers = Embedding(LagoonScreen.gatekeeper)
    public static let todays = Embedding(LagoonScreen.today)
    public static let hubs = Embedding(LagoonScreen.hub)
    public static let products = Embedding(LagoonScreen.products)
    public static let profiles = Embedding(LagoonScreen.profile)
}
