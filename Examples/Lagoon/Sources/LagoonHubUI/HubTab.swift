import AtollNavigation
import AtollUI
import LagoonHub
import SwiftUI

/// The hub, the details of a mini app, and each mini app in full screen.
public struct HubTab: View {
    private let services: HubServices
    private let navigator: Navigator<HubScreen>

    /// - Parameters:
    ///   - services: The services that the hub needs from the app around it.
    ///   - navigator: The navigator of the feature.
    public init(_ services: HubServices, in navigator: Navigator<HubScreen>) {
        self.services = services
        self.navigator = navigator
    }

    public var body: some View {
        FragmentStack(.hub, in: navigator) { screen in
            switch screen {
            case .hub:
                HubView(services.model, icons: services.icons) { id in
                    navigator.present(.miniApp(id))
                } details: { id in
                    navigator.present(.details(id))
                } entry: { found in
                    services.openPage(found.miniApp.id, found.entry.path)
                }
                .hubCategories(HubCategories.name)
            case .details(let id): MiniAppDetailsView(id: id, services: services, navigator: navigator)
            case .miniApp(let id): LagoonMiniAppView(id: id, services: services, navigator: navigator)
            }
        }
    }
}
