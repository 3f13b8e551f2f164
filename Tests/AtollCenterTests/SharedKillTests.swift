#if canImport(AtollCenterPostgres)
import AtollCatalog
import AtollPackages
import AtollPublishing
import AtollTestSupport
import Foundation
import NIOConcurrencyHelpers
import AtollPostgres
import SignedJSON
import Testing

@testable import AtollCenter
@testable import AtollCenterDomain
@testable import AtollCenterPostgres
@testable import AtollCenterSignIn

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite("Centers that are killed while they publish")
struct SharedKillTests {
    /// The observations of publishers and devices.
    private struct Seen {
        var acknowledged: [MiniAppID: Int] = [:]
        var uploads = 0
        var refreshes = 0
        var faults: [String] = []
        var timestamp = 0
    }

    /// The objects that all tasks of the test share.
    private struct Scene: Sendable {
        let addresses: [URL]
        let trust: TestTrust
        let apiKey: String
        let directory: TemporaryDirectory
        let seen = NIOLockedValueBox(Seen())

        func fault(_ text: String) { seen.withLockedValue { $0.faults.append(text) } }
    }

    @Test(
        "Nothing acknowledged is lost, no device refuses anything, and what is half done is finished without help",
        .thorough("kills"))
    func kills() async throws {
        let count = TestLength.of(short: 6, long: 100)
        let recorder = PutRecorder()
        let proxy = try ByteProxy(before: TestServer.objects.get().port, watch: recorder.take)
        defer { proxy.stop() }
        let directory = try TemporaryDirectory()
        let trust = try TestTrust(in: directory.url)
        let storage = try await SharedStorage(objectPort: proxy.port, timeout: .seconds(2))
        try await storage.takeOver(trust)
        let stores = try await storage.stores()
        let keys = directory.url.appending(path: "keys")
        let centers = try (0..<2).map { _ in try RestartableCenter(storage.environment, keys: keys) }
        for center in centers { try center.start() }
        defer { for center in centers { center.stop() } }
        let apiKeys = APIKeys(
            stores.apiKeys, now: { Date() },
            randomBytes: CenterConfiguration(
                directory: directory.url, signInKeys: SignInKeySource { Data() }, issuer: "", superApps: []
            ).randomBytes)
        let key = try await apiKeys.create(
            for: TestTrust.publisher, scopes: [.publish], expires: Date().addingTimeInterval(3_600)
        ).text
        let scene = Scene(addresses: centers.map(\.address), trust: trust, apiKey: key, directory: directory)
        let seed = UInt64.random(in: 0 ... .max)
        let work = Task {
            await withTaskGroup(of: Void.self) { group in
                for number in 0..<8 { group.addTask { await Self.publish(number, scene) } }
                for number in 0..<2 { group.addTask { await Self.refresh(number, scene) } }
                group.addTask { await Self.watch(scene) }
            }
        }
        var random = SeededGenerator(seed: seed)
        for _ in 0..<count {
            let pause = Duration.milliseconds(Int.random(in: 100...900, using: &random))
            try await Task.sleep(for: pause)  // sleep: random kills
            let center = centers[Int.random(in: 0...1, using: &random)]
            center.kill()
            try center.start()
        }
        try await until("seed \(seed): not every publisher got something published") {
            scene.seen.withLockedValue { $0.acknowledged.count == 8 }
        }
        work.cancel()
        await work.value
        try await until("seed \(seed): what was half done is not finished") {
            try await !stores.catalog.isAnythingDue()
        }
        let seen = scene.seen.withLockedValue { $0 }
        #expect(seen.faults.isEmpty, "seed \(seed): \(seen.faults.prefix(5))")
        #expect(seen.acknowledged.count == 8, "seed \(seed): every publisher got something published")
        let releases = try TrustedReleases(
            directory: TemporaryDirectory().url, anchor: trust.anchor, host: TestTrust.host,
            center: scene.addresses[0], transport: HTTPCatalogTransport())
        for (id, code) in seen.acknowledged {
            let versions = try await stores.catalog.versions(of: id).map(\.listing.version.code)
            #expect(versions.contains(code), "seed \(seed): \(id) \(code) was lost")
            let told = try await releases.release(of: id).statement.version.code
            #expect(told >= code, "seed \(seed): \(id) \(code) was acknowledged, devices get \(told)")
        }
        #expect(recorder.ambiguous.isEmpty, "seed \(seed): \(recorder.ambiguous.prefix(5))")
        #expect(recorder.count > seen.uploads)
        if TestLength.isLong {
            print("\(count) kills, \(seen.uploads) acknowledged, \(seen.refreshes) refreshes, \(recorder.count) names")
        }
        try await stores.close()
    }

