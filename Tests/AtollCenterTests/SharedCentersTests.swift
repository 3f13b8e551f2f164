#if canImport(AtollCenterPostgres)
import AtollTrust
import AtollCatalog
import AtollPackages
import AtollTestSupport
import Foundation
import ObjectStorage
import AtollPostgres
import SignedJSON
import TUF
import Testing

@testable import AtollCenter
@testable import AtollCenterDomain
@testable import AtollCenterPostgres
@testable import AtollCenterSignIn

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite("Two Centers on one database and one bucket")
struct SharedCentersTests {
    private static let id = MiniAppID("com.example.sample")!

    /// Two Centers that serve the same repository, each with a role.
    private static func pair(
        _ roles: (CenterRole, CenterRole) = (.all, .all), in folder: TemporaryDirectory? = nil,
        storage: SharedStorage? = nil,
        _ body: @Sendable @escaping (_ one: TestCenter, _ other: TestCenter, SharedStorage) async throws -> Void
    ) async throws {
        let directory = if let folder { folder } else { try TemporaryDirectory() }
        let found = if let storage { storage } else { try await SharedStorage() }
        try await found.takeOver(TestTrust(in: directory.url))
        try await TestCenter.run(in: directory, stores: found.stores(), role: roles.0) { one in
            try await TestCenter.run(in: directory, stores: found.stores(), role: roles.1) { other in
                try await body(one, other, found)
            }
        }
    }

    /// The version that a device gets, which remembers what it has seen in its folder.
    private static func code(_ center: TestCenter, on device: TemporaryDirectory? = nil) async throws -> Int {
        let device = try device ?? TemporaryDirectory()
        return try await center.releases(in: device.url).release(of: id).statement.version.code
    }

    @Test("What one publishes, withdraws and restricts, devices get from the other, at once and without a refusal")
    func together() async throws {
        try await Self.pair { one, other, _ in
            #expect(try await one.upload(SampleMiniApp()).status == 201)
            #expect(try await Self.code(other) == 1)
            // A device that goes from one to the other never meets an older state.
            let device = try TemporaryDirectory()
            for code in 2...6 {
                let center = code.isMultiple(of: 2) ? other : one
                #expect(try await center.upload(SampleMiniApp(id: "com.example.sample", code: code)).status == 201)
                #expect(try await Self.code(code.isMultiple(of: 3) ? one : other, on: device) == code)
            }
            #expect(try await one.put("/v1/miniapps/\(Self.id)/access", #"{"roles": ["Sales"]}"#).status == 204)
            try await until {
                try await other.send("GET", "/v1/miniapps/\(Self.id)", token: other.token()).status == 404
            }
        }
    }

    @Test("Uploads to both at the same time share snapshots, and none is lost", .thorough("several Centers"))
    func batches() async throws {
        try await Self.pair { one, other, _ in
            try await withThrowingTaskGroup(of: Int.self) { group in
                for number in 0..<24 {
                    let center = number.isMultiple(of: 2) ? one : other
                    group.addTask { try await center.upload(SampleMiniApp(id: "com.example.app\(number)")).status }
                }
                for try await status in group { #expect(status == 201) }
            }
            let releases = try one.releases(in: TemporaryDirectory().url)
            for number in 0..<24 {
                #expect(
                    try await releases.release(of: MiniAppID("com.example.app\(number)")!).statement.version.code == 1)
            }
            #expect(try await !one.center.store.isAnythingDue())
        }
    }

