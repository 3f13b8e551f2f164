import AtollCatalog
import AtollPackages
import AtollRuntime
import AtollTestSupport
import Foundation
import SwiftUI
import Testing

@testable import AtollUI

/// The methods that an app answers itself, and those for which it asks the super app's server.
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
        var isFull = false
        var decisions: [String: String] = [:]
        /// The decisions that the app has reported, some time ago.
        private(set) var late: [String] = []
        private(set) var heard: [String] = []
        private(set) var called: [String] = []
        private(set) var stored: [String: String] = [:]

        func set(isOffline: Bool) { self.isOffline = isOffline }
        func decide(_ name: String, _ decision: String?) { decisions[name] = decision }
        func set(isFull: Bool) { self.isFull = isFull }
        func store(_ values: [String: String]) { stored = values }

        func get(_ request: CatalogRequest) async throws(CatalogError) -> CatalogResponse {
            guard !isOffline else { throw .network("off") }
            let body = try? JSONEncoder().encode(
                [
                    "user": .string("name-of-the-server"), "email": "ada@lagoon.example",
                    "decisions": .object(decisions.mapValues { .string($0) }),
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
                    if message["isLate"] == .bool(true) { late.append(contentsOf: members.keys.sorted()) }
                    for (name, decision) in members {
                        decisions[name] = decision.string
                        heard.append("\(name) \(decision.string ?? "")")
                    }
                }
                return CatalogResponse(status: 204, body: Data())
            }
            let method = message["method"]?.string ?? ""
            called.append(method)
            let key = message["params"]?["key"]?.string ?? ""
            let result: BridgeValue
            switch method {
            case "storage.get": result = stored[key].map { .string($0) } ?? .null
            case "storage.set" where isFull, "storage.setAll" where isFull:
                let full: BridgeValue = ["code": -32002, "message": "full"]
                let body = try? JSONEncoder().encode(["jsonrpc": "2.0", "id": 1, "error": full] as BridgeValue)
                return CatalogResponse(status: 200, body: body ?? Data())
            case "storage.set":
                stored[key] = message["params"]?["value"]?.string
                result = .null
            case "storage.setAll":
                if case .object(let items)? = message["params"]?["items"] {
                    stored.merge(items.compactMapValues(\.string)) { $1 }
                }
                result = .null
            case "storage.remove":
                stored[key] = nil
                result = .null
            case "storage.keys": result = .array(stored.keys.sorted().map { .string($0) })
            case "storage.getAll": result = .object(stored.mapValues { .string($0) })
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
    private let clock = Clock()

    /// A clock that the test moves.
    @MainActor
    private final class Clock {
        var time = Duration.zero
    }

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
            sharing: server, device: ScreenDevice(of: "Kudos", services: DeviceServices()),
            now: { [clock] in clock.time })
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
        #expect(
            try await call("user.contact", ["fields": ["email"]])
                == ["email": "ada@lagoon.example", "emailVerified": .bool(true)])
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

    @Test("Methods that apps lack fail as unsupported")
    func lacking() async throws {
        await session.open()
        for (method, parameters): (String, [String: BridgeValue]) in [
            ("page.setFullscreen", ["on": .bool(true)]), ("realtime.join", [:]),
            ("realtime.send", ["data": 1]),
            ("realtime.leave", [:]), ("page.changed", ["page": "/"]), ("page.key", ["key": "Escape"]),
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

    @Test("What the server has no space for is refused, and what was stored before it could say so stays on the device")
    func full() async throws {
        await session.open()
        #expect(try await call("storage.set", ["key": "a", "value": "1"]) == .null)
        await transport.set(isFull: true)
        #expect(try await call("storage.set", ["key": "a", "value": "2"]) == -32002)
        #expect(try await call("storage.get", ["key": "a"]) == "1", "as it was before")
        #expect(try await call("storage.set", ["key": "b", "value": "2"]) == -32002)
        #expect(try await call("storage.keys") == ["a"])
        await transport.set(isOffline: true)
        #expect(try await call("storage.set", ["key": "b", "value": "3"]) == .null)
        await transport.set(isOffline: false)
        #expect(try await call("storage.get", ["key": "b"]) == "3", "what was acknowledged is not lost")
        #expect(try await call("storage.keys") == ["a", "b"])
        #expect(try await call("storage.getAll") == ["a": "1", "b": "3"])
        #expect(try await call("storage.set", ["key": "b", "value": "4"]) == -32002)
        #expect(try await call("storage.get", ["key": "b"]) == "3", "nor by a refusal that comes later")
        #expect(try await call("storage.setAll", ["items": ["a": "5", "c": "6"]]) == -32002)
        #expect(try await call("storage.getAll") == ["a": "1", "b": "3"], "all of them or none")
        #expect(await transport.stored == ["a": "1"])
        await transport.set(isFull: false)
        #expect(try await call("storage.remove", ["key": "a"]) == .null)
        #expect(await transport.stored == ["b": "3"], "with the next change that makes room")
    }

    @Test("What is stored while the server answers is neither lost nor overwritten by that answer")
    func concurrent() async throws {
        await session.open()
        for number in 1...14 {
            async let read = call("storage.getAll")
            async let one = call("storage.get", ["key": "a"])
            async let stored = call("storage.set", ["key": "a", "value": .string("\(number)")])
            async let other = call("storage.set", ["key": .string("b\(number)"), "value": "x"])
            _ = try await (read, one, stored, other)
            #expect(try await call("storage.get", ["key": "a"]) == .string("\(number)"))
            #expect(await transport.stored["a"] == "\(number)")
        }
        await transport.set(isOffline: true)
        #expect(try await call("storage.get", ["key": "a"]) == "14", "here, too")
        guard case .array(let keys) = try await call("storage.keys") else { throw CancellationError() }
        #expect(keys.count == 15)
    }

    @Test("All values are those of the server, and without a connection those of the last time")
    func allValues() async throws {
        await session.open()
        #expect(try await call("storage.setAll", ["items": ["a": "1", "b": "2", "note": "3"]]) == .null)
        await transport.store(["a": "4", "c": "5"])
        #expect(try await call("storage.getAll") == ["a": "4", "c": "5"])
        await transport.set(isOffline: true)
        #expect(try await call("storage.getAll") == ["a": "4", "c": "5"], "what the server has removed stays away")
        #expect(try await call("storage.set", ["key": "note", "value": "6"]) == .null)
        #expect(try await call("storage.getAll", ["prefix": "n"]) == ["note": "6"])
        await transport.set(isOffline: false)
        #expect(try await call("storage.getAll") == ["a": "4", "c": "5", "note": "6"])
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

    @Test("What could not be told is told as late, before what is decided now")
    func late() async throws {
        await session.open()
        await transport.set(isOffline: true)
        await server.share(["user.name": .granted], refusals: [:], of: kudos)
        await transport.set(isOffline: false)
        await server.share(["user.email": .granted], refusals: [:], of: kudos)
        #expect(await transport.late == ["user.name"])
        #expect(await transport.decisions == ["user.name": "granted", "user.email": "granted"])
        _ = try await server.state(of: kudos)
        #expect(await transport.late == ["user.name"], "told once")
    }

    @Test("A refusal stays one while the server fails, whatever it has said before")
    func failing() async throws {
        await session.open()
        allow("user.name")
        await server.share(["user.name": .granted], refusals: [:], of: kudos)
        _ = try await server.state(of: kudos)
        session.permissions.ledger.settle(.denied, on: "user.name", for: kudos)
        await server.share(["user.name": .denied], refusals: ["user.name": 2], of: kudos)
        await transport.set(isOffline: true)
        clock.time += .seconds(31)
        let query: [String: BridgeValue] = ["names": ["user.name"]]
        #expect(try await call("permissions.query", query)["user.name"] == "denied")
        #expect(session.permissions.ledger.decision(on: "user.name", for: kudos) == .denied)
        // Neither is a grant sent that was taken back before it arrived.
        await server.share(["user.email": .granted], refusals: [:], of: kudos)
        await server.share(["user.email": .denied], refusals: ["user.email": 1], of: kudos)
        await transport.set(isOffline: false)
        _ = try await server.state(of: kudos)
        #expect(await transport.heard.filter { $0.hasPrefix("user.email") } == ["user.email denied"])
    }

    @Test("What is taken back elsewhere counts within half a minute, and is not sent back as a decision")
    func elsewhere() async throws {
        await session.open()
        var changes = 0
        session.permissions.changed = { _, _ in changes += 1 }
        allow("user.name")
        await transport.decide("user.name", "denied")
        let query: [String: BridgeValue] = ["names": ["user.name"]]
        #expect(try await call("permissions.query", query)["user.name"] == "granted")
        clock.time += .seconds(31)
        #expect(try await call("permissions.query", query)["user.name"] != "granted")
        #expect(session.permissions.ledger.decision(on: "user.name", for: kudos) == .denied)
        #expect(changes == 1, "only what was decided here")
        // Out of reach, what was known counts.
        await transport.set(isOffline: true)
        clock.time += .seconds(31)
        #expect(try await call("permissions.query", query)["user.name"] != "granted")
    }

    @Test("Calls of a mini app that was closed are refused")
    func closed() async throws {
        await session.open()
        #expect(try await call("host.close") == .null)
        #expect(try await call("storage.keys") == -32005)
    }

    private var running: InstalledMiniApp? {
        guard case .running(let loaded) = session.phase else { return nil }
        return loaded.miniApp
    }
}
