import AtollRuntime
import SwiftUI

/// A mini app on the screen: on its way, asking, running, or saying why it does not run and what can be done.
public struct MiniAppView: View {
    private let session: MiniAppSession
    private let host: MiniAppHost
    private let close: @MainActor () -> Void
    @Environment(\.colorScheme) private var colorScheme
    @Environment(\.locale) private var locale
    @Environment(\.scenePhase) private var scenePhase
    @State private var returns = 0
    @State private var hidesNotice = false

    /// - Parameter close: Dismisses this screen: the mini app, or the user, is done.
    public init(_ session: MiniAppSession, host: MiniAppHost, close: @escaping @MainActor () -> Void) {
        self.session = session
        self.host = host
        self.close = close
    }

    public var body: some View {
        Group {
            switch session.phase {
            case .loading(let part): MiniAppLoadingView(part: part)
            case .asking(let loaded, let permissions):
                PermissionSheet(name: loaded.miniApp.manifest.name, permissions: permissions) { decisions in
                    Task { await session.decide(decisions) }
                }
            case .running(let loaded): running(loaded)
            case .failed(let reason): MiniAppFailureView(reason: reason) { Task { await session.open() } }
            }
        }
        .task(id: ObjectIdentifier(session)) { await session.openIfNeeded() }
        .onChange(of: session.isClosed) { _, isClosed in
            if isClosed { close() }
        }
        .onChange(of: scenePhase) { old, new in
            if old == .background, new != .background { returns += 1 }
        }
        .toolbar {
            ToolbarItem(placement: .cancellationAction) { Button("Close", action: close) }
        }
    }

    private func running(_ loaded: RunnableMiniApp) -> some View {
        VStack(spacing: 0) {
            if loaded.isOffline {
                NoticeBar("You are offline. What it needs from elsewhere does not work at the moment.")
            }
            if let notice = loaded.notice, !hidesNotice {
                NoticeBar(notice, dismiss: { hidesNotice = true })
            }
            MiniAppWebView(
                session: session, miniApp: loaded.miniApp, host: host, generation: session.generation,
                isDark: colorScheme == .dark, language: locale.identifier(.bcp47), returns: returns
            )
            .overlay {
                if !session.isReady, !session.isShown { ProgressView() }
            }
        }
    }
}
