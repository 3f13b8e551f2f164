import AtollNavigation
import AtollPackages
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
        FragmentStack(.hub, in: navigator) { place in
            switch place.fragment {
            case .hub:
                HubView(services.model, icons: services.icons) { id in
                    navigator.present(.miniApp, id: .string(id.rawValue))
                } details: { id in
                    navigator.present(.details, id: .string(id.rawValue))
                }
            case .details: withID(of: place) { DetailsScreen(id: $0, services: services, navigator: navigator) }
            case .miniApp: withID(of: place) { MiniAppScreen(id: $0, services: services, navigator: navigator) }
            }
        }
    }

    @ViewBuilder
    private func withID<Content: View>(
        of place: PathFragment<HubScreen>, @ViewBuilder _ content: (MiniAppID) -> Content
    ) -> some View {
        if case .string(let text)? = place.id, let id = MiniAppID(text) {
            content(id)
        } else {
            ContentUnavailableView {
                Label("There is no such mini app", systemImage: "questionmark.app")
            } actions: {
                Button("Show all") { navigator.dismiss(place.fragment, id: place.id) }
            }
        }
    }
}
