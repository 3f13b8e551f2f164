import AtollNavigation
import AtollPackages

/// The screens of the hub feature: the grid, the details of a mini app, and the mini app itself.
public enum HubScreen: Fragment, Codable {
    case hub
    case details(MiniAppID)
    case miniApp(MiniAppID)
}
