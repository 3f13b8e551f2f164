import Atoll
import Foundation
import SwiftUI

// The code of the article "From an Xcode project to a super app in an hour", line for line.

enum HarbourScreen: Fragment, Codable {
    case welcome, dashboard, compose
    case tab(HarbourTab)
    case miniApp(MiniAppID)
}

enum HarbourTab: Fragment, Codable, CaseIterable {
    case today, hub
}

let harbourGraph = NavigationGraph(entry: HarbourScreen.welcome) {
    Pass(.welcome => .dashboard)
    Pick(.dashboard => .tab(.today)).auto()
    Pick(.dashboard => .tab(.hub))
    Pass(.tab(.hub) => .miniApp(.any)).dismissable()
    Hold(.dashboard => .compose).dismissable()
}

let harbourLinks = LinkRouter(harbourGraph) {
    Route(to: .tab(.hub)) { PathSegment("hub") }
    Route(to: .miniApp(.any)) {
        PathSegment("apps")
        PathSegment(HarbourScreen.miniApp)
    }
    Route(to: .compose) { PathSegment("compose") }
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

func harbourHome(isNew: @escaping @Sendable () async -> Bool) -> Home<HarbourFlags> {
    let rules = HomeRules<HarbourFlags> {
        When(.isNew) { Show(.tour) }
        Show(.lunch)
    }
    let signal = HomeSignal()
    return Home(rules: rules) {
        HomeInput("user", on: signal) { await isNew() ? .isNew : [] }
    }
}

@MainActor
@Observable
final class Harbour {
    let root = NavigationRoot(harbourGraph)
    let links: LinkOpener<HarbourScreen>
    let today: HomeModel<HarbourFlags>
    let catalog: MiniAppCatalog
    let hub: HubModel
    let storage: FileStorage

    init(_ configuration: CatalogConfiguration, in folder: URL) throws {
        links = LinkOpener(harbourLinks, at: LinkAddresses(schemes: ["harbour"]), in: root)
        today = HomeModel(harbourHome { true })
        catalog = try MiniAppCatalog(configuration, directory: folder) { await Harbour.token() }
        hub = HubModel(catalog)
        storage = FileStorage(directory: folder.appending(path: "storage"))
    }

    var navigator: Navigator<HarbourScreen> { root.navigator }

    func session(of id: MiniAppID) -> MiniAppSession {
        MiniAppSession(id, from: CatalogSource(catalog), storage: storage, usage: catalog.cache.usage)
    }

    /// Fetches a token from your own server that says who the user is.
    static func token() async -> String? { nil }
}

struct HarbourView: View {
    let harbour: Harbour

    var body: some View {
        Group {
            if harbour.navigator.isPresented(.welcome) {
                Button("Come in") { harbour.navigator.present(.dashboard) }
            } else {
                tabs
            }
        }
        .links(harbour.links)
        .navigationProblems(of: harbour.navigator)
        .restoringPath(of: harbour.root)
    }

    private var tabs: some View {
        FragmentTabs(HarbourTab.allCases, at: HarbourScreen.tab, in: harbour.navigator) { tab in
            switch tab {
            case .today: HarbourToday(harbour: harbour)
            case .hub: HarbourHub(harbour: harbour)
            }
        } item: { tab in
            Label(tab == .today ? "Today" : "Hub", systemImage: tab == .today ? "calendar" : "square.grid.2x2")
        }
        .layers(in: harbour.navigator) {
            $0 == .compose ? .sheet : nil
        } content: { _ in
            Text("Write something")
        }
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
    private let host = MiniAppHostInfo(name: "Harbour", version: "1.0", userName: "Ada") { "ada in \($0)" }

    var body: some View {
        FragmentStack(.tab(.hub), in: harbour.navigator) { screen in
            if case .miniApp(let id) = screen {
                HarbourMiniApp(session: harbour.session(of: id), host: host) {
                    harbour.navigator.dismiss(screen)
                }
            } else {
                HubView(harbour.hub, icons: harbour.catalog) { id in
                    harbour.navigator.present(.miniApp(id))
                }
            }
        }
    }
}

struct HarbourMiniApp: View {
    @State var session: MiniAppSession
    let host: MiniAppHostInfo
    let close: @MainActor () -> Void

    var body: some View { MiniAppView(session, host: host, close: close) }
}

@main
struct HarbourApp: App {
    private let harbour = Result {
        try Harbour(
            CatalogConfiguration(),
            in: FileManager.default.url(
                for: .applicationSupportDirectory, in: .userDomainMask, appropriateFor: nil, create: true))
    }

    var body: some Scene {
        WindowGroup {
            switch harbour {
            case .success(let harbour): HarbourView(harbour: harbour)
            case .failure(let error): Text(verbatim: "\(error)").padding()
            }
        }
    }
}
