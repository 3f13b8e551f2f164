import AtollCatalog
import AtollHub
import AtollNavigation
import AtollPackages
import AtollRuntime
import AtollUI
import SwiftUI

// The examples of mini apps in the documentation, copied exactly: a test compares them.

struct SampleIcons: HubIconSource {
    let data: Data
    func icon(_ icon: MiniAppListing.Icon) async throws(CatalogError) -> Data { data }
}

struct MiniAppScreen: View {
    @State var session: MiniAppSession
    let host: MiniAppHostInfo
    let close: @MainActor () -> Void

    var body: some View { MiniAppView(session, host: host, close: close) }
}

@MainActor
struct MiniAppExamples {
    struct User {
        let name: String
        let pairwiseKey: String
    }

    actor Accounts {
        var secret: String?
    }

    let id: MiniAppID
    let user: User
    let catalog: MiniAppCatalog
    let navigator: Navigator<Screen>
    let session: MiniAppSession
    let names: [MiniAppID: String]

    func sessions(_ openable: OpenableMiniApps, _ storage: FileStorage) -> MiniAppSession {
        let session = MiniAppSession(id, from: CatalogSource(catalog, remembering: openable), storage: storage)
        return session
    }

    func sharing(_ folder: URL, _ accounts: Accounts, _ source: CatalogSource, _ local: FileStorage) -> MiniAppSession {
        let server = SuperAppServer(URL(string: "https://app.example.com")!, memory: folder) { await accounts.secret }
        let session = MiniAppSession(id, from: source, storage: SharedStorage(local, with: server), sharing: server)
        return session
    }

    func opening(_ openings: MiniAppOpenings, _ source: CatalogSource, _ storage: FileStorage) -> MiniAppSession {
        var providers = DeviceProviders()
        providers.openMiniApp = { openings.open($0) }
        let screen = ScreenDevice(of: "Kudos", providers: providers)
        let session = MiniAppSession(id, from: source, storage: storage, device: screen)
        openings.begin(session)
        return session
    }

    func files(_ server: SuperAppServer) -> DeviceProviders {
        var providers = DeviceProviders()
        providers.files = ServerFiles(server)

        return providers
    }

    func hostInfo() -> MiniAppHostInfo {
        let host = MiniAppHostInfo(name: "Lagoon", version: "1.2", userName: user.name) { id in
            SHA256Hash(of: Data("\(user.pairwiseKey)/\(id)".utf8)).hex
        }
        return host
    }

    func webData(_ folder: URL) -> MiniAppHostInfo {
        let webData = MiniAppWebData(file: folder.appending(path: "web-data.json"))
        var host = MiniAppHostInfo(name: "Lagoon", version: "1.2", userName: user.name) { id in names[id] ?? "" }
        host.webData = webData
        // When a mini app is removed from the device, and when the user signs out:
        webData.remove(of: id)
        webData.removeAll()
        return host
    }

    @ViewBuilder func hub(_ model: HubModel) -> some View {
        HubView(model, icons: catalog) { id in
            navigator.present(.miniApp(id))
        } details: { id in
            navigator.present(.details(id))
        }
    }

    @ViewBuilder func categories(_ model: HubModel) -> some View {
        HubView(model, icons: catalog) { id in
            navigator.present(.miniApp(id))
        } details: { id in
            navigator.present(.details(id))
        }
        .hubCategories { $0 == "finance" ? "Money" : $0 }
    }

    @ViewBuilder func feedback(_ model: FeedbackModel) -> some View {
        List {
            MiniAppFeedbackView(model)
        }
    }

    @ViewBuilder func presentation(_ model: PresentationModel) -> some View {
        List {
            MiniAppPresentationView(model)
        }
        .task { await model.load() }
    }

    @ViewBuilder func sheet(_ isAsking: Binding<Bool>) -> some View {
        Text("Mini app")

            .sheet(isPresented: isAsking) {
                if let question = session.question {
                    PermissionSheet(
                        name: question.name, publisher: question.publisher, permissions: question.permissions
                    ) { session.answer($0) }
                }
            }
    }

    @ViewBuilder func menu(_ host: MiniAppHostInfo, _ link: URL) -> some View {
        MiniAppView(session, host: host, menu: MiniAppMenu(link: link)) { navigator.dismiss(.miniApp(id)) }
    }

    @ViewBuilder var profile: some View {
        CacheView(catalog.cache) { id in names[id] ?? id.rawValue }
    }

    func problem() async -> String? {
        var problem: String?
        do { _ = try await catalog.load(id) } catch { problem = ErrorMessage.text(for: error) }
        return problem
    }
}

struct ProfilePermissions: View {
    let names: [MiniAppID: String]

    @Bindable var permissions: PermissionStore

    var body: some View {
        PermissionsView($permissions.ledger) { id in names[id] ?? id.rawValue }
    }
}
