import AtollNavigation
import AtollUI
import LagoonGatekeeperUI
import LagoonHubUI
import LagoonProductsUI
import LagoonProfileUI
import LagoonScreens
import LagoonToday
import LagoonTodayUI
import SwiftUI

/// Lagoon: who nobody has let in yet sees the gatekeeper, everybody else the dashboard.
public struct LagoonView: View {
    private let model: LagoonModel

    public init(_ model: LagoonModel) { self.model = model }

    public var body: some View {
        Group {
            if model.user == nil {
                GatekeeperView(model, in: model.gatekeeper)
            } else {
                DashboardView(model: model)
            }
        }
        .navigationProblems(of: model.navigator, under: [.compose, .player])
        .links(model.opener, under: [.compose, .player])
    }
}

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

/// Leads to the mini apps in which one writes.
struct ComposeView: View {
    let model: LagoonModel

    var body: some View {
        NavigationStack {
            List {
                Button("Thank somebody") { open("com.example.kudos") }
                if model.user?.roles.contains("Sales") ?? false {
                    Button("Enter an expense") { open("com.example.expenses") }
                }
            }
            .navigationTitle("Write something")
            .toolbar {
                ToolbarItem(placement: .cancellationAction) {
                    Button("Close") { model.navigator.dismiss(.compose) }
                }
            }
        }
    }

    private func open(_ id: String) {
        model.navigator.dismiss(.compose)
        model.navigator.go(to: .hub(.miniApp), id: .string(id))
    }
}

/// A live workout over everything.
struct PlayerView: View {
    let id: FragmentID?
    let navigator: Navigator<LagoonScreen>

    var body: some View {
        VStack(spacing: 24) {
            if case .string(let id)? = id, let workout = Workout.find(id) {
                Text(verbatim: workout.title).font(.largeTitle)
                Text(verbatim: "with \(workout.coach), \(workout.minutes) minutes")
                if let exercise = workout.exercises.first { Text(verbatim: exercise).font(.title) }
            } else {
                Text("There is no such workout")
            }
            Button("Leave") { navigator.dismiss(.player, id: id) }.buttonStyle(.bordered)
        }
        .padding()
    }
}
