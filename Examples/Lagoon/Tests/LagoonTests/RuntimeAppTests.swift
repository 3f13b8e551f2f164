import AtollLinks
import AtollNavigation
import AtollPages
import AtollTestSupport
import AtollWeb
import BoundedServer
import Foundation
import Logging
import Testing

@testable import Lagoon

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Tabs that are known only at run time, and one that is added while the app runs.
@Suite("Tabs at run time")
struct RuntimeAppTests {
    /// A feature that did not exist when Lagoon was compiled.
    enum Notes: Fragment {
        case list, note(Int)

        static let map = FeatureMap("notes", NavigationGraph { Pass(Notes.list => .note(.any)).dismissable() }) {
            Route(to: .list) { PathSegment("notes") }
            Route(to: .note(.any)) {
                PathSegment("notes")
                PathSegment(Notes.note)
            }
        }
    }

    static func notes() -> Feature<Notes> {
        Feature(
            Notes.map, title: "Notes",
            pages: Pages { context in
                switch context.place {
                case .list:
                    Page("Notes", "<main>\(context.address(presenting: .note(7)) ?? "")</main>")
                case .note(let id): Page("Note", "<main>\(id)</main>")
                }
            }
        )
    }

    /// Stores the notes.
    actor Board {
        private var cleared: [String] = []
        private var listeners: [AsyncStream<Void>.Continuation] = []

        func clear(for user: String) {
            cleared.append(user)
            for listener in listeners { listener.yield() }
        }

        func changes(of user: String) -> AsyncStream<Void> {
            let (stream, continuation) = AsyncStream<Void>.makeStream()
            listeners.append(continuation)
            return stream
        }

        func wasCleared(for user: String) -> Bool { cleared.contains(user) }
    }

    static func actions(of board: Board) -> [PageAction] {
        [PageAction("notes/clear") { request in await board.clear(for: request.user.id) }]
    }

    static func topics(of board: Board) -> [PageTopic] {
        [PageTopic("notes") { user in await board.changes(of: user.id) }]
    }

    @Test("An action of a feature notifies its topic")
    func actions() async throws {
        let board = Board()
        let user = PageUser(id: "u", name: "Ada", roles: [])
        let action = try #require(Self.actions(of: board).first)
        #expect(action.address == "/do/notes/clear")
        var changes = await Self.topics(of: board)[0].changes(user).makeAsyncIterator()
        try await action.perform(ActionRequest(user: user, fields: [:]))
        await changes.next()
        #expect(await board.wasCleared(for: "u"))
    }

    private func screen(_ app: WebApp<NamedScreen>, _ address: String) throws -> String {
        switch try app.map.resolve(DeepLink(path: address), facts: [.signedIn]) {
        case .redirect(let address): "-> " + address
        case .show(let state, _): state.presentedPlaces.map(\.description).joined(separator: " ")
        }
    }

