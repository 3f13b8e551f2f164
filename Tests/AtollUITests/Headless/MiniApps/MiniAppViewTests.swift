import AtollPackages
import AtollRuntime
import AtollTestSupport
import SwiftUI
import Testing

@testable import AtollUI

@MainActor
@Suite("Mini app view")
struct MiniAppViewTests {
    private actor Source: MiniAppSource {
        private let directory: TemporaryDirectory
        var isOffline = false
        var failure: (any Error)?
        /// Whether it is a web app of another host.
        var isForeign = false

        init() throws { directory = try TemporaryDirectory() }
        func set(isOffline: Bool = false, failure: (any Error)? = nil) {
            (self.isOffline, self.failure) = (isOffline, failure)
        }

        func setForeign() { isForeign = true }

        func load(_ id: MiniAppID, progress: @escaping @Sendable (Double) -> Void) async throws -> RunnableMiniApp {
            if let failure { throw failure }
            var sample = SampleMiniApp(id: id.rawValue, name: "Kudos")
            if isForeign {
                sample.members["atoll_compat"] = ["kind": "webxdc"]
                sample.files["web/index.html"] = "<p onclick=\"a()\">"
            }
            let package = try MiniAppPackage(files: sample.packageFiles)
            let blobs = try BlobDirectory(directory.url)
            for file in package.files { try blobs.write(file.contents, as: SHA256Hash(of: file.contents)) }
            let list = package.fileList.encoded()
            try blobs.write(list, as: SHA256Hash(of: list))
            return RunnableMiniApp(
                try InstalledMiniApp(fileList: SHA256Hash(of: list), in: blobs), isOffline: isOffline,
                notice: "Updated to version 2.0")
        }
        func started(_ miniApp: InstalledMiniApp) {}
        func becameReady(_ miniApp: InstalledMiniApp) {}
        func failed(_ miniApp: InstalledMiniApp) {}
    }

    private final class Closed {
        var count = 0
        var result: BridgeValue?
    }

    private let source: Source
    private let session: MiniAppSession
    private let host = MiniAppHostInfo(name: "Reef", version: "1", userName: "Ada") { "ada in \($0)" }
    private let closed = Closed()

    init() throws {
        source = try Source()
        session = MiniAppSession(
            try #require(MiniAppID("com.example.kudos")), from: source,
            storage: FileStorage(directory: try TemporaryDirectory().url))
    }

    private func stage() -> Stage {
        let closed = closed
        return Stage(MiniAppView(session, host: host) { closed.count += 1 })
    }

    private func webView(_ stage: Stage) async throws -> WKWebView {
        #expect(await stage.until { stage.root.all.contains { $0.native != nil } })
        return try #require(stage.root.all.compactMap { $0.native as? WKWebView }.first)
    }

    private var origin: String { MiniAppHostInfo.origin(of: session.id) }

    /// A request for a file, with its response.
    private final class SchemeTask: NSObject, WKURLSchemeTask {
        let request: URLRequest
        var response: HTTPURLResponse?
        var data = Data()
        var isFinished = false
        var error: (any Error)?

        init(_ address: String, method: String = "GET", range: String? = nil, isPage: Bool = false) {
            var request = URLRequest(url: URL(string: address)!)
            request.httpMethod = method
            request.setValue(range, forHTTPHeaderField: "Range")
            if isPage { request.mainDocumentURL = request.url }
            self.request = request
        }

        /// Waits until it has its answer.
        func ended() async -> SchemeTask {
            try? await until("the request has no answer") { isFinished || error != nil }
            return self
        }

        func didReceive(_ response: URLResponse) { self.response = response as? HTTPURLResponse }
        func didReceive(_ data: Data) { self.data += data }
        func didFinish() { isFinished = true }
        func didFailWithError(_ error: any Error) { self.error = error }
    }

    @Test("A mini app loads in a web view with its own origin, data store and bridge")
    func own() async throws {
        let view = try await webView(stage())
        #expect(view.url?.absoluteString == origin + "/")
        #expect(view.configuration.websiteDataStore.identifier == host.dataStoreIdentifier(of: session.id))
        #expect(Array(view.configuration.userContentController.handlers.keys) == ["atoll"])
        #expect(Array(view.configuration.schemeHandlers.keys) == ["atoll-app"])
        let other = try #require(MiniAppID("com.example.other"))
        #expect(host.dataStoreIdentifier(of: other) != host.dataStoreIdentifier(of: session.id))
        #expect(MiniAppHostInfo.origin(of: other) != origin)
    }

