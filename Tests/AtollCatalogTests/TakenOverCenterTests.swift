import AtollPackages
import AtollTestSupport
import Foundation
import SignedJSON
import Testing

@testable import AtollCatalog
@testable import TUF

/// A Center whose online keys, database and blobs an attacker controls. It is another process; the device and the
/// Center share nothing but HTTP.
@Suite("A Center that is taken over")
struct TakenOverCenterTests {
    /// The attacker's material: the Center's folder, and statements that publishers have signed.
    struct Attacker {
        let trust: TestTrust
        let directory: URL
        var repository: TUFRepository
        /// Version 10 with floor 9, and version 12 with floor 11, both signed by their publisher.
        let old: SignedStatement
        let current: SignedStatement

        init(_ directory: URL, old: SignedStatement, current: SignedStatement) throws {
            self.directory = directory
            self.old = old
            self.current = current
            trust = try TestTrust(in: directory)
            repository = try TUFRepository(
                opening: trust.repository, signers: trust.centerKeys.signers, lifetime: { _ in 86_400 })
        }

        /// Publishes the attacker's choice to devices.
        mutating func announce(_ statement: SignedStatement, as app: String = "com.example.sample") throws {
            let app = MiniAppID(app)!
            let descriptor = ReleaseDescriptor(
                app: app, releases: [.init(statement, salt: "salt", approved: Date())])
            let path = ReleaseDescriptor.path(of: app)
            try repository.addTarget(
                path, descriptor.encoded(), to: repository.bin(of: path, under: "releases")!)
            try repository.publish()
        }

        /// Replaces the bytes of a blob.
        func replace(_ digest: SHA256Hash, with data: Data) throws {
            try data.write(to: BlobDirectory(directory.appending(path: "blobs")).location(of: digest))
        }

        /// Replaces the files of the current version with others, of which only one differs.
        func replaceFile(_ path: String, with text: String) throws {
            let statement = try ReleaseStatement(parsing: current.bytes)
            let blobs = try BlobDirectory(directory.appending(path: "blobs"))
            let list = try FileList(decoding: blobs.read(statement.files.sha256)!)
            let contents = Data(text.utf8)
            try blobs.write(contents, as: SHA256Hash(of: contents))
            let changed = FileList(
                files: list.files.map {
                    guard $0.path == path else { return $0 }
                    return .init(path: path, length: contents.count, sha256: SHA256Hash(of: contents))
                })
            try replace(statement.files.sha256, with: changed.encoded())
        }
    }

    /// Publishes honestly, lets a device install, hands the Center to the attacker, and has a device try again.
    ///
    /// - Parameters:
    ///   - isFresh: Whether the second device has never seen the Center before.
    ///   - app: The mini app that it tries to open.
    /// - Returns: Why it did not open, or nil if it did.
    private func outcome(
        opening app: String = "com.example.sample", isFresh: Bool = false,
        _ attack: (inout Attacker) throws -> Void
    ) async throws -> CatalogError? {
        let directory = try TemporaryDirectory()
        let device = try TemporaryDirectory()
        let statements = try await TestCenter.run(in: directory) { center -> [SignedStatement] in
            var previous: SHA256Hash?
            var statements: [SignedStatement] = []
            for (code, floor) in [(10, 9), (12, 11)] {
                var sample = SampleMiniApp(id: "com.example.sample", code: code)
                sample.files["app.js"] = "export default \(code);\n"
                let package = try MiniAppPackage(archive: sample.archive)
                let statement = try center.trust.statement(about: package, previous: previous, floor: floor)
                let answer = try await center.send(
                    "POST", "/v1/miniapps/\(sample.id)/versions", token: center.apiKey, body: sample.archive,
                    statement: statement)
                #expect(answer.status == 201)
                previous = statement.digest
                statements.append(statement)
            }
            if !isFresh {
                #expect(try await Self.open("com.example.sample", from: center.address, device, center.trust) == nil)
            }
            return statements
        }
        var attacker = try Attacker(directory.url, old: statements[0], current: statements[1])
        try attack(&attacker)
        let trust = attacker.trust
        // The attacker empties the database, too, so that a starting Center can't correct anything from it. Without
        // one, it would not start.
        for name in ["center.sqlite", "center.sqlite-wal", "center.sqlite-shm"] {
            try? FileManager.default.removeItem(at: directory.url.appending(path: name))
        }
        try Data().write(to: directory.url.appending(path: "center.sqlite"))
        return try await CenterProcess.run(directory.url) { address in
            try await Self.open(app, from: address, device, trust)
        }
    }

