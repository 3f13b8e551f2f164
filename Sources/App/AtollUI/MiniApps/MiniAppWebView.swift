import AtollPackages
import AtollRuntime
import SwiftUI

#if canImport(WebKit)
import WebKit
#endif

/// The web view of one mini app.
struct MiniAppWebView {
    let session: MiniAppSession
    let miniApp: InstalledMiniApp
    let host: MiniAppHostInfo
    /// A property, so that SwiftUI updates the view when it changes.
    let generation: Int
    let isDark: Bool
    let language: String
    /// How often the app has returned to the foreground.
    let returns: Int

    private var bridgeContext: BridgeContext {
        host.context(for: miniApp, isDark: isDark, language: language)
    }

    @MainActor
    func makeCoordinator() -> MiniAppCoordinator {
        MiniAppCoordinator(
            session, manifest: miniApp.manifest, context: bridgeContext, generation: generation, returns: returns)
    }

    @MainActor
    private func makeView(_ coordinator: MiniAppCoordinator) -> WKWebView {
        let configuration = WKWebViewConfiguration()
        let store = host.dataStoreIdentifier(of: miniApp.manifest.id, user: session.sharedUser)
        configuration.websiteDataStore = WKWebsiteDataStore(
            forIdentifier: host.webData?.identifier(store, of: miniApp.manifest.id) ?? store)
        configuration.setURLSchemeHandler(
            MiniAppSchemeHandler(miniApp, theme: host.theme, backEnds: host.backEnds),
            forURLScheme: MiniAppHostInfo.scheme)
        configuration.userContentController.addScriptMessageHandler(
            coordinator, contentWorld: .page, name: MiniAppCoordinator.handlerName)
        configuration.userContentController.addUserScript(MiniAppCoordinator.withoutSensors)
        let view = WKWebView(frame: .zero, configuration: configuration)
        #if os(iOS)
        // Avoids a white flash before the first page of a dark mini app.
        view.isOpaque = false
        view.backgroundColor = .clear
        #endif
        #if DEBUG && canImport(WebKit)
        // Lets developers inspect it.
        view.isInspectable = true
        #endif
        view.navigationDelegate = coordinator
        view.uiDelegate = coordinator
        coordinator.noticeTaps(in: view)
        coordinator.start(view)
        return view
    }

    @MainActor
    private func update(_ view: WKWebView, _ coordinator: MiniAppCoordinator) {
        coordinator.update(view, generation: generation, context: bridgeContext)
        coordinator.cameBack(returns, view)
    }
}

#if os(macOS)
extension MiniAppWebView: NSViewRepresentable {
    func makeNSView(context: Context) -> WKWebView { makeView(context.coordinator) }
    func updateNSView(_ view: WKWebView, context: Context) { update(view, context.coordinator) }
}
#else
extension MiniAppWebView: UIViewRepresentable {
    func makeUIView(context: Context) -> WKWebView { makeView(context.coordinator) }
    func updateUIView(_ view: WKWebView, context: Context) { update(view, context.coordinator) }
}
#endif