    @Test("Only its files are served, with their media types and the content security policy")
    func files() async throws {
        let view = try await webView(stage())
        let handler = try #require(view.configuration.schemeHandlers["atoll-app"])
        func ask(
            _ address: String, method: String = "GET", range: String? = nil, isPage: Bool = false
        ) async -> SchemeTask {
            let task = SchemeTask(address, method: method, range: range, isPage: isPage)
            handler.webView(view, start: task)
            return await task.ended()
        }
        let page = await ask(origin + "/", isPage: true)
        #expect(page.response?.statusCode == 200 && page.isFinished)
        #expect(page.response?.value(forHTTPHeaderField: "Content-Type") == "text/html; charset=utf-8")
        let policy = page.response?.value(forHTTPHeaderField: "Content-Security-Policy") ?? ""
        #expect(policy.contains("default-src 'none'") && policy.contains("frame-ancestors 'none'"))
        #expect(await ask(origin + "/.atoll/atoll.js").response?.statusCode == 200)
        #expect(await ask(origin + "/.atoll/theme.css").response?.statusCode == 200)
        for bad in ["/nothing", "/../../etc/passwd", "/%2e%2e/app.js", "/pages/%00"] {
            #expect(await ask(origin + bad).response?.statusCode == 404, "\(bad)")
            // A first page that is not there must not pass for one that runs.
            let asPage = await ask(origin + bad, isPage: true)
            #expect(asPage.response == nil && asPage.error != nil, "\(bad)")
        }
        #expect(await ask("atoll-app://another-mini-app/app.js").response?.statusCode == 404)
        #expect(await ask(origin + "/app.js", method: "POST").response?.statusCode == 405)

        // Parts of a file, as media elements ask for them.
        let whole = await ask(origin + "/.atoll/atoll.js").data
        let part = await ask(origin + "/.atoll/atoll.js", range: "bytes=2-5")
        #expect(part.response?.statusCode == 206 && part.data == whole[2..<6])
        #expect(part.response?.value(forHTTPHeaderField: "Content-Range") == "bytes 2-5/\(whole.count)")
        #expect(await ask(origin + "/.atoll/atoll.js", range: "bytes=99999999-").response?.statusCode == 416)

        // A stopped one gets nothing.
        let stopped = SchemeTask(origin + "/")
        handler.webView(view, start: stopped)
        handler.webView(view, stop: stopped)
        try await Task.sleep(for: .milliseconds(300))  // sleep: nothing may happen, which no event shows
        #expect(stopped.response == nil && !stopped.isFinished && stopped.error == nil)
    }

    @Test(
        "A range of bytes is read as the standard has it",
        arguments: [
            (nil, .whole), ("bytes=0-1", .part(0..<2)), ("bytes=0-", .part(0..<10)), ("bytes=9-9", .part(9..<10)),
            ("bytes=-3", .part(7..<10)), ("bytes=-99", .part(0..<10)), ("bytes=5-99", .part(5..<10)),
            ("bytes=10-", .unsatisfiable),
            ("bytes=-0", .unsatisfiable), ("bytes=5-2", .whole), ("bytes=0-1,4-5", .whole), ("bytes=-", .whole),
            ("lines=1-2", .whole),
            ("bytes=99999999999999999999-", .whole), ("bytes=a-b", .whole),
        ] as [(String?, ByteRange)])
    func ranges(_ header: String?, _ expected: ByteRange) {
        #expect(ByteRange(header, of: 10) == expected)
    }

    @Test("No page finds what the system would ask for in the super app's name")
    func sensors() async throws {
        let view = try await webView(stage())
        let script = try #require(view.configuration.userContentController.userScripts.first)
        #expect(script.injectionTime == .atDocumentStart && !script.isForMainFrameOnly)
        #expect(script.source.contains("\"geolocation\"") && script.source.contains("configurable: false"))
    }

