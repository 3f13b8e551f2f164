import AtollPackages
import AtollRuntime
import SwiftUI

#if canImport(WebKit)
import WebKit
#endif

/// Connects a web view to the session: it passes messages on, restricts navigation, and reports what happens to the
/// content.
@MainActor
final class MiniAppCoordinator: NSObject, WKScriptMessageHandlerWithReply, WKNavigationDelegate,
    WKUIDelegate
{
    /// The name of the message handler that `atoll.js` posts to.
    static let handlerName = "atoll"

    private let session: MiniAppSession
    private let manifest: Manifest
    private let origin: String
    private let authority: String
    /// The mini app's bridge context; updated when the appearance or the language changes.
    var context: BridgeContext
    private(set) var generation: Int
    private var returns: Int
    /// Whether a page has finished loading since the content was last started.
    private var hasPage = false

    init(
        _ session: MiniAppSession, manifest: Manifest, context: BridgeContext, generation: Int, returns: Int
    ) {
        self.session = session
        self.manifest = manifest
        self.context = context
        self.generation = generation
        self.returns = returns
        origin = MiniAppHostInfo.origin(of: context.miniApp)
        authority = MiniAppOrigin.label(for: context.miniApp)
    }

    /// Loads the first page, or the one that a link led to.
    func start(_ view: WKWebView) {
        guard let url = URL(string: origin + session.takeStart(in: manifest)) else { return }
        hasPage = false
        session.tell = { [weak view] event, parameters in
            // JSON is a JavaScript value.
            guard let data = try? JSONEncoder().encode(["method": .string(event), "params": parameters] as BridgeValue)
            else { return }
            let detail = String(decoding: data, as: UTF8.self)
            view?.evaluateJavaScript("dispatchEvent(new CustomEvent(\"atoll:host\", { detail: \(detail) }))")
        }
        guard manifest.compatibility != nil else {
            view.load(URLRequest(url: url))
            return
        }
        let (session, manifest, context, generation) = (session, manifest, context, generation)
        Task { [weak self, weak view] in
            let name = await session.windowName(of: manifest, from: context)
            guard let view, self?.generation == generation else { return }
            Self.name(view, name)
            view.load(URLRequest(url: url))
        }
    }

    /// Sets the window name that the compatibility layer of a web app written for another host looks for. The next page
    /// in the same window finds the name that the previous one left.
    private static func name(_ view: WKWebView, _ name: String?) {
        guard let data = try? JSONEncoder().encode(name ?? "") else { return }
        let controller = view.configuration.userContentController
        controller.removeAllUserScripts()
        controller.addUserScript(withoutSensors)
        controller.addUserScript(
            WKUserScript(
                // JSON is a JavaScript value.
                source: "if (!window.name) window.name = \(String(decoding: data, as: UTF8.self));",
                injectionTime: .atDocumentStart, forMainFrameOnly: true))
    }

    /// Removes from every page the APIs for which the system would ask in the super app's name, and those that no
    /// permission of a mini app covers. A page asks the bridge instead. Replacements by `atoll_compat` are properties
    /// of the object itself, so they take precedence.
    static var withoutSensors: WKUserScript {
        WKUserScript(
            source: """
                for (const name of ["geolocation", "mediaDevices", "bluetooth", "usb", "serial", "hid", "xr", "requestMIDIAccess"])
                    if (name in Navigator.prototype)
                        Object.defineProperty(Navigator.prototype, name, { get: () => undefined, configurable: false });
                """,
            injectionTime: .atDocumentStart, forMainFrameOnly: false)
    }

    /// Notes that the user has tapped the content.
    func noteTap() { session.noteTap() }

    /// Restarts the content if the session's generation has changed, and notifies it of a change of theme.
    func update(_ view: WKWebView, generation: Int, context: BridgeContext) {
        if generation != self.generation {
            self.generation = generation
            start(view)
        }
        if context.appearance.theme != self.context.appearance.theme {
            // Safe to interpolate: the raw value is `light` or `dark`.
            view.evaluateJavaScript(
                """
                dispatchEvent(new CustomEvent("atoll:host", { detail: { method: "host.themeChanged", \
                params: { theme: "\(context.appearance.theme.rawValue)" } } }))
                """)
        }
        self.context = context
    }

    func userContentController(
        _ controller: WKUserContentController, didReceive message: WKScriptMessage
    ) async -> (Any?, String?) {
        // Only the mini app's own page may call the host, and not a frame inside it.
        let frame = message.frameInfo
        guard frame.isMainFrame, frame.securityOrigin.protocol == MiniAppHostInfo.scheme,
            frame.securityOrigin.host == authority, let text = message.body as? String
        else { return (nil, "This page may not call the host.") }
        let reply = await session.reply(to: Data(text.utf8), from: context)
        return (reply.map { String(decoding: $0, as: UTF8.self) } ?? "null", nil)
    }

    func webView(_ view: WKWebView, decidePolicyFor action: WKNavigationAction) async -> WKNavigationActionPolicy {
        guard let url = action.request.url, url.scheme == MiniAppHostInfo.scheme, url.host() == authority else {
            return .cancel
        }
        session.pageWillChange()
        session.page = url.path() + (url.query().map { "?" + $0 } ?? "")
        return .allow
    }

    func webView(_ view: WKWebView, didFinish navigation: WKNavigation!) {
        hasPage = true
        session.contentShown()
    }

    func webView(_ view: WKWebView, didFail navigation: WKNavigation!, withError error: any Error) {
        report(error)
    }

    func webView(_ view: WKWebView, didFailProvisionalNavigation navigation: WKNavigation!, withError error: any Error)
    {
        report(error)
    }

    private func report(_ error: any Error) {
        // A load that was cancelled is not a failure, nor is a link that can't be shown: the current page stays. A page
        // that redirects elsewhere while it loads ends with 102, "Frame load interrupted".
        let code = error as NSError
        let isInterrupted = code.domain == "WebKitErrorDomain" && code.code == 102
        guard !hasPage, !isInterrupted, (error as? URLError)?.code != .cancelled else { return }
        let session = session
        Task { await session.contentFailed(localized("The mini app can't be shown: \(error.localizedDescription)")) }
    }

    /// Denies access to camera and microphone: the system would ask in the super app's name. Mini apps use the bridge,
    /// with the permissions that the user has granted them.
    func webView(
        _ view: WKWebView, decideMediaCapturePermissionsFor origin: WKSecurityOrigin, initiatedBy frame: WKFrameInfo,
        type: WKMediaCaptureType
    ) async -> WKPermissionDecision { .deny }

    #if canImport(WebKit)
    /// Denies access to motion and orientation in the same way. Declared by its Objective-C name: a misspelt delegate
    /// method is never called.
    @objc(webView:requestDeviceOrientationAndMotionPermissionForOrigin:initiatedByFrame:decisionHandler:)
    func refuseMotion(
        _ view: WKWebView, origin: WKSecurityOrigin, frame: WKFrameInfo,
        decide: @escaping @MainActor @Sendable (WKPermissionDecision) -> Void
    ) { decide(.deny) }
    #endif

    func webViewWebContentProcessDidTerminate(_ view: WKWebView) {
        let session = session
        Task { await session.contentEnded() }
    }

    /// Checks whether the page still has contents after the app was in the background.
    func cameBack(_ returns: Int, _ view: WKWebView) {
        guard returns != self.returns else { return }
        self.returns = returns
        guard hasPage else { return }
        let session = session
        view.evaluateJavaScript("document.body ? document.body.childNodes.length : 0") { result, error in
            if error == nil, let count = result as? Int, count == 0 { session.foundBlank() }
        }
    }
}