    /// Returns the error of a device that tries to open a mini app, for any list of the Center.
    private static func open(
        _ app: String, from center: URL, _ device: TemporaryDirectory, _ trust: TestTrust
    ) async throws -> CatalogError? {
        let releases = try TrustedReleases(
            directory: device.url.appending(path: "trust"), anchor: trust.anchor,
            host: HostIdentity(superApp: TestTrust.superApp, version: "1.0"), center: center,
            transport: HTTPCatalogTransport())
        let catalog = MiniAppCatalog(
            center: center, cache: try MiniAppCache(directory: device.url.appending(path: "cache")), releases: releases,
            transport: HTTPCatalogTransport()
        ) { nil }
        let package = try MiniAppPackage(archive: SampleMiniApp(id: app).archive)
        let list = package.fileList
        let listing = MiniAppListing(
            manifest: package.manifest, icon: nil, files: .init(to: list, encoded: list.encoded()), published: Date())
        do throws(CatalogError) {
            _ = try await catalog.install(listing)
            return nil
        } catch {
            return error
        }
    }

    private static func package(_ change: (inout SampleMiniApp) -> Void = { _ in }) throws -> MiniAppPackage {
        var sample = SampleMiniApp(id: "com.example.sample", code: 13)
        sample.files["app.js"] = "steal();\n"
        change(&sample)
        return try MiniAppPackage(archive: sample.archive)
    }

    /// Stores a package's files where devices fetch them.
    private static func store(_ package: MiniAppPackage, _ attacker: Attacker) throws {
        let blobs = try BlobDirectory(attacker.directory.appending(path: "blobs"))
        for file in package.files { try blobs.write(file.contents, as: SHA256Hash(of: file.contents)) }
        let list = package.fileList.encoded()
        try blobs.write(list, as: SHA256Hash(of: list))
    }

    @Test(
        "A genuine release is opened from the other process, by a known device and by a fresh one"
    )
    func honest() async throws {
        #expect(try await outcome { _ in } == nil)
        #expect(try await outcome(isFresh: true) { _ in } == nil)
    }

    @Test("Code that no publisher signed is not opened", arguments: [true, false])
    func unsigned(_ isFresh: Bool) async throws {
        let found = try await outcome(isFresh: isFresh) { attacker in
            let package = try Self.package()
            try Self.store(package, attacker)
            let statement = try attacker.trust.statement(about: package)
            try attacker.announce(SignedStatement(signing: statement.bytes, by: [PrivateKey().signer]))
        }
        #expect(Self.isOfUnknownKeys(found))
    }

    @Test("Code that only the Center's own keys signed is not opened")
    func signedByTheCenter() async throws {
        let found = try await outcome { attacker in
            let package = try Self.package()
            try Self.store(package, attacker)
            let statement = try attacker.trust.statement(about: package)
            try attacker.announce(SignedStatement(signing: statement.bytes, by: attacker.trust.centerKeys.signers))
        }
        #expect(Self.isOfUnknownKeys(found))
    }

    @Test("A release below the floor is not opened by a device that has seen the floor")
    func belowFloor() async throws {
        let found = try await outcome { try $0.announce($0.old) }
        #expect(found == .notAccepted(.belowFloor(code: 10, floor: 11)))
    }

