import AtollCenterAPI
import AtollPackages
import AtollTestSupport
import Foundation
import Testing

@testable import AtollCenter
@testable import AtollCenterDomain
@testable import AtollCenterSignIn

@Suite("Previews")
struct PreviewTests {
    private static let app = PeopleBench.app

    /// Makes a preview of a version, and returns the digest of its code.
    private static func make(
        _ code: Int, on bench: PeopleBench, as name: String = "dev", days: Int = 7, opens: Int = 100
    ) async throws -> (preview: Preview, digest: Data) {
        let digest = PeopleService.digest(of: UUID().uuidString)
        let preview = try await bench.store.change(as: .test(name)) {
            try $0.makePreview(
                UUID().uuidString, digest: digest, of: code, app, days: days, opens: opens, by: .test(name))
        }
        return (preview, digest)
    }

    private static func open(_ digest: Data, on bench: PeopleBench) async throws -> OpenedPreview {
        try await bench.store.change(by: AuditActor(.user, "", via: .api)) { try $0.openPreview(digest: digest) }
    }

    @Test("A draft is opened by its code, and each step is noted", arguments: BackEnd.allCases)
    func life(_ backEnd: BackEnd) async throws {
        try await PeopleBench.run(on: backEnd) { bench in
            try await bench.people()
            try await bench.draft(1)
            let (preview, digest) = try await Self.make(1, on: bench)
            let opened = try await Self.open(digest, on: bench)
            #expect(opened.version.code == 1 && opened.version.state == .draft)
            #expect(opened.preview.id == preview.id)
            let version = try #require(try await bench.version(1))
            #expect(try await bench.store.read { try $0.previews(of: version).map(\.opened) } == [1])
            try await bench.store.change(as: .test("dev")) {
                try $0.revokePreview(preview.id, of: 1, Self.app, by: .test("dev"))
            }
            await #expect(throws: ActionError.unknown("preview")) { try await Self.open(digest, on: bench) }
            let log = try await bench.audit().filter { $0.subject == preview.id }.map(\.action)
            #expect(log.reversed() == ["preview:create", "preview:open", "preview:revoke"])
            #expect(try await bench.auditProblems().isEmpty)
        }
    }

    @Test("One ends with its time, its number of openings and its version", arguments: BackEnd.sample(1))
    func ends(_ backEnd: BackEnd) async throws {
        try await PeopleBench.run(on: backEnd) { bench in
            try await bench.people()
            try await bench.draft(1)
            let once = try await Self.make(1, on: bench, opens: 1)
            _ = try await Self.open(once.digest, on: bench)
            await #expect(throws: ActionError.self) { try await Self.open(once.digest, on: bench) }
            let version = try #require(try await bench.version(1))
            // A user who has it open continues, so it can still be revoked.
            #expect(try await bench.store.read { try $0.previews(of: version).map(\.isUsedUp) } == [true])

            let day = try await Self.make(1, on: bench, days: 1)
            bench.wait(86_399)
            _ = try await Self.open(day.digest, on: bench)
            bench.wait(1)
            await #expect(throws: ActionError.unknown("preview")) { try await Self.open(day.digest, on: bench) }
            try await bench.store.change(by: .system) { try $0.removeOldPreviews() }
            #expect(try await bench.store.read { try $0.previews(where: "id = \(.text(day.preview.id))") }.isEmpty)

            let last = try await Self.make(1, on: bench)
            try await bench.act("dev") { try $0.discard(1, of: Self.app, comment: nil, revision: nil, by: $1) }
            await #expect(throws: ActionError.unknown("preview")) { try await Self.open(last.digest, on: bench) }
            await #expect(throws: ActionError.self) { try await Self.make(1, on: bench) }
        }
    }

