import AtollCatalog
import AtollPackages
import AtollRuntime
import AtollTestSupport
import Foundation
import SwiftUI
import Testing

@testable import AtollUI

/// What an app answers itself, and what it asks the super app's server.
@MainActor
@Suite("What a host answers in an app")
struct HostMethodTests {
    private struct Source: MiniAppSource {
        let directory: TemporaryDirectory
        func load(_ id: MiniAppID, progress: @escaping @Sendable (Double) -> Void) async throws -> RunnableMiniApp {
            var sample = SampleMiniApp(id: id.rawValue, name: "Kudos")
            sample.members["req_permissions"] = ["user.name", "user.email", "notifications"].map { ["name": $0] }
            sample.members["atoll_tokens"] = [
                ["audience": "https://api.example.com", "scopes": ["profile"], "reason": "To reach you."]
            ]
            let package = try MiniAppPackage(files: sample.packageFiles)
            let blobs = try BlobDirectory(directory.url)
            for file in package.files { try blobs.write(file.contents, as: SHA256Hash(of: file.contents)) }
            let list = package.fileList.encoded()
            try blobs.write(list, as: SHA256Hash(of: list))
            return RunnableMiniApp(try InstalledMiniApp(fileList: SHA256Hash(of: list), in: blobs))
        }
        func started(_ miniApp: InstalledMiniApp) async {}
        func becameReady(_ miniApp: InstalledMiniApp) async {}
        func failed(_ miniApp: InstalledMiniApp) async {}
    }

    /// A server in memory: it answers as the shell's would, or can't be reached.
    private actor Server: CatalogTransport {
        var isOffline = false
        var decisions: [String: String] = [:]
        private(set) var called: [String] = []
        private var stored: [String: String] = [:]

        func set(isOffline: Bool) { self.isOffline = isOffline }

        func get(_ request: CatalogRequest) async throws(CatalogError) -> CatalogResponse {
            guard !isOffline else { throw .network("off") }
            let body = try? JSONEncoder().encode(
                [
                    "user": .string("name-of-the-server"), "decisions": .object(decisions.mapValues { .string($0) }),
                    "refusals": [:],
                ]
                    as BridgeValue)
            return CatalogResponse(status: 200, body: body ?? Data())
        }

        func post(_ json: Data, with request: CatalogRequest) async throws(CatalogError) -> CatalogResponse {
            guard !isOffline else { throw .network("off") }
            guard let message = try? BridgeValue(json: json) else { return CatalogResponse(status: 400, body: Data()) }
            if request.url.lastPathComponent == "decisions" {
                if case .object(let members)? = message["decisions"] {
                    for (name, decision) in members { decisions[name] = decision.string }
                }
                return CatalogResponse(status: 204, body: Data())
            }
            let method = message["method"]?.string ?? ""
            called.append(method)
            let key = message["params"]?["key"]?.string ?? ""
            let result: BridgeValue
            switch method {
            case "storage.get": result = stored[key].map { .string($0) } ?? .null
            case "storage.set":
                stored[key] = message["params"]?["value"]?.string
                result = .null
            case "storage.remove":
                stored[key] = nil
                result = .null
            case "storage.keys": result = .array(stored.keys.sorted().map { .string($0) })
            case "storage.size": result = ["used": 1, "limit": 2, "keys": .integer(stored.count)]
            case "user.token": result = ["token": "a.b.c", "expiresAt": .integer(4_000_000_000_000)]
            case "user.code": result = ["code": "xyz", "expiresAt": .integer(4_000_000_000_000)]
            default: result = .string("from the server")
            }
            let body = try? JSONEncoder().encode(["jsonrpc": "2.0", "id": 1, "result": result] as BridgeValue)
            return CatalogResponse(status: 200, body: body ?? Data())
        }
    }

    private struct Notices: NoticeProvider {
        func schedule(_ notice: MiniAppNotice, _ context: BridgeContext) async throws(BridgeError) {}
        func cancel(_ id: String, _ context: BridgeContext) async throws(BridgeError) {}
        func badge(_ count: Int, _ context: BridgeContext) async throws(BridgeError) {}
    }

    private let transport = Server()
    private let session: MiniAppSession
    private let server: SuperAppServer
    private let kudos: MiniAppID
    private let directory: TemporaryDirectory

    init() throws {
        kudos = try #require(MiniAppID("com.example.kudos"))
        directory = try TemporaryDirectory()
        server = SuperAppServer(
            try #require(URL(string: "https://app.example.com")), transport: transport,
            memory: directory.url.appending(path: "memory")
        ) { "secret" }
        session = MiniAppSession(
            kudos, from: Source(directory: try TemporaryDirectory()),
            storage: SharedStorage(FileStorage(directory: directory.url.appending(path: "storage")), with: server),
            methods: BridgeMethod.tokenMethods(ServerTokens(server)) + BridgeMethod.onServer(server)
                + BridgeMethod.noticeMethods(Notices()),
            sharing: server, device: ScreenDevice(of: "Kudos", services: DeviceServices()))
    }