    @Test("Any selection in any order makes an app, and users arrive at its first tab")
    func selection() async throws {
        let features = try LagoonFeatures(superApp: "Lagoon")
        let runtime = try RuntimeApp(features, tabs: [features.products.named, features.today.named])
        let app = await runtime.app
        #expect(app.tabs.map(\.title) == ["Products", "Today"])
        #expect(try screen(app, "/") == "-> /products")
        #expect(try screen(app, "/products?id=30") == "lagoon.dashboard products.list products.product(30)")
        #expect(throws: ResolutionError<NamedScreen>.self) { try screen(app, "/hub") }
        #expect(throws: LagoonError.noTabs) { try RuntimeApp(features, tabs: []) }
        #expect(throws: LagoonError.noSuchTab("shop", ["today", "hub", "products", "profile"])) {
            try features.tab(named: "shop")
        }
    }

    @Test("A feature that is added while the app runs is available with the next request")
    func adding() async throws {
        let features = try LagoonFeatures(superApp: "Lagoon")
        let runtime = try RuntimeApp(features, tabs: [features.today.named])
        let before = await runtime.app
        #expect(throws: ResolutionError<NamedScreen>.self) { try screen(before, "/notes") }
        try await runtime.add(Self.notes().named)
        let app = await runtime.app
        #expect(app.tabs.map(\.title) == ["Today", "Notes"])
        #expect(try screen(app, "/notes/7") == "lagoon.dashboard notes.note(7)")
        // The same URLs twice are ambiguous: that is an error, and the app stays unchanged.
        await #expect(throws: (any Error).self) { try await runtime.add(Self.notes().named) }
        #expect(await runtime.app.tabs.count == 2)
    }

    @Test("In a running web shell, the new tab appears on the next page, and its URLs work")
    func addingToAShell() async throws {
        let directory = try TemporaryDirectory()
        let port = try #require(LocalPort.free())
        let features = try LagoonFeatures(superApp: "Lagoon")
        let runtime = try RuntimeApp(features, tabs: [features.today.named])
        let (running, started) = AsyncStream.makeStream(of: Void.self)
        let shell = try await WebShell(
            ShellConfiguration(
                host: .init(name: "Lagoon", version: "1", platform: "web"), port: port, addresses: .local(port: port),
                center: URL(string: "http://127.0.0.1:1")!, superApp: TestTrust.superApp,
                trustAnchor: try TestTrust(in: directory.url.appending(path: "elsewhere")).anchor,
                directory: directory.url
            ),
            users: try AccountFile(directory.url.appending(path: "accounts.json"), seeding: DemoAccounts.all),
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() },
            site: { _ in WebSite { await runtime.app } }
        ) { _ in started.yield() }
        let serving = Task { try await shell.run() }
        defer { serving.cancel() }
        for await _ in running { break }

        let browser = Browser(origin: "http://localhost:\(port)")
        try await browser.signIn()
        #expect(try await browser.get("/notes/7").status == 404)
        let before = try await browser.get("/today").text
        #expect(!before.contains("<span>Notes</span>"))
        try await runtime.add(Self.notes().named)
        let after = try await browser.get("/today").text
        #expect(after.contains("<span>Notes</span>"))
        #expect(after.contains("href=\"/notes?with=/today\""))
        let note = try await browser.get("/notes/7")
        #expect(note.status == 200)
        #expect(note.text.contains("<main>7</main>"))
        #expect(try await browser.get("/notes").text.contains("<main>/notes/7</main>"))
    }

    /// A minimal browser, which stores the session's cookie.
    private final class Browser {
        private let origin: String
        private let session: URLSession
        private var cookie = ""

        init(origin: String) {
            self.origin = origin
            let configuration = URLSessionConfiguration.ephemeral
            configuration.httpShouldSetCookies = false
            session = URLSession(configuration: configuration, delegate: NoRedirects(), delegateQueue: nil)
        }

        private final class NoRedirects: NSObject, URLSessionTaskDelegate {
            func urlSession(
                _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
                newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
            ) {
                completionHandler(nil)
            }
        }

        func signIn() async throws {
            var request = URLRequest(url: try #require(URL(string: origin + "/sign-in")))
            request.httpMethod = "POST"
            request.setValue(origin, forHTTPHeaderField: "Origin")
            request.setValue("application/x-www-form-urlencoded", forHTTPHeaderField: "Content-Type")
            request.httpBody = Data("name=ada&password=coral-reef-1843".utf8)
            let (_, response) = try await session.answer(to: request)
            let header = try #require(response.value(forHTTPHeaderField: "Set-Cookie"))
            cookie = String(header.prefix { $0 != ";" })
        }

        func get(_ path: String) async throws -> (status: Int, text: String) {
            var request = URLRequest(url: try #require(URL(string: origin + path)))
            request.setValue(cookie, forHTTPHeaderField: "Cookie")
            let (data, response) = try await session.answer(to: request)
            return (response.statusCode, String(decoding: data, as: UTF8.self))
        }
    }

    @Test("Each line of code in the article about adding a feature appears here, and is therefore compiled")
    func article() throws {
        let here = URL(filePath: #filePath)
        var root = here
        for _ in 0..<5 { root.deleteLastPathComponent() }
        let article = root.appending(path: "Sources/App/AtollPages/AtollPages.docc/AddingAFeature.md")
        let tests = try String(contentsOf: here, encoding: .utf8).split(separator: "\n").map {
            $0.trimmingCharacters(in: .whitespaces)
        }
        var isCode = false
        for line in try String(contentsOf: article, encoding: .utf8).split(separator: "\n") {
            if line.hasPrefix("```") {
                isCode = line == "```swift"
            } else if isCode {
                let code = line.trimmingCharacters(in: .whitespaces)
                #expect(tests.contains { $0 == code || $0.hasSuffix(code) }, "\(code)")
            }
        }
    }
}
