import AtollPackages
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

/// A mini app on its way.
struct MiniAppLoadingView: View {
    let part: Double?

    var body: some View {
        VStack(spacing: 16) {
            if let part { ProgressView(value: part) } else { ProgressView() }
            Text("Loading…").foregroundStyle(.secondary)
        }
        .padding(40)
        .frame(maxWidth: .infinity, maxHeight: .infinity)
    }
}

/// A mini app that does not run.
struct MiniAppFailureView: View {
    let reason: String
    let retry: @MainActor () -> Void

    var body: some View {
        ContentUnavailableView {
            Label("It can't be opened", systemImage: "exclamationmark.triangle")
        } description: {
            Text(verbatim: reason)
        } actions: {
            Button("Try again", action: retry).buttonStyle(.borderedProminent)
        }
    }
}

/// A sentence above what it is about.
struct NoticeBar: View {
    private let text: String
    private let dismiss: (@MainActor () -> Void)?

    init(_ text: String, dismiss: (@MainActor () -> Void)? = nil) {
        self.text = text
        self.dismiss = dismiss
    }

    var body: some View {
        HStack {
            Text(verbatim: text).font(.subheadline)
            Spacer()
            if let dismiss {
                Button("Dismiss", systemImage: "xmark", action: dismiss).labelStyle(.iconOnly)
            }
        }
        .padding(12)
        .background(.regularMaterial)
        .accessibilityElement(children: .combine)
    }
}
