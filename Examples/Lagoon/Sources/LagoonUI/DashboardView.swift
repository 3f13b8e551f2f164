import AtollUI
import LagoonHubUI
import LagoonProductsUI
import LagoonProfileUI
import LagoonScreens
import LagoonTodayUI
import SwiftUI

/// The four tabs, with what lies over them.
struct DashboardView: View {
    let model: LagoonModel

    private static let tabs: [LagoonScreen] = [.today(.today), .hub(.hub), .products(.list), .profile(.profile)]

    var body: some View {
        FragmentTabs(Self.tabs, in: model.navigator) { tab in
            switch tab {
            case .today: if let today = model.today { TodayScreens(today, in: model.todayNavigator) }
            case .hub: if let hub = model.hub { HubScreens(hub, in: model.hubNavigator) }
            case .products: ProductsView(in: model.productsNavigator)
            default: ProfileScreens(profile, in: model.profileNavigator)
            }
        } item: { tab in
            switch tab {
            case .today: Label("Today", systemImage: "calendar")
            case .hub: Label("Hub", systemImage: "square.grid.2x2")
            case .products: Label("Products", systemImage: "shippingbox")
            default: Label("Profile", systemImage: "person.crop.circle")
            }
        }
        .layers([.compose: .sheet, .player: .cover], in: model.navigator) { place in
            switch place.fragment {
            case .player: PlayerView(id: place.id, navigator: model.navigator)
            default: ComposeView(model: model)
            }
        }
    }

    private var profile: ProfileServices {
        @Bindable var permissions = model.services.permissions
        return ProfileServices(
            name: model.user?.name ?? "", roles: (model.user?.roles ?? []).sorted(),
            permissions: $permissions.ledger, cache: model.services.catalog.cache, miniAppName: model.name(of:),
            signOut: model.signOut)
    }
}
