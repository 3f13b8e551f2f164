import AtollNavigation
import AtollPackages

/// The places of the hub feature: the grid; what there is to know of a mini app, and the mini app itself.
public enum HubScreen: Fragment, Codable {
    case hub
    case details(MiniAppID)
    case miniApp(MiniAppID)
}
