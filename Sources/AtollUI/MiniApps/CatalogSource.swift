import AtollCatalog
import AtollPackages
import AtollRuntime
import Foundation

/// A catalog, as what runs mini apps gets them from.
public struct CatalogSource: MiniAppSource {
    private let catalog: MiniAppCatalog

    public init(_ catalog: MiniAppCatalog) { self.catalog = catalog }

    public func load(
        _ id: MiniAppID, progress: @escaping @Sendable (Double) -> Void
    ) async throws -> RunnableMiniApp {
        let loaded = try await catalog.load(id) { part in
            progress(part.expected > 0 ? Double(part.received) / Double(part.expected) : 0)
        }
        return RunnableMiniApp(loaded.miniApp, isOffline: loaded.isOffline, notice: loaded.noticeText)
    }

    public func started(_ miniApp: InstalledMiniApp) async { await catalog.started(miniApp) }
    public func becameReady(_ miniApp: InstalledMiniApp) async { await catalog.becameReady(miniApp) }
    public func failed(_ miniApp: InstalledMiniApp) async { await catalog.failed(miniApp) }
}

extension LoadedMiniApp {
    /// Whether it comes from the cache because the Center is out of reach.
    fileprivate var isOffline: Bool {
        if case .offline = origin { true } else { false }
    }

    fileprivate var noticeText: String? {
        switch notice {
        case .updated: "Updated to version \(miniApp.manifest.version.name)"
        case .setAside(let newer): "Version \(newer.name) did not start. This is the one before it."
        case nil: nil
        }
    }
}
