import AtollLinks
import AtollNavigation
import AtollUI
import SwiftUI
import Testing

// The examples of navigation in the documentation, copied exactly: a test compares them.

enum Tab: Fragment, CaseIterable { case news, shop }

extension Tab: Codable {}

extension Overlay {
    var layer: FragmentLayer {
        switch self {
        case .compose: .sheet
        case .player: .cover
        }
    }
}

@MainActor
struct NavigationExamples {
    let navigator: Navigator<Screen>
    let root: NavigationRoot<Screen>
    let opener: LinkOpener<Screen>
    let router: LinkRouter<Screen>
    let overlays: Embedding<Screen, Overlay>
    let products: [Product]
    @State var text = ""

    @ViewBuilder var links: some View {
        FragmentLink(.product(30), in: navigator) { ProductRow(30) }
        FragmentLink("Product 30", to: .product(30), in: navigator)

        AppView(root: root)
            .links(opener)

        AppView(root: root)
            .links(router, at: LinkAddresses(schemes: ["shop"]), in: root)

        TextField("What happened?", text: $text)
            .linksWait(while: !text.isEmpty)

        AppView(root: root)
            .restoringPath(of: root) { $0 != .call }

        AppTabs()
            .navigationProblems(of: root.navigator)
    }

    @ViewBuilder var tabs: some View {
        FragmentTabs(Tab.allCases, at: Screen.tab, in: navigator) { tab in
            switch tab {
            case .news: NewsView()
            case .shop: ShopView()
            }
        } item: { tab in
            Text(tab.title)
        }
    }

    @ViewBuilder func columns(_ navigator: Navigator<Shop>) -> some View {
        FragmentColumns(Shop.product, in: navigator) { selection in
            List(selection: selection) { ForEach(products) { Text($0.name) } }
        } detail: { id in
            ProductDetail(id: id)
        } empty: {
            Text("Choose a product")
        }

        List(selection: navigator.selection(of: Shop.product)) { ForEach(products) { Text($0.name) } }
    }

    @ViewBuilder func stack(_ navigator: Navigator<HubPlace>) -> some View {
        FragmentStack(.hub, in: navigator) { screen in
            switch screen {
            case .hub: HubScreenView()
            case .miniApp(let id): MiniAppScreenView(id: id)
            }
        }
    }

    @ViewBuilder var bindings: some View {
        Text("Help")

            .popover(isPresented: navigator.presentation(of: .help)) { HelpView() }

        Toggle(isOn: navigator.truth(of: .subscribed)) { Text("Subscribed") }

        TabView(selection: navigator.selection(among: [.news, .shop])) {
            NewsView().tag(Screen.news)
            ShopView().tag(Screen.shop)
        }

        NavigationStack(path: navigator.pushed(on: .hub)) {
            HubScreenView()
                .navigationDestination(for: Screen.self) { screen in ScreenView(screen) }
        }
    }

    @ViewBuilder var layers: some View {
        AppTabs()

            .layers(in: navigator.scoped(overlays)) {
                $0 == .compose ? .sheet : .cover
            } content: { overlay in
                switch overlay {
                case .compose: ComposeView()
                case .player(let id): PlayerView(id: id)
                }
            }

        HelpButton()
            .popover(.help, in: navigator) { HelpView() }

        DocumentView()
            .inspector(.info, in: navigator) { InfoView() }

        AppTabs()
            .overlay(.player, in: navigator) { PlayerBar() }

        MapView(hasLegend: navigator.presentedPlaces.contains(.legend))
            .shows(.legend, in: navigator)
    }
}

/// The examples of snapshots.
@MainActor
enum SnapshotExamples {
    static func render(_ view: some View) async throws -> Data { Data() }

    static func store(_ picture: Data) throws {
        let store = SnapshotStore(URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Snapshots"))
        #expect(try store.check(picture, for: "hub") != .different)
    }

    static func walk(_ graph: NavigationGraph<Screen>, _ store: SnapshotStore) async throws {
        let walk = SnapshotWalk(NavigationState(graph, facts: [.signedIn])) { $0 == .product(.any) ? .product(30) : $0 }
        try await walk.visit { screen, root in
            let picture = try await render(AppView(root: root))
            _ = try store.check(picture, for: screen.name)
        }
    }
}
