import AtollPackages
import AtollTestSupport
import Foundation
import Testing

@testable import AtollRuntime

/// A source of mini apps for tests, which records its notifications.
actor TestSource: MiniAppSource {
    private let directory: TemporaryDirectory
    private(set) var told: [String] = []
    var failure: (any Error)?
    var notice: String?
    let members: [String: any Sendable]

    let denied: Set<String>

    init(members: [String: any Sendable] = [:], denied: Set<String> = []) throws {
        directory = try TemporaryDirectory()
        self.members = members
        self.denied = denied
    }

    func fail(_ error: (any Error)?) { failure = error }

    func load(
        _ id: MiniAppID, progress: @escaping @Sendable (Double) -> Void
    ) async throws -> RunnableMiniApp {
        progress(0.5)
        if let failure { throw failure }
        var sample = SampleMiniApp(id: id.rawValue)
        sample.members = members
        let package = try MiniAppPackage(files: sample.packageFiles)
        let blobs = try BlobDirectory(directory.url)
        for file in package.files { try blobs.write(file.contents, as: SHA256Hash(of: file.contents)) }
        let list = package.fileList.encoded()
        try blobs.write(list, as: SHA256Hash(of: list))
        return RunnableMiniApp(
            try InstalledMiniApp(fileList: SHA256Hash(of: list), in: blobs, permissionsDenied: denied),
            isOffline: false, notice: notice)
    }

    func started(_ miniApp: InstalledMiniApp) { told.append("started") }
    func becameReady(_ miniApp: InstalledMiniApp) { told.append("ready") }
    func failed(_ miniApp: InstalledMiniApp) { told.append("failed") }
}

@MainActor
@Suite("Mini app sessions")
struct MiniAppSessionTests {
    private final class Clock { var now = Duration.zero }
    private let clock = Clock()

    private func session(
        _ source: TestSource, permissions: PermissionStore? = nil, methods: [BridgeMethod] = []
    ) throws -> MiniAppSession {
        let clock = clock
        return MiniAppSession(
            try #require(MiniAppID("com.example.sample")), from: source, bridge: BridgeRouter(methods: methods),
            permissions: permissions, now: { clock.now })
    }

    @Test("It starts at the page that a link led to, if the mini app has it, and only once")
    func pages() async throws {
        let session = try session(TestSource())
        session.go(to: "/pages/detail?id=3")
        #expect(session.generation == 0, "nothing runs yet")
        await session.open()
        let manifest = try #require(runningManifest(session))
        #expect(session.takeStart(in: manifest) == "/pages/detail?id=3" && session.generation == 1)
        #expect(session.takeStart(in: manifest) == "/", "what starts again starts with the first page")
        await session.becameReady()
        session.go(to: "/pages/home?a=b#top")
        #expect(session.generation == 2 && !session.isReady)
        #expect(session.takeStart(in: manifest) == "/pages/home?a=b")
        for page in [
            "", "/", "pages/home", "//pages/home", "/pages/none", "/pages", "/.atoll/atoll.js", "?pages/home",
            "/pages/home/", "#/pages/home",
        ] {
            session.go(to: page)
            #expect(session.generation == 2, "\(page): the page that is there stays")
        }
        // A page that crashes is not opened again and again.
        session.go(to: "/pages/detail")
        await session.contentEnded()
        #expect(session.takeStart(in: manifest) == "/pages/detail", "it has not started yet")
        await session.contentEnded()
        #expect(session.takeStart(in: manifest) == "/")
        // A first page that there is not.
        let other = try self.session(TestSource())
        other.go(to: "/pages/none")
        await other.open()
        #expect(other.takeStart(in: manifest) == "/")
    }

    private func runningManifest(_ session: MiniAppSession) -> Manifest? {
        guard case .running(let loaded) = session.phase else { return nil }
        return loaded.miniApp.manifest
    }

    private func phase(_ session: MiniAppSession) -> String {
        switch session.phase {
        case .loading: "loading"
        case .running: "running"
        case .failed(let reason): "failed: \(reason)"
        }
    }

    @Test("A mini app is loaded and started, and becomes ready once")
    func runs() async throws {
        let source = try TestSource()
        let session = try session(source)
        #expect(phase(session) == "loading")
        await session.becameReady()
        #expect(!session.isReady, "a mini app that is not running is not ready")
        await session.open()
        #expect(phase(session) == "running")
        await session.becameReady()
        await session.becameReady()
        #expect(await source.told == ["started", "ready"])
    }

    @Test("A screen that appears again resumes cancelled loading, and leaves a running mini app alone")
    func comesAgain() async throws {
        let session = try session(try TestSource())
        let task = Task { await session.openIfNeeded() }
        task.cancel()
        await task.value
        #expect(phase(session) == "loading")
        await session.openIfNeeded()
        #expect(phase(session) == "running")
        session.contentShown()
        let generation = session.generation
        await session.openIfNeeded()
        #expect(session.generation == generation && session.isShown)
    }

