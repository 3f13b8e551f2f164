import AtollCatalog
import AtollHome
import AtollHub
import AtollLinks
import AtollNavigation
import AtollPackages
import AtollRuntime
import AtollUI
import SwiftUI

// The code of the article "From an Xcode project to a super app in an hour", line for line.

enum HarbourScreen: String, Fragment, Codable {
    case welcome, dashboard, today, hub, miniApp, compose
}

func harbourGraph() throws -> NavigationGraph<HarbourScreen> {
    try NavigationGraph(entry: HarbourScreen.welcome) {
        pass(.welcome => .dashboard)
        pick(.dashboard => .today).auto()
        pick(.dashboard => .hub)
        pass(.hub => .miniApp).dismissable()
        hold(.dashboard => .compose).dismissable()
    }
}

func harbourLinks() throws -> LinkRouter<HarbourScreen> {
    let start: [GraphEdge<HarbourScreen>] = [.welcome => .dashboard]
    return try LinkRouter {
        Route(start + [.dashboard => .hub]) { path("hub") }
        Route(start + [.dashboard => .hub, .hub => .miniApp]) {
            path("apps")
            path(String.self)
        }
        Route(start + [.dashboard => .compose]) { path("compose") }
    }
}

enum HarbourCard: String, HomeStyledModule {
    case tour, lunch
    var id: String { rawValue }

    func style(isHero: Bool) -> HomeModuleStyle {
        HomeModuleStyle(
            .champion, foreground: HomeColor(light: 0x12242e, dark: 0xf2f8fa),
            background: HomeColor(light: 0xdcefe4, dark: 0x16382a))
    }
}

struct HarbourFlags: HomeFlags {
    typealias Module = HarbourCard
    let rawValue: UInt64
    static let isNew = HarbourFlags(rawValue: 1)
    static let names: KeyValuePairs<String, HarbourFlags> = ["isNew": isNew]
}

func harbourHome(isNew: @escaping @Sendable () async -> Bool) throws -> Home<HarbourFlags> {
    let rules = try HomeRules<HarbourFlags> {
        when(.isNew) { show(.tour) }
        show(.lunch)
    }
    let signal = HomeSignal()
    return Home(rules: rules) {
        HomeInput("user", on: signal) { await isNew() ? .isNew : [] }
    }
}

@MainActor
@Observable
final class Harbour {
    let navigator: Navigator<HarbourScreen>
    let links: LinkOpener<HarbourScreen>
    let today: HomeModel<HarbourFlags>
    let catalog: MiniAppCatalog
    let hub: HubModel
    let storage: FileStorage

    init(_ configuration: CatalogConfiguration, in folder: URL) throws {
        navigator = Navigator(try harbourGraph())
        links = LinkOpener(try harbourLinks(), at: LinkAddresses(schemes: ["harbour"]), in: navigator)
        today = HomeModel(try harbourHome { true })
        catalog = try MiniAppCatalog(configuration, directory: folder) { await Harbour.token() }
        hub = HubModel(catalog)
        storage = FileStorage(directory: folder.appending(path: "storage"))
    }

    func session(of id: MiniAppID) -> MiniAppSession {
        MiniAppSession(id, from: CatalogSource(catalog), storage: storage)
    }

    /// Of your own server: a token that says who the user is.
    static func token() async -> String? { nil }
}

struct HarbourView: View {
    let harbour: Harbour

    var body: some View {
        Group {
            if harbour.navigator.isPresentedWithAnyID(.welcome) {
                Button("Come in") { harbour.navigator.present(.dashboard) }
            } else {
                tabs
            }
        }
        .links(harbour.links, under: [.compose])
        .navigationProblems(of: harbour.navigator, under: [.compose])
        .restoringPath(of: harbour.navigator)
    }

    private var tabs: some View {
        FragmentTabs([.today, .hub], in: harbour.navigator) { tab in
            switch tab {
            case .today: HarbourToday(harbour: harbour)
            default: HarbourHub(harbour: harbour)
            }
        } item: { tab in
            Label(tab == .today ? "Today" : "Hub", systemImage: tab == .today ? "calendar" : "square.grid.2x2")
        }
        .layers([.compose: .sheet], in: harbour.navigator) { _ in Text("Write something") }
    }
}

struct HarbourToday: View {
    let harbour: Harbour

    var body: some View {
        HomeView(harbour.today) {
            Text("Good morning").font(.largeTitle)
        } content: {
            Button("Show me around") { harbour.today.note(.opened, .tour) }.home(HarbourCard.tour)
            Text("Lunch is at noon").home(HarbourCard.lunch)
        }
    }
}

struct HarbourHub: View {
    let harbour: Harbour
    private let host = MiniAppHost(name: "Harbour", version: "1.0", userName: "Ada") { "ada in \($0)" }

    var body: some View {
        FragmentStack(.hub, in: harbour.navigator) { place in
            if case .string(let text)? = place.id, let id = MiniAppID(text) {
                HarbourMiniApp(session: harbour.session(of: id), host: host) {
                    harbour.navigator.dismiss(.miniApp, id: .string(text))
                }
            } else {
                HubView(harbour.hub, icons: harbour.catalog) { id in
                    harbour.navigator.present(.miniApp, id: .string(id.rawValue))
                }
            }
        }
    }
}

struct HarbourMiniApp: View {
    @State var session: MiniAppSession
    let host: MiniAppHost
    let close: @MainActor () -> Void

    var body: some View { MiniAppView(session, host: host, close: close) }
}
