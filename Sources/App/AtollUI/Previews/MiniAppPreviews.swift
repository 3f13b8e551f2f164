import AtollPackages
import AtollRuntime
import SwiftUI

struct MiniAppPreviews: PreviewProvider {
    /// A source whose Center can't be reached.
    private struct Nowhere: MiniAppSource {
        func load(
            _ id: MiniAppID, progress: @escaping @Sendable (Double) -> Void
        ) async throws -> RunnableMiniApp { throw URLError(.notConnectedToInternet) }
        func started(_ miniApp: InstalledMiniApp) {}
        func becameReady(_ miniApp: InstalledMiniApp) {}
        func failed(_ miniApp: InstalledMiniApp) {}
    }

    private static let host = MiniAppHostInfo(name: "Preview", version: "1", userName: "Ada") { $0.rawValue }

    static var previews: some View {
        Group {
            MiniAppLoadingView(part: 0.4)
            MiniAppFailureView(reason: "The Mini App Center can't be reached.") {}
            PermissionSheet(name: "Expenses", permissions: PreviewData.permissions) { _ in }
            if let id = PreviewData.listings.first?.id {
                MiniAppView(
                    MiniAppSession(id, from: Nowhere(), bridge: BridgeRouter(methods: [])), host: host, close: {})
            }
            NoticeBar("Updated to version 2.0", dismiss: {})
        }
    }
}
