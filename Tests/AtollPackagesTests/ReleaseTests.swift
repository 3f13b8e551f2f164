import AtollTestSupport
import Foundation
import SignedJSON
import Testing

@testable import AtollPackages

@Suite("Statements, descriptors and publisher files")
struct ReleaseTests {
    private let key = PrivateKey()
    private let publisher = PublisherID("com.example")!

    private func statement(_ change: (inout ReleaseStatement) -> Void = { _ in }) throws -> ReleaseStatement {
        var statement = ReleaseStatement(
            of: try MiniAppPackage(archive: SampleMiniApp().archive), repository: SHA256Hash(of: Data("root".utf8)),
            superApps: ["com.example.lagoon"], publisher: publisher, floor: 1,
            previous: SHA256Hash(of: Data("last".utf8)),
            created: Date(timeIntervalSince1970: 1_800_000_000)
        )
        change(&statement)
        return statement
    }

    @Test("A statement has one canonical encoding, which can be parsed again")
    func roundTrip() throws {
        let statement = try statement()
        let text = String(decoding: statement.canonicalBytes, as: UTF8.self)
        #expect(
            text.hasPrefix(#"{"_type":"release","app":"com.example.sample","code":1,"created":"2027-01-15T08:00:00Z","#)
        )
        #expect(text.contains(#""expires":"2029-01-14T08:00:00Z""#))
        #expect(text.contains(#""platform":{"minCode":1}"#) && text.contains(#""superApps":["com.example.lagoon"]"#))
        #expect(try ReleaseStatement(parsing: statement.canonicalBytes) == statement)
        let first = try self.statement { $0.previous = nil }
        #expect(!String(decoding: first.canonicalBytes, as: UTF8.self).contains("previous"))
        #expect(try ReleaseStatement(parsing: first.canonicalBytes) == first)
        #expect(statement.canonicalBytes.count < 900)
    }

