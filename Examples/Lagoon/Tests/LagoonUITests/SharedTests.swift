import AtollCatalog
import AtollPackages
import AtollRuntime
import AtollTestSupport
import Foundation
import Lagoon
import Logging
import ServiceLifecycle
import SwiftUI
import Testing

@testable import AtollUI
@testable import LagoonUI

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// One user in two places: in the app, and on the web site in a browser.
@MainActor
@Suite("Data shared between an app and the web site")
struct SharedTests {
    private struct Serving: Service {
        let server: LagoonServer
        let opened: AsyncStream<LagoonServer.Addresses>.Continuation
        func run() async throws { try await server.run { opened.yield($0) } }
    }

    private static let audience = "https://api.kudos.example.com"
    private static let permission = "user.token https://api.kudos.example.com profile"

    @Test("Names, consent, tokens and storage agree between an app's session and the web shell")
    func agree() async throws {
        let directory = try TemporaryDirectory()
        let examples = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        var configuration = LagoonConfiguration(
            directory: directory.url.appending(path: "server"), miniApps: examples.appending(path: "MiniApps"))
        (configuration.port, configuration.centerPort) = (0, 0)
        let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        let (opened, opening) = AsyncStream.makeStream(of: LagoonServer.Addresses.self)
        let server = try LagoonServer(configuration, logger: logger)
        let data = configuration.directory
        try await GracefulService.run(Serving(server: server, opened: opening), logger: logger) {
            for await addresses in opened {
                let root = try Data(contentsOf: data.appending(path: "center/repository/metadata/1.root.json"))
                try await Self.compare(addresses, root, in: directory.url.appending(path: "device"))
                return
            }
        }
    }

    private static func compare(_ addresses: LagoonServer.Addresses, _ root: Data, in directory: URL) async throws {
        let site = try #require(URL(string: addresses.superApp))
        let services = try LagoonServices(
            CatalogConfiguration(
                center: try #require(URL(string: addresses.center)),
                host: HostIdentity(superApp: "com.example.lagoon", version: "0.1"), trustAnchor: TrustAnchor(root: root)
            ),
            directory: directory, accounts: LagoonWebAccounts(site: site))
        try await services.signIn(name: "ada", password: "coral-reef-1843")
        let id = try #require(MiniAppID("com.example.kudos"))
        let app = App(services.session(of: id, named: "Kudos"))
        let browser = try await Browser(site, name: "ada", password: "coral-reef-1843")
        try await browser.open(id)

        // The same name, from the server.
        await app.session.open()
        let here = try await app.call("storage.set", ["key": "draft", "value": "\"in the app\""])
        #expect(here["result"] == .null)
        #expect(try await browser.call("storage.get", ["key": "draft"], id)["result"] == "\"in the app\"")
        _ = try await browser.call("storage.set", ["key": "draft", "value": "\"on the web\""], id)
        #expect(try await app.call("storage.get", ["key": "draft"])["result"] == "\"on the web\"")
        #expect(try await app.call("storage.getAll", ["prefix": "dr"])["result"] == ["draft": "\"on the web\""])

        // Consent is given in the app; the web has it, and both get tokens for the same person.
        #expect(try await browser.state(of: "user.token", id) == "prompt")
        async let asked = app.call("user.token", ["audience": .string(audience)])
        try await until("no question was asked") { app.session.question != nil }
        #expect(app.session.question?.permissions.map(\.name) == [permission])
        app.session.answer([permission: .granted])
        let token = try await asked
        let ours = try Self.subject(token["result"]?["token"]?.string)
        #expect(try await browser.state(of: "user.token", id) == "granted")
        let theirs = try await browser.call("user.token", ["audience": .string(audience)], id)
        #expect(try Self.subject(theirs["result"]?["token"]?.string) == ours)
        #expect(app.session.sharedUser == ours)

        // Revoked on the web, consent is gone in the app when it opens next, and no token is issued before that.
        try await browser.post(
            "/permissions/change", ["miniApp": id.rawValue, "permission": permission, "decision": "denied"])
        let refused = try await app.call("user.token", ["audience": .string(audience), "fresh": .bool(true)])
        #expect(refused["error"]?["code"] == -32003)
        await app.session.open()
        #expect(services.permissions.ledger.decision(on: permission, for: id) == .denied)

        // A user who makes the super app forget a mini app has another name there, on all devices, and finds no earlier
        // data.
        try await browser.post("/permissions/forget", ["miniApp": id.rawValue])
        await app.session.open()
        let renamed = try #require(app.session.sharedUser)
        #expect(renamed != ours)
        #expect(try await app.call("storage.get", ["key": "draft"])["result"] == .null)
    }

