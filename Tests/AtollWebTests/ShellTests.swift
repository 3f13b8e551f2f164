import AtollCatalog
import AtollLinks
import AtollNavigation
import AtollPackages
import AtollPages
import AtollRuntime
import AtollTestSupport
import Foundation
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import NIOEmbedded
import Testing

@testable import AtollWeb

@Suite("The web shell")
struct ShellTests {
    private enum Hidden: Fragment { case start, events }

    @Test("An app's page behind one of the shell's own paths is an error at start that names the path")
    func hiddenPage() async throws {
        let map = AppMap(entry: Hidden.start) {
            Pass(.start => .events)
        } routes: {
            Route(to: .start) {}
            Route(to: .events) { PathSegment("events") }
        }
        let app = try WebApp(map, others: [MountedFeature(own: "hidden", pages: Pages { _ in .nothing })])
        let directory = try TemporaryDirectory()
        let trust = try TestTrust(in: directory.url.appending(path: "center"))
        let configuration = ShellConfiguration(
            host: .init(name: "Test", version: "1", platform: "web"), port: 8080, addresses: .local(port: 8080),
            center: URL(string: "http://127.0.0.1:9")!, superApp: TestTrust.superApp, trustAnchor: trust.anchor,
            directory: directory.url.appending(path: "shell"))
        let error = await #expect(throws: ShellPathError.self) {
            try await WebShell(
                configuration, users: TestUsers(), logger: Logger(label: "test"), site: { _ in WebSite(app) })
        }
        #expect(error?.components == ["events"])
        #expect(
            error?.description == "The web shell has its own routes at /events. Give the app's pages other paths.")
    }

    @Test("A user who is not signed in is redirected to the sign-in page, which remembers where they were going")
    func signIn() async throws {
        try await TestShell.run { shell in
            let away = try await shell.send(.get, "/miniapp/com.example.sample/pages/home?x=1")
            #expect(away.status == .seeOther)
            let location = try #require(away.headers[.location])
            #expect(location == "/sign-in?return=/miniapp/com.example.sample/pages/home?x=1")
            let page = try await body(of: shell.send(.get, location))
            #expect(page.contains("value=\"/miniapp/com.example.sample/pages/home?x=1\""))
            let wrong = try await shell.send(
                .post, "/sign-in",
                headers: [.origin: TestShell.origin, .contentType: "application/x-www-form-urlencoded"],
                body: "name=ada&password=wrong&return=%2Fhub"
            )
            #expect(wrong.status == .unprocessableContent)
            #expect(wrong.headers[.setCookie] == nil)
            #expect(try await body(of: wrong).contains("The name or password is incorrect."))
        }
    }

    @Test("The session's cookie is bound to this origin, and scripts can't read it")
    func cookie() async throws {
        try await TestShell.run { shell in
            let response = try await shell.send(
                .post, "/sign-in",
                headers: [.origin: TestShell.origin, .contentType: "application/x-www-form-urlencoded"],
                body: "name=ada&password=right"
            )
            let cookie = try #require(response.headers[.setCookie])
            #expect(cookie.hasPrefix("__Host-session="))
            for attribute in ["; Secure", "; HttpOnly", "; SameSite=Lax", "; Path=/"] {
                #expect(cookie.contains(attribute))
            }
            #expect(!cookie.contains("Domain"))
        }
    }

    @Test("The hub shows the mini apps that the user may open, and no others exist for them")
    func hub() async throws {
        try await TestShell.run { shell in
            try await shell.center.upload(SampleMiniApp(id: "com.example.open", name: "Open <b>"))
            _ = try await shell.center.send(
                "PUT", "/v1/miniapps/com.example.sales/access", token: shell.center.apiKey,
                body: Data(#"{"roles":["Sales"]}"#.utf8)
            )
            try await shell.center.upload(SampleMiniApp(id: "com.example.sales", name: "Closing"))

            let ada = try await shell.signIn("ada")
            let ben = try await shell.signIn("ben")
            let all = try await body(of: shell.send(.get, "/hub", headers: ada))
            #expect(all.contains("href=\"/miniapp/com.example.sales\""))
            #expect(all.contains("Open &lt;b&gt;"))
            let few = try await body(of: shell.send(.get, "/hub", headers: ben))
            #expect(!few.contains("com.example.sales"))
            #expect(try await shell.send(.get, "/miniapp/com.example.sales", headers: ada).status == .ok)
            #expect(try await shell.send(.get, "/miniapp/com.example.sales", headers: ben).status == .notFound)
            let label = MiniAppOrigin.label(for: MiniAppID("com.example.sales")!)
            let file = try await shell.send(.get, "/app.js", authority: "\(label).localhost:8080", headers: ben)
            #expect(file.status == .notFound)
        }
    }

    @Test("An empty hub says so")
    func emptyHub() async throws {
        try await TestShell.run { shell in
            let page = try await body(of: shell.send(.get, "/hub", headers: shell.signIn()))
            #expect(page.contains("No mini apps yet"))
        }
    }

    @Test("The layout is stored")
    func layout() async throws {
        try await TestShell.run { shell in
            try await shell.center.upload(SampleMiniApp())
            var headers = try await shell.signIn()
            #expect(try await body(of: shell.send(.get, "/hub", headers: headers)).contains("data-layout=\"list\""))
            headers[.contentType] = "application/x-www-form-urlencoded"
            let change = try await shell.send(.post, "/hub/layout", headers: headers, body: "layout=two")
            #expect(change.status == .seeOther)
            let page = try await body(of: shell.send(.get, "/hub", headers: headers))
            #expect(page.contains("data-layout=\"two\""))
            #expect(!page.contains("What Sample is for."))
            #expect(
                try await shell.send(.post, "/hub/layout", headers: headers, body: "layout=9").status == .badRequest)
        }
    }

    @Test("A mini app's files are served only to the frame that was launched")
    func launch() async throws {
        try await TestShell.run { shell in
            try await shell.center.upload(SampleMiniApp())
            let headers = try await shell.signIn()
            let response = try await shell.send(.get, "/miniapp/com.example.sample/pages/detail?a=1", headers: headers)
            let page = try await body(of: response)
            let label = MiniAppOrigin.label(for: MiniAppID("com.example.sample")!)
            let authority = "\(label).localhost:8080"
            #expect(response.headers[.contentSecurityPolicy]?.contains("frame-src http://\(authority)") == true)
            #expect(response.headers[.contentSecurityPolicy]?.contains("frame-ancestors 'none'") == true)

            #expect(try await shell.send(.get, "/app.js", authority: authority).status == .notFound)
            let link = try TestShell.launchLink(in: page)
            #expect(link.hasPrefix("/pages/detail?a=1&"))
            let other = "\(MiniAppOrigin.label(for: MiniAppID("com.example.other")!)).localhost:8080"
            let way = try await shell.follow(link, of: "com.example.sample")
            #expect(way.answers.map(\.status) == [.seeOther, .ok])
            let opened = way.answers[1]
            #expect(try await body(of: opened).contains("<title>Detail"))
            for cookie in opened.headers[values: .setCookie] {
                for attribute in ["; Secure", "; HttpOnly", "; SameSite=None", "; Partitioned", "; Path=/"] {
                    #expect(cookie.contains(attribute))
                }
            }
            // The ticket is used up.
            #expect(try await shell.send(.get, link, authority: authority).status == .notFound)

            let launched = way.cookies
            let file = try await shell.send(.get, "/app.js", authority: authority, headers: launched)
            #expect(file.status == .ok)
            #expect(file.headers[.originAgentCluster] == "?1")
            var worker = launched
            worker[.serviceWorker] = "script"
            #expect(try await shell.send(.get, "/app.js", authority: authority, headers: worker).status == .notFound)
            var again = launched
            again[.ifNoneMatch] = file.headers[.eTag]
            #expect(try await shell.send(.get, "/app.js", authority: authority, headers: again).status == .notModified)
            #expect(try await shell.send(.get, "/app.js", authority: other, headers: launched).status == .notFound)
            #expect(try await shell.send(.post, "/app.js", authority: authority, headers: launched).status == .notFound)

            var signOut = headers
            signOut[.contentType] = "application/x-www-form-urlencoded"
            #expect(try await shell.send(.post, "/sign-out", headers: signOut).status == .seeOther)
            #expect(try await shell.send(.get, "/app.js", authority: authority, headers: launched).status == .notFound)
            #expect(try await shell.send(.get, "/hub", headers: headers).status == .seeOther)
        }
    }

    /// All cases share one server.
    private static let badAddressesCases: [(String, Int)] = [
        ("/miniapp/com.example.sample/pages/none", 404), ("/miniapp/com.example.none", 404),
        ("/miniapp/..%2f..%2fetc", 400), ("/miniapp/com.example.sample/pages/../app", 400), ("/nothing", 404),
        ("/assets/x/shell.css", 404),
    ]

    @Test("A URL that can't be opened responds with an error page")
    func badAddresses() async throws {
        try await TestShell.run { shell in
            try await shell.center.upload(SampleMiniApp())
            for (path, status) in Self.badAddressesCases {
                let response = try await shell.send(.get, path, headers: shell.signIn())
                #expect(response.status.code == status, "\(path)")
                #expect(response.headers[.contentType] == "text/html; charset=utf-8", "\(path)")
            }
        }
    }

    @Test("The bridge accepts calls only from the shell's own script")
    func bridge() async throws {
        try await TestShell.run { shell in
            try await shell.center.upload(SampleMiniApp())
            var headers = try await shell.signIn()
            headers[.contentType] = "application/json"
            headers[.secFetchSite] = "same-origin"
            let call = #"{"jsonrpc":"2.0","id":1,"method":"user.profile"}"#
            let path = "/bridge?miniApp=com.example.sample"
            // Signed in, but the mini app was never opened.
            #expect(try await shell.send(.post, path, headers: headers, body: call).status == .notFound)

            let way = try await shell.launch("/miniapp/com.example.sample", of: "com.example.sample", headers)
            let answer = try await shell.send(.post, path, headers: headers, body: call)
            #expect(answer.status == .ok)
            #expect(try await body(of: answer).contains(#""result":{"id":"#))
            let closed = try await shell.send(
                .post, path, headers: headers, body: #"{"jsonrpc":"2.0","id":1,"method":"host.close"}"#
            )
            #expect(closed.headers[.atollAction] == "close")
            let large = try await shell.send(
                .post, path, headers: headers, body: String(repeating: " ", count: 2_000_000))
            #expect(try await body(of: large).contains("-32001"))

            func status(_ change: (inout HTTPFields) -> Void) async throws -> HTTPResponse.Status {
                var changed = headers
                change(&changed)
                return try await shell.send(.post, path, headers: changed, body: call).status
            }
            #expect(try await status { $0[.origin] = nil } == .forbidden)
            #expect(try await status { $0[.origin] = "null" } == .forbidden)
            #expect(try await status { $0[.origin] = "http://\(way.authority)" } == .forbidden)
            #expect(try await status { $0[.origin] = "http://localhost:8080.evil.test" } == .forbidden)
            #expect(try await status { $0[.secFetchSite] = "cross-site" } == .forbidden)
            #expect(try await status { $0[.secFetchSite] = nil } == .forbidden)
            #expect(try await status { $0[.contentType] = "text/plain" } == .badRequest)
            #expect(try await status { $0[.cookie] = nil } == .unauthorized)
            #expect(try await shell.send(.get, path, headers: headers).status != .ok)
        }
    }

    @Test("A user who loses a role loses access to an open mini app within a minute")
    func withdrawnRole() async throws {
        let clock = TestClock()
        let answers = Answers()
        let entitlements = LaunchEntitlements(now: { clock.now }, ask: { _, _, _ in await answers.next() })
        let digest = SHA256Hash(of: Data("session".utf8))
        let launch = Session.Launch(
            id: digest, session: digest, miniApp: MiniAppID("com.example.sales")!,
            fileList: digest
        )
        #expect(await entitlements.stillAllow(launch))
        clock.advance(by: .seconds(59))
        #expect(await entitlements.stillAllow(launch))
        #expect(await answers.count == 1)
        await answers.refuse()
        clock.advance(by: .seconds(2))
        #expect(await !entitlements.stillAllow(launch))
    }

    private actor Answers {
        private(set) var count = 0
        private var isAllowed = true
        func next() -> Bool {
            count += 1
            return isAllowed
        }
        func refuse() { isAllowed = false }
    }

    @Test(
        "A session ends with the first request of a page that has said that its user leaves, whatever the page does then"
    )
    func leaving() async throws {
        try await TestShell.run { shell in
            let headers = try await shell.signIn()
            var leaving = headers
            leaving[.cookie] = (headers[.cookie] ?? "") + "; __Host-leaving=1"
            let answer = try await shell.send(.get, "/hub", headers: leaving)
            #expect(answer.status == .seeOther && answer.headers[.location] == "/sign-in?return=/hub")
            let set = answer.headers[values: .setCookie]
            #expect(set.contains { $0.hasPrefix("__Host-leaving=; ") && $0.contains("Max-Age=0") })
            #expect(set.contains { $0.hasPrefix("__Host-session=; ") && $0.contains("Max-Age=0") })
            #expect(try await shell.send(.get, "/hub", headers: headers).status == .seeOther)
            // What caches keep for all has no cookies.
            let asset = try #require(
                try await body(of: shell.send(.get, "/sign-in")).firstMatch(of: #/href="(\/assets\/[^"]+)"/#)?.1)
            let file = try await shell.send(.get, String(asset), headers: leaving)
            #expect(file.status == .ok && file.headers[values: .setCookie].isEmpty)
            // Signing in again begins a session, which stays.
            leaving[.contentType] = "application/x-www-form-urlencoded"
            let again = try await shell.send(
                .post, "/sign-in", headers: leaving, body: "name=ada&password=right")
            #expect(again.status == .seeOther)
            let sessions = again.headers[values: .setCookie].filter { $0.hasPrefix("__Host-session=") }
            #expect(sessions.count == 1 && sessions[0].contains("Max-Age=0") == false)
        }
    }

    @Test("A browser whose user no longer exists can sign in again")
    func userGone() async throws {
        try await TestShell.run { shell in
            let headers = try await shell.signIn("guest")
            #expect(try await shell.send(.get, "/hub", headers: headers).headers[.location] == "/sign-in?return=/hub")
            #expect(try await shell.send(.get, "/sign-in?return=/hub", headers: headers).status == .ok)
        }
    }

    @Test(
        "A request that changes something is refused from any other origin",
        arguments: ["/sign-in", "/sign-out", "/hub/layout"])
    func foreign(_ path: String) async throws {
        try await TestShell.run { shell in
            for origin in [nil, "null", "http://evil.test", "http://kudos.localhost:8080"] {
                var headers = try await shell.signIn()
                headers[.origin] = origin
                headers[.contentType] = "application/x-www-form-urlencoded"
                #expect(try await shell.send(.post, path, headers: headers, body: "layout=two").status == .forbidden)
            }
        }
    }

    @Test("An unknown host name gets no page of the shell")
    func hosts() async throws {
        try await TestShell.run { shell in
            #expect(try await shell.send(.get, "/sign-in", authority: "evil.test").status == .misdirectedRequest)
            // Browsers treat the host with a final dot as another origin. Other clients get the page.
            let dotted = try await shell.send(.get, "/sign-in?a=b", authority: "localhost.:8080")
            #expect(dotted.status == .ok)
            let shown = try await shell.send(
                .get, "/sign-in?a=b", authority: "localhost.:8080", headers: [.secFetchMode: "navigate"])
            #expect(shown.status == .permanentRedirect)
            #expect(shown.headers[.location] == "http://localhost:8080/sign-in?a=b")
            let other = try await shell.send(.get, "/", authority: "127.0.0.1:8080")
            #expect(other.headers[.location] == "http://localhost:8080/")
        }
    }

    @Test("The files that let native apps open the site's URLs have its routes, and exist only if apps are configured")
    func association() async throws {
        try await TestShell.run { shell in
            let none = try await shell.send(.get, "/.well-known/apple-app-site-association")
            #expect(none.status == .notFound)
        }
        let directory = try TemporaryDirectory()
        var configuration = ShellConfiguration(
            host: .init(name: "Test", version: "1", platform: "web"), port: 8080, addresses: .local(port: 8080),
            center: URL(string: "http://127.0.0.1:1")!, superApp: TestTrust.superApp,
            trustAnchor: try TestTrust(in: directory.url.appending(path: "elsewhere")).anchor, directory: directory.url
        )
        configuration.appleAppIDs = ["ABCDE12345.com.example.lagoon"]
        configuration.androidApps = ["com.example.lagoon": ["14:6D"]]
        let shell = try await WebShell(
            configuration, users: TestUsers(), logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        )
        try await TestCenter.run { center in
            let test = TestShell(responder: shell.responder(), center: center)
            let apple = try await test.send(.get, "/.well-known/apple-app-site-association")
            #expect(apple.headers[.contentType] == "application/json")
            let text = try await body(of: apple)
            #expect(text.contains("ABCDE12345.com.example.lagoon"))
            #expect(text.contains("\"/\" : \"/miniapp/**\""))
            let android = try await body(of: test.send(.get, "/.well-known/assetlinks.json"))
            #expect(android.contains("\"package_name\" : \"com.example.lagoon\""))
        }
    }

    @Test("If the Center can't be reached, the page says so and offers to try again")
    func offline() async throws {
        let directory = try TemporaryDirectory()
        let shell = try await WebShell(
            ShellConfiguration(
                host: .init(name: "Test", version: "1", platform: "web"), port: 8080, addresses: .local(port: 8080),
                center: URL(string: "http://127.0.0.1:1")!, superApp: TestTrust.superApp,
                trustAnchor: try TestTrust(in: directory.url.appending(path: "elsewhere")).anchor,
                directory: directory.url
            ),
            users: TestUsers(), logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        )
        try await TestCenter.run { center in
            let test = TestShell(responder: shell.responder(), center: center)
            let response = try await test.send(.get, "/hub", headers: test.signIn())
            #expect(response.status == .serviceUnavailable)
            let page = try await body(of: response)
            #expect(page.contains("The Mini App Center can&#39;t be reached"))
            #expect(page.contains("Try again"))
        }
    }
}
