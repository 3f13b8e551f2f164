#if canImport(AtollCenterPostgres)
import AtollPackages
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

/// Takes minutes: part of `make test-all`.
@Suite("Many and large uploads to Centers that share their storage")
struct SharedLoadTests {
    @Test("Uploads and collections in turns lose nothing that a version names", .thorough("load"))
    func collections() async throws {
        let uploads = TestLength.of(short: 30, long: 1_000)
        let collections = TestLength.of(short: 4, long: 20)
        let directory = try TemporaryDirectory()
        let storage = try await SharedStorage()
        try await storage.takeOver(TestTrust(in: directory.url))
        // Blobs that are older than a few seconds and have no version are removed while others upload.
        let grace = Duration.seconds(5)
        try await TestCenter.run(in: directory, stores: storage.stores(grace: grace)) { one in
            try await TestCenter.run(in: directory, stores: storage.stores(grace: grace)) { other in
                let (done, removed) = (NIOLockedValueBox(0), NIOLockedValueBox(0))
                try await withThrowingTaskGroup(of: Void.self) { group in
                    for part in 0..<5 {
                        group.addTask {
                            for number in stride(from: part, to: uploads, by: 5) {
                                // Files that several versions share, and files that only a failed upload ever had.
                                let id = "com.example.app\(number % 40)"
                                let center = number.isMultiple(of: 2) ? one : other
                                var sample = SampleMiniApp(id: id, code: number / 40 + 1)
                                sample.files["shared.js"] = "export default \(number % 7);\n"
                                if number.isMultiple(of: 9) {
                                    var broken = sample
                                    broken.files["lost.js"] = "export default \(number);\n"
                                    // Refused when its files are stored already: it follows no statement that there is.
                                    let wrong = try center.trust.statement(
                                        about: MiniAppPackage(archive: broken.archive), previous: SHA256Hash(of: Data())
                                    )
                                    let refused = try await center.send(
                                        "POST", "/v1/miniapps/\(id)/versions", token: center.apiKey,
                                        body: broken.archive, statement: wrong)
                                    #expect(refused.status == 409)
                                }
                                let status = try await center.upload(sample).status
                                #expect(status == 201 || status == 409, "upload \(number): \(status)")
                                done.withLockedValue { $0 += 1 }
                            }
                        }
                    }
                    group.addTask {
                        for turn in 0..<collections {
                            while done.withLockedValue({ $0 }) < uploads * turn / collections {
                                try await Task.sleep(for: .milliseconds(50))  // sleep: the pause between two requests
                            }
                            let center = (turn.isMultiple(of: 2) ? one : other).center
                            let count = try await center.collectBlobs()
                            removed.withLockedValue { $0 += count }
                        }
                    }
                    try await group.waitForAll()
                }
                // Blobs of refused uploads only are old by now.
                try await Task.sleep(for: grace + .seconds(1))  // sleep: what nothing names grows old
                let last = try await other.center.collectBlobs()
                #expect(removed.withLockedValue { $0 } + last > 0, "nothing was collected")
                #expect(try await one.center.verify().isEmpty)
                let versions = try await one.center.store.allVersions().count
                if TestLength.isLong {
                    print("\(uploads) uploads, \(collections) collections, \(versions) versions intact")
                }
            }
        }
    }

    @Test("Fifty uploads of 10 MB at the same time fit into 300 MB, and all are published", .thorough("load"))
    func memory() async throws {
        let count = TestLength.of(short: 6, long: 50)
        let directory = try TemporaryDirectory()
        let trust = try TestTrust(in: directory.url)
        let storage = try await SharedStorage()
        try await storage.takeOver(trust)
        let stores = try await storage.stores()
        let center = try RestartableCenter(storage.environment, keys: directory.url.appending(path: "keys"))
        try center.start()
        defer { center.stop() }
        let configuration = CenterConfiguration(
            directory: directory.url, signInKeys: SignInKeySource { Data() }, issuer: "", superApps: [])
        let key = try await APIKeys(stores.apiKeys, now: { Date() }, randomBytes: configuration.randomBytes).create(
            for: TestTrust.publisher, scopes: [.publish], expires: Date().addingTimeInterval(3_600)
        ).text
        // Bytes that do not compress, and differ from one mini app to the next.
        var random = SeededGenerator(seed: 1)
        let noise = (0..<9_900_000 / 8).map { _ in random.next() }.withUnsafeBytes { Data($0) }
        try await withThrowingTaskGroup(of: Int.self) { group in
            for number in 0..<count {
                group.addTask {
                    let id = "com.example.big\(number)"
                    let large = PackageFile(path: "large.dat", contents: noise + Data("\(number)".utf8))
                    let archive = ArchiveWriter().archive(of: SampleMiniApp(id: id).packageFiles + [large])
                    let statement = try trust.statement(about: MiniAppPackage(archive: archive))
                    var request = URLRequest(
                        url: center.address.appending(path: "v1/miniapps/\(id)/versions"), timeoutInterval: 300)
                    request.httpMethod = "POST"
                    request.httpBody = archive
                    request.setValue("Bearer \(key)", forHTTPHeaderField: "Authorization")
                    request.setValue(
                        Data(statement.json.readableBytes).base64EncodedString(), forHTTPHeaderField: "Atoll-Statement")
                    let (_, response) = try await URLSession.shared.answer(to: request)
                    return response.statusCode
                }
            }
            for try await status in group { #expect(status == 201) }
        }
        if let memory = center.memory {
            #expect(memory.most < 300_000_000, "\(memory.most) bytes")
            if TestLength.isLong { print("\(count) uploads of 10 MB: \(memory.most / 1_000_000) MB at most") }
        }
        try await stores.close()
    }
}
#endif