    private static func subject(_ token: String?) throws -> String {
        let part = try #require(token?.split(separator: ".").dropFirst().first)
        var text = String(part).replacing("-", with: "+").replacing("_", with: "/")
        text += String(repeating: "=", count: (4 - text.count % 4) % 4)
        let claims = try BridgeValue(json: try #require(Data(base64Encoded: String(text))))
        return try #require(claims["sub"]?.string)
    }

    /// A session of the app, called as its page would call it.
    @MainActor
    private struct App {
        let session: MiniAppSession

        init(_ session: MiniAppSession) { self.session = session }

        func call(_ method: String, _ parameters: [String: BridgeValue]) async throws -> BridgeValue {
            guard case .running(let loaded) = session.phase else {
                throw Problem(description: "The mini app does not run: \(session.phase)")
            }
            let host = MiniAppHostInfo(name: "Lagoon", version: "0.1", userName: "Ada") { _ in "of this device" }
            let message: BridgeValue = [
                "jsonrpc": "2.0", "id": 1, "method": .string(method), "params": .object(parameters),
            ]
            let reply = await session.reply(
                to: try JSONEncoder().encode(message),
                from: host.context(for: loaded.miniApp, isDark: false, language: "en"))
            return try BridgeValue(json: try #require(reply))
        }
    }

    private struct Problem: Error, CustomStringConvertible { let description: String }

    /// A browser in which the user has signed in, as the server sees it.
    private final class Browser: Sendable {
        private let site: URL
        private let cookie: String
        private let session = URLSession(configuration: .ephemeral, delegate: NoRedirects(), delegateQueue: nil)

        init(_ site: URL, name: String, password: String) async throws {
            self.site = site
            let answer = try await Self.send(session, site, "/sign-in", form: ["name": name, "password": password])
            let header = answer.response.value(forHTTPHeaderField: "Set-Cookie") ?? ""
            guard let start = header.range(of: "__Host-session=") else { throw Problem(description: "not signed in") }
            cookie = "__Host-session=" + header[start.upperBound...].prefix { $0 != ";" }
        }

        func open(_ id: MiniAppID) async throws {
            let page = try await Self.send(session, site, "/miniapp/\(id)", cookie: cookie)
            let text = String(decoding: page.body, as: UTF8.self)
            // The frame is launched by tickets: one to clear another user's data, then one for the launch itself.
            var address = try #require(text.range(of: "src=\"http").map { text[$0.lowerBound...].dropFirst(5) })
                .prefix { $0 != "\"" }.description
            for _ in 0..<2 {
                let url = try #require(URL(string: address))
                let launch = try await Self.send(session, url, "")
                guard let next = launch.response.value(forHTTPHeaderField: "Location"), next.contains("launch") else {
                    return
                }
                address = try #require(URL(string: next, relativeTo: url)?.absoluteString)
            }
        }

        func call(_ method: String, _ parameters: [String: BridgeValue], _ id: MiniAppID) async throws -> BridgeValue {
            let message: BridgeValue = [
                "jsonrpc": "2.0", "id": 1, "method": .string(method), "params": .object(parameters),
            ]
            let answer = try await Self.send(
                session, site, "/bridge?miniApp=\(id)", json: try JSONEncoder().encode(message), cookie: cookie)
            return try BridgeValue(json: answer.body)
        }

        func state(of permission: String, _ id: MiniAppID) async throws -> String? {
            let answer = try await call("permissions.query", ["names": [.string(permission)]], id)
            return answer["result"]?[permission]?.string
        }

        func post(_ path: String, _ form: [String: String]) async throws {
            let answer = try await Self.send(session, site, path, form: form, cookie: cookie)
            #expect(answer.response.statusCode == 303)
        }

        private static func send(
            _ session: URLSession, _ site: URL, _ path: String, form: [String: String]? = nil, json: Data? = nil,
            cookie: String? = nil
        ) async throws -> (body: Data, response: HTTPURLResponse) {
            var request = URLRequest(url: try #require(URL(string: site.absoluteString + path)))
            request.httpShouldHandleCookies = false
            if let cookie { request.setValue(cookie, forHTTPHeaderField: "Cookie") }
            if let form {
                request.httpMethod = "POST"
                var items = URLComponents()
                items.queryItems = form.map { URLQueryItem(name: $0.key, value: $0.value) }
                request.httpBody = Data((items.percentEncodedQuery ?? "").utf8)
                request.setValue("application/x-www-form-urlencoded", forHTTPHeaderField: "Content-Type")
            }
            if let json {
                request.httpMethod = "POST"
                request.httpBody = json
                request.setValue("application/json", forHTTPHeaderField: "Content-Type")
            }
            if request.httpMethod == "POST" {
                request.setValue(site.absoluteString, forHTTPHeaderField: "Origin")
                request.setValue("same-origin", forHTTPHeaderField: "Sec-Fetch-Site")
            }
            return try await session.answer(to: request)
        }
    }

    private final class NoRedirects: NSObject, URLSessionTaskDelegate {
        func urlSession(
            _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
            newRequest request: URLRequest, completionHandler: @escaping (URLRequest?) -> Void
        ) { completionHandler(nil) }
    }
}
