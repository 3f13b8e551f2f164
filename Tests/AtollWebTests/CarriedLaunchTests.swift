import AtollPackages
import AtollRuntime
import AtollTestSupport
import Foundation
import HTTPTypes
import Hummingbird
import Testing

@testable import AtollWeb

@Suite("Launches in browsers that keep no cookies of embedded pages")
struct CarriedLaunchTests {
    private static let id = "com.example.sample"
    private static let path = "/miniapp/com.example.sample"
    private static let form: HTTPFields = [.contentType: "application/x-www-form-urlencoded"]

    /// The document that registers the worker.
    private struct Opening {
        let mark: String
        let worker: String
        let next: String

        init(_ document: String) throws {
            func value(_ name: String) throws -> String {
                let start = try #require(document.range(of: "data-\(name)=\"")).upperBound
                return String(document[start...].prefix { $0 != "\"" }).replacing("&amp;", with: "&")
            }
            (mark, worker, next) = (try value("mark"), try value("worker"), try value("next"))
        }
    }

    /// A browser without cookies of frames.
    private struct Browser {
        let shell: TestShell
        var headers: HTTPFields
        var surface = Session.Surface.pages

        var authority: String { "\(MiniAppOrigin.label(for: MiniAppID(id)!, surface)).localhost:8080" }

        func link() async throws -> String {
            guard surface == .card else {
                return try TestShell.launchLink(in: await body(of: shell.send(.get, path, headers: headers)))
            }
            let card = try await shell.send(
                .post, "/cards", headers: headers.merging(form), body: "id=\(id)&route=pages/detail")
            return try TestShell.launchLink(in: await body(of: card))
        }

        func get(_ address: String, _ fields: HTTPFields = [:], authority: String? = nil) async throws -> Response {
            try await shell.send(.get, address, authority: authority ?? self.authority, headers: fields)
        }

        func status(_ address: String, _ fields: HTTPFields = [:], authority: String? = nil) async throws -> Int {
            try await get(address, fields, authority: authority).status.code
        }

        /// Says that a frame has loaded and is silent.
        func complain(_ form: String) async throws -> Int {
            try await shell.send(
                .post, "/frame-cookies", headers: headers.merging(CarriedLaunchTests.form), body: form
            ).status.code
        }

        /// Opens the mini app as a browser whose worker is not there yet, and returns the launch's secret name.
        func open() async throws -> String {
            let opening = try Opening(await body(of: get(link())))
            let page = try await get(opening.next, [.atollMark: opening.mark])
            #expect(page.status == .ok)
            return try #require(page.headers[.atollLaunch])
        }
    }

    private static func run(
        surface: Session.Surface = .pages, _ test: @Sendable @escaping (Browser) async throws -> Void
    ) async throws {
        try await TestShell.run { shell in
            var sample = SampleMiniApp()
            sample.members["widgets"] = [["name": "w", "path": "pages/detail"]]
            try await shell.center.upload(sample)
            let browser = Browser(shell: shell, headers: try await shell.signIn("ada"), surface: surface)
            _ = try await shell.follow(browser.link(), of: id, surface)
            #expect(try await browser.complain("miniApp=\(id)" + (surface == .card ? "&card=true" : "")) == 205)
            try await test(browser)
        }
    }

