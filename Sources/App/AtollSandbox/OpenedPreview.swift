import AtollCatalog
import AtollPackages
import AtollRuntime
import Foundation

/// A version that is not released, verified and installed beside the mini app that it will be.
///
/// Its id is that of a preview, so the host's data by that id, storage, permissions, web data and names of users, is
/// separate from the data of the mini app itself.
public struct OpenedPreview: Identifiable, Sendable {
    /// The id of the preview, such as `preview.com.example.kudos`.
    public let id: MiniAppID
    /// The name of the mini app.
    public let name: String
    /// The version.
    public let version: Manifest.Version
    /// Until when its link opens it.
    public let expires: Date
    private let miniApp: InstalledMiniApp

    init(_ preview: LoadedPreview) {
        miniApp = preview.miniApp.localized(in: Locale.preferredLanguages)
        id = miniApp.manifest.id
        name = miniApp.manifest.name
        version = miniApp.manifest.version
        expires = preview.expires
    }

    /// Loads it for a session.
    public var source: any MiniAppSource { Source(miniApp: miniApp, expires: expires) }

    /// How a preview runs says nothing about what is released: nothing of it is recorded.
    private struct Source: MiniAppSource {
        let miniApp: InstalledMiniApp
        let expires: Date

        func load(
            _ id: MiniAppID, progress: @escaping @Sendable (Double) -> Void
        ) async throws -> RunnableMiniApp {
            guard id == miniApp.manifest.id, expires > Date() else { throw PreviewError.unknown }
            return RunnableMiniApp(miniApp)
        }

        func started(_ miniApp: InstalledMiniApp) async {}
        func becameReady(_ miniApp: InstalledMiniApp) async {}
        func failed(_ miniApp: InstalledMiniApp) async {}
    }
}