    @Test("A release below a floor of the review team is not opened by a fresh device either")
    func belowSignedFloor() async throws {
        let found = try await outcome(isFresh: true) { attacker in
            // The review team did this before the Center was taken over.
            var ceremony = try attacker.trust.ceremony()
            try ceremony.set(
                PublisherFile(
                    TestTrust.publisher, keys: [attacker.trust.publisherKey.key],
                    floors: [MiniAppID("com.example.sample")!: 12]))
            try ceremony.publish()
            attacker = try Attacker(attacker.directory, old: attacker.old, current: attacker.current)
            try attacker.announce(attacker.old)
        }
        #expect(found == .notAccepted(.belowFloor(code: 10, floor: 12)))
    }

    @Test("An old version relabelled as a new one is not opened")
    func relabelled() async throws {
        let found = try await outcome { attacker in
            var statement = try ReleaseStatement(parsing: attacker.old.bytes)
            statement.version = .init(code: 13, name: "1.0.13")
            let forged = Data(
                #"{"statement":"\#(statement.canonicalBytes.base64EncodedString())","signatures":[{"keyid":"\#(attacker.old.signatures.keys.first!)","sig":"\#(attacker.old.signatures.values.first!.hexadecimal)"}]}"#
                    .utf8)
            try attacker.announce(SignedStatement(parsing: forged))
        }
        #expect(found == .notAccepted(.unsigned(TestTrust.publisher, valid: 0, threshold: 1)))
    }