    /// Publishes one version after another, now at one Center and now at the other.
    private static func publish(_ number: Int, _ scene: Scene) async {
        let id = MiniAppID("com.example.app\(number)")!
        while !Task.isCancelled {
            let center = scene.addresses.randomElement()!
            do {
                let published = try await PublishingClient(center: center, apiKey: scene.apiKey).published(id)
                let code = (published.versions.map(\.version.code).max() ?? 0) + 1
                let archive = SampleMiniApp(id: id.rawValue, code: code).archive
                let statement = try scene.trust.statement(
                    about: MiniAppPackage(archive: archive), previous: published.lastStatement)
                var request = URLRequest(url: center.appending(path: "v1/miniapps/\(id)/versions"), timeoutInterval: 40)
                request.httpMethod = "POST"
                request.httpBody = archive
                request.setValue("Bearer \(scene.apiKey)", forHTTPHeaderField: "Authorization")
                let text = Data(statement.json.readableBytes).base64EncodedString()
                request.setValue(text, forHTTPHeaderField: "Atoll-Statement")
                let (data, response) = try await URLSession.shared.answer(to: request)
                switch response.statusCode {
                case 201:
                    scene.seen.withLockedValue { seen in
                        seen.acknowledged[id] = code
                        seen.uploads += 1
                    }
                // An upload whose answer was lost may have been published, or be half published still.
                case 409, 503: break
                case let status:
                    scene.fault("upload: \(status) \(String(decoding: data.prefix(200), as: UTF8.self))")
                }
            } catch {
                // The Center is being killed, or is not back yet.
                try? await Task.sleep(for: .milliseconds(50))  // sleep: between two actions
            }
        }
    }

    /// Refreshes as a device that never forgets what it has seen.
    private static func refresh(_ number: Int, _ scene: Scene) async {
        let folder = scene.directory.url.appending(path: "device-\(number)")
        while !Task.isCancelled {
            let id = MiniAppID("com.example.app\(Int.random(in: 0..<8))")!
            // Before its first version there is nothing that a device could accept.
            guard scene.seen.withLockedValue({ $0.acknowledged[id] }) != nil else {
                try? await Task.sleep(for: .milliseconds(20))  // sleep: between two actions
                continue
            }
            do {
                let releases = try TrustedReleases(
                    directory: folder, anchor: scene.trust.anchor, host: TestTrust.host,
                    center: scene.addresses.randomElement()!, transport: HTTPCatalogTransport())
                _ = try await releases.release(of: id)
                scene.seen.withLockedValue { $0.refreshes += 1 }
            } catch CatalogError.untrusted(let error) {
                // A Center that is killed in the middle of an answer is no reason for mistrust.
                if case .transport = error { continue }
                scene.fault("device: \(error)")
            } catch CatalogError.notAccepted(let refusal) {
                scene.fault("device: \(refusal)")
            } catch {
                try? await Task.sleep(for: .milliseconds(20))  // sleep: between two actions
            }
        }
    }

    /// Reads the timestamp from both Centers in turn: its version never goes back.
    private static func watch(_ scene: Scene) async {
        while !Task.isCancelled {
            for address in scene.addresses {
                let url = address.appending(path: "v1/trust/metadata/timestamp.json")
                guard let (data, response) = try? await URLSession.shared.answer(to: URLRequest(url: url)),
                    response.statusCode == 200,
                    let envelope = try? JSONSerialization.jsonObject(with: data) as? [String: Any],
                    let version = (envelope["signed"] as? [String: Any])?["version"] as? Int
                else { continue }
                let last = scene.seen.withLockedValue { seen in
                    defer { seen.timestamp = max(seen.timestamp, version) }
                    return seen.timestamp
                }
                if version < last { scene.fault("the timestamp went back from \(last) to \(version)") }
            }
            try? await Task.sleep(for: .milliseconds(20))  // sleep: between two actions
        }
    }
}
#endif