    @Test("A web app of another host finds at once who its user is and what it had stored, and the layer in its page")
    func foreign() async throws {
        await source.setForeign()
        let stage = stage()
        let view = try await webView(stage)
        #expect(await stage.until { view.loads == 1 })
        let script = try #require(view.configuration.userContentController.userScripts.last)
        #expect(view.configuration.userContentController.userScripts.count == 2, "and what is taken away")
        #expect(script.injectionTime == .atDocumentStart && script.isForMainFrameOnly)
        #expect(script.source.hasPrefix("if (!window.name) window.name = \"{"))
        #expect(script.source.contains("ada in com.example.kudos") && !script.source.contains("Ada"))
        let handler = try #require(view.configuration.schemeHandlers[MiniAppHostInfo.scheme])
        let task = SchemeTask(origin + "/")
        handler.webView(view, start: task)
        _ = await task.ended()
        #expect(String(decoding: task.data, as: UTF8.self).hasPrefix("<script src=\"/.atoll/compat/webxdc.js\">"))
        let policy = task.response?.value(forHTTPHeaderField: "Content-Security-Policy") ?? ""
        #expect(policy.contains("script-src 'self' 'unsafe-hashes' 'sha256-"))
    }

    @Test("Only its own page can call the host")
    func bridge() async throws {
        let stage = stage()
        let view = try await webView(stage)
        let handler = try #require(view.configuration.userContentController.handlers["atoll"])
        func say(_ body: Any, isMain: Bool = true, scheme: String = "atoll-app", host: String? = nil) async -> (
            Any?, String?
        ) {
            let label = MiniAppOrigin.label(for: session.id)
            let frame = WKFrameInfo(
                isMainFrame: isMain, securityOrigin: WKSecurityOrigin(protocol: scheme, host: host ?? label))
            return await handler.userContentController(
                view.configuration.userContentController, didReceive: WKScriptMessage(body: body, frameInfo: frame))
        }
        let call = #"{"jsonrpc":"2.0","id":1,"method":"user.profile"}"#
        let reply = await say(call)
        // The user has not allowed it to know the name.
        #expect((reply.0 as? String)?.contains("Ada") == false)
        #expect((reply.0 as? String)?.contains("ada in com.example.kudos") == true)
        #expect(await say(call, isMain: false).1 == "This page may not call the host.")
        #expect(await say(call, scheme: "https").1 != nil)
        #expect(await say(call, host: "elsewhere").1 != nil)
        #expect(await say(7).1 != nil, "not a string")
        #expect((await say("{").0 as? String)?.contains("-32700") == true)
        #expect(stage.root.all.contains { $0.kind == .progress }, "until it reports that it is ready")
        #expect(await say(#"{"jsonrpc":"2.0","method":"lifecycle.ready"}"#).0 as? String == "null")
        #expect(!stage.root.all.contains { $0.kind == .progress })
        // The opener is notified when its screen is gone.
        session.onClose = { [closed] result in
            #expect(closed.count == 1)
            closed.result = result
        }
        _ = await say(#"{"jsonrpc":"2.0","id":2,"method":"host.close","params":{"result":{"soup":2}}}"#)
        _ = stage.root
        #expect(closed.count == 1)
        #expect(closed.result == ["soup": 2])
    }

    @Test("It can't navigate anywhere else")
    func navigation() async throws {
        let view = try await webView(stage())
        let delegate = try #require(view.navigationDelegate)
        func policy(_ address: String) async -> WKNavigationActionPolicy {
            await delegate.webView(
                view, decidePolicyFor: WKNavigationAction(request: URLRequest(url: URL(string: address)!)))
        }
        #expect(await policy(origin + "/pages/detail?of=a%20b") == .allow)
        #expect(session.page == "/pages/detail?of=a%20b")
        for elsewhere in [
            "https://example.com/", "atoll-app://another-mini-app/", "about:blank", "data:text/html,x", "tel:1",
        ] {
            #expect(await policy(elsewhere) == .cancel, "\(elsewhere)")
        }
    }

    @Test("Content that ends is reloaded; if it keeps ending, the session fails and the user can retry")
    func ends() async throws {
        let stage = stage()
        let view = try await webView(stage)
        for attempt in 1...3 {
            view.navigationDelegate?.webViewWebContentProcessDidTerminate(view)
            #expect(
                await stage.until {
                    _ = stage.root; return view.loads == attempt + 1
                })
        }
        view.navigationDelegate?.webViewWebContentProcessDidTerminate(view)
        #expect(await stage.until { stage.shows("Kudos keeps stopping. It may work again later.") })
        try stage.tap("Try again")
        _ = try await webView(stage)
    }