    @Test(
        "A malformed statement is refused with the name of the invalid member",
        arguments: [
            ("_type", .string("root"), "\"_type\""), ("spec", "2", "\"spec\""), ("repository", "00", "\"repository\""),
            ("superApps", .array([]), "\"superApps\""), ("superApps", .array([.integer(1)]), "\"superApps\""),
            ("publisher", "Com", "\"publisher\""), ("app", "kudos", "\"app\""), ("code", .integer(0), "\"code\""),
            ("code", "1", "\"code\""), ("name", "", "\"name\""), ("floor", .integer(2), "\"floor\""),
            ("platform", .object([:]), "\"platform.minCode\""), ("manifest", .null, "\"manifest\""),
            ("files", .object([:]), "\"files.sha256\""), ("previous", "x", "\"previous\""),
            ("pr?evious", "x", "\"pr?evious\""),
            ("platform", .object(["minCode": .integer(1), "x": .null]), "\"platform.x\""),
            ("created", "today", "\"created\""), ("expires", "2029-02-30T00:00:00Z", "\"expires\""),
        ] as [(ExactString, JSONValue, String)]
    )
    func malformed(_ member: ExactString, _ value: JSONValue, _ named: String) throws {
        guard case .object(var members) = try JSONValue(parsing: statement().canonicalBytes) else { return }
        members[member] = value
        let refusal = #expect(throws: ReleaseRefusal.self) {
            try ReleaseStatement(parsing: Data(JSONValue.object(members).canonicalBytes))
        }
        #expect(refusal?.description.contains(named) == true)
    }

    @Test("A statement in another encoding is refused, and so is one that is too long")
    func otherBytes() throws {
        let bytes = try statement().canonicalBytes
        #expect(throws: ReleaseRefusal.malformed("statement", "its bytes are not in canonical form")) {
            try ReleaseStatement(parsing: bytes + Data(" ".utf8))
        }
        #expect(throws: ReleaseRefusal.malformed("statement", "it is longer than 1200 bytes")) {
            try ReleaseStatement(parsing: Data(count: 1_201))
        }
    }

    @Test("Signatures cover a prefix and the statement, and the publisher's threshold of keys is required")
    func signatures() throws {
        let other = PrivateKey(.ecdsa)
        let statement = try statement()
        let one = PublisherFile(publisher, keys: [key.key, other.key])
        let both = PublisherFile(publisher, keys: [key.key, other.key], threshold: 2)
        let signed = try SignedStatement(statement, signedBy: [key.signer])
        #expect(try signed.verified(by: one) == statement)
        #expect(throws: ReleaseRefusal.unsigned(publisher, valid: 1, threshold: 2)) { try signed.verified(by: both) }
        #expect(try SignedStatement(statement, signedBy: [key.signer, other.signer]).verified(by: both) == statement)
        let bare = try Data(key.signer.sign([UInt8](statement.canonicalBytes)))
        let unprefixed = JSONValue.object([
            "statement": .string(statement.canonicalBytes.base64EncodedString()),
            "signatures": .array([.object(["keyid": .string(key.key.id), "sig": .string(bare.hexadecimal)])]),
        ])
        #expect(throws: ReleaseRefusal.unsigned(publisher, valid: 0, threshold: 1)) {
            try SignedStatement(parsing: Data(unprefixed.canonicalBytes)).verified(by: one)
        }
        let stranger = PublisherFile(PublisherID("org.other")!, keys: [key.key])
        #expect(throws: ReleaseRefusal.otherPublisher(publisher, expected: PublisherID("org.other")!)) {
            try signed.verified(by: stranger)
        }
        // The publisher's own key, but another publisher's mini app.
        let stolen = try self.statement { $0.app = MiniAppID("org.other.app")! }
        #expect(throws: ReleaseRefusal.otherMiniApp(MiniAppID("org.other.app")!, expected: "one of com.example")) {
            try SignedStatement(stolen, signedBy: [key.signer]).verified(by: one)
        }
    }

    private func release(
        _ permyriad: Int = 10_000, salt: String = "salt", state: ReleaseDescriptor.State = .live
    ) throws -> ReleaseDescriptor.Release {
        .init(
            try SignedStatement(statement(), signedBy: [key.signer]), state: state, permyriad: permyriad, salt: salt,
            permissionsDenied: ["camera"], minimumHost: "1.2", approved: Date(timeIntervalSince1970: 1_800_000_000))
    }

    @Test("A descriptor with two releases is within its limit and can be parsed again")
    func descriptor() throws {
        let descriptor = ReleaseDescriptor(
            app: MiniAppID("com.example.sample")!, releases: [try release(), try release(500, state: .withdrawn)])
        let data = descriptor.encoded()
        #expect(data.count < ReleaseDescriptor.maximumLength)
        #expect(try ReleaseDescriptor(parsing: data) == descriptor)
        let three = ReleaseDescriptor(app: descriptor.app, releases: Array(repeating: try release(), count: 3))
        #expect(throws: ReleaseRefusal.self) { try ReleaseDescriptor(parsing: three.encoded()) }
        #expect(throws: ReleaseRefusal.malformed("descriptor", "it is longer than 4096 bytes")) {
            try ReleaseDescriptor(parsing: Data(count: 5_000))
        }
        for (old, new) in [
            ("\"live\"", "\"paused\""), ("10000", "10001"), ("10000", "-1"), ("\"camera\"", "1"),
            ("com.example.sample", "Sample"),
        ] {
            let text = String(decoding: data, as: UTF8.self).replacing(old, with: new, maxReplacements: 1)
            #expect(throws: ReleaseRefusal.self) { try ReleaseDescriptor(parsing: Data(text.utf8)) }
        }
    }

    @Test("A staged release reaches the given share of devices, always the same ones, and raising it only adds devices")
    func staged() throws {
        let count = TestLength.of(short: 1_000, long: 4_000)
        let devices = (0..<count).map { "device-\($0)" }
        let tenth = try release(1_000)
        let half = try release(5_000)
        let included = devices.filter { tenth.includes(installID: $0) }
        #expect((count * 8 / 100...count * 12 / 100).contains(included.count))
        #expect(included.allSatisfy { half.includes(installID: $0) })
        let (all, none) = (try release(10_000), try release(0))
        #expect(
            devices.allSatisfy { all.includes(installID: $0) } && !devices.contains { none.includes(installID: $0) })
        // Another salt selects other devices.
        let other = try release(1_000, salt: "other")
        #expect(devices.filter { other.includes(installID: $0) } != included)
    }

    @Test("A publisher's file can be parsed again; wrong key ids and too few keys for the threshold are refused")
    func publisherFile() throws {
        let second = PrivateKey(.ecdsa)
        let file = PublisherFile(
            publisher, keys: [key.key, second.key], threshold: 2, floors: [MiniAppID("com.example.kudos")!: 9])
        #expect(try PublisherFile(parsing: file.encoded()) == file)
        let text = String(decoding: file.encoded(), as: UTF8.self)
        for (old, new) in [
            (key.key.id, String(repeating: "0", count: 64)), ("\"threshold\":2", "\"threshold\":3"),
            ("\"threshold\":2", "\"threshold\":0"), ("com.example.kudos", "org.other.kudos"), (":9", ":-1"),
            ("\"publisher\":\"com.example\"", "\"publisher\":\"\""),
        ] {
            #expect(throws: ReleaseRefusal.self) {
                try PublisherFile(parsing: Data(text.replacing(old, with: new).utf8))
            }
        }
        #expect(throws: ReleaseRefusal.self) { try PublisherFile(parsing: Data(count: 70_000)) }
    }

    @Test("Every refusal says what is wrong")
    func texts() {
        let app = MiniAppID("com.example.kudos")!
        let texts: [(ReleaseRefusal, String)] = [
            (.malformed("descriptor", "x"), "The descriptor can't be read: x."),
            (
                .unsigned(publisher, valid: 0, threshold: 1),
                "It is not signed by com.example: it has 0 of the 1 valid signatures that are required."
            ),
            (.unknownPublisher(app), "No publisher known to the review team owns com.example.kudos."),
            (.otherRepository(SHA256Hash(of: Data())), "It was signed for another Mini App Center."),
            (.otherSuperApp(["a.b"]), "It was signed for a.b, not for this app."),
            (.otherPublisher(publisher, expected: PublisherID("org.x")!), "It belongs to com.example, not to org.x."),
            (.otherMiniApp(app, expected: "x"), "It is com.example.kudos, not x."),
            (.expired(Date(timeIntervalSince1970: 0)), "The publisher's signature expired at 1970-01-01T00:00:00Z."),
            (.belowFloor(code: 8, floor: 9), "Version 8 is older than 9, the oldest that may run."),
            (.newerPlatform(needed: 2, has: 1), "It needs platform version 2, but this app has version 1."),
            (.newerHost(needed: "2", has: "1"), "It needs version 2 of this app, but this is version 1."),
            (.withdrawn, "It was withdrawn."),
            (.notYet, "It is being rolled out, and has not reached this device yet."),
            (.noRelease(app), "com.example.kudos has no live release."),
            (.otherManifest(app), "Its manifest is not the one that its publisher signed."),
            (.otherFiles("x"), "Its files are not those that its publisher signed: x."),
        ]
        for (refusal, text) in texts { #expect(refusal.description == text) }
    }
}
