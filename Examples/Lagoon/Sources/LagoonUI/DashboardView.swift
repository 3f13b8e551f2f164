import AtollUI
import LagoonHubUI
import LagoonProductsUI
import LagoonProfileUI
import LagoonScreens
import SwiftUI

/// The four tabs, with the overlays.
struct DashboardView: View {
    let model: LagoonModel

    var body: some View {
        FragmentTabs(LagoonTab.allCases, at: \.screen, in: model.navigator) { tab in
            switch tab {
            case .today: if let today = model.today { TodayTab(today: today, model: model) }
            case .hub: if let hub = model.hub { HubTab(hub, in: model.hubNavigator) }
            case .products: ProductsView(in: model.productsNavigator)
            case .profile: ProfileTab(profile, in: model.profileNavigator)
            }
        } item: { tab in
            switch tab {
            case .today: Label(localized("Today"), systemImage: "calendar")
            case .hub: Label(localized("Hub"), systemImage: "square.grid.2x2")
            case .products: Label(localized("Products"), systemImage: "shippingbox")
            case .profile: Label(localized("Profile"), systemImage: "person.crop.circle")
            }
        }
        .layers(in: model.overlays, style: \.layer) { overlay in
            switch overlay {
            case .compose: ComposeView(model: model)
            case .player(let id): PlayerView(id: id) { model.overlays.dismiss(overlay) }
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
