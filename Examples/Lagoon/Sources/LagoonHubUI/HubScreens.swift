import AtollCatalog
import AtollHub
import AtollNavigation
import AtollPackages
import AtollRuntime
import AtollUI
import LagoonHub
import SwiftUI

/// What the hub needs of the app around it.
@MainActor
public struct HubServices {
    public let model: HubModel
    public let icons: any HubIconSource
    public let host: MiniAppHost
    /// A session for a mini app that is opened.
    public let session: @MainActor (MiniAppID) -> MiniAppSession
    /// What there is to know of a mini app.
    public let listing: @MainActor (MiniAppID) async throws -> MiniAppListing

    public init(
        model: HubModel, icons: any HubIconSource, host: MiniAppHost,
        session: @escaping @MainActor (MiniAppID) -> MiniAppSession,
        listing: @escaping @MainActor (MiniAppID) async throws -> MiniAppListing
    ) {
        self.model = model
        self.icons = icons
        self.host = host
        self.session = session
        self.listing = listing
    }
}

/// The hub, what there is to know of a mini app, and each mini app over the whole screen.
public struct HubScreens: View {
    private let services: HubServices
    private let navigator: Navigator<HubScreen>

    public init(_ services: HubServices, in navigator: Navigator<HubScreen>) {
        self.services = services
        self.navigator = navigator
    }

    public var body: some View {
        FragmentStack(.hub, in: navigator) { place in
            switch place.fragment {
            case .hub:
                HubView(services.model, icons: services.icons) { id in
                    navigator.present(.miniApp, id: .string(id.rawValue))
                } details: { id in
                    navigator.present(.details, id: .string(id.rawValue))
                }
            case .details: withID(of: place) { DetailsScreen(id: $0, services: services, navigator: navigator) }
            case .miniApp: withID(of: place) { MiniAppScreen(id: $0, services: services, navigator: navigator) }
            }
        }
    }

    @ViewBuilder
    private func withID<Content: View>(
        of place: PathFragment<HubScreen>, @ViewBuilder _ content: (MiniAppID) -> Content
    ) -> some View {
        if case .string(let text)? = place.id, let id = MiniAppID(text) {
            content(id)
        } else {
            ContentUnavailableView {
                Label("There is no such mini app", systemImage: "questionmark.app")
            } actions: {
                Button("Show all") { navigator.dismiss(place.fragment, id: place.id) }
            }
        }
    }
}

/// A mini app over the whole screen.
struct MiniAppScreen: View {
    @State private var session: MiniAppSession
    private let host: MiniAppHost
    private let close: @MainActor () -> Void

    init(id: MiniAppID, services: HubServices, navigator: Navigator<HubScreen>) {
        _session = State(initialValue: services.session(id))
        host = services.host
        close = { navigator.dismiss(.miniApp, id: .string(id.rawValue)) }
    }

    var body: some View { MiniAppView(session, host: host, close: close) }
}

/// What there is to know of a mini app.
struct DetailsScreen: View {
    let id: MiniAppID
    let services: HubServices
    let navigator: Navigator<HubScreen>
    @State private var listing: MiniAppListing?
    @State private var problem: String?

    var body: some View {
        List {
            if let listing {
                if let summary = listing.summary { Text(verbatim: summary) }
                LabeledContent("Version", value: listing.version.name)
                Button("Open") { navigator.go(to: .miniApp, id: .string(id.rawValue)) }
            }
        }
        .overlay {
            if let problem {
                ContentUnavailableView {
                    Label("It can't be shown", systemImage: "exclamationmark.triangle")
                } description: {
                    Text(verbatim: problem)
                } actions: {
                    Button("Try again") { Task { await load() } }
                }
            } else if listing == nil {
                ProgressView()
            }
        }
        .navigationTitle(listing?.name ?? "")
        .task { await load() }
    }

    private func load() async {
        problem = nil
        do {
            listing = try await services.listing(id)
        } catch {
            problem = "\(error)"
        }
    }
}