    @Test("A suspended version, or a link of another version, does not open", arguments: BackEnd.sample(0))
    func suspended(_ backEnd: BackEnd) async throws {
        try await PeopleBench.run(on: backEnd) { bench in
            try await bench.people()
            try await bench.draft(1)
            try await bench.draft(2)
            let (preview, digest) = try await Self.make(1, on: bench)
            await #expect(throws: ActionError.unknown("preview")) {
                try await bench.store.change(as: .test("dev")) {
                    try $0.revokePreview(preview.id, of: 2, Self.app, by: .test("dev"))
                }
            }
            try await bench.store.change(by: .operator) {
                guard let miniApp = try $0.view.miniApp(MiniAppID(Self.app)!) else { return }
                try $0.quarantine(miniApp, "It harms.")
            }
            await #expect(throws: ActionError.unknown("preview")) { try await Self.open(digest, on: bench) }
            #expect(try await bench.store.read { try $0.preview(withDigest: digest) } == nil)
            await #expect(throws: ActionError.self) { try await Self.make(2, on: bench) }
            let version = try #require(try await bench.version(1))
            #expect(try await bench.store.read { try $0.previews(of: version) }.isEmpty)
        }
    }

    @Test("A preview can't be opened while its creator lacks the role", arguments: BackEnd.sample(1))
    func outlived(_ backEnd: BackEnd) async throws {
        try await PeopleBench.run(on: backEnd) { bench in
            try await bench.people()
            try await bench.draft(1)
            let (_, digest) = try await Self.make(1, on: bench)
            let version = try #require(try await bench.version(1))
            func setRoles(_ roles: [AssignedRole]) async throws {
                let organization = try #require(version.miniApp.organization)
                try await bench.store.change(by: .operator) { change in
                    _ = try change.setRoles(roles, of: "dev", in: organization, by: .operator)
                }
            }
            for (role, isShown) in [(Role.developer, true), (.auditor, false), (.developer, true)] {
                try await setRoles([AssignedRole(role)])
                let (found, listed) = try await bench.store.read {
                    (try $0.preview(withDigest: digest), try $0.previews(of: version))
                }
                #expect((found != nil) == isShown && listed.count == (isShown ? 1 : 0), "\(role)")
            }
            try await setRoles([AssignedRole(.auditor)])
            await #expect(throws: ActionError.unknown("preview")) { try await Self.open(digest, on: bench) }
        }
    }

    @Test("A preview of an API key that the operator created ends with the key", arguments: BackEnd.sample(0))
    func ofKeys(_ backEnd: BackEnd) async throws {
        try await PeopleBench.run(on: backEnd) { bench in
            try await bench.people()
            try await bench.draft(1)
            let (preview, digest) = try await Self.make(1, on: bench)
            func make(_ maker: String) async throws {
                try await bench.store.change(by: .system) {
                    try $0.session.perform(
                        "UPDATE preview SET maker = \(.text(maker)) WHERE id = \(.text(preview.id))")
                }
            }
            func isOpen() async throws -> Bool {
                try await bench.store.read { try $0.preview(withDigest: digest) } != nil
            }
            try await bench.store.change(by: .system) {
                try $0.session.perform(
                    """
                    INSERT INTO api_key (id, secret_sha256, publisher, scopes, ids, created, expires)
                    VALUES ('k1', \(.bytes(digest)), 'com.example', 'publish', '', 0, 1)
                    """)
            }
            for (maker, isShown) in [("k1", true), ("k2", false), ("operator", true), ("dev", true), ("nobody", false)]
            {
                try await make(maker)
                #expect(try await isOpen() == isShown, "\(maker)")
            }
        }
    }

    @Test("Who may not make them gets none, and a version has no more than twenty", arguments: BackEnd.sample(1))
    func limits(_ backEnd: BackEnd) async throws {
        try await PeopleBench.run(on: backEnd) { bench in
            try await bench.people()
            try await bench.organization("stranger", publisher: "com.stranger")
            _ = try await bench.member("eve", of: "stranger", as: AssignedRole(.developer))
            try await bench.draft(1)
            await #expect(throws: ActionError.self) { try await Self.make(1, on: bench, as: "eve") }
            for (days, opens) in [(0, 1), (31, 1), (1, 0), (1, 101)] {
                await #expect(throws: ActionError.self) { try await Self.make(1, on: bench, days: days, opens: opens) }
            }
            for _ in 0..<Preview.maximumCount { _ = try await Self.make(1, on: bench) }
            await #expect(throws: ActionError.self) { try await Self.make(1, on: bench) }
        }
    }

    @Test(
        "A code is read as people type it, and nothing else is one",
        arguments: [
            ("abcdefghijklmnopqrstuvwxyz", true), ("ABCD-EFGH-IJKL-MNOP-QRST-UVWX-YZ", true),
            (" ABCDEFGHIJKLMNOPQRSTUVWX27", true), ("", false), ("ABCDEFGHIJKLMNOPQRSTUVWX1Z", false),
            ("ABCDEFGHIJKLMNOPQRSTUVWXY", false), (String(repeating: "A", count: 27), false),
            (String(repeating: "-", count: 1_000_000), false), ("ıBCDEFGHIJKLMNOPQRSTUVWXYZ", false),
            ("ＡBCDEFGHIJKLMNOPQRSTUVWXYZ", false),
        ])
    func codes(_ text: String, isOne: Bool) {
        #expect((PreviewCode(typed: text) != nil) == isOne)
    }

    @Test(
        "Over HTTP: the code opens a draft without credentials, and leads to the super app",
        arguments: BackEnd.sample(0))
    func routes(_ backEnd: BackEnd) async throws {
        try await TestCenter.run(on: backEnd) { center in
            let people = try await ReviewRoutesTests.people(center)
            let sample = ReviewRoutesTests.sample(1, script: "1;\n")
            #expect(try await ReviewRoutesTests.upload(sample, as: people.dev, center) == 201)
            let path = ReviewRoutesTests.path(1, "previews")
            let made = try await center.send("POST", path, as: people.dev, #"{"days": 1, "opens": 2}"#)
            #expect(made.status == 201)
            let new: NewPreviewView = try ReviewRoutesTests.json(made)
            #expect(
                new.links.map(\.address).allSatisfy { $0.hasSuffix("/preview#v1.\(new.code)") } && !new.links.isEmpty)
            let listed = try await center.send("GET", path, as: people.rita, nil)
            #expect(listed.status == 200 && !String(decoding: listed.body, as: UTF8.self).contains(new.code))
            #expect(try await center.send("GET", path, as: people.stranger, nil).status == 404)

            let open = "/v1/previews/open"
            let body = #"{"code": "\#(new.code.lowercased())"}"#
            let opened: OpenedPreviewView = try ReviewRoutesTests.json(await center.send("POST", open, as: nil, body))
            let statement = try SignedStatement(parsing: Data(base64Encoded: opened.statement)!)
            #expect(try ReleaseStatement(parsing: statement.bytes).app.rawValue == opened.miniApp)
            #expect(try await center.send("POST", open, as: nil, body).status == 200)
            #expect(try await center.send("POST", open, as: nil, body).status == 409)
            let check = "/v1/previews/check"
            #expect(try await center.send("POST", check, as: nil, body).status == 204)
            let unknown = #"{"code": "\#(String(repeating: "A", count: 26))"}"#
            #expect(try await center.send("POST", check, as: nil, unknown).status == 404)
            for bad in [
                "{}", "[]", #"{"code": 1}"#, #"{"code": ""}"#, #"{"code": "\#(String(repeating: "A", count: 26))"}"#,
                #"{"code": "\#(String(repeating: "A", count: 70_000))"}"#, #"{"code": "\u0000"}"#, "{", "\u{ff}",
            ] {
                let status = try await center.send("POST", open, as: nil, bad).status
                #expect([400, 404, 413, 422].contains(status), "\(bad.prefix(40)): \(status)")
            }
            for bad in [#"{"days": 0}"#, #"{"opens": 101}"#, #"{"days": 1.5}"#, #"{"other": 1}"#] {
                #expect((400..<500).contains(try await center.send("POST", path, as: people.dev, bad).status))
            }
            #expect(
                try await center.send("DELETE", "\(path)/\(new.preview.id)", as: people.stranger, nil).status == 404)
            #expect(try await center.send("DELETE", "\(path)/\(new.preview.id)", as: people.rita, nil).status == 204)
            #expect(try await center.send("DELETE", "\(path)/\(new.preview.id)", as: people.rita, nil).status == 404)
            #expect(try await center.send("POST", check, as: nil, body).status == 404)
        }
    }
}