    @Test("Of uploads of one version to both, one is accepted")
    func oneWins() async throws {
        try await Self.pair { one, other, _ in
            try await one.upload(SampleMiniApp())
            let archives = (0..<6).map {
                SampleMiniApp(id: "com.example.sample", name: "Sample \($0)", code: 2).archive
            }
            let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
                for (number, archive) in archives.enumerated() {
                    let center = number.isMultiple(of: 2) ? one : other
                    group.addTask { try await center.upload(archive, as: Self.id.rawValue).status }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(statuses.count { $0 == 201 } == 1 && statuses.allSatisfy { $0 == 201 || $0 == 409 }, "\(statuses)")
            #expect(try await Self.code(other) == 2)
        }
    }

    @Test("A Center without keys has another sign what it accepts, and says so if there is none")
    func roles() async throws {
        try await Self.pair((.web, .signer)) { (web: TestCenter, signer: TestCenter, _) async throws in
            #expect(try await web.upload(SampleMiniApp()).status == 201)
            #expect(try await Self.code(web) == 1)
            #expect(try await web.put("/v1/superapps/\(TestTrust.superApp)/home", "{}").status == 204)
            // A process that only signs serves nothing else.
            #expect(try await signer.send("GET", "/v1/trust/metadata/timestamp.json").status == 404)
            try await until("it is not ready") { try await signer.send("GET", "/ready").status == 200 }
        }
        let directory = try TemporaryDirectory()
        let storage = try await SharedStorage()
        try await storage.takeOver(TestTrust(in: directory.url))
        try await ReleasePipeline.$patience.withValue(.milliseconds(300)) {
            try await TestCenter.run(in: directory, stores: storage.stores(), role: .web) { web in
                let answer = try await web.upload(SampleMiniApp())
                #expect(answer.status == 503 && answer.member("rule") == "not-announced")
                // It waits for a process that signs.
                #expect(try await web.center.store.isAnythingDue())
                await #expect(throws: CatalogError.self) { _ = try await Self.code(web) }
            }
            try await TestCenter.run(in: directory, stores: storage.stores(), role: .signer) { signer in
                try await until("nobody announced it") { try await !signer.center.store.isAnythingDue() }
                #expect(try await signer.center.repository.descriptor(of: Self.id)?.releases.count == 1)
            }
        }
    }

    @Test("A process that signs, on a shared database, makes no keys of its own")
    func noKeys() async throws {
        let directory = try TemporaryDirectory()
        let storage = try await SharedStorage()
        let stores = try await storage.stores()
        var configuration = CenterConfiguration(
            directory: directory.url, signInKeys: SignInKeySource { Data() }, issuer: "", superApps: [])
        configuration.keys = directory.url.appending(path: "none")
        #expect(throws: CeremonyError.self) {
            _ = try MiniAppCenter(configuration, stores: stores, logger: .init(label: "test"))
        }
        #expect(!FileManager.default.fileExists(atPath: configuration.keys.path))
        try await stores.close()
    }

