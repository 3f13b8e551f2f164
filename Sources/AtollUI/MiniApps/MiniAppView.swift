import AtollRuntime
import SwiftUI

/// A mini app on the screen: loading, running, asking for permissions, or failed, with the reason and a button to
/// retry.
///
/// ```swift
/// struct MiniAppScreen: View {
///     @State var session: MiniAppSession
///     let host: MiniAppHostInfo
///     let close: @MainActor () -> Void
///
///     var body: some View { MiniAppView(session, host: host, close: close) }
/// }
/// ```
/// The view opens the session when it appears. Store the session in a `@State` property of the screen, as above, so
/// that the mini app is not started again with each update.
public struct MiniAppView: View {
    private let session: MiniAppSession
    private let host: MiniAppHostInfo
    private let close: @MainActor () -> Void
    @Environment(\.colorScheme) private var colorScheme
    @Environment(\.locale) private var locale
    @Environment(\.scenePhase) private var scenePhase
    @State private var returns = 0
    @State private var hidesNotice = false

    /// Creates the view of a session.
    ///
    /// - Parameters:
    ///   - session: The session of the mini app.
    ///   - host: What the mini app is told about the super app and the user.
    ///   - close: Dismisses this screen. Called when the user taps *Close* or the mini app calls `host.close`.
    public init(_ session: MiniAppSession, host: MiniAppHostInfo, close: @escaping @MainActor () -> Void) {
        self.session = session
        self.host = host
        self.close = close
    }

    public var body: some View {
        Group {
            switch session.phase {
            case .loading(let part): MiniAppLoadingView(part: part)
            case .running(let loaded): running(loaded)
            case .failed(let reason): MiniAppFailureView(reason: reason) { Task { await session.open() } }
            }
        }
        .sheet(isPresented: isAsking) {
            if let question = session.question {
                PermissionSheet(name: question.name, permissions: question.permissions) { session.answer($0) }
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

    /// Whether the user is asked for permissions. Whoever swipes the sheet away has not allowed anything.
    private var isAsking: Binding<Bool> {
        Binding { @MainActor in
            session.question != nil
        } set: { @MainActor isAsking in
            if !isAsking { session.answer([:]) }
        }
    }

    private func running(_ loaded: RunnableMiniApp) -> some View {
        VStack(spacing: 0) {
            if loaded.isOffline {
                NoticeBar("You are offline. Features that need a connection don't work right now.")
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
