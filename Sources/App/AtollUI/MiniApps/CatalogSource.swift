import AtollCatalog
import AtollPackages
import AtollRuntime
import Foundation

/// Loads mini apps for sessions from a catalog, after checking that the user may open them.
///
/// ```swift
/// let session = MiniAppSession(id, from: CatalogSource(catalog, remembering: openable), storage: storage)
/// ```
public struct CatalogSource: MiniAppSource {
    private let catalog: MiniAppCatalog
    private let memory: any EntitlementMemory
    private let languages: [String]

    /// Creates a source.
    ///
    /// - Parameters:
    ///   - catalog: The catalog that loads the mini apps.
    ///   - memory: The Center's last answer about what this user may open; it decides while the Center can't be
    ///     reached. The default one is lost when the process ends.
    ///   - languages: The user's languages, in order of preference, as BCP 47 tags.
    public init(
        _ catalog: MiniAppCatalog, remembering memory: any EntitlementMemory = OpenableMiniApps(),
        languages: [String] = Locale.preferredLanguages
    ) {
        self.catalog = catalog
        self.memory = memory
        self.languages = languages
    }

    /// Loads the mini app, if the user may open it.
    ///
    /// - Throws: `CatalogError`.
    public func load(
        _ id: MiniAppID, progress: @escaping @Sendable (Double) -> Void
    ) async throws -> RunnableMiniApp {
        let files = try await catalog.entitlement(to: id, remembering: memory).files()
        let loaded = try await catalog.load(id, announced: files) { part in
            progress(part.expected > 0 ? Double(part.received) / Double(part.expected) : 0)
        }
        // Its name and its reasons are shown in the user's language.
        return RunnableMiniApp(
            loaded.miniApp.localized(in: languages), isOffline: loaded.isOffline, notice: loaded.noticeText,
            publisher: loaded.statement.publisher.rawValue)
    }

    /// Notes in the catalog that a version is being started.
    public func started(_ miniApp: InstalledMiniApp) async { await catalog.started(miniApp) }
    /// Notes in the catalog that the version is ready.
    public func becameReady(_ miniApp: InstalledMiniApp) async { await catalog.becameReady(miniApp) }
    /// Notes in the catalog that the version has failed.
    public func failed(_ miniApp: InstalledMiniApp) async { await catalog.failed(miniApp) }
}
