import AtollCatalog
import AtollPackages
import SwiftUI

/// Lists the mini apps stored on the device, with buttons to remove them: a screen of a profile.
///
/// ```swift
/// CacheView(catalog.cache) { id in names[id] ?? id.rawValue }
/// ```
public struct CacheView: View {
    private let cache: MiniAppCache
    private let name: @MainActor (MiniAppID) -> String
    @State private var kept: [CachedMiniApp]?
    @State private var problem: String?
    @State private var isAsking = false

    /// Creates the list.
    ///
    /// - Parameters:
    ///   - cache: The cache to list, usually the catalog's.
    ///   - name: Returns the name to show for a mini app.
    public init(_ cache: MiniAppCache, name: @escaping @MainActor (MiniAppID) -> String) {
        self.cache = cache
        self.name = name
    }

    public var body: some View {
        List {
            if let problem { Text(verbatim: problem).foregroundStyle(.red) }
            Section {
                ForEach(kept ?? []) { miniApp in
                    LabeledContent {
                        Text(verbatim: miniApp.size.formattedAsBytes)
                    } label: {
                        Text(verbatim: "\(name(miniApp.id)) \(miniApp.version.name)")
                    }
                }
                .onDelete { rows in
                    let ids = rows.compactMap { row in kept.flatMap { $0.indices.contains(row) ? $0[row].id : nil } }
                    Task { await remove(ids) }
                }
            } footer: {
                Text(
                    localized(
                        "These mini apps open without a connection. If you remove one, opening it downloads it again."))
            }
            if !(kept ?? []).isEmpty {
                Button(localized("Remove all"), role: .destructive) { isAsking = true }
            }
        }
        .overlay {
            if kept?.isEmpty ?? false {
                ContentUnavailableView {
                    Label(localized("No stored mini apps"), systemImage: "internaldrive")
                } description: {
                    Text(localized("Mini apps that you open are stored on this device, so that they open faster."))
                }
            }
        }
        .navigationTitle(localized("Storage"))
        .confirmationDialog(localized("Remove all mini apps from this device?"), isPresented: $isAsking) {
            Button(localized("Remove all mini apps"), role: .destructive) { Task { await removeAll() } }
            Button(localized("Cancel"), role: .cancel) {}
        }
        .task { await load() }
    }

    private func load() async {
        do {
            kept = try await cache.cachedMiniApps()
        } catch {
            problem = ErrorMessage.text(for: error)
        }
    }

    private func remove(_ ids: [MiniAppID]) async {
        do {
            for id in ids { try await cache.removeCachedMiniApp(id: id) }
        } catch {
            problem = ErrorMessage.text(for: error)
        }
        await load()
    }

    private func removeAll() async {
        do {
            try await cache.clearCachedMiniApps()
        } catch {
            problem = ErrorMessage.text(for: error)
        }
        await load()
    }
}

extension Int {
    fileprivate var formattedAsBytes: String {
        ByteCountFormatter.string(fromByteCount: Int64(self), countStyle: .file)
    }
}