    private func call(_ method: String, _ parameters: [String: BridgeValue] = [:]) async throws -> BridgeValue {
        guard case .running(let loaded) = session.phase else { throw CancellationError() }
        session.noteTap()
        var host = MiniAppHostInfo(name: "Reef", version: "1", userName: "Ada") { _ in "of this device" }
        host.backEnds = ["https://api.example.com": "http://127.0.0.1:8082"]
        let message: BridgeValue = [
            "jsonrpc": "2.0", "id": 1, "method": .string(method), "params": .object(parameters),
        ]
        let reply = await session.reply(
            to: try JSONEncoder().encode(message),
            from: host.context(for: loaded.miniApp, isDark: false, language: "en"))
        let value = try BridgeValue(json: try #require(reply))
        return value["result"] ?? value["error"]?["code"] ?? .null
    }

    private func allow(_ names: String...) {
        for name in names { session.permissions.ledger.decide(.granted, on: name, for: kudos) }
    }

    @Test("Every method of the host answers")
    func all() async throws {
        await session.open()
        allow("user.name", "user.email", "notifications", "user.token https://api.example.com profile")
        #expect(try await call("host.info")["apiLevel"] == .integer(HostIdentity.offeredPlatform))
        #expect(try await call("host.log", ["level": "info", "message": "hi"]) == .null)
        #expect(try await call("lifecycle.state")["global"] == "launched")
        #expect(try await call("lifecycle.state")["global"] == "shown")
        #expect(try await call("lifecycle.error", ["message": "on purpose"]) == .null)
        #expect(try await call("apps.launch")["source"] == "hub")
        #expect(try await call("user.signIn") == ["signedIn": .bool(true)])
        #expect(try await call("user.profile") == ["id": "name-of-the-server", "name": "Ada"])
        #expect(try await call("user.contact", ["fields": ["email"]]) == [:])
        #expect(try await call("user.token", ["audience": "https://api.example.com"])["token"] == "a.b.c")
        #expect(try await call("user.code", ["audience": "https://api.example.com"])["code"] == "xyz")
        #expect(try await call("analytics.event", ["name": "opened"]) == .null)
        #expect(try await call("notifications.schedule", ["id": "1", "at": 0, "title": "Hi"]) == .null)
        #expect(try await call("notifications.cancel", ["id": "1"]) == .null)
        #expect(try await call("notifications.badge", ["count": 1]) == .null)
        #expect(try await call("storage.setAll", ["items": ["a": "1", "b": "2"]]) == .null)
        #expect(try await call("storage.keys") == ["a", "b"])
        #expect(try await call("storage.getAll") == ["a": "1", "b": "2"])
        #expect(try await call("storage.remove", ["key": "a"]) == .null)
        #expect(try await call("storage.size")["keys"] == 1)
        #expect(try await call("storage.clear") == .null)
        #expect(try await call("storage.get", ["key": "b"]) == .null)
        for (method, parameters): (String, [String: BridgeValue]) in [
            ("secrets.get", ["key": "a"]), ("secrets.set", ["key": "a", "value": "b"]),
            ("secrets.remove", ["key": "a"]),
            ("files.list", [:]), ("files.read", ["path": "a"]), ("files.write", ["path": "a", "data": ""]),
            ("files.remove", ["path": "a"]), ("updates.send", ["payload": 1]), ("updates.since", ["serial": 0]),
        ] {
            #expect(try await call(method, parameters) == "from the server", "\(method)")
        }
    }

    @Test("What this host lacks is said to be unsupported")
    func lacking() async throws {
        await session.open()
        for (method, parameters): (String, [String: BridgeValue]) in [
            ("page.setAppearance", [:]), ("page.setFullscreen", ["on": .bool(true)]), ("files.pick", [:]),
            ("files.save", ["name": "a", "type": "b", "data": ""]), ("realtime.join", [:]),
            ("realtime.send", ["data": 1]),
            ("realtime.leave", [:]), ("page.changed", ["page": "/"]),
        ] {
            #expect(try await call(method, parameters) == -32004, "\(method)")
        }
    }

    @Test("What is stored without a connection is told later, and reads as it was written until then")
    func offline() async throws {
        await session.open()
        #expect(try await call("storage.set", ["key": "a", "value": "1"]) == .null)
        await transport.set(isOffline: true)
        #expect(try await call("storage.set", ["key": "a", "value": "2"]) == .null)
        #expect(try await call("storage.get", ["key": "a"]) == "2")
        #expect(try await call("secrets.get", ["key": "a"]) == -32008)
        await transport.set(isOffline: false)
        #expect(try await call("storage.get", ["key": "a"]) == "2")
        #expect(await transport.called.last == "storage.get")
        #expect(await transport.called.contains("storage.set"))
    }

    @Test("A refusal without a connection holds, here at once and on the server later")
    func refusals() async throws {
        await session.open()
        await transport.set(isOffline: true)
        await server.share(["user.name": .denied], refusals: ["user.name": 2], of: kudos)
        await session.open()
        #expect(
            session.permissions.ledger.states(
                of: try #require(running), supported: ["user.name"])["user.name"] == .denied)
        #expect(await transport.decisions == [:])
        await transport.set(isOffline: false)
        await session.open()
        #expect(await transport.decisions == ["user.name": "denied"])
    }

    private var running: InstalledMiniApp? {
        guard case .running(let loaded) = session.phase else { return nil }
        return loaded.miniApp
    }
}
