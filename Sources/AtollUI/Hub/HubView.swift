import AtollCatalog
import AtollHub
import AtollPackages
import SwiftUI

/// The hub: searching, shelves, and the grid of mini apps in one column or two.
public struct HubView: View {
    @Bindable private var model: HubModel
    private let icons: any HubIconSource
    private let open: @MainActor (MiniAppID) -> Void
    private let details: @MainActor (MiniAppID) -> Void
    private let locate: (@MainActor () async throws -> GeoPoint)?
    @State private var isArranging = false
    @State private var isExplainingPlace = false
    @State private var placeProblem: String?

    /// - Parameters:
    ///   - icons: Where the pictures come from.
    ///   - open: Opens a mini app.
    ///   - details: Shows what there is to know of a mini app.
    ///   - locate: Asks the system where the user is; nil where the app does not look for what is near.
    public init(
        _ model: HubModel, icons: any HubIconSource, open: @escaping @MainActor (MiniAppID) -> Void,
        details: @escaping @MainActor (MiniAppID) -> Void = { _ in },
        locate: (@MainActor () async throws -> GeoPoint)? = nil
    ) {
        self.model = model
        self.icons = icons
        self.open = open
        self.details = details
        self.locate = locate
    }

    public var body: some View {
        ScrollView {
            VStack(alignment: .leading, spacing: 20) {
                if let problem { NoticeBar(problem) }
                HubFilters(model: model, near: locate == nil ? nil : explainPlace)
                shelves
                contents
            }
            .padding()
        }
        .navigationTitle("App Hub")
        .searchable(text: $model.text, prompt: "Search mini apps")
        .toolbar { layoutButton }
        .refreshable {
            model.reload(); await model.settled()
        }
        .task { if model.phase == .loading { model.reload() } }
        .sheet(isPresented: $isArranging) { FavouritesEditor(model: model) }
        .confirmationDialog(
            Self.placeExplanation, isPresented: $isExplainingPlace, titleVisibility: .visible
        ) {
            Button("Use my place") { Task { await lookNearby() } }
            Button("Not now", role: .cancel) {}
        }
        .alert("Your place is not known", isPresented: hasPlaceProblem) {
            Button("OK") {}
        } message: {
            Text(verbatim: placeProblem ?? "")
        }
    }

    private static let placeExplanation: LocalizedStringKey = """
        Some mini apps are of use in certain places. To find them, your device has to say where you are. The place is sent with this \
        one search, and kept nowhere.
        """

    private func explainPlace() { isExplainingPlace = true }

    /// What went wrong while there is something to show.
    private var problem: String? {
        guard case .failed(let error) = model.phase, !model.hub.isEmpty else { return nil }
        return "\(error)"
    }

    @ViewBuilder private var shelves: some View {
        HubShelf("Favourites", tiles: model.hub.favourites, icons: icons, open: opened) {
            if model.hub.favourites.count > 1 { Button("Arrange") { isArranging = true } }
        }
        HubShelf("Featured", tiles: model.hub.featured, icons: icons, open: opened) { EmptyView() }
        HubShelf("Recently used", tiles: model.hub.recent, icons: icons, open: opened) { EmptyView() }
    }

    @ViewBuilder private var contents: some View {
        switch model.phase {
        case .loading: HubPlaceholders(layout: model.layout)
        case .empty:
            HubEmptyView(query: model.hub.query) {
                model.text = ""; model.show(.all)
            }
        case .failed(let error) where model.hub.isEmpty:
            ContentUnavailableView {
                Label("The hub can't be shown", systemImage: "wifi.exclamationmark")
            } description: {
                Text(verbatim: "\(error)")
            } actions: {
                Button("Try again") { model.reload() }
            }
        case .ready, .failed:
            HubGrid(model: model, icons: icons, open: opened, details: details)
        }
    }

    private var layoutButton: some ToolbarContent {
        ToolbarItem(placement: .primaryAction) {
            Button(
                model.layout.toggled == .twoColumns ? "Two columns" : "One column",
                systemImage: model.layout.toggled == .twoColumns ? "square.grid.2x2" : "rectangle.grid.1x2"
            ) {
                withAnimation(.spring(duration: 0.4, bounce: 0.2)) { model.layout = model.layout.toggled }
            }
        }
    }

    private func opened(_ id: MiniAppID) {
        model.noteOpened(id)
        open(id)
    }

    private func lookNearby() async {
        guard let locate else { return }
        do {
            model.show(.near(try await locate()))
        } catch {
            placeProblem = "\(error.localizedDescription) You can allow it in the system's settings."
        }
    }

    private var hasPlaceProblem: Binding<Bool> {
        Binding { @MainActor in
            placeProblem != nil
        } set: { @MainActor isShown in
            if !isShown { placeProblem = nil }
        }
    }
}
