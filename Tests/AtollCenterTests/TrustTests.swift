import AtollPackages
import AtollTestSupport
import AtollTrust
import Foundation
import Logging
import SignedJSON
import TUF
import Testing

@testable import AtollCenter
@testable import AtollCenterDomain
@testable import AtollCenterSignIn

@Suite("The Center's repository")
struct TrustTests {
    private static let id = MiniAppID("com.example.sample")!

    @Test(
        "A statement that does not match the upload is refused, and the error names the member",
        arguments: ["repository", "app", "code", "name", "platform", "manifest", "files"]
    )
    func otherStatement(_ member: String) async throws {
        let answer = try await upload { statement in
            switch member {
            case "repository": statement.repository = SHA256Hash(of: Data())
            case "app": statement.app = MiniAppID("com.example.other")!
            case "code": statement.version.code = 7
            case "name": statement.version.name = "other"
            case "platform": statement.minimumPlatform = 9
            case "manifest": statement.manifest = SHA256Hash(of: Data())
            default: statement.files = .init(sha256: statement.files.sha256, length: 1, count: 1, bytes: 1)
            }
        }
        #expect(answer.status == 422 && answer.member("rule") == "other-statement")
        #expect(answer.member("subject") == member)
    }

    private func upload(_ change: @escaping @Sendable (inout ReleaseStatement) -> Void) async throws
        -> TestCenter.Answer
    {
        try await TestCenter.run { center in
            let sample = SampleMiniApp()
            let package = try MiniAppPackage(archive: sample.archive)
            let statement = try center.trust.statement(about: package, change: change)
            let answer = try await center.send(
                "POST", "/v1/miniapps/\(Self.id)/versions", token: center.apiKey, body: sample.archive,
                statement: statement)
            #expect(try await center.center.store.allVersions().isEmpty)
            return answer
        }
    }