    @Test("The menu leads where the super app says, shows this mini app's permissions, and starts it anew")
    func menu() async throws {
        var (led, isFavourite): ([String], Bool) = ([], false)
        let favourite = Binding { @MainActor in
            isFavourite
        } set: { @MainActor in
            isFavourite = $0
        }
        let menu = MiniAppMenu(
            link: URL(string: "https://reef.example/miniapp/kudos"), isFavourite: favourite,
            showDetails: { led.append("details") }, report: { led.append("report") })
        let stage = Stage(MiniAppView(session, host: host, menu: menu) {})
        let view = try await webView(stage)
        try stage.tap("About")
        try stage.tap("Report a problem")
        try stage.tap("Add to favourites")
        #expect(led == ["details", "report"] && isFavourite)
        #expect(stage.element("https://reef.example/miniapp/kudos") != nil)
        let other = try #require(MiniAppID("com.example.other"))
        session.permissions.ledger.decide(.granted, on: "camera", for: session.id)
        session.permissions.ledger.decide(.granted, on: "location", for: other)
        try stage.tap("Permissions")
        #expect(stage.shows("Use the camera") && !stage.shows("location"))
        try stage.tap("Use the camera")
        #expect(session.permissions.ledger.decision(on: "camera", for: session.id) == .denied)
        try stage.dragDown()
        try stage.tap("Reload")
        #expect(
            await stage.until {
                _ = stage.root; return view.loads == 2
            })
        // Without anything of the super app's, two are left.
        let bare = self.stage()
        _ = try await webView(bare)
        #expect(!bare.shows("About") && !bare.shows("Share a link") && bare.isReady("Reload"))
    }

    @Test("A page that can't be shown is a failure")
    func pageFails() async throws {
        let stage = stage()
        let view = try await webView(stage)
        // A load that was cancelled or led elsewhere is not a failure.
        for error in [URLError(.cancelled), NSError(domain: "WebKitErrorDomain", code: 102)] as [any Error] {
            view.navigationDelegate?.webView(
                view, didFailProvisionalNavigation: WKNavigation(), withError: error)
            for _ in 0..<50 { await Task.yield() }
            #expect(!stage.shows("The mini app can't be opened"), "\(error)")
        }
        view.navigationDelegate?.webView(view, didFail: WKNavigation(), withError: URLError(.badServerResponse))
        #expect(await stage.until { stage.shows("The mini app can't be opened") })
    }

    @Test("A link that can't be shown leaves the current page")
    func badLink() async throws {
        let stage = stage()
        let view = try await webView(stage)
        #expect(stage.root.all.contains { $0.kind == .progress })
        view.navigationDelegate?.webView(view, didFinish: WKNavigation())
        #expect(!stage.root.all.contains { $0.kind == .progress }, "a page without atoll.js counts as shown, too")
        view.navigationDelegate?.webView(
            view, didFailProvisionalNavigation: WKNavigation(), withError: URLError(.unknown))
        for _ in 0..<50 { await Task.yield() }
        #expect(!stage.shows("The mini app can't be opened"))
    }

    @Test("A page that was emptied in the background is reloaded")
    func blank() async throws {
        let stage = stage()
        let view = try await webView(stage)
        view.navigationDelegate?.webView(view, didFinish: WKNavigation())
        view.answer = { _ in 3 }
        stage.environment.scenePhase = .background
        _ = stage.root
        stage.environment.scenePhase = .active
        _ = stage.root
        #expect(view.scripts.contains { $0.contains("childNodes") })
        #expect(view.loads == 1, "a page with contents stays")
        view.answer = { _ in 0 }
        stage.environment.scenePhase = .background
        _ = stage.root
        stage.environment.scenePhase = .active
        #expect(
            await stage.until {
                _ = stage.root; return view.loads == 2
            })
    }

    @Test("It is notified of a new theme")
    func look() async throws {
        let stage = stage()
        let view = try await webView(stage)
        stage.environment.colorScheme = .dark
        _ = stage.root
        #expect(view.scripts.last?.contains(#"theme: "dark""#) == true)
    }

    @Test("Offline, a cached mini app opens with a notice; one that is not cached fails")
    func offline() async throws {
        await source.set(isOffline: true)
        let stage = stage()
        #expect(await stage.until { stage.shows("You are offline.") })
        #expect(stage.shows("Updated to version 2.0"))
        try stage.tap("Dismiss")
        #expect(!stage.shows("Updated to version 2.0"))
        await source.set(failure: URLError(.notConnectedToInternet))
        let another = MiniAppSession(session.id, from: source, bridge: BridgeRouter(methods: []))
        let other = Stage(MiniAppView(another, host: host) {})
        #expect(await other.until { other.shows("The mini app can't be opened") })
        await source.set()
        try other.tap("Try again")
        #expect(await other.until { other.root.all.contains { $0.native != nil } })
        try other.tap("Close")
    }
}
