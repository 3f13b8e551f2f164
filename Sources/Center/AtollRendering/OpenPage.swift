import AtollChromium
import AtollPackages
import AtollRuntime
import Foundation

/// A page of a package that is open in the browser. Serves its files, and records what it does.
final class OpenPage {
    let page: BrowserPage
    private(set) var account = PageAccount()

    /// The page's own frame, once it has been opened.
    private(set) var frame: String?
    private let server: ResourceServer
    private let manifest: Manifest
    private let authority: String
    private let policies: (pages: String, others: String)

    private static let binding = "atollRendering"
    /// The beginning of the browser's warning about the sandbox that the hosts' policy requests. It is safe, because
    /// the mini app has a separate origin.
    private static let aboutSandbox = "An iframe which has both allow-scripts and allow-same-origin"

    init(_ browser: Browser, _ package: MiniAppPackage) throws {
        manifest = package.manifest
        server = ResourceServer(package)
        let policy = ContentSecurityPolicy(
            host: "'none'", network: manifest.network, media: manifest.media,
            webApp: try WebAppPolicy(manifest.compatibility, server))
        policies = (policy.header, policy.headerOfFile)
        // Domains below "invalid" can't be registered (RFC 6761, section 6.4).
        authority = "\(MiniAppOrigin.label(for: package.manifest.id)).invalid"
        page = try BrowserPage(browser)
        browser.onEvent = { [weak self] event in try self?.take(event) }
        struct Everything: Encodable {
            struct Pattern: Encodable { let urlPattern = "*" }
            let patterns = [Pattern()]
        }
        try page.call("Fetch.enable", Everything())
        try page.call("Runtime.enable")
        try page.call("Log.enable")
        try page.call("Emulation.setTimezoneOverride", ["timezoneId": "UTC"])
        try page.call("Emulation.setLocaleOverride", ["locale": "en"])
        try page.call("Runtime.addBinding", ["name": Self.binding])
        try page.call(
            "Page.addScriptToEvaluateOnNewDocument", ["source": try RenderingScript.host(for: package.manifest)])
        // A page with an open file dialog would never finish.
        try page.call("Page.setInterceptFileChooserDialog", ["enabled": true])
    }

    /// Opens a page of the manifest, and waits until it has loaded and reports that it is ready, or until the time is
    /// over.
    func open(_ route: String, within time: Duration) throws {
        struct Outcome: Decodable {
            let frameId: String
            let errorText: String?
        }
        // A web app that was written for another host begins at the root, as in the shell, because its relative URLs
        // start there.
        let first = manifest.pages.first
        let isRoot = manifest.compatibility != nil && first.map { route == $0 || route.hasPrefix($0 + "?") } == true
        let address = "https://\(authority)/\(isRoot ? String(route.dropFirst(first?.count ?? 0)) : route)"
        let outcome: Outcome = try page.browser.call("Page.navigate", ["url": address], session: page.session)
        frame = outcome.frameId
        if let text = outcome.errorText { account.fail("The page can't be opened: \(text)") }
        _ = try page.browser.listen(for: time) {
            self.account.isReady && self.account.isLoaded || self.account.error != nil
        }
        // Its actions right after that belong to its start.
        _ = try page.browser.listen(for: .milliseconds(400)) { false }
    }

    private func take(_ event: BrowserEvent) throws {
        guard event.session == page.session else { return }
        switch event.method {
        case "Fetch.requestPaused": try answer(event.parameters())
        case "Runtime.bindingCalled": try told(event.parameters())
        case "Runtime.exceptionThrown":
            let details = try event.parameters(PageEvents.Exception.self).exceptionDetails
            account.fail(details.exception?.description ?? details.text)
        case "Runtime.consoleAPICalled":
            let call = try event.parameters(PageEvents.ConsoleCall.self)
            guard call.type == "error" || call.type == "assert" else { return }
            let words = call.args.compactMap { $0.value?.text ?? $0.description }.joined(separator: " ")
            account.note("The page logs an error: \(words)")
        case "Log.entryAdded":
            let entry = try event.parameters(PageEvents.LogEntry.self).entry
            guard entry.level == "error" || entry.source == "security" else { return }
            // Missing and forbidden requests are recorded where they are answered, and the sandbox is the host's.
            guard entry.source != "network", !entry.text.hasPrefix(Self.aboutSandbox) else { return }
            account.note(entry.text)
        case "Page.loadEventFired": account.loaded()
        case "Page.javascriptDialogOpening":
            account.note("The page opens a browser dialog, which hosts do not show.")
            try page.browser.send(
                "Page.handleJavaScriptDialog", ["accept": false], session: page.session)
        default: break
        }
    }

    private func told(_ call: PageEvents.Call) {
        guard call.name == Self.binding else { return }
        if call.payload == "ready" { account.ready() }
        if call.payload.hasPrefix("error:") { account.fail(String(call.payload.dropFirst("error:".count))) }
    }

    private struct Refusal: Encodable {
        let requestId: String
        let errorReason = "BlockedByClient"
    }

    private struct Answer: Encodable {
        struct Header: Encodable {
            let name: String
            let value: String
        }
        let requestId: String
        let responseCode: Int
        let responseHeaders: [Header]
        let body: String
    }

    private func answer(_ request: PageEvents.Request) throws {
        guard let url = URLComponents(string: request.request.url), url.scheme == "https", url.host == authority,
            url.port == nil, request.request.method == "GET"
        else {
            let origin = Self.origin(request.request.url)
            if manifest.network.contains(origin) || manifest.media.contains(origin) { account.missNetwork() }
            account.note("The page requests \(origin), which is blocked here.")
            return try page.browser.send(
                "Fetch.failRequest", Refusal(requestId: request.requestId), session: page.session)
        }
        let path = url.percentEncodedPath
        let folder = server.folder(at: path)
        let resource = try? server.resource(at: path.isEmpty ? "/" : path)
        // Browsers request the icon by themselves.
        if resource == nil, folder == nil, path != "/favicon.ico" {
            account.note("The page requests \(path), which the package does not contain.")
        }
        var headers = [
            "Content-Type": resource?.mediaType ?? "text/plain; charset=utf-8", "Cache-Control": "no-store",
            "X-Content-Type-Options": "nosniff", "Referrer-Policy": "same-origin",
            "Content-Security-Policy": resource?.isPage ?? true ? policies.pages : policies.others,
        ]
        headers["Location"] = folder.map { $0 + (url.percentEncodedQuery.map { "?" + $0 } ?? "") }
        let found = resource == nil ? 404 : 200
        try page.browser.send(
            "Fetch.fulfillRequest",
            Answer(
                requestId: request.requestId, responseCode: folder == nil ? found : 301,
                responseHeaders: headers.map { .init(name: $0.key, value: $0.value) },
                body: (resource?.contents ?? Data("Not found.\n".utf8)).base64EncodedString()),
            session: page.session)
    }

    /// The origin of a URL. The rest of it may contain private data.
    private static func origin(_ address: String) -> String {
        guard let url = URLComponents(string: address), let scheme = url.scheme, let host = url.host else {
            return "an address"
        }
        return "\(scheme)://\(host)\(url.port.map { ":\($0)" } ?? "")"
    }
}