    @Test("A worker is registered first, which carries the launch", arguments: [Session.Surface.pages, .card])
    func whole(_ surface: Session.Surface) async throws {
        try await Self.run(surface: surface) { browser in
            let first = try await browser.get(browser.link())
            #expect(first.headers[values: .setCookie].isEmpty && first.headers[.atollLaunch] == nil)
            #expect(first.headers[.clearSiteData] == "\"storage\"", "nobody knows whose it is")
            #expect(first.headers[.cacheControl] == "no-store")
            let policy = try #require(first.headers[.contentSecurityPolicy])
            #expect(policy.contains("worker-src http://\(browser.authority)/.atoll/worker.js;"))
            #expect(policy.contains("frame-ancestors http://localhost:8080;") && policy.contains("script-src 'sha256-"))
            let opening = try Opening(await body(of: first))
            let script: HTTPFields = [.serviceWorker: "script"]
            for _ in 0..<2 { #expect(try await browser.status(opening.worker, script) == 200) }
            #expect(try await browser.status(opening.worker) == 404, "only to be registered")
            let page = try await browser.get(opening.next, [.atollMark: opening.mark])
            #expect(page.status == .ok && page.headers[values: .setCookie].isEmpty)
            // The next opening needs the document again only if the worker's code is another one.
            for (worker, isOpening) in [
                (MiniAppWorker.codeVersion, surface == .pages), ("other", true), ("own", false),
            ] {
                let again = try await browser.get(
                    browser.link(), [.atollMark: opening.mark, .atollWorker: worker])
                #expect((again.headers[.atollLaunch] == nil) == isOpening, "\(worker)")
            }
            #expect(page.headers[.clearSiteData] == nil)
            let name = try #require(page.headers[.atollLaunch])
            #expect(try await browser.status("/app.js", [.atollLaunch: name]) == 200)
            #expect(try await browser.status("/app.js") == 404)
        }
    }

    @Test("What has been used, guessed, or belongs to somebody else opens nothing")
    func attacks() async throws {
        try await Self.run { browser in
            let ben = Browser(shell: browser.shell, headers: try await browser.shell.signIn("ben"))
            let opening = try Opening(await body(of: browser.get(browser.link())))
            // The address of the page, as a history or a picture of it shows it, without what the worker knows.
            #expect(try await browser.status(opening.next) == 404)
            let again = try Opening(await body(of: browser.get(browser.link())))
            #expect(again.mark == opening.mark && again.next != opening.next)
            let name = try await browser.open()
            #expect(try await browser.status(opening.next, [.atollMark: opening.mark]) == 404, "it was used")
            #expect(try await browser.status(opening.worker, [.serviceWorker: "script"]) == 404)
            let card = "card-" + browser.authority
            let script: HTTPFields = [.serviceWorker: "script"]
            func named(_ name: String) -> HTTPFields { [.atollLaunch: name] }
            let marked: HTTPFields = [.atollMark: opening.mark]
            let attempts: [(String, HTTPFields, String?)] = [
                ("/app.js", named(""), nil), ("/app.js", named(String(name.dropLast())), nil),
                ("/app.js", named(name), card), ("/app.js", marked, nil), (again.worker, [:], nil),
                (again.worker, script, card), (again.worker + "x", script, nil), ("/.atoll/worker.js?&", script, nil),
                (again.next, marked, card),
            ]
            for (address, fields, authority) in attempts {
                #expect(try await browser.status(address, fields, authority: authority) == 404, "\(address)")
            }
            // A claim of another user's worker opens nothing, and clears the storage.
            let mark = "x" + String(opening.mark.dropFirst())
            let claims: [HTTPFields] = [[.atollMark: mark, .atollWorker: "own"], [.atollWorker: "own"]]
            for fields in claims {
                let refused = try await browser.get(browser.link(), fields)
                #expect(refused.headers[.atollLaunch] == nil && refused.headers[.clearSiteData] == nil)
                let past = try #require(refused.headers[.location])
                #expect(past.hasPrefix("/.atoll/opening?"))
                let opened = try await browser.get(past)
                #expect(opened.status == .ok && opened.headers[.clearSiteData] == "\"storage\"")
                #expect(try await browser.status(past) == 404)
            }
            // The launch ends with the session; the other user's does not.
            _ = try await browser.shell.follow(ben.link(), of: Self.id)
            #expect(try await ben.complain("miniApp=\(Self.id)") == 205)
            let bens = try await ben.open()
            #expect(try await browser.status("/app.js", [.atollLaunch: name]) == 200)
            let out = try await browser.shell.send(
                .post, "/sign-out", headers: browser.headers.merging(Self.form))
            #expect(out.status == .seeOther)
            #expect(try await browser.status("/app.js", [.atollLaunch: name]) == 404)
            #expect(try await browser.status("/app.js", [.atollLaunch: bens]) == 200)
        }
    }

    @Test("A worker that keeps the version gets the page at once, and says itself when it has shown it")
    func kept() async throws {
        try await Self.run { browser in
            let mark = try Opening(await body(of: browser.get(browser.link()))).mark
            let page = try await browser.get(browser.link(), [.atollMark: mark, .atollWorker: "own"])
            #expect(page.status == .ok && page.headers[.atollLaunch] != nil && page.headers[.clearSiteData] == nil)
            // The worker of another version carries the launch, when the one of this version is registered.
            let other = try await browser.get(browser.link(), [.atollMark: mark, .atollWorker: "other"])
            #expect(other.headers[.atollLaunch] == nil && other.headers[.clearSiteData] == nil)
            let opening = try Opening(await body(of: other))
            let carried = try await browser.get(opening.next, [.atollMark: mark, .atollWorker: "other"])
            #expect(carried.headers[.atollLaunch] != nil)
            let link = try await browser.link()
            let value = try #require(link.range(of: LaunchTickets.parameter + "=")).upperBound
            func post(_ fields: HTTPFields) async throws -> Response {
                try await browser.shell.send(
                    .post, "/.atoll/launch", authority: browser.authority,
                    headers: HTTPFields([.init(name: .secFetchSite, value: "same-origin")]).merging(fields),
                    body: String(link[value...]))
            }
            #expect(try await post([:]).status == .notFound)
            #expect(try await post([.atollMark: "x"]).status == .notFound)
            let known = try await post([.atollMark: mark])
            #expect(known.status == .noContent && known.headers[values: .setCookie].isEmpty)
            let name = try #require(known.headers[.atollLaunch])
            #expect(try await browser.status("/app.js", [.atollLaunch: name]) == 200)
            #expect(try await post([.atollMark: mark]).status == .notFound)
        }
    }

    @Test(
        "In a new session, the worker's mark shows at once that a launch has to be carried, and the user's data stays")
    func laterSession() async throws {
        try await Self.run { browser in
            let mark = try Opening(await body(of: browser.get(browser.link()))).mark
            let later = Browser(shell: browser.shell, headers: try await browser.shell.signIn("ada"))
            let page = try await later.get(later.link(), [.atollMark: mark, .atollWorker: "own"])
            #expect(page.status == .ok && page.headers[.clearSiteData] == nil && page.headers[.atollLaunch] != nil)
            #expect(page.headers[values: .setCookie].isEmpty)
            let opening = try await later.get(later.link())
            #expect(opening.headers[values: .setCookie].isEmpty, "the session is carried from now on")
            // A name that has ended does not hide a cookie that is valid.
            let ben = try await browser.shell.launch(Self.path, of: Self.id, browser.shell.signIn("ben"))
            let both = ben.cookies.merging([.atollLaunch: "ended"])
            #expect(try await browser.get("/app.js", both).status == .ok)
        }
    }

    @Test("Each frame that has lost its cookie is opened again, also when the session is known to need it")
    func twoFrames() async throws {
        try await Self.run { browser in
            let another = Browser(shell: browser.shell, headers: try await browser.shell.signIn("ada"))
            let card = Browser(shell: browser.shell, headers: another.headers, surface: .card)
            _ = try await browser.shell.follow(another.link(), of: Self.id)
            _ = try await browser.shell.follow(card.link(), of: Self.id, .card)
            #expect(try await another.complain("miniApp=\(Self.id)") == 205)
            #expect(try await another.complain("miniApp=\(Self.id)&card=true") == 205)
            // A launch that a worker carries is not opened again.
            _ = try await another.open()
            #expect(try await another.complain("miniApp=\(Self.id)") == 204)
        }
    }

    @Test("A frame that is silent for another reason is not opened in another way")
    func silent() async throws {
        try await TestShell.run { shell in
            try await shell.center.upload(SampleMiniApp())
            let browser = Browser(shell: shell, headers: try await shell.signIn("ada"))
            #expect(try await browser.complain("miniApp=\(Self.id)") == 404, "it was not launched")
            let launch = try await shell.launch(Self.path, of: Self.id, browser.headers)
            _ = try await browser.get("/app.js", launch.cookies)
            #expect(try await browser.complain("miniApp=\(Self.id)") == 204)
            #expect(try await browser.complain("miniApp=\(Self.id)&version=00000000") == 404)
            #expect(try await browser.complain("miniApp=x") == 404)
            let answer = try await browser.get(browser.link())
            #expect(!answer.headers[values: .setCookie].isEmpty || answer.headers[.location] != nil)
            let stranger = Browser(shell: shell, headers: [.origin: TestShell.origin])
            #expect(try await stranger.complain("miniApp=\(Self.id)") == 401)
        }
    }

    @Test("After a sign-out through the page's worker, its next page clears the data, and no other site's link does")
    func signedOut() async throws {
        try await TestShell.run { shell in
            let ada = try await shell.signIn("ada")
            let own: HTTPFields = [.secFetchSite: "same-origin"]
            #expect(try await shell.send(.get, "/signed-out", headers: ada.merging(own)).headers[.clearSiteData] == nil)
            let plain = try await shell.send(
                .post, "/sign-out", headers: try await shell.signIn("ben").merging(Self.form))
            #expect(plain.headers[.clearSiteData] == "\"cache\", \"storage\"")
            let asked = try await shell.send(
                .post, "/sign-out", headers: ada.merging(Self.form).merging([.atollWorker: "own"]))
            #expect(asked.status == .seeOther && asked.headers[.clearSiteData] == nil)
            let out = try await shell.send(.get, "/signed-out", headers: own)
            #expect(out.headers[.location] == "/sign-in" && out.headers[.clearSiteData] == "\"cache\", \"storage\"")
            for site in ["cross-site", "same-site", "none"] {
                let answer = try await shell.send(.get, "/signed-out", headers: [.secFetchSite: site])
                #expect(answer.headers[.clearSiteData] == nil && answer.status == .seeOther)
            }
        }
    }
}
