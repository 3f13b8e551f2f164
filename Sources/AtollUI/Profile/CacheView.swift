import AtollCatalog
import AtollPackages
import SwiftUI

/// The mini apps that are kept on the device, and removing them: a part of a profile.
public struct CacheView: View {
    private let cache: MiniAppCache
    private let name: @MainActor (MiniAppID) -> String
    @State private var kept: [CachedMiniApp]?
    @State private var problem: String?
    @State private var isAsking = false

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
                Text("They open without a connection. One that is removed is fetched again when you open it.")
            }
            if !(kept ?? []).isEmpty {
                Button("Remove all", role: .destructive) { isAsking = true }
            }
        }
        .overlay {
            if kept?.isEmpty ?? false {
                ContentUnavailableView {
                    Label("Nothing is kept", systemImage: "internaldrive")
                } description: {
                    Text("Mini apps that you open are kept here, to open faster.")
                }
            }
        }
        .navigationTitle("Storage")
        .confirmationDialog("Remove all mini apps from this device?", isPresented: $isAsking) {
            Button("Remove all mini apps", role: .destructive) { Task { await removeAll() } }
            Button("Cancel", role: .cancel) {}
        }
        .task { await load() }
    }

    private func load() async {
        do {
            kept = try await cache.cachedMiniApps()
        } catch {
            problem = "\(error)"
        }
    }

    private func remove(_ ids: [MiniAppID]) async {
        do {
            for id in ids { try await cache.removeCachedMiniApp(id: id) }
        } catch {
            problem = "\(error)"
        }
        await load()
    }

    private func removeAll() async {
        do {
            try await cache.clearCachedMiniApps()
        } catch {
            problem = "\(error)"
        }
        await load()
    }
}

extension Int {
    fileprivate var formattedAsBytes: String {
        ByteCountFormatter.string(fromByteCount: Int64(self), countStyle: .file)
    }
}