    @Test(
        "A statement that is missing, malformed, not signed by the publisher, expired or out of sequence is refused",
        arguments: BackEnd.allCases)
    func badStatement(_ backEnd: BackEnd) async throws {
        try await TestCenter.run(on: backEnd) { center in
            let sample = SampleMiniApp()
            let package = try MiniAppPackage(archive: sample.archive)
            func rule(_ statement: SignedStatement?) async throws -> String? {
                try await center.send(
                    "POST", "/v1/miniapps/\(Self.id)/versions", token: center.apiKey, body: sample.archive,
                    statement: statement
                ).member("rule")
            }
            #expect(try await rule(nil) == "statement")
            let good = try center.trust.statement(about: package)
            #expect(try await rule(SignedStatement(signing: good.bytes, by: [PrivateKey().signer])) == "statement")
            #expect(
                try await rule(SignedStatement(signing: Data("x".utf8), by: [center.trust.publisherKey.signer]))
                    == "statement")
            let past = Date(timeIntervalSinceNow: -3 * 365 * 86_400)
            #expect(try await rule(center.trust.statement(about: package, created: past)) == "statement")
            let first = SHA256Hash(of: Data())
            #expect(try await rule(center.trust.statement(about: package, previous: first)) == "chain")
            #expect(try await center.center.store.allVersions().isEmpty)
            #expect(try await rule(good) == nil)
        }
    }

    @Test("A publisher that was not approved can't publish, whatever API key it has", arguments: BackEnd.sample(1))
    func unknownPublisher(_ backEnd: BackEnd) async throws {
        try await TestCenter.run(on: backEnd) { center in
            let key = try await center.center.apiKeys.create(
                for: PublisherID("org.other")!, scopes: [.publish], expires: Date(timeIntervalSinceNow: 60)
            ).text
            let sample = SampleMiniApp(id: "org.other.app")
            let statement = try center.trust.statement(about: MiniAppPackage(archive: sample.archive)) {
                $0.publisher = PublisherID("org.other")!
            }
            let answer = try await center.send(
                "POST", "/v1/miniapps/org.other.app/versions", token: key, body: sample.archive, statement: statement)
            #expect(answer.status == 403 && answer.member("rule") == "unknown-publisher")
        }
    }

    @Test(
        "The repository is served as stored and cached forever, except for the timestamp, and nothing else is served",
        arguments: BackEnd.sample(0))
    func routes(_ backEnd: BackEnd) async throws {
        try await TestCenter.run(on: backEnd) { center in
            try await center.upload(SampleMiniApp())
            let timestamp = try await center.send("GET", "/v1/trust/metadata/timestamp.json")
            #expect(timestamp.status == 200 && timestamp.headers["cache-control"] == "public, no-cache")
            let root = try await center.send("GET", "/v1/trust/metadata/1.root.json")
            #expect(root.headers["cache-control"] == "public, max-age=31536000, immutable")
            #expect(SHA256Hash(of: root.body) == center.trust.anchor.repository)
            let next = try await center.send("GET", "/v1/trust/metadata/2.root.json")
            #expect(next.status == 404 && next.headers["cache-control"] == "no-store")
            // If nothing is new, a device requests these two, and receives less than 1 kB of bodies.
            #expect(timestamp.body.count + next.body.count < 1_000)
            for path in [
                "metadata/..%2f..%2fcenter.sqlite", "metadata/..%2f..%2fkeys%2frelease.key", "metadata/.",
                "metadata/..",
                "targets/../../keys/release.key", "targets/%2e%2e/%2e%2e", "targets/releases/..", "metadata/%00",
                "metadata/1.root.json%00", "targets/releases", "metadata/",
            ] {
                let answer = try await center.send("GET", "/v1/trust/\(path)")
                #expect(answer.status == 404 || answer.status == 400, "\(path) gave \(answer.status)")
            }
        }
    }

    @Test("Versions that are published together share one snapshot", arguments: BackEnd.sample(1))
    func batches(_ backEnd: BackEnd) async throws {
        try await TestCenter.run(on: backEnd) { center in
            try await withThrowingTaskGroup(of: Int.self) { group in
                for number in 0..<12 {
                    group.addTask { try await center.upload(SampleMiniApp(id: "com.example.app\(number)")).status }
                }
                for try await status in group { #expect(status == 201) }
            }
            let repository = center.center.repository
            var descriptors: [ReleaseDescriptor] = []
            for number in 0..<12 {
                descriptors +=
                    try await repository.descriptor(of: MiniAppID("com.example.app\(number)")!).map { [$0] } ?? []
            }
            #expect(descriptors.count == 12)
            let before = try await Self.snapshotVersion(center)
            try await repository.publish(descriptors)
            #expect(try await Self.snapshotVersion(center) == before + 1)
            #expect(try await center.center.store.allVersions().count == 12)
            #expect(try await !center.center.store.isAnythingDue())
        }
    }

    private static func snapshotVersion(_ center: TestCenter) async throws -> Int {
        let timestamp = try await center.send("GET", "/v1/trust/metadata/timestamp.json").body
        let envelope = try #require(JSONSerialization.jsonObject(with: timestamp) as? [String: Any])
        let meta = try #require((envelope["signed"] as? [String: Any])?["meta"] as? [String: [String: Any]])
        return try #require(meta["snapshot.json"]?["version"] as? Int)
    }

    @Test("A publication that a killed process left waiting is announced without help", arguments: BackEnd.allCases)
    func recovery(_ backEnd: BackEnd) async throws {
        try await TestCenter.run(on: backEnd) { center in
            try await center.upload(SampleMiniApp())
            // As if the process had been killed between the database and the repository.
            let sample = SampleMiniApp(id: "com.example.sample", name: "Next", code: 2)
            let package = try MiniAppPackage(archive: sample.archive)
            let previous = try await center.center.store.lastStatement(of: Self.id)
            let statement = try center.trust.statement(about: package, previous: previous)
            let list = package.fileList
            let encoded = list.encoded()
            let blobs = (package.files.map(\.contents) + [encoded]).map { (data: $0, digest: SHA256Hash(of: $0)) }
            try await center.center.blobs.write(blobs, of: SHA256Hash(of: encoded))
            let listing = MiniAppListing(
                manifest: package.manifest, icon: nil, files: .init(to: list, encoded: list.encoded()),
                published: Date())
            let version = StoredVersion(listing: listing, publisher: TestTrust.publisher, statement: statement)
            try await center.center.store.change(Self.id) { session in
                let change = Transaction(session: session, actor: .system, now: Date())
                try change.takeTurn()
                let draft = try change.addDraft(version, asking: [], after: previous, for: nil, by: nil)
                _ = try change.submit(draft, notes: "", wish: .automatic)
            }
            try await until("nobody announced it") { try await !center.center.store.isAnythingDue() }
            let answer = try await center.send("GET", "/v1/miniapps/\(Self.id)", token: try await center.token())
            #expect(answer.member("name") == "Next")
            let device = center.directory.url.appending(path: "device")
            #expect(try await center.releases(in: device).release(of: Self.id).statement.version.code == 2)
        }
    }

    @Test(
        "New signatures on the same statement replace the old ones; a statement with other bytes is refused",
        arguments: BackEnd.sample(1))
    func resigning(_ backEnd: BackEnd) async throws {
        let directory = try TemporaryDirectory()
        try await TestCenter.run(on: backEnd) { center in
            try await center.upload(SampleMiniApp())
            let releases = try center.releases(in: directory.url)
            #expect(try await releases.release(of: Self.id).statement.version.code == 1)
            // The key is rotated: until the live version is signed again, no device opens it.
            let next = PrivateKey()
            let signed = try await Self.reviewed(center, keys: [next.key])
            try await center.center.repository.keepUp()
            #expect(signed > 0)
            await #expect(throws: (any Error).self) {
                try await center.releases(in: directory.url.appending(path: "2")).release(of: Self.id)
            }
            let bytes = try await center.center.store.versions(of: Self.id)[0].statement.bytes
            let other = try center.trust.statement(about: MiniAppPackage(archive: SampleMiniApp().archive), floor: 1)
            for (statement, status) in [
                (try SignedStatement(signing: other.bytes, by: [next.signer]), 422),
                (try SignedStatement(signing: bytes, by: [center.trust.publisherKey.signer]), 422),
                (try SignedStatement(signing: bytes, by: [next.signer]), 204),
            ] {
                let answer = try await center.send(
                    "PUT", "/v1/miniapps/\(Self.id)/statement", token: center.apiKey, statement: statement)
                #expect(answer.status == status)
            }
            let release = try await center.releases(in: directory.url.appending(path: "3")).release(of: Self.id)
            #expect(release.statement.version.code == 1)
        }
    }

    /// Changes a publisher's keys as the review team does on its own machine, and puts the file where the Center
    /// finds it.
    private static func reviewed(_ center: TestCenter, keys: [VerificationKey]) async throws -> Int {
        var ceremony = try await center.review()
        try ceremony.set(PublisherFile(TestTrust.publisher, keys: keys))
        let roles = try ceremony.proposal()
        try await center.submit(JSONEncoder().encode(roles), as: "a.json")
        return roles.count
    }

    @Test(
        "A running Center sees the changes of a ceremony immediately, and loses none of them",
        arguments: BackEnd.sample(0))
    func ceremonyBeside(_ backEnd: BackEnd) async throws {
        try await TestCenter.run(on: backEnd) { center in
            try await center.upload(SampleMiniApp())
            let key = PrivateKey()
            try await center.ceremony { try $0.set(PublisherFile(PublisherID("org.other")!, keys: [key.key])) }
            try await center.upload(SampleMiniApp(id: "com.example.sample", code: 2))
            #expect(try await center.center.repository.publisher(PublisherID("org.other")!) != nil)
            let publishers = try await center.review().publishers().map(\.publisher.rawValue)
            #expect(publishers.sorted() == ["com.example", "org.other"])
        }
    }

    @Test("Refused offline changes are renamed, and change nothing", arguments: BackEnd.sample(1))
    func refusedIncoming(_ backEnd: BackEnd) async throws {
        try await TestCenter.run(on: backEnd) { center in
            try await center.submit(Data("[]x".utf8), as: "bad.json")
            let forged = [TUFSignedRole(role: "publishers-0", metadata: Data("{}".utf8), targets: [:])]
            try await center.submit(JSONEncoder().encode(forged), as: "forged.json")
            try await center.center.repository.keepUp()
            let names = try await center.center.stores.place.refusedProposals()
            #expect(names == ["bad.json.refused", "forged.json.refused"])
            #expect(try await center.upload(SampleMiniApp()).status == 201)
        }
    }

    /// A repository with a clock that the test sets.
    private final class Upkeep: @unchecked Sendable {
        // Safe: used by one test, which awaits each call of the repository before the next.
        var now = Date()
        let directory: TemporaryDirectory
        let trust: TestTrust

        init(bits: Int) throws {
            directory = try TemporaryDirectory()
            let configuration = CenterConfiguration(
                directory: directory.url, signInKeys: SignInKeySource { Data() }, issuer: "", superApps: [])
            if bits != 1 {
                try TrustCeremony.begin(
                    in: configuration.repository,
                    owners: [PrivateKey().signer], reviewers: [PrivateKey().signer],
                    center: CenterKeys(in: configuration.keys), size: TrustSize(publisherBits: 1, releaseBits: bits))
            }
            trust = try TestTrust(in: directory.url)
        }

        /// A new repository actor each time, as after a restart.
        func repository() -> ReleaseRepository {
            ReleaseRepository(
                RepositoryFolder(trust.repository), keys: trust.centerKeys,
                logger: Logger(label: "") { _ in SwiftLogNoOpLogHandler() },
                now: { [self] in now })
        }

        func statuses() throws -> [TUFRoleStatus] {
            var repository = try TUFRepository(
                opening: trust.repository, signers: trust.centerKeys.signers, lifetime: TrustRoles.lifetime(of:))
            return try repository.roles.map { try repository.status(of: $0) }
        }
    }

    @Test(
        "Over 120 days of restarts, no online role comes close to expiring, and only a few bins are signed each day",
        .thorough("ceremonies over years"))
    func upkeep() async throws {
        let upkeep = try Upkeep(bits: 7)
        for day in 0..<120 {
            // The service runs more often than there is work to do.
            for _ in 0..<3 {
                try await upkeep.repository().keepUp()
                upkeep.now += 86_400 / 3
            }
            let online = try upkeep.statuses().filter { $0.canBeSigned }
            let fresh = online.count { $0.role.hasPrefix("releases-") && $0.expires > upkeep.now + 89 * 86_400 - 10 }
            if day > 0 { #expect(fresh <= 3, "day \(day): \(fresh) bins") }
            for status in online {
                let life = TrustRoles.lifetime(of: status.role)
                let left = status.expires.timeIntervalSince(upkeep.now)
                #expect(left > life / 2 - 2 * 86_400, "\(status.role) on day \(day)")
            }
        }
    }

    @Test("A Center that was stopped for long signs what is due, and warns 60 days before offline roles expire")
    func afterRest() async throws {
        let upkeep = try Upkeep(bits: 1)
        #expect(try await upkeep.repository().warnings().isEmpty)
        upkeep.now += 31 * 86_400
        #expect(
            try await upkeep.repository().warnings().map(\.role) == ["publishers", "bins of publishers"])
        upkeep.now += 100 * 86_400
        #expect(
            try await upkeep.repository().warnings().map(\.role)
                == ["targets", "publishers", "releases", "bins of publishers"])
        try await upkeep.repository().keepUp()
        let late = upkeep.now + 45 * 86_400
        #expect(try upkeep.statuses().filter { $0.role.hasPrefix("releases-") }.allSatisfy { $0.expires > late })
    }

    @Test("All keys can be replaced at the same time, and devices that trust the old ones follow")
    func rotation() async throws {
        let directory = try TemporaryDirectory()
        let device = try TemporaryDirectory()
        try await TestCenter.run(in: directory) { center in
            try await center.upload(SampleMiniApp())
            #expect(try await center.releases(in: device.url).release(of: Self.id).statement.version.code == 1)
        }
        let trust = try TestTrust(in: directory.url)
        let (owner, reviewer) = (PrivateKey(), PrivateKey())
        let next = TrustCeremony.Keys(owners: [owner.key], reviewers: [reviewer.key])
        var ceremony = try trust.ceremony()
        var unable = try TrustCeremony(opening: trust.repository, signers: trust.centerKeys.signers)
        try unable.rotate(to: next)
        #expect(throws: TUFError.keysMissing(role: "root")) { try unable.publish() }
        let keys = directory.url.appending(path: "keys")
        let online = try CenterKeys.next(beside: keys)
        try ceremony.rotate(
            to: next, center: .init(online), signers: [owner.signer, reviewer.signer] + online.signers)
        try ceremony.publish()
        try CenterKeys.adoptNext(in: keys, now: Date())
        try await TestCenter.run(in: directory) { center in
            #expect(try await center.upload(SampleMiniApp(id: "com.example.sample", code: 2)).status == 201)
            let known = try center.releases(in: device.url)
            #expect(try await known.release(of: Self.id).statement.version.code == 2)
            let fresh = try center.releases(in: device.url.appending(path: "fresh"))
            #expect(try await fresh.release(of: Self.id).statement.version.code == 2)
        }
    }

    @Test("A repository is created only once, and publishers that can't be told apart are refused")
    func ceremonies() throws {
        let trust = try TestTrust(in: TemporaryDirectory().url)
        #expect(throws: CeremonyError.alreadyBegun) {
            try TrustCeremony.begin(
                in: trust.repository, owners: [], reviewers: [], center: trust.centerKeys)
        }
        var ceremony = try trust.ceremony()
        #expect(throws: CeremonyError.prefix(PublisherID("com.example.team")!, TestTrust.publisher)) {
            try ceremony.set(PublisherFile(PublisherID("com.example.team")!, keys: [PrivateKey().key]))
        }
        let team = PublisherID("org.other.team")!
        try ceremony.set(PublisherFile(team, keys: [PrivateKey().key]))
        #expect(throws: CeremonyError.prefix(PublisherID("org.other")!, team)) {
            try ceremony.set(PublisherFile(PublisherID("org.other")!, keys: [PrivateKey().key]))
        }
        // Not a prefix by labels.
        try ceremony.set(PublisherFile(PublisherID("com.example2")!, keys: [PrivateKey().key]))
        try ceremony.remove(TestTrust.publisher)
        try ceremony.publish()
        #expect(try ceremony.publishers().map(\.publisher.rawValue) == ["com.example2", "org.other.team"])
        // Without the required keys, nothing is published.
        var unable = try TrustCeremony(opening: trust.repository, signers: trust.centerKeys.signers)
        try unable.set(PublisherFile(TestTrust.publisher, keys: [PrivateKey().key]))
        #expect(throws: TUFError.self) { try unable.publish() }
    }
}
