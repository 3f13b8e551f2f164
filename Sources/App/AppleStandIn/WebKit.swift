// The parts of WebKit and UIKit that AtollUI uses. Nothing is loaded: a test looks at calls, and states the results.

@MainActor
open class UIView: NSObject {}

public final class UIImage: NSObject, Sendable {
    public let data: Data
    /// A picture in a format that the system can show; `nil` for others.
    public init?(data: Data) {
        guard data.starts(with: [0x89, 0x50, 0x4E, 0x47]) || data.starts(with: [0xFF, 0xD8]) else { return nil }
        self.data = data
    }
    public func byPreparingThumbnail(ofSize size: CGSize) async -> UIImage? { self }
}

public struct UITextContentType: Sendable {
    public static let username = UITextContentType(), password = UITextContentType(), newPassword = UITextContentType()
}

@MainActor public protocol UIViewRepresentable: View where Body == Never {
    associatedtype UIViewType: UIView
    associatedtype Coordinator = Void
    typealias Context = UIViewRepresentableContext<Self>
    func makeUIView(context: Context) -> UIViewType
    func updateUIView(_ view: UIViewType, context: Context)
    func makeCoordinator() -> Coordinator
    static func dismantleUIView(_ view: UIViewType, coordinator: Coordinator)
}

@MainActor public struct UIViewRepresentableContext<Representable: UIViewRepresentable> {
    public let coordinator: Representable.Coordinator
    public let environment: EnvironmentValues
}

extension UIViewRepresentable where Coordinator == Void {
    public func makeCoordinator() {}
}

private final class Kept<Representable: UIViewRepresentable> {
    let view: Representable.UIViewType
    let coordinator: Representable.Coordinator
    init(_ view: Representable.UIViewType, _ coordinator: Representable.Coordinator) {
        (self.view, self.coordinator) = (view, coordinator)
    }
}

extension UIViewRepresentable {
    public var body: Never { fatalError("A native view has no body.") }
    public static func dismantleUIView(_ view: UIViewType, coordinator: Coordinator) {}
}

extension UIViewRepresentable {
    func nativeElements(in context: AppleStandIn.Context) -> [Element] {
        let (kept, isNew) = context.stage.native(context.path + ".native") {
            let coordinator = makeCoordinator()
            let inner = UIViewRepresentableContext<Self>(coordinator: coordinator, environment: context.environment)
            return Kept<Self>(makeUIView(context: inner), coordinator)
        }
        _ = isNew
        updateUIView(kept.view, context: .init(coordinator: kept.coordinator, environment: context.environment))
        context.stage.live(
            context.path + "#native",
            Stage.Life(begin: { { Self.dismantleUIView(kept.view, coordinator: kept.coordinator) } }))
        let element = Element(.native)
        element.native = kept.view
        return [element]
    }
}

@MainActor public final class WKWebsiteDataStore: NSObject {
    public let identifier: UUID?
    init(identifier: UUID?) { self.identifier = identifier }
    public convenience init(forIdentifier identifier: UUID) { self.init(identifier: identifier) }
    /// The removed data stores, and those that can't be, because a web view uses them: a test states which.
    public static var (removed, used): ([UUID], Set<UUID>) = ([], [])
    public static func remove(forIdentifier identifier: UUID) async throws {
        guard !used.contains(identifier) else { throw StageError(description: "The data store is used.") }
        removed.append(identifier)
    }
}

@MainActor public protocol WKURLSchemeTask: NSObjectProtocol {
    var request: URLRequest { get }
    func didReceive(_ response: URLResponse)
    func didReceive(_ data: Data)
    func didFinish()
    func didFailWithError(_ error: any Error)
}

@MainActor public protocol WKURLSchemeHandler: NSObjectProtocol {
    func webView(_ webView: WKWebView, start urlSchemeTask: any WKURLSchemeTask)
    func webView(_ webView: WKWebView, stop urlSchemeTask: any WKURLSchemeTask)
}

@MainActor public final class WKContentWorld: NSObject {
    public static let page = WKContentWorld()
}

@MainActor public final class WKSecurityOrigin: NSObject {
    public let `protocol`: String
    public let host: String
    public init(protocol: String, host: String) { (self.protocol, self.host) = (`protocol`, host) }
}

@MainActor public final class WKFrameInfo: NSObject {
    public let (isMainFrame, securityOrigin): (Bool, WKSecurityOrigin)
    public init(isMainFrame main: Bool, securityOrigin: WKSecurityOrigin) {
        (isMainFrame, self.securityOrigin) = (main, securityOrigin)
    }
}

