import AtollCatalog
import AtollHub
import AtollPackages
import SwiftUI

/// The hub: search, shelves, and a grid of mini apps in one or two columns.
///
/// ```swift
/// HubView(model, icons: catalog) { id in
///     navigator.present(.miniApp(id))
/// } details: { id in
///     navigator.present(.details(id))
/// }
/// ```
public struct HubView: View {
    @Bindable private var model: HubModel
    private let icons: any HubIconSource
    private let open: @MainActor (MiniAppID) -> Void
    private let details: @MainActor (MiniAppID) -> Void
    private let locate: (@MainActor () async throws -> GeoPoint)?
    private let entry: (@MainActor (HubEntry) -> Void)?
    @Environment(\.dynamicTypeSize) private var typeSize
    @State private var isArranging = false
    @State private var isExplainingPlace = false
    @State private var placeProblem: String?

    /// Creates a hub.
    ///
    /// - Parameters:
    ///   - model: The hub's model; it loads when the view first appears.
    ///   - icons: The source of the icons, usually the catalog.
    ///   - open: Opens a mini app. The model has noted it as recently used before this is called.
    ///   - details: Shows the details of a mini app, for *About* in a tile's menu.
    ///   - locate: Asks the system for the user's location, or nil to leave out *Near me*. It is called only after the
    ///     user has agreed to use the location. If it throws, the description of the error is shown.
    ///   - entry: Opens the page of an entry that the search has found inside a mini app, or nil to leave such entries
    ///     out. The model has noted the mini app as recently used before this is called.
    public init(
        _ model: HubModel, icons: any HubIconSource, open: @escaping @MainActor (MiniAppID) -> Void,
        details: @escaping @MainActor (MiniAppID) -> Void = { _ in },
        locate: (@MainActor () async throws -> GeoPoint)? = nil, entry: (@MainActor (HubEntry) -> Void)? = nil
    ) {
        self.model = model
        self.icons = icons
        self.open = open
        self.details = details
        self.locate = locate
        self.entry = entry
    }

    public var body: some View {
        ScrollView {
            VStack(alignment: .leading, spacing: 20) {
                if let problem { NoticeBar(problem) }
                HubFilters(model: model, near: locate == nil ? nil : explainPlace)
                shelves
                if entry != nil { HubEntries(entries: model.entries, open: show) }
                contents
            }
            .padding()
        }
        .navigationTitle(localized("App Hub"))
        .searchable(text: $model.text, prompt: localized("Search mini apps"))
        .toolbar { layoutButton }
        .refreshable {
            model.reload(); await model.settled()
        }
        .task { if model.phase == .loading { model.reload() } }
        .sheet(isPresented: $isArranging) { FavouritesEditor(model: model) }
        .confirmationDialog(
            Self.placeExplanation, isPresented: $isExplainingPlace, titleVisibility: .visible
        ) {
            Button(localized("Use my location")) { Task { await lookNearby() } }
            Button(localized("Not now"), role: .cancel) {}
        }
        .alert(localized("Your location could not be determined"), isPresented: hasPlaceProblem) {
            Button(localized("OK")) {}
        } message: {
            Text(verbatim: placeProblem ?? "")
        }
    }

    private static var placeExplanation: String {
        localized(
            """
            Some mini apps are useful in certain places. To find them, the app needs your location. It is sent with this \
            one search and not stored.
            """)
    }

    private func explainPlace() { isExplainingPlace = true }

    /// The last error, while there are still tiles to show. Without tiles, the error replaces the grid.
    private var problem: String? {
        guard case .failed(let error) = model.phase, !model.hub.isEmpty else { return nil }
        return ErrorMessage.text(for: error)
    }

    @ViewBuilder private var shelves: some View {
        HubShelf(localized("Favourites"), tiles: model.hub.favourites, icons: icons, open: opened) {
            if model.hub.favourites.count > 1 { Button(localized("Arrange")) { isArranging = true } }
        }
        HubShelf(localized("Featured"), tiles: model.hub.featured, icons: icons, open: opened) { EmptyView() }
        HubShelf(localized("Recently used"), tiles: model.hub.recent, icons: icons, open: opened) { EmptyView() }
    }

    @ViewBuilder private var contents: some View {
        switch model.phase {
        case .loading: HubPlaceholders(layout: model.layout.shown(at: typeSize))
        // Entries found inside mini apps are results, too.
        case .empty where entry != nil && !model.entries.isEmpty: EmptyView()
        case .empty:
            HubEmptyView(query: model.hub.query) {
                model.text = ""; model.show(.all)
            }
        case .failed(let error) where model.hub.isEmpty:
            ContentUnavailableView {
                Label(localized("The hub can't be shown"), systemImage: "wifi.exclamationmark")
            } description: {
                Text(verbatim: ErrorMessage.text(for: error))
            } actions: {
                Button(localized("Try again")) { model.reload() }
            }
        case .ready, .failed:
            HubGrid(model: model, icons: icons, open: opened, details: details)
        }
    }

    private var layoutButton: some ToolbarContent {
        ToolbarItem(placement: .primaryAction) {
            Button(
                model.layout.toggled == .twoColumns ? localized("Two columns") : localized("One column"),
                systemImage: model.layout.toggled == .twoColumns ? "square.grid.2x2" : "rectangle.grid.1x2"
            ) {
                withAnimation(.spring(duration: 0.4, bounce: 0.2)) { model.layout = model.layout.toggled }
            }
            // There is one column then, regardless of the choice.
            .disabled(typeSize.isAccessibilitySize)
        }
    }

    private func opened(_ id: MiniAppID) {
        model.noteOpened(id)
        open(id)
    }

    private func show(_ found: HubEntry) {
        model.noteOpened(found.miniApp.id)
        entry?(found)
    }

    private func lookNearby() async {
        guard let locate else { return }
        do {
            model.show(.near(try await locate()))
        } catch {
            placeProblem = localized(
                "\(error.localizedDescription) You can allow access to your location in the system settings.")
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
