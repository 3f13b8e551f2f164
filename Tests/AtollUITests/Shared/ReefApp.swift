import AtollLinks
import AtollNavigation
import AtollUI
import SwiftUI

/// A small app with each kind of presentation, for the tests.
enum Reef: Fragment, Codable {
    case splash, signIn, dashboard, author, settings, help, info, ticker
    case tab(ReefTab)
    case article(Int), product(Int)
    case layer(ReefLayer)

    static let news = Reef.tab(.news)
    static let shop = Reef.tab(.shop)
    static let profile = Reef.tab(.profile)
    static let compose = Reef.layer(.compose)
    static let player = Reef.layer(.player)
    static let tabs = ReefTab.allCases.map(Reef.tab)

    static func graph() -> NavigationGraph<Reef> {
        NavigationGraph(entry: Reef.splash) {
            Pass(.splash => .dashboard).when(.signedIn, otherwise: .signIn).auto()
            Pass(.splash => .signIn).unless(.signedIn, otherwise: .dashboard)
            Pick(.dashboard => .news).auto()
            Pick(.dashboard => [.shop, .profile])
            Pass(.news => .article(.any)).dismissable()
            Pass(.article(.any) => .author).dismissable()
            Pass(.author => .article(.any)).dismissable()
            Hold(.shop => .product(.any)).dismissable()
            Pass(.profile => .settings)
            Hold(.dashboard => [.compose, .player, .help, .info]).dismissable()
            Hold(.dashboard => .ticker)
        }
    }

    static func links() -> LinkRouter<Reef> {
        LinkRouter(graph()) {
            Route(to: .news) { PathSegment("news") }
            Route(to: .article(.any)) {
                PathSegment("news")
                PathSegment(Reef.article)
            }
            Route(to: .shop) { PathSegment("shop") }
            Route(to: .product(.any)) {
                PathSegment("Products")
                QueryItem("id", Reef.product)
            }
            Route(to: .compose) { PathSegment("compose") }
            Route(to: .player) { PathSegment("player") }
        }
    }

    /// The name that tests use.
    var name: String {
        switch self {
        case .tab(let tab): tab.rawValue
        case .layer(let layer): layer.rawValue
        case .article(let id): "article#\(id)"
        case .product(let id): "product#\(id)"
        default: "\(self)"
        }
    }

    static let addresses = LinkAddresses(schemes: ["dla"], origins: ["https://reef.example"])

    @MainActor
    static let layers = Embedding(Reef.layer)

    @MainActor
    static func root(_ facts: Set<Fact> = [.signedIn]) -> NavigationRoot<Reef> { NavigationRoot(graph(), facts: facts) }
}

enum ReefTab: String, Fragment, Codable, CaseIterable { case news, shop, profile }

enum ReefLayer: String, Fragment, Codable { case compose, player }

extension Fact {
    static let signedIn: Fact = "signedIn"
}

struct ReefView: View {
    let root: NavigationRoot<Reef>
    let navigator: Navigator<Reef>
    let layers: Navigator<ReefLayer>
    let opener: LinkOpener<Reef>

    init(_ root: NavigationRoot<Reef>) {
        self.root = root
        navigator = root.navigator
        layers = root.navigator.scoped(Reef.layers)
        opener = LinkOpener(Reef.links(), at: Reef.addresses, in: root)
    }

    var body: some View {
        Group {
            if navigator.isPresented(.signIn) {
                Button("Sign in") { navigator.set(.signedIn, true) }
            } else {
                dashboard
            }
        }
        .navigationProblems(of: navigator)
        .links(opener)
        .restoringPath(of: root)
    }

    private var dashboard: some View {
        FragmentTabs(ReefTab.allCases, at: Reef.tab, in: navigator) { tab in
            switch tab {
            case .news: FragmentStack(.news, in: navigator) { ReefPage(place: $0, navigator: navigator) }
            case .shop: shop
            case .profile: FragmentStack(.profile, in: navigator) { ReefPage(place: $0, navigator: navigator) }
            }
        } item: { tab in
            Label(tab.rawValue, systemImage: "circle")
        }
        .layers(in: layers) {
            $0 == .compose ? .sheet : .cover
        } content: { layer in
            VStack {
                Text("layer \(layer.rawValue)")
                Button("Close \(layer.rawValue)") { layers.dismiss(layer) }
            }
        }
        .popover(.help, in: navigator) { Text("layer help") }
        .inspector(.info, in: navigator) { Text("layer info") }
        .overlay(.ticker, in: navigator) { Text("layer ticker") }
    }

    private var shop: some View {
        FragmentColumns(Reef.product, in: navigator) { selection in
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

/// A page that shows the name of its place, and has a link for each way on.
struct ReefPage: View {
    let place: Reef
    let navigator: Navigator<Reef>

    var body: some View {
        VStack {
            Text("page \(place.name)")
            switch place {
            case .tab(.news): FragmentLink(.article(7), in: navigator) { Text("Read 7") }
            case .article: FragmentLink(.author, in: navigator) { Text("Who wrote it") }
            case .author: FragmentLink(.article(8), in: navigator) { Text("Read 8") }
            case .tab(.profile): FragmentLink(.settings, in: navigator) { Text("Settings") }
            default: EmptyView()
            }
        }
    }
}