    @Test("A permission that the operator denies is neither asked for nor granted")
    func denied() async throws {
        let source = try TestSource(
            members: ["req_permissions": [["name": "camera"], ["name": "location"]]], denied: ["camera"])
        let camera = BridgeMethod("camera.take", needs: "camera") { _, _ in BridgeResult("picture") }
        let session = try session(source, methods: [camera])
        await session.open()
        session.permissions.ledger.decide(.granted, on: "camera", for: session.id)
        let message = Data(#"{"jsonrpc":"2.0","id":1,"method":"camera.take"}"#.utf8)
        let reply = await session.reply(to: message, from: .sample) ?? Data()
        #expect(String(decoding: reply, as: UTF8.self).contains(#""state":"unavailable""#))
        #expect(session.question == nil)
    }

    @Test("A mini app that can't be loaded gives the reason, and can be retried")
    func fails() async throws {
        let source = try TestSource()
        let session = try session(source)
        await source.fail(BridgeError(.internal, "The disk is full."))
        await session.open()
        #expect(phase(session) == "failed: The disk is full. (-32603)")
        await source.fail(nil)
        await session.open()
        #expect(phase(session) == "running")
    }

    @Test("Content that ends is restarted; if it ends repeatedly within a minute, the session fails")
    func endurance() async throws {
        let source = try TestSource()
        let session = try session(source)
        await session.open()
        for second in [0, 10, 20] {
            clock.now = .seconds(second)
            let generation = session.generation
            await session.contentEnded()
            #expect(session.generation == generation + 1)
        }
        clock.now = .seconds(59)
        await session.contentEnded()
        #expect(phase(session) == "failed: Sample keeps stopping. It may work again later.")
        #expect(await source.told == ["started", "failed"])
        await session.open()
        #expect(phase(session) == "running", "the user can retry")
    }

    @Test("Ends that are far apart do not fail the session")
    func patience() async throws {
        let session = try session(try TestSource())
        await session.open()
        for minute in 0..<50 {
            clock.now = .seconds(minute * 61)
            await session.contentEnded()
        }
        #expect(phase(session) == "running")
    }

    @Test("A page whose contents the system has discarded is reloaded")
    func blank() async throws {
        let session = try session(try TestSource())
        session.foundBlank()
        #expect(session.generation == 0)
        await session.open()
        session.foundBlank()
        #expect(session.generation == 2)
    }

    private func call(_ method: String, _ parameters: String = "{}", in session: MiniAppSession) async -> String {
        let message = Data(#"{"jsonrpc":"2.0","id":1,"method":"\#(method)","params":\#(parameters)}"#.utf8)
        return String(decoding: await session.reply(to: message, from: .sample) ?? Data(), as: UTF8.self)
    }

    /// Waits until the user is asked, and answers.
    private func answer(_ answers: [String: PermissionAnswer], in session: MiniAppSession) async -> [String] {
        while session.question == nil { await Task.yield() }
        let names = session.question?.permissions.map(\.name) ?? []
        session.answer(answers)
        return names
    }

    private static let asking = [
        "req_permissions": [["name": "camera", "reason": "For receipts."], ["name": "location"]]
    ]

    private static let methods = [
        BridgeMethod("camera.take", needs: "camera") { _, _ in BridgeResult("picture") },
        BridgeMethod("place.get", needs: "location") { _, _ in BridgeResult("here") },
        BridgeMethod("microphone.listen", needs: "microphone") { _, _ in BridgeResult("words") },
    ]

    @Test("The user is asked when a permission is used, over the running mini app, and the call goes on")
    func asksAtUse() async throws {
        let session = try session(try TestSource(members: Self.asking), methods: Self.methods)
        await session.open()
        #expect(phase(session) == "running" && session.question == nil)
        async let picture = call("camera.take", in: session)
        #expect(await answer(["camera": .granted, "microphone": .granted], in: session) == ["camera"])
        #expect(await picture.contains(#""result":"picture""#))
        #expect(session.permissions.ledger.granted(to: session.id) == ["camera"], "the other was not asked for")
        #expect(await call("camera.take", in: session).contains("picture"))
        // It holds at the next call.
        session.permissions.ledger.settle(.denied, on: "camera", for: session.id)
        #expect(await call("camera.take", in: session).contains("The user has not allowed camera."))
        // A permission granted to another version does not count if this version does not ask for it.
        session.permissions.ledger.decide(.granted, on: "microphone", for: session.id)
        #expect(await call("microphone.listen", in: session).contains(#""state":"unavailable""#))
    }

    @Test("Who refuses is not asked again in this launch, and after two times not at all")
    func refuses() async throws {
        let session = try session(try TestSource(members: Self.asking), methods: Self.methods)
        for launch in 1...2 {
            await session.open()
            async let place = call("place.get", in: session)
            // Swiped away: nothing was allowed.
            _ = await answer([:], in: session)
            #expect(await place.contains(#""state":"denied""#), "launch \(launch)")
            #expect(await call("place.get", in: session).contains("-32003"))
            #expect(session.question == nil)
        }
        await session.open()
        #expect(await call("place.get", in: session).contains(#""state":"denied""#))
        #expect(session.question == nil)
        session.permissions.ledger.settle(.granted, on: "location", for: session.id)
        #expect(await call("place.get", in: session).contains("here"))
    }

    @Test("Once means until the mini app is closed")
    func once() async throws {
        let session = try session(try TestSource(members: Self.asking), methods: Self.methods)
        await session.open()
        async let place = call("place.get", in: session)
        _ = await answer(["location": .once], in: session)
        #expect(await place.contains("here"))
        #expect(await call("place.get", in: session).contains("here"))
        #expect(session.permissions.ledger.decision(on: "location", for: session.id) == nil)
        await session.open()
        async let again = call("place.get", in: session)
        _ = await answer(["location": .denied], in: session)
        #expect(await again.contains("-32003"))
    }

    @Test("Several calls that wait for one answer get it; more than a few are refused")
    func several() async throws {
        let session = try session(try TestSource(members: Self.asking), methods: Self.methods)
        await session.open()
        var refusals = 0
        let calls = (0..<20).map { _ in
            Task {
                let text = await call("place.get", in: session)
                if text.contains("-32003") { refusals += 1 }
                return text
            }
        }
        try await until("nothing is asked") { session.question != nil }
        try await until("no call is refused") { refusals > 0 }
        session.answer(["location": .granted])
        var (given, refused) = (0, 0)
        for each in calls {
            let text = await each.value
            if text.contains("here") { given += 1 } else if text.contains("-32003") { refused += 1 }
        }
        #expect(given + refused == 20 && given >= 4 && refused > 0)
    }

    @Test("Content that ends takes the question with it, and the call is answered")
    func ends() async throws {
        let session = try session(try TestSource(members: Self.asking), methods: Self.methods)
        await session.open()
        async let place = call("place.get", in: session)
        while session.question == nil { await Task.yield() }
        await session.contentFailed("It broke.")
        #expect(session.question == nil)
        #expect(await place.contains("-32003"))
        #expect(session.permissions.ledger.miniApps.isEmpty, "nobody has refused")
    }

    @Test("A permission that no method of the host uses is not asked for")
    func unsupported() async throws {
        let session = try session(try TestSource(members: Self.asking), methods: [Self.methods[0], .permissionsQuery])
        await session.open()
        let states = await call("permissions.query", #"{"names":["camera","location"]}"#, in: session)
        #expect(states.contains(#""camera":"prompt","location":"unavailable""#))
    }

    @Test("Permissions that left the manifest are forgotten")
    func forgets() async throws {
        let session = try session(try TestSource(members: Self.asking), methods: Self.methods)
        session.permissions.ledger.decide(.granted, on: "microphone", for: session.id)
        session.permissions.ledger.decide(.granted, on: "camera", for: session.id)
        await session.open()
        #expect(session.permissions.ledger.granted(to: session.id) == ["camera"])
    }

    @Test("The ledger can be encoded and decoded, and forgets decisions")
    func ledger() throws {
        let id = try #require(MiniAppID("com.example.sample"))
        var ledger = PermissionLedger()
        ledger.decide(.granted, on: "b", for: id)
        ledger.decide(.denied, on: "a", for: id)
        let again = try JSONDecoder().decode(PermissionLedger.self, from: try JSONEncoder().encode(ledger))
        #expect(again == ledger)
        #expect(again.decisions(for: id).map(\.permission) == ["a", "b"])
        #expect(again.miniApps == [id])
        // As the version before wrote it: a user who refused is not asked again.
        let old = #"{"decisions":{"com.example.sample":{"a":"denied","b":"granted"}}}"#
        let read = try JSONDecoder().decode(PermissionLedger.self, from: Data(old.utf8))
        #expect(read.entries(for: id).map(\.entry.refusals) == [2, 0] && read.granted(to: id) == ["b"])
        ledger.noteUse(of: "b", by: id, at: Date(timeIntervalSince1970: 60))
        #expect(ledger.entries(for: id)[1].entry.uses == 1)
        ledger.forget("a", for: id)
        ledger.forget("b", for: id)
        #expect(ledger == PermissionLedger())
    }

    @Test("A mini app can close itself")
    func close() async throws {
        let source = try TestSource()
        let session = MiniAppSession(
            try #require(MiniAppID("com.example.sample")), from: source,
            storage: FileStorage(directory: try TemporaryDirectory().url))
        await session.open()
        let ready = Data(#"{"jsonrpc":"2.0","method":"lifecycle.ready"}"#.utf8)
        #expect(await session.reply(to: ready, from: .sample) == nil)
        #expect(session.isReady)
        _ = await session.reply(to: Data(#"{"jsonrpc":"2.0","id":1,"method":"host.close"}"#.utf8), from: .sample)
        #expect(session.isClosed)
    }
}

extension BridgeContext {
    static var sample: BridgeContext {
        BridgeContext(
            miniApp: MiniAppID("com.example.sample")!, version: .init(code: 1, name: "1.0"),
            user: .init(pairwiseID: "u", name: "Ada"), host: .init(name: "Test", version: "1", platform: "ios"),
            appearance: .init(theme: .light, language: "en", textLanguage: nil))
    }
}