@MainActor public final class WKScriptMessage: NSObject {
    public let (body, frameInfo): (Any, WKFrameInfo)
    public init(body: Any, frameInfo: WKFrameInfo) { (self.body, self.frameInfo) = (body, frameInfo) }
}

@MainActor public protocol WKScriptMessageHandlerWithReply: NSObjectProtocol {
    func userContentController(
        _ controller: WKUserContentController, didReceive message: WKScriptMessage
    ) async -> (Any?, String?)
}

@MainActor public final class WKUserContentController: NSObject {
    public private(set) var handlers: [String: any WKScriptMessageHandlerWithReply] = [:]
    public func addScriptMessageHandler(
        _ handler: any WKScriptMessageHandlerWithReply, contentWorld: WKContentWorld, name: String
    ) {
        handlers[name] = handler
    }
    public private(set) var userScripts: [WKUserScript] = []
    public func addUserScript(_ script: WKUserScript) { userScripts.append(script) }
    public func removeAllUserScripts() { userScripts = [] }
}

public enum WKUserScriptInjectionTime: Sendable { case atDocumentStart, atDocumentEnd }
@MainActor public final class WKUserScript: NSObject {
    public let (source, injectionTime, isForMainFrameOnly): (String, WKUserScriptInjectionTime, Bool)
    public init(source: String, injectionTime: WKUserScriptInjectionTime, forMainFrameOnly: Bool) {
        (self.source, self.injectionTime, isForMainFrameOnly) = (source, injectionTime, forMainFrameOnly)
    }
}
public enum WKPermissionDecision: Sendable { case prompt, grant, deny }
public enum WKMediaCaptureType: Sendable { case camera, microphone, cameraAndMicrophone }
@MainActor public protocol WKUIDelegate: NSObjectProtocol {
    func webView(
        _ webView: WKWebView, decideMediaCapturePermissionsFor origin: WKSecurityOrigin, initiatedBy frame: WKFrameInfo,
        type: WKMediaCaptureType
    ) async -> WKPermissionDecision
}

@MainActor public final class WKWebViewConfiguration: NSObject {
    public var websiteDataStore = WKWebsiteDataStore(identifier: nil)
    public let userContentController = WKUserContentController()
    public private(set) var schemeHandlers: [String: any WKURLSchemeHandler] = [:]
    public func setURLSchemeHandler(_ handler: (any WKURLSchemeHandler)?, forURLScheme scheme: String) {
        schemeHandlers[scheme] = handler
    }
}

public enum WKNavigationActionPolicy: Sendable { case cancel, allow }
@MainActor public final class WKNavigationAction: NSObject {
    public let request: URLRequest
    public init(request: URLRequest) { self.request = request }
}

@MainActor public final class WKNavigation: NSObject {}
@MainActor public protocol WKNavigationDelegate: NSObjectProtocol {
    func webView(_ webView: WKWebView, decidePolicyFor action: WKNavigationAction) async -> WKNavigationActionPolicy
    func webView(_ webView: WKWebView, didFinish navigation: WKNavigation!)
    func webView(_ webView: WKWebView, didFail navigation: WKNavigation!, withError error: any Error)
    func webView(
        _ webView: WKWebView, didFailProvisionalNavigation navigation: WKNavigation!, withError error: any Error)
    func webViewWebContentProcessDidTerminate(_ webView: WKWebView)
}

@MainActor public final class WKWebView: UIView {
    public let configuration: WKWebViewConfiguration
    public weak var navigationDelegate: (any WKNavigationDelegate)?
    public weak var uiDelegate: (any WKUIDelegate)?
    public private(set) var url: URL?
    /// How often something was loaded.
    public private(set) var loads = 0
    /// The scripts that were run.
    public private(set) var scripts: [String] = []
    /// The result of a script, as a test states it.
    public var answer: (String) -> Any? = { _ in nil }

    public init(frame: CGRect, configuration: WKWebViewConfiguration) { self.configuration = configuration }

    @discardableResult
    public func load(_ request: URLRequest) -> WKNavigation? {
        url = request.url
        loads += 1
        return WKNavigation()
    }

    public func evaluateJavaScript(
        _ script: String, completionHandler: (@MainActor @Sendable (Any?, (any Error)?) -> Void)? = nil
    ) {
        scripts.append(script)
        completionHandler?(answer(script), nil)
    }
}

public final class NSUserActivity: NSObject {
    public let activityType: String
    public var webpageURL: URL?
    public init(activityType: String) { self.activityType = activityType }
}

public let NSUserActivityTypeBrowsingWeb = "NSUserActivityTypeBrowsingWeb"
