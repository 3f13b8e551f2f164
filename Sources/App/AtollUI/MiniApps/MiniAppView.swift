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
    private let menu: MiniAppMenu
    private let close: @MainActor () -> Void
    @Environment(\.colorScheme) private var colorScheme
    @Environment(\.locale) private var locale
    @Environment(\.scenePhase) private var scenePhase
    @State private var returns = 0
    @State private var hidesNotice = false
    @State private var showsPermissions = false
    @State private var asksToReload = false

    /// Creates the view of a session.
    ///
    /// - Parameters:
    ///   - session: The session of the mini app.
    ///   - host: The information that the mini app gets about the super app and the user.
    ///   - menu: The items in the menu of this screen.
    ///   - close: Dismisses this screen. Called when the user taps *Close* or the mini app calls `host.close`.
    public init(
        _ session: MiniAppSession, host: MiniAppHostInfo, menu: MiniAppMenu? = nil,
        close: @escaping @MainActor () -> Void
    ) {
        self.session = session
        self.host = host
        self.menu = menu ?? MiniAppMenu()
        self.close = close
    }

    /// The screen device, through which the mini app may change the screen; nil if the session has none.
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
                    name: question.name, publisher: question.publisher, permissions: question.permissions,
                    offersOnce: session.canAllowOnce
                ) { session.answer($0) }
                // Another question is another sheet, whose buttons are disabled again at first.
                .id(question)
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
        .alert(localized("Reload it?"), isPresented: $asksToReload) {
            Button(localized("Reload and lose changes"), role: .destructive) { session.reload() }
            Button(localized("Stay"), role: .cancel) {}
        } message: {
            Text(verbatim: screen?.closeGuard ?? "")
        }
        .interactiveDismissDisabled(screen?.closeGuard != nil)
        .task(id: ObjectIdentifier(session)) { await session.openIfNeeded() }
        .onChange(of: session.isClosed) { _, isClosed in
            if isClosed { closeScreen() }
        }
        .onChange(of: scenePhase) { old, new in
            if old == .background, new != .background { returns += 1 }
            guard (old == .background) != (new == .background) else { return }
            screen?.isHidden = new == .background
            session.noteHidden(new == .background)
        }
        .onChange(of: session.userFacts(name: host.userName, photo: host.userPhoto)) { old, new in
            // The first and the last value are not changes.
            if !old.isEmpty, !new.isEmpty { session.tell("user.changed", [:]) }
        }
        .toolbar {
            // The user can always leave, regardless of what a mini app shows.
            ToolbarItem(placement: .cancellationAction) {
                Button(localized("Close"), action: leave).tint(screen?.colors.barTint)
            }
            ToolbarItem(placement: .primaryAction) {
                if let screen, screen.hasBackButton {
                    Button(localized("Back"), action: goBack).tint(screen.colors.barTint)
                }
            }
            ToolbarItem(placement: .primaryAction) {
                MiniAppMenuView(menu: menu) {
                    showsPermissions = true
                } reload: {
                    // As before closing: the mini app may have unsaved changes.
                    if screen?.closeGuard == nil { session.reload() } else { asksToReload = true }
                }
                .tint(screen?.colors.barTint)
            }
        }
        .sheet(isPresented: $showsPermissions) {
            NavigationStack {
                PermissionsView(ledger, of: session.id, named: name).toolbar {
                    ToolbarItem(placement: .confirmationAction) {
                        Button(localized("Done")) { showsPermissions = false }
                    }
                }
            }
        }
    }

    /// Closes the screen, unless the mini app has unsaved changes and the user stays.
    private func leave() {
        guard let screen, screen.closeGuard != nil else { return finish() }
        screen.asksToClose = true
    }

    /// Closes the screen, and ends anything that the mini app has begun on the device.
    private func finish() {
        session.pageWillChange()
        closeScreen()
    }

    /// Opens the mini app that opened this one again, but only after this screen has gone.
    private func closeScreen() {
        close()
        session.onClose(session.result)
    }

    private var name: String {
        guard case .running(let loaded) = session.phase else { return session.id.rawValue }
        return loaded.miniApp.manifest.name
    }

    private var ledger: Binding<PermissionLedger> {
        Binding { @MainActor in
            session.permissions.ledger
        } set: { @MainActor in
            session.permissions.ledger = $0
        }
    }

    private func goBack() {
        session.noteTap()
        session.tell("page.back", [:])
    }

    /// Whether to ask the user before the mini app closes.
    private var asksToClose: Binding<Bool> {
        Binding { @MainActor in
            screen?.asksToClose ?? false
        } set: { @MainActor in
            screen?.asksToClose = $0
        }
    }

    /// Whether a dialog of the mini app is open. Swiping it away cancels it.
    private var hasDialog: Binding<Bool> {
        Binding { @MainActor in
            screen?.dialog != nil
        } set: { @MainActor isOpen in
            if !isOpen { screen?.answer(.cancelled) }
        }
    }

    /// Whether to ask the user for permissions. Swiping the sheet away allows nothing.
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
            .background { screen?.colors.background?.color ?? .clear }
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
        .barColors(screen?.colors ?? ScreenColors())
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
