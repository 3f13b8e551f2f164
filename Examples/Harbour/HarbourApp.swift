import Atoll
import Foundation
import SwiftUI

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

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

    /// Fetches a token that says who the user is: in development from the Center on this machine, later from your own server.
    static func token() async -> String? {
        #if DEBUG
        guard let url = URL(string: "http://127.0.0.1:8081/development/token?user=ada&superApp=com.example.harbour"),
            let (data, response) = try? await URLSession.shared.data(from: url),
            (response as? HTTPURLResponse)?.statusCode == 200
        else { return nil }
        return String(decoding: data, as: UTF8.self)
        #else
        return nil
        #endif
    }
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
                HarbourMiniApp(harbour: harbour, id: id, host: host)
            } else {
                HubView(harbour.hub, icons: harbour.catalog) { id in
                    harbour.navigator.present(.miniApp(id))
                }
            }
        }
    }
}

struct HarbourMiniApp: View {
    let harbour: Harbour
    let id: MiniAppID
    let host: MiniAppHostInfo
    @State private var session: MiniAppSession?

    var body: some View {
        ZStack {
            if let session {
                MiniAppView(session, host: host) { harbour.navigator.dismiss(.miniApp(id)) }
            }
        }
        .onAppear { session = session ?? harbour.session(of: id) }
    }
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
