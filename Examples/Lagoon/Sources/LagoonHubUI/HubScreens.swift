import AtollNavigation
import AtollUI
import LagoonHub
import SwiftUI

/// The hub, what there is to know of a mini app, and each mini app over the whole screen.
public struct HubScreens: View {
    private let services: HubServices
    private let navigator: Navigator<HubScreen>

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
                }
            case .details(let id): DetailsScreen(id: id, services: services, navigator: navigator)
            case .miniApp(let id): MiniAppScreen(id: id, services: services, navigator: navigator)
            }
        }
    }
}