    @Test("A database that has lost its last transactions is noticed, nothing is signed, and the operator decides")
    func lostTail() async throws {
        try await Self.pair { one, other, storage in
            try await one.upload(SampleMiniApp())
            let pool = PostgresPool(storage.database)
            // As a standby that was promoted without the last transactions.
            let saved = try await pool.read { try SharedRepository.head($0) }
            let old = try #require(saved)
            try await one.upload(SampleMiniApp(id: "com.example.sample", code: 2))
            try await one.upload(SampleMiniApp(id: "com.example.other"))
            let device = try TemporaryDirectory()
            #expect(try await Self.code(one, on: device) == 2)
            try await pool.write { session in
                try session.query(
                    "UPDATE trust_head SET number = \(.integer(old.number)), timestamp = \(.bytes(old.timestamp))")
                try session.execute(
                    """
                    DELETE FROM version WHERE code = 2 OR mini_app = 'com.example.other';
                    UPDATE mini_app SET current_code = 1
                    """)
            }
            for center in [one, other] {
                let answer = try await center.upload(SampleMiniApp(id: "com.example.next"))
                #expect(answer.status == 503 && answer.member("rule") == "lost-transactions", "\(answer)")
            }
            try await until {
                let ready = try await one.send("GET", "/ready")
                return ready.status == 200 && String(decoding: ready.body, as: UTF8.self).contains("transactions")
            }
            #expect(try await pool.read { try SharedRepository.head($0) }?.number == old.number)
            let (before, after) = try await SharedRepository(pool, storage.database, storage.objects).advance()
            #expect(before == old.number && after > before)
            try await one.center.compareWithRepository()
            // Files that only the repository names stay.
            await #expect(throws: CenterError.self) { _ = try await one.center.collectBlobs() }
            // Both processes announce what is due. What was announced is not uploaded again.
            let id = try #require(MiniAppID("com.example.next"))
            try await until { try await !one.center.store.isDue(id) }
            #expect(try await one.releases(in: TemporaryDirectory().url).release(of: id).statement.version.code == 1)
            let again = try await one.upload(SampleMiniApp(id: "com.example.next"))
            #expect(again.status == 409 && again.member("rule") == "code-not-higher", "\(again)")
            // The device continues, and what only devices knew stays as it was.
            #expect(try await Self.code(other, on: device) == 2)
            #expect(
                try await one.upload(SampleMiniApp(id: "com.example.sample", code: 2)).member("rule")
                    == "older-database")
            #expect(try await one.upload(SampleMiniApp(id: "com.example.sample", code: 3)).status == 201)
            #expect(try await Self.code(other, on: device) == 3)
            await pool.close()
        }
    }

    @Test("A Center that moves keeps everything, its devices go on, and its folder is not used again")
    func move() async throws {
        let directory = try TemporaryDirectory()
        let device = try TemporaryDirectory()
        let storage = try await SharedStorage()
        let details = #"{"tags": ["travel"]}"#
        try await TestCenter.run(in: directory) { center in
            try await center.upload(SampleMiniApp())
            try await center.upload(SampleMiniApp(id: "com.example.sample", code: 2))
            try await center.upload(SampleMiniApp(id: "com.example.other", name: "Other"))
            #expect(try await center.put("/v1/miniapps/\(Self.id)/details", details).status < 300)
            #expect(
                try await center.put("/v1/miniapps/com.example.other/access", #"{"roles": ["Sales"]}"#).status == 204)
            #expect(try await Self.code(center, on: device) == 2)
        }
        @Sendable func move() async throws -> CenterMove {
            try await CenterMove(from: directory.url, to: storage.database, objects: storage.objects) { _ in }
        }
        // Interrupted in the middle, and done again.
        do { _ = try await move().copyRows() }
        let configuration = CenterConfiguration(
            directory: directory.url, signInKeys: SignInKeySource { Data() }, issuer: "", superApps: [])
        _ = try MiniAppCenter(configuration, logger: .init(label: "test"))
        do { try await move().run() }
        // Not a second time: what was changed in the new place since then would be undone.
        do { await #expect(throws: MoveError.isMoved(directory.url.path)) { try await move().run() } }
        #expect(throws: CenterConfigurationError.moved(directory.url.path)) {
            _ = try MiniAppCenter(configuration, logger: .init(label: "test"))
        }
        try await TestCenter.run(in: directory, stores: storage.stores()) { center in
            #expect(try await center.center.verify().isEmpty)
            let token = try await center.token()
            let found = try await center.send("GET", "/v1/miniapps?tag=travel", token: token)
            #expect(String(decoding: found.body, as: UTF8.self).contains("com.example.sample"))
            #expect(try await center.send("GET", "/v1/miniapps/com.example.other", token: token).status == 404)
            #expect(try await Self.code(center, on: device) == 2)
            #expect(try await center.upload(SampleMiniApp(id: "com.example.sample", code: 3)).status == 201)
            #expect(try await Self.code(center, on: device) == 3)
        }
    }

    @Test(
        "All keys are replaced while two Centers run, in a repository with many bins, and devices follow",
        .thorough("several Centers"))
    func rotation() async throws {
        let directory = try TemporaryDirectory()
        let device = try TemporaryDirectory()
        let first = try TestTrust(in: directory.url)
        try FileManager.default.removeItem(at: first.repository)
        try TrustCeremony.begin(
            in: first.repository, owners: [first.owner.signer], reviewers: [first.reviewer.signer],
            center: first.centerKeys, size: TrustSize(publisherBits: 1, releaseBits: 9))
        var begun = try first.ceremony()
        try begun.set(PublisherFile(TestTrust.publisher, keys: [first.publisherKey.key]))
        try begun.publish()
        let storage = try await SharedStorage()
        try await Self.pair(in: directory, storage: storage) { one, other, _ in
            try await one.upload(SampleMiniApp())
            #expect(try await Self.code(one, on: device) == 1)
            let (owner, reviewer) = (PrivateKey(), PrivateKey())
            let online = try CenterKeys.next(beside: directory.url.appending(path: "keys"))
            let copy = directory.url.appending(path: "copy")
            try await one.shared?.export(to: copy)
            var ceremony = try TrustCeremony(
                opening: copy,
                signers: [first.owner.signer, first.reviewer.signer, owner.signer, reviewer.signer])
            try ceremony.rotate(
                to: TrustCeremony.Keys(owners: [owner.key], reviewers: [reviewer.key]), center: .init(online))
            try await one.submit(JSONEncoder().encode(ceremony.proposal()), as: "rotation.json")
            let time = try await ContinuousClock().measure { try await one.center.keepUp() }
            #expect(time < .seconds(60), "signing every bin took \(time)")
            let pool = PostgresPool(storage.database)
            let refusals = try await pool.read {
                try $0.query("SELECT refusal FROM proposal").rows.map { try $0.text(0) }
            }
            #expect(refusals.isEmpty)
            await pool.close()
            for (center, code) in [(other, 2), (one, 3)] {
                #expect(try await center.upload(SampleMiniApp(id: "com.example.sample", code: code)).status == 201)
                #expect(try await Self.code(center, on: device) == code)
            }
            #expect(try await Self.code(other) == 3, "a device with the first root follows")
        }
    }

    @Test("Collecting removes what nobody uses, and nothing that an upload relies on")
    func collecting() async throws {
        let directory = try TemporaryDirectory()
        let storage = try await SharedStorage()
        try await storage.takeOver(TestTrust(in: directory.url))
        try await TestCenter.run(in: directory, stores: storage.stores(grace: .seconds(60))) { center in
            try await center.upload(SampleMiniApp())
            let left = Data("left over".utf8)
            let key = try BucketBlobs.key(SHA256Hash(of: left))
            try await storage.objects.put(left, at: key)
            let pool = PostgresPool(storage.database)
            try await pool.write { session in
                try session.query(
                    """
                    INSERT INTO blob (sha256, is_stored, touched)
                    VALUES (\(.bytes(SHA256Hash(of: left).bytes)), true, now() - interval '1 hour')
                    """)
            }
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask {
                    for _ in 0..<6 { _ = try await center.center.collectBlobs() }
                }
                group.addTask {
                    // It grows old all the time.
                    for _ in 0..<20 {
                        try await pool.write { session in
                            try session.query(
                                """
                                UPDATE blob SET touched = now() - interval '1 hour'
                                WHERE sha256 = \(.bytes(SHA256Hash(of: left).bytes))
                                """)
                        }
                        try await Task.sleep(for: .milliseconds(20))  // sleep: the pause between two changes
                    }
                }
                for number in 0..<10 {
                    group.addTask {
                        let answer = try await center.upload(SampleMiniApp(id: "com.example.app\(number)"))
                        #expect(answer.status == 201)
                    }
                }
                try await group.waitForAll()
            }
            _ = try await center.center.collectBlobs()
            #expect(try await storage.objects.size(of: key) == nil)
            #expect(try await center.center.verify().isEmpty)
            await pool.close()
        }
    }

    @Test("A blob whose removal was cut off after the object was gone is stored again by the next upload")
    func cutOff() async throws {
        let directory = try TemporaryDirectory()
        let storage = try await SharedStorage()
        try await storage.takeOver(TestTrust(in: directory.url))
        try await TestCenter.run(in: directory, stores: storage.stores(grace: .seconds(60))) { center in
            let pool = PostgresPool(storage.database)
            // The files of the sample: rows of an hour ago, which a collection has marked; and no objects.
            let package = try MiniAppPackage(archive: SampleMiniApp().archive)
            try await pool.write { session in
                for file in package.fileList.files {
                    try session.query(
                        """
                        INSERT INTO blob (sha256, is_stored, touched)
                        VALUES (\(.bytes(file.sha256.bytes)), false, now() - interval '1 hour')
                        ON CONFLICT DO NOTHING
                        """)
                }
            }
            #expect(try await center.upload(SampleMiniApp()).status == 201)
            #expect(try await center.center.verify().isEmpty)
            await pool.close()
        }
    }

    @Test("A statement with more than what was signed, too long to be announced, is refused and keeps nobody waiting")
    func tooLong() async throws {
        try await Self.pair { one, other, _ in
            try await one.upload(SampleMiniApp())
            let current = try #require(try await one.center.store.currentVersion(of: Self.id))
            // A line feed takes two bytes as sent, and six as stored.
            let signed = String(decoding: current.statement.json.readableBytes, as: UTF8.self)
            // As long as a header may be.
            let room = (ReleaseDescriptor.maximumLength - signed.utf8.count - 60) / 2 * 2
            for (keyID, signature) in [
                ("a", String(repeating: "f", count: room)), (String(repeating: #"\n"#, count: room / 2), "00"),
            ] {
                let start = try #require(signed.range(of: #""signatures""#)?.upperBound)
                let bracket = try #require(signed[start...].firstIndex(of: "["))
                let junk = #"{"keyid": "\#(keyID)", "sig": "\#(signature)"}, "#
                let long = signed[...bracket] + junk + signed[signed.index(after: bracket)...]
                let text = Data(long.utf8).base64EncodedString()
                var request = URLRequest(url: one.address.appending(path: "v1/miniapps/\(Self.id)/statement"))
                request.httpMethod = "PUT"
                request.setValue("Bearer \(one.apiKey)", forHTTPHeaderField: "Authorization")
                request.setValue(text, forHTTPHeaderField: "Atoll-Statement")
                let (_, response) = try await URLSession.shared.answer(to: request)
                let status = response.statusCode
                #expect((400..<500).contains(status), "\(status)")
            }
            #expect(try await other.upload(SampleMiniApp(id: "com.example.other")).status == 201)
            #expect(try await !one.center.store.isAnythingDue())
        }
    }
}
#endif