    @Test("A release moved to another mini app is not opened")
    func otherMiniApp() async throws {
        let other = "com.example.other"
        let found = try await outcome(opening: other) { try $0.announce($0.current, as: other) }
        #expect(
            found == .notAccepted(.otherMiniApp(MiniAppID("com.example.sample")!, expected: "com.example.other")))
    }

    @Test("A release moved to another publisher is not opened")
    func otherPublisher() async throws {
        let found = try await outcome { attacker in
            // Another publisher, approved by the review team, who works with the attacker.
            let key = PrivateKey()
            var ceremony = try attacker.trust.ceremony()
            try ceremony.set(PublisherFile(PublisherID("org.other")!, keys: [key.key]))
            try ceremony.publish()
            attacker = try Attacker(attacker.directory, old: attacker.old, current: attacker.current)
            let package = try Self.package()
            try Self.store(package, attacker)
            let statement = try attacker.trust.statement(about: package) { $0.publisher = PublisherID("org.other")! }
            try attacker.announce(SignedStatement(signing: statement.bytes, by: [key.signer]))
        }
        #expect(found == .notAccepted(.unknownPublisher(MiniAppID("com.example.sample")!)))
    }

    @Test("A release for another super app is not opened")
    func otherSuperApp() async throws {
        let found = try await outcome { attacker in
            let package = try Self.package()
            try Self.store(package, attacker)
            // The publisher did sign it, but for another super app.
            try attacker.announce(attacker.trust.statement(about: package, superApps: ["com.rival.super"]))
        }
        #expect(found == .notAccepted(.otherSuperApp(["com.rival.super"])))
    }

    @Test("A release for another Center is not opened")
    func otherRepository() async throws {
        let elsewhere = SHA256Hash(of: Data("elsewhere".utf8))
        let found = try await outcome { attacker in
            let package = try Self.package()
            try Self.store(package, attacker)
            try attacker.announce(attacker.trust.statement(about: package) { $0.repository = elsewhere })
        }
        #expect(found == .notAccepted(.otherRepository(elsewhere)))
    }

    @Test(
        "A manifest with more permissions, another name or another entry page is not opened",
        arguments: [
            ["req_permissions": [["name": "location"]]], ["name": "Your Bank"],
            ["pages": ["pages/detail", "pages/home"]],
        ] as [[String: any Sendable]]
    )
    func otherManifest(_ members: [String: any Sendable]) async throws {
        var changed = SampleMiniApp(id: "com.example.sample", code: 12)
        changed.members = members
        let manifest = String(decoding: changed.manifest, as: UTF8.self)
        // Other bytes under the signed digest.
        let found = try await outcome(isFresh: true) { try $0.replaceFile("manifest.json", with: manifest) }
        guard case .corrupted? = found else {
            Issue.record("\(String(describing: found))")
            return
        }
        // In a statement that the attacker made, without a signature.
        let forged = try await outcome(isFresh: true) { attacker in
            let package = try Self.package { $0.members = members }
            try Self.store(package, attacker)
            var statement = try ReleaseStatement(parsing: attacker.current.bytes)
            statement.manifest = package.fileList.digest(ofFileAt: "manifest.json")!
            try attacker.announce(
                SignedStatement(signing: statement.canonicalBytes, by: attacker.trust.centerKeys.signers))
        }
        #expect(Self.isOfUnknownKeys(forged))
    }

    private static func isOfUnknownKeys(_ error: CatalogError?) -> Bool {
        if case .notAccepted(.unknownKeys(TestTrust.publisher, _, _))? = error { true } else { false }
    }

    @Test("A file with one changed byte is not opened")
    func changedByte() async throws {
        let found = try await outcome(isFresh: true) { attacker in
            try attacker.replace(
                SHA256Hash(of: Data("export default 12;\n".utf8)), with: Data("export default 13;\n".utf8))
        }
        #expect(found == .corrupted(SHA256Hash(of: Data("export default 12;\n".utf8))))
    }

    @Test("A mini app of an invented publisher is not opened")
    func inventedPublisher() async throws {
        let app = "net.evil.app"
        let found = try await outcome(opening: app) { attacker in
            let key = PrivateKey()
            let publisher = PublisherID("net.evil")!
            // In a bin that the Center can sign, in which no device looks for publishers.
            for bin in attacker.repository.bins(under: "releases") {
                try attacker.repository.addTarget(
                    PublisherFile.path(of: publisher), PublisherFile(publisher, keys: [key.key]).encoded(), to: bin)
            }
            let package = try Self.package { $0.id = app }
            try Self.store(package, attacker)
            let statement = try attacker.trust.statement(about: package) { $0.publisher = publisher }
            try attacker.announce(SignedStatement(signing: statement.bytes, by: [key.signer]), as: app)
        }
        #expect(found == .notAccepted(.unknownPublisher(MiniAppID(app)!)))
    }

    @Test("A publisher's keys can't be replaced with the Center's keys")
    func replacedPublisher() async throws {
        var bin = ""
        let found = try await outcome { attacker in
            let path = PublisherFile.path(of: TestTrust.publisher)
            bin = attacker.repository.bin(of: path, under: "publishers")!
            let name = ExactString(bin)
            let file = PublisherFile(TestTrust.publisher, keys: [PrivateKey().key])
            try attacker.repository.addTarget(path, file.encoded(), to: bin)
            // Signed with the only keys that the attacker has, as if they were the review team's.
            attacker.repository.keys[name] = attacker.repository.bins["releases"]!.keys
            try attacker.repository.publish()
        }
        #expect(found == .untrusted(.unsigned(role: bin, valid: 0, threshold: 1)))
    }

    @Test("An older copy of the whole repository is refused")
    func olderCopy() async throws {
        let found = try await outcome { attacker in
            // The state of three publications ago, with signatures that are still valid.
            try FileManager.default.removeItem(
                at: attacker.trust.repository.appending(path: "metadata/timestamp.json"))
            attacker.repository.timestampVersion -= 3
            attacker.repository.snapshotVersion -= 3
            try attacker.repository.publish()
        }
        guard case .untrusted(.rollback(role: "timestamp", _, _))? = found else {
            Issue.record("\(String(describing: found))")
            return
        }
    }

    @Test("The operator's decisions only narrow: a denied permission is not requested")
    func narrowing() throws {
        let package = try Self.package { $0.members = ["req_permissions": [["name": "location"], ["name": "camera"]]] }
        let directory = try TemporaryDirectory()
        let blobs = try BlobDirectory(directory.url)
        for file in package.files { try blobs.write(file.contents, as: SHA256Hash(of: file.contents)) }
        let list = package.fileList.encoded()
        try blobs.write(list, as: SHA256Hash(of: list))
        let opened = try InstalledMiniApp(
            fileList: SHA256Hash(of: list), in: blobs, permissionsDenied: ["camera", "contacts"])
        // Denied permissions are gone; permissions that were never requested are not added.
        #expect(opened.permissions.map(\.name) == ["location"])
    }
}
