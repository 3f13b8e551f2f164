import AtollLinks
import AtollNavigation
import AtollUI
import SwiftUI

/// A small app with each kind of presentation, for the tests.
enum Reef: String, Fragment, Codable, CaseIterable {
    case splash, signIn, dashboard, news, article, author, shop, product, profile, settings, compose, player, help,
        info, ticker

    static let tabs: [Reef] = [.news, .shop, .profile]

    static func graph() throws -> NavigationGraph<Reef> {
        try NavigationGraph(entry: Reef.splash) {
            pass(.splash => .dashboard).when(.signedIn, otherwise: .signIn).auto()
            pass(.splash => .signIn).unless(.signedIn, otherwise: .dashboard)
            pick(.dashboard => .news).auto()
            pick(.dashboard => [.shop, .profile])
            pass(.news => .article).dismissable()
            pass(.article => .author).dismissable()
            pass(.author => .article).dismissable()
            hold(.shop => .product).dismissable()
            pass(.profile => .settings)
            hold(.dashboard => [.compose, .player, .help, .info]).dismissable()
            hold(.dashboard => .ticker)
        }
    }

    static func links() throws -> LinkRouter<Reef> {
        let start: [GraphEdge<Reef>] = [.splash => .dashboard]
        return try LinkRouter {
            Route(start + [.dashboard => .news]) { path("news") }
            Route(start + [.dashboard => .news, .news => .article]) {
                path("news")
                path(Int.self)
            }
            Route(start + [.dashboard => .shop]) { path("shop") }
            Route(start + [.dashboard => .shop, .shop => .product]) {
                path("Products")
                query("id", Int.self)
            }
            Route(start + [.dashboard => .compose]) { path("compose") }
            Route(start + [.dashboard => .player]) { path("player") }
        }
    }

    static let addresses = LinkAddresses(schemes: ["dla"], origins: ["https://reef.example"])

    @MainActor
    static func navigator(_ facts: Set<Fact> = [.signedIn]) throws -> Navigator<Reef> {
        Navigator(try graph(), facts: facts)
    }
}

extension Fact {
    static let signedIn: Fact = "signedIn"
}

struct ReefView: View {
    let navigator: Navigator<Reef>
    let opener: LinkOpener<Reef>

    init(_ navigator: Navigator<Reef>) throws {
        self.navigator = navigator
        opener = LinkOpener(try Reef.links(), at: Reef.addresses, in: navigator)
    }

    var body: some View {
        Group {
            if navigator.isPresented(.signIn) {
                Button("Sign in") { navigator.set(.signedIn, true) }
            } else {
                dashboard
            }
        }
        .navigationProblems(of: navigator, under: Self.layers)
        .links(opener, under: Self.layers)
        .restoringPath(of: navigator)
    }

    private static let layers: Set<Reef> = [.compose, .player]

    private var dashboard: some View {
        FragmentTabs(Reef.tabs, in: navigator) { tab in
            switch tab {
            case .news: FragmentStack(.news, in: navigator) { ReefPage(place: $0, navigator: navigator) }
            case .shop: shop
            default: FragmentStack(.profile, in: navigator) { ReefPage(place: $0, navigator: navigator) }
            }
        } item: { tab in
            Label(tab.rawValue, systemImage: "circle")
        }
        .layers([.compose: .sheet, .player: .cover], in: navigator) { place in
            VStack {
                Text("layer \(place.fragment.rawValue)")
                Button("Close \(place.fragment.rawValue)") { navigator.dismiss(place.fragment) }
            }
        }
        .popover(.help, in: navigator) { Text("layer help") }
        .inspector(.info, in: navigator) { Text("layer info") }
        .overlay(.ticker, in: navigator) { Text("layer ticker") }
    }

    private var shop: some View {
        FragmentColumns(.product, id: Int.self, in: navigator) { selection in
            List(selection: selection) {
                ForEach([1, 2, 30], id: \.self) { number in Text("row \(number)") }
            }
            .navigationTitle("page shop")
        } detail: { id in
            Text("page product#\(id)")
        } empty: {
            Text("Choose a product")
        }
    }
}

/// A page that names its place, and has a button for each way on.
struct ReefPage: View {
    let place: PathFragment<Reef>
    let navigator: Navigator<Reef>

    var body: some View {
        VStack {
            Text("page \(place.description)")
            switch place.fragment {
            case .news: FragmentLink(.article, id: 7, in: navigator) { Text("Read 7") }
            case .article: FragmentLink(.author, in: navigator) { Text("Who wrote it") }
            case .author: FragmentLink(.article, id: 8, in: navigator) { Text("Read 8") }
            case .profile: FragmentLink(.settings, in: navigator) { Text("Settings") }
            default: EmptyView()
            }
        }
    }
}
