import AtollPackages
import AtollPublishing
import AtollTestSupport
import BoundedHTTP
import Foundation
import SignedJSON
import TUF
import Testing

@testable import AtollCatalog
@testable import AtollCenter
@testable import AtollCenterSignIn

/// Sends requests for some paths to a hostile server instead of the Center.
private struct Diverted: CatalogTransport {
    let paths: [String]
    let server: HostileServer
    let act: HostileServer.Act
    let base = HTTPCatalogTransport()

    private func diverted(_ request: CatalogRequest) -> CatalogRequest {
        guard paths.contains(where: request.url.path.contains) else { return request }
        var request = request
        request.url = server.address(of: act).appending(path: request.url.path)
        return request
    }

    func get(_ request: CatalogRequest) async throws(CatalogError) -> CatalogResponse {
        try await base.get(diverted(request))
    }

    func stream(_ request: CatalogRequest, _ take: (CatalogChunk) throws -> Void) async throws(CatalogError) {
        try await base.stream(diverted(request), take)
    }
}

/// A Center whose answers have names that take long to compare, among those that are expected.
private struct SlowNames: CatalogTransport {
    private var answer: CatalogResponse {
        let (first, second) = (
            String(repeating: "\u{301}\u{316}", count: 40), String(repeating: "\u{316}\u{301}", count: 40)
        )
        let names = #""a\#(first)":1,"a\#(second)":1"#
        return CatalogResponse(status: 200, body: Data(#"{\#(names),"items":[],"start":0,"total":0}"#.utf8))
    }

    func get(_ request: CatalogRequest) async throws(CatalogError) -> CatalogResponse { answer }
    func stream(_ request: CatalogRequest, _ take: (CatalogChunk) throws -> Void) async throws(CatalogError) {}
}

@Suite("A hostile Center, on every path that is requested")
struct HostileCenterTests {
    private static let id = MiniAppID("com.example.sample")!

    /// The paths that a device requests when it opens a mini app that has a newer version and whose publisher's file
    /// has changed.
    static let paths = [
        "/v1/miniapps/", "/metadata/timestamp", "root.json", "snapshot.json", ".releases-", ".publishers-",
        "/v1/trust/targets/", "/v1/packs/", "/v1/blobs/",
    ]

    @Test("Names that take long to compare are no answer")
    func slowNames() async throws {
        let client = CenterClient(
            center: URL(string: "http://localhost")!, transport: SlowNames(),
            host: HostIdentity(superApp: TestTrust.superApp, version: "1")
        ) { nil }
        await #expect(throws: CatalogError.invalidResponse("the JSON does not have the expected format")) {
            try await client.listings(CatalogSearch(), start: 0, count: 10)
        }
    }

    /// A device that has opened version 1, while version 2 is published.
    private static func known(_ center: TestCenter) async throws -> (folder: TemporaryDirectory, OpenableMiniApps) {
        try await center.upload(SampleMiniApp())
        let folder = try TemporaryDirectory()
        let openable = OpenableMiniApps()
        let known = try TestDevice(center, folder.url.appending(path: "device"))
        _ = try await known.catalog.entitlement(to: id, remembering: openable).files()
        _ = try await known.open(id)
        var changed = SampleMiniApp(id: id.rawValue, code: 2)
        changed.files["app.js"] = "export default 2;\n"
        try await center.upload(changed)
        var ceremony = try center.trust.ceremony()
        try ceremony.set(PublisherFile(TestTrust.publisher, keys: [center.trust.publisherKey.key], floors: [id: 1]))
        try ceremony.publish()
        return (folder, openable)
    }

    /// A new copy of the device in its original state.
    private static func copy(_ folder: TemporaryDirectory) throws -> (TemporaryDirectory, URL) {
        let other = try TemporaryDirectory()
        let device = other.url.appending(path: "device")
        try FileManager.default.copyItem(at: folder.url.appending(path: "device"), to: device)
        return (other, device)
    }

    /// The acts that leave a device without a response, and so without anything to verify.
    private static let unreachable: Set<HostileServer.Act> = [
        .silence, .silenceAfterHead, .silenceInBody, .drippedHead, .drippedBody, .closed, .reset, .resetAfterHead,
        .closedInBody,
    ]

    @Test(
        "A cached version opens within half a minute, whatever is done to any path", .thorough("hostile servers"),
        arguments: paths)
    func cached(_ path: String) async throws {
        try await TestCenter.run { center in
            let (folder, openable) = try await Self.known(center)
            let server = try HostileServer(speed: HurriedTime.speed)
            defer { server.stop() }
            for act in HostileServer.Act.allCases {
                // Ten seconds of this clock are a tenth of a real one: if the machine was busy for that long, nothing
                // was requested, and the test tries again.
                var isAsked = false
                for _ in 0..<5 where !isAsked {
                    // Packs are optional: blobs are only requested without them.
                    let paths = path == "/v1/blobs/" ? ["/v1/packs/", path] : [path]
                    let transport = Diverted(paths: paths, server: server, act: act)
                    let before = server.connections
                    // A busy machine gets more time.
                    let time = await HurriedTime.shortest(within: .seconds(30 + 90)) {
                        do {
                            let (kept, directory) = try Self.copy(folder)
                            defer { withExtendedLifetime(kept) {} }
                            let device = try TestDevice(center, directory, transport: transport)
                            defer { #expect(device.faults == []) }
                            let announced = try await device.catalog.entitlement(to: Self.id, remembering: openable)
                                .files()
                            let loaded = try await device.catalog.load(Self.id, announced: announced)
                            #expect((1...2).contains(loaded.miniApp.manifest.version.code))
                        } catch {
                            // Data that can't be trusted is not mistaken for an unreachable Center; the error is a
                            // sentence.
                            #expect(error is CatalogError && "\(error)".contains(" "), "\(act): \(error)")
                            #expect(!Self.unreachable.contains(act), "\(act) on \(path): \(error)")
                        }
                    }
                    isAsked = server.connections > before
                    #expect(time < .seconds(30 + 90), "\(act) on \(path)")
                }
                #expect(isAsked, "\(path) was never asked for")
            }
        }
    }

    @Test(
        "Ten calls that wait for one another wait no longer than one", .thorough("hostile servers"),
        arguments: ["/metadata/timestamp", ".releases-"])
    func together(_ path: String) async throws {
        try await TestCenter.run { center in
            let (folder, openable) = try await Self.known(center)
            let server = try HostileServer(speed: HurriedTime.speed)
            defer { server.stop() }
            for act in [HostileServer.Act.silence, .drippedBody] {
                let transport = Diverted(paths: [path], server: server, act: act)
                let time = await HurriedTime.shortest(within: .seconds(30 + 90)) {
                    do {
                        let (kept, directory) = try Self.copy(folder)
                        defer { withExtendedLifetime(kept) {} }
                        let device = try TestDevice(center, directory, transport: transport)
                        await Self.openTenTimes(device, openable, "\(act) on \(path)")
                    } catch {
                        Issue.record("\(act) on \(path): \(error)")
                    }
                }
                #expect(time < .seconds(30 + 90), "\(act) on \(path)")
            }
        }
    }

    private static func openTenTimes(_ device: TestDevice, _ openable: OpenableMiniApps, _ name: String) async {
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<10 {
                group.addTask {
                    do {
                        let announced = try await device.catalog.entitlement(to: id, remembering: openable).files()
                        let loaded = try await device.catalog.load(id, announced: announced)
                        #expect(loaded.miniApp.manifest.version.code == 1)
                    } catch {
                        Issue.record("\(name): \(error)")
                    }
                }
            }
        }
    }

    @Test("A fresh device stores none of it", .thorough("hostile servers"), arguments: HostileServer.Act.allCases)
    func fresh(_ act: HostileServer.Act) async throws {
        try await TestCenter.run { center in
            try await center.upload(SampleMiniApp())
            let server = try HostileServer(speed: HurriedTime.speed)
            defer { server.stop() }
            // Packs are optional: without them, blobs are fetched one by one.
            for (paths, mayOpen) in [(["/v1/packs/"], true), (["/v1/packs/", "/v1/blobs/"], false)] {
                let transport = Diverted(paths: paths, server: server, act: act)
                let time = await HurriedTime.shortest(within: .seconds(90 + 60)) {
                    do {
                        let directory = try TemporaryDirectory()
                        let device = try TestDevice(
                            center, directory.url.appending(path: "device"), transport: transport)
                        let loaded = try? await device.catalog.load(Self.id)
                        #expect(loaded == nil || mayOpen)
                        #expect(device.faults == [])
                    } catch {
                        Issue.record("\(act) on \(paths): \(error)")
                    }
                }
                #expect(time < .seconds(90 + 60), "\(act) on \(paths)")
            }
        }
    }

    @Test(
        "Lists, sign-in keys, publishing and repositories fail with a sentence", .thorough("hostile servers"),
        arguments: HostileServer.Act.allCases
    )
    func others(_ act: HostileServer.Act) async throws {
        let server = try HostileServer(speed: HurriedTime.speed)
        defer { server.stop() }
        let directory = try TemporaryDirectory()
        let address = server.address(of: act)
        let client = CenterClient(center: address, transport: HTTPCatalogTransport(), host: TestTrust.host) { nil }
        let root = try TestTrust(in: directory.url).anchor.root
        try TUFClient.trust(root, in: directory.url)
        let repository = try TUFClient(directory: directory.url, metadataURL: address)
        let calls: [(String, () async throws -> Void)] = [
            ("a list", { _ = try await client.listings(CatalogSearch(), start: 0, count: 10) }),
            ("an icon", { _ = try await client.blob(SHA256Hash(of: Data()), length: 10) }),
            ("the key set", { _ = try await SignInKeySource.address(address).load() }),
            ("publishing", { _ = try await PublishingClient(center: address, apiKey: "k").published(Self.id) }),
            ("the repository", { try await repository.refresh() }),
        ]
        for (name, call) in calls {
            let time = await HurriedTime.shortest(within: .seconds(30 + 60)) {
                do {
                    try await call()
                    // Complete bytes are judged by the caller.
                    #expect(name == "the key set", "\(name) was believed")
                } catch {
                    #expect("\(error)".contains(" "), "\(name): \(error)")
                }
            }
            #expect(time < .seconds(30 + 60), "\(name)")
        }
    }
}
