import AtollPackages
import AtollRuntime
import AtollTestSupport
import Foundation
import HTTPTypes
import Hummingbird
import Testing

@testable import AtollWeb

@Suite("The worker that keeps a mini app in a browser")
struct MiniAppWorkerTests {
    private static let id = "com.example.sample"
    private static let path = "/miniapp/com.example.sample"

    /// The pass in a launch URL.
    private static func pass(in link: String) throws -> String {
        let value = try #require(link.range(of: LaunchTickets.parameter + "=")).upperBound
        return try #require(LaunchTickets.parts(of: link[value...]).pass)
    }

    private static func link(_ shell: TestShell, _ headers: HTTPFields) async throws -> String {
        try TestShell.launchLink(in: await body(of: shell.send(.get, path, headers: headers)))
    }

    @Test("The script names each path with its digest, and is given to a launch with its pass only")
    func script() async throws {
        try await TestShell.run { shell in
            try await shell.center.upload(SampleMiniApp())
            let (ada, ben) = (try await shell.signIn("ada"), try await shell.signIn("ben"))
            let link = try await Self.link(shell, ada)
            let launch = try await shell.follow(link, of: Self.id)
            let address = "/.atoll/worker.js?" + (try Self.pass(in: link))
            var headers = launch.cookies
            headers[.serviceWorker] = "script"
            let response = try await shell.send(.get, address, authority: launch.authority, headers: headers)
            #expect(response.status == .ok && response.headers[.serviceWorkerAllowed] == "/")
            #expect(response.headers[.contentSecurityPolicy] == "default-src 'none'; connect-src 'self'")
            let text = try await body(of: response)
            for path in [#""/""#, #""/app.js""#, #""/pages/home""#, #""/.atoll/atoll.js""#] {
                #expect(text.contains(path + #":[""#), "\(path)")
            }
            #expect(text.contains("Content-Security-Policy") && text.contains("worker-src http"))
            #expect(!text.contains(try Self.pass(in: link)), "only its digest")
            // It is refused without the cookie, as an ordinary file, or with any other pass.
            let bens = try Self.pass(in: await Self.link(shell, ben))
            let others: [(String, HTTPFields)] = [
                (address, [.serviceWorker: "script"]), (address, launch.cookies), ("/.atoll/worker.js", headers),
                ("/.atoll/worker.js?" + bens, headers), ("/app.js", headers), ("/.atoll/atoll.js", headers),
            ]
            for (address, headers) in others {
                let answer = try await shell.send(.get, address, authority: launch.authority, headers: headers)
                #expect(answer.status == .notFound, "\(address)")
            }
        }
    }

    @Test("Users and versions have passes of their own; the same user and version always the same")
    func passes() async throws {
        try await TestShell.run { shell in
            var sample = SampleMiniApp()
            try await shell.center.upload(sample)
            let (ada, ben) = (try await shell.signIn("ada"), try await shell.signIn("ben"))
            let first = try Self.pass(in: await Self.link(shell, ada))
            #expect(try Self.pass(in: await Self.link(shell, ada)) == first)
            #expect(try Self.pass(in: await Self.link(shell, try await shell.signIn("ada"))) == first)
            #expect(try Self.pass(in: await Self.link(shell, ben)) != first)
            sample.code = 2
            sample.files["app.js"] = "export default 2;\n"
            try await shell.center.upload(sample)
            #expect(try Self.pass(in: await Self.link(shell, ada)) != first)
        }
    }

    @Test("A kept page is a launch when its worker says so, once, from its own origin and with its own pass")
    func launches() async throws {
        try await TestShell.run { shell in
            try await shell.center.upload(SampleMiniApp())
            let before = try await shell.launch(Self.path, of: Self.id, shell.signIn("ada"))
            let (ada, ben) = (try await shell.signIn("ada"), try await shell.signIn("ben"))
            let link = try await Self.link(shell, ada)
            // A session that has not opened it yet waits for the host.
            #expect(link.hasSuffix(".1"))
            var known = before.cookies
            known[.secFetchSite] = "same-origin"
            func post(_ body: String, _ fields: HTTPFields) async throws -> Response {
                try await shell.send(.post, "/.atoll/launch", authority: before.authority, headers: fields, body: body)
            }
            let value = String(try #require(link.split(separator: "=").last))
            let ticket = LaunchTickets.parts(of: value).ticket
            for bad in [
                "", ".", ticket, "x." + ticket, String(repeating: "a", count: 300), "\u{0}.\u{0}", "ä.ö",
                ticket + ".other",
            ] {
                #expect(try await post(bad, known).status == .notFound)
            }
            var foreign = known
            foreign[.secFetchSite] = "cross-site"
            // Without the mark of the same user, the storage may belong to another one.
            let bens = String(try #require(await Self.link(shell, ben).split(separator: "=").last))
            for (body, fields) in [
                (value, foreign), (value, before.cookies),
                (value, HTTPFields(dictionaryLiteral: (.secFetchSite, "same-origin"))), (bens, known),
            ] as [(String, HTTPFields)] {
                #expect(try await post(body, fields).status == .notFound)
            }
            let answer = try await post(value, known)
            #expect(answer.status == .noContent)
            let cookies = answer.headers[values: .setCookie]
            #expect(cookies.contains { $0.hasPrefix("__Host-last=") })
            #expect(try await post(value, known).status == .notFound, "a ticket is used once")
            let cookie = try #require(cookies.first { $0.hasPrefix("__Host-launch=") }).prefix { $0 != ";" }
            let file = try await shell.send(
                .get, "/app.js", authority: before.authority, headers: [.cookie: String(cookie)])
            #expect(file.status == .ok)
            #expect(try await !Self.link(shell, ada).hasSuffix(".1"), "now it has been opened")
        }
    }

    @Test("A session's first opening brings the texts with the page, a later one does not")
    func texts() async throws {
        try await TestShell.run { shell in
            var sample = SampleMiniApp()
            sample.files["i18n/en.json"] = #"{"hello": "Hello \"you\""}"#
            try await shell.center.upload(sample)
            let ada = try await shell.signIn("ada")
            func page() async throws -> String { try await body(of: shell.send(.get, Self.path, headers: ada)) }
            let first = try await page()
            #expect(first.contains("data-texts=\"{&quot;language&quot;:&quot;en&quot;"))
            _ = try await shell.follow(TestShell.launchLink(in: first), of: Self.id)
            #expect(try await !page().contains("data-texts"))
        }
    }
}
