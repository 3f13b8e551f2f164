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

    /// What the mini app may change of the screen; nil if the session has none.
    private var screen: ScreenDevice? { session.device as? ScreenDevice }

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
                PermissionSheet(
                    name: question.name, permissions: question.permissions, offersOnce: session.canAllowOnce
                ) { session.answer($0) }
            }
        }
        .sheet(isPresented: hasDialog) {
            if let screen, let dialog = screen.dialog {
                DeviceDialogView(dialog) {
                    session.noteTap()
                    screen.answer($0)
                }
                .id(dialog.id)
            }
        }
        .alert(localized("Close it?"), isPresented: asksToClose) {
            Button(localized("Close and lose changes"), role: .destructive, action: finish)
            Button(localized("Stay"), role: .cancel) {}
        } message: {
            Text(verbatim: screen?.closeGuard ?? "")
        }
        .interactiveDismissDisabled(screen?.closeGuard != nil)
        .task(id: ObjectIdentifier(session)) { await session.openIfNeeded() }
        .onChange(of: session.isClosed) { _, isClosed in
            if isClosed { close() }
        }
        .onChange(of: scenePhase) { old, new in
            if old == .background, new != .background { returns += 1 }
            guard (old == .background) != (new == .background) else { return }
            screen?.isHidden = new == .background
            let state: BridgeValue = new == .background ? "hidden" : "shown"
            session.tell("lifecycle.page", ["state": state])
            session.tell("lifecycle.global", ["state": state])
        }
        .toolbar {
            // Whatever a mini app shows, the user can leave.
            ToolbarItem(placement: .cancellationAction) { Button(localized("Close"), action: leave) }
            ToolbarItem(placement: .primaryAction) {
                if let screen, screen.hasBackButton { Button(localized("Back"), action: goBack) }
            }
        }
    }

    /// Closes the screen, unless the mini app has something to lose and the user stays.
    private func leave() {
        guard let screen, screen.closeGuard != nil else { return finish() }
        screen.asksToClose = true
    }

    /// Closes the screen. What the mini app had begun on the device ends with it.
    private func finish() {
        session.pageWillChange()
        close()
    }

    private func goBack() {
        session.noteTap()
        session.tell("page.back", [:])
    }

    /// Whether the user is asked if the mini app may close.
    private var asksToClose: Binding<Bool> {
        Binding { @MainActor in
            screen?.asksToClose ?? false
        } set: { @MainActor in
            screen?.asksToClose = $0
        }
    }

    /// Whether a dialog of the mini app is open. Whoever swipes it away has cancelled it.
    private var hasDialog: Binding<Bool> {
        Binding { @MainActor in
            screen?.dialog != nil
        } set: { @MainActor isOpen in
            if !isOpen { screen?.answer(.cancelled) }
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
                NoticeBar(localized("You are offline. Features that need a connection don't work right now."))
            }
            if let notice = loaded.notice, !hidesNotice {
                NoticeBar(notice, dismiss: { hidesNotice = true })
            }
            MiniAppWebView(
                session: session, miniApp: loaded.miniApp, host: host, generation: session.generation,
                isDark: colorScheme == .dark, language: locale.identifier(.bcp47), returns: returns
            )
            // The web view makes room for the keyboard by itself.
            .ignoresSafeArea(.keyboard)
            .overlay {
                if !session.isReady, !session.isShown { ProgressView() }
            }
            .overlay { if let screen { ScreenOverlay(screen) } }
            if let screen, screen.mainButton.isVisible { MainButtonView(screen.mainButton, tap: tapMainButton) }
        }
        .navigationTitle(screen?.title ?? loaded.miniApp.manifest.name)
        .inlineTitle()
    }

    private func tapMainButton() {
        session.noteTap()
        session.tell("page.mainButton", [:])
    }
}

extension View {
    /// A small title, where there is a choice.
    @ViewBuilder fileprivate func inlineTitle() -> some View {
        #if os(iOS)
        navigationBarTitleDisplayMode(.inline)
        #else
        self
        #endif
    }
}
