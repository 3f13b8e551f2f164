import AtollPackages
import AtollTestSupport
import Foundation
import Testing

@testable import AtollCenter

@Suite("Publishing")
struct PublishingTests {
    @Test("An uploaded package is listed, and its files are served as blobs", arguments: BackEnd.allCases)
    func publishes(_ backEnd: BackEnd) async throws {
        try await TestCenter.run(on: backEnd) { center in
            let answer = try await center.upload(SampleMiniApp())
            #expect(answer.status == 201)
            #expect(answer.headers["location"] == "/v1/miniapps/com.example.sample")
            let listing = try JSONDecoder.center.decode(MiniAppListing.self, from: answer.body)
            #expect(listing.version == Manifest.Version(code: 1, name: "1.0.1"))
            #expect(listing.icon?.path == "common/icon.svg")

            let list = try await center.send("GET", "/v1/blobs/\(listing.files.sha256)")
            #expect(list.headers["cache-control"] == "public, max-age=31536000, immutable")
            #expect(list.headers["x-content-type-options"] == "nosniff")
            for file in try FileList(decoding: list.body).files {
                let blob = try await center.send("GET", "/v1/blobs/\(file.sha256)")
                #expect(SHA256Hash(of: blob.body) == file.sha256)
            }
            #expect(try await center.center.verify().isEmpty)
        }
    }

    @Test("A new version replaces the last one, which stays in the store", arguments: BackEnd.sample(1))
    func updates(_ backEnd: BackEnd) async throws {
        try await TestCenter.run(on: backEnd) { center in
            try await center.upload(SampleMiniApp())
            try await center.upload(SampleMiniApp(id: "com.example.sample", name: "Renamed", code: 7))
            let answer = try await center.send(
                "GET", "/v1/miniapps/com.example.sample", token: try await center.token()
            )
            #expect(answer.member("name") == "Renamed")
            #expect(try await center.center.store.allVersions().map(\.version.code) == [1, 7])
            let versions = try await center.send(
                "GET", "/v1/miniapps/com.example.sample/versions", token: center.apiKey
            )
            #expect(String(decoding: versions.body, as: UTF8.self).contains("Renamed"))
        }
    }

    private struct BadUpload: Sendable, CustomStringConvertible {
        let name: String
        let body: @Sendable () -> Data
        let status: Int
        let rule: String
        let subject: String?
        var description: String { name }

        init(
            _ name: String, _ status: Int, rule: String, subject: String?, _ body: @escaping @Sendable () -> Data
        ) {
            self.name = name
            self.body = body
            self.status = status
            self.rule = rule
            self.subject = subject
        }
    }

    private static func sample(_ change: (inout SampleMiniApp) -> Void) -> Data {
        var sample = SampleMiniApp(id: "com.example.sample", code: 6)
        change(&sample)
        return sample.archive
    }

    private static let badUploads: [BadUpload] = [
        BadUpload("no ZIP", 422, rule: "not-a-zip", subject: nil) { Data("hello".utf8) },
        BadUpload("nothing", 422, rule: "not-a-zip", subject: nil) { Data() },
        BadUpload("no manifest", 422, rule: "missing-manifest", subject: "manifest.json") {
            ArchiveWriter().archive(of: [PackageFile(path: "app.js", contents: Data())])
        },
        BadUpload("wrong type", 422, rule: "manifest", subject: "version.code") {
            sample { $0.members = ["version": ["code": "two", "name": "2"]] }
        },
        BadUpload("missing page", 422, rule: "missing-page", subject: "pages[1]") {
            sample { $0.files["pages/detail.html"] = nil }
        },
        BadUpload("other id", 422, rule: "other-mini-app", subject: "app_id") {
            sample { $0.id = "com.example.other" }
        },
        BadUpload("same code", 409, rule: "code-not-higher", subject: "version.code") { sample { $0.code = 5 } },
        BadUpload("lower code", 409, rule: "code-not-higher", subject: "version.code") { sample { $0.code = 4 } },
        BadUpload("traversal", 422, rule: "traversal", subject: "../evil") { sample { $0.files["../evil"] = "" } },
        BadUpload("21 MB", 413, rule: "too-large", subject: "body") { Data(repeating: 0x50, count: 21_000_000) },
    ]

    @Test(
        "An invalid upload is refused with the name of the rule, and changes neither database nor disk",
        arguments: BackEnd.sample(0))
    func refuses(_ backEnd: BackEnd) async throws {
        try await TestCenter.run(on: backEnd) { center in
            try await center.upload(SampleMiniApp(id: "com.example.sample", code: 5))
            let before = try center.directory.contents().filter { $0.key.hasPrefix("blobs/") }
            for upload in Self.badUploads {
                let answer = try await center.upload(upload.body(), as: "com.example.sample")
                #expect(answer.status == upload.status, "\(upload)")
                #expect(answer.headers["content-type"] == "application/problem+json", "\(upload)")
                #expect(answer.member("rule") == upload.rule, "\(upload)")
                #expect(answer.member("subject") == upload.subject, "\(upload)")
                #expect(answer.member("status") == "\(upload.status)", "\(upload)")
                #expect(try center.directory.contents().filter { $0.key.hasPrefix("blobs/") } == before, "\(upload)")
                #expect(try await center.center.store.allVersions().map(\.version.code) == [5], "\(upload)")
            }
        }
    }

    @Test("Without a valid key, uploads are refused", arguments: BackEnd.sample(1))
    func keys(_ backEnd: BackEnd) async throws {
        try await TestCenter.run(on: backEnd) { center in
            let archive = SampleMiniApp().archive
            let path = "/v1/miniapps/com.example.sample/versions"
            #expect(try await center.send("POST", path, body: archive).status == 401)
            for key in ["", "x", "atoll__", center.apiKey + "0", String(repeating: "a", count: 300)] {
                #expect(try await center.send("POST", path, token: key, body: archive).status == 401)
            }
            let keys = center.center.apiKeys
            let publisher = PublisherID("com.example")!
            let expired = try await keys.create(
                for: publisher, scopes: [.publish], expires: Date(timeIntervalSinceNow: -1))
            #expect(try await center.send("POST", path, token: expired.text, body: archive).status == 401)
            let narrow = try await keys.create(
                for: publisher, scopes: [.access], expires: Date(timeIntervalSinceNow: 60))
            #expect(try await center.send("POST", path, token: narrow.text, body: archive).status == 403)
            let other = try await keys.create(
                for: PublisherID("com.exam")!, scopes: [.publish], expires: Date(timeIntervalSinceNow: 60)
            )
            #expect(try await center.send("POST", path, token: other.text, body: archive).status == 403)
            try await keys.revoke(narrow.key.id)
            #expect(try await center.send("POST", path, token: narrow.text, body: archive).status == 401)
            #expect(try await center.center.store.allVersions().isEmpty)
        }
    }

    @Test("Only the hash of a key is stored", arguments: BackEnd.sample(0))
    func hashed(_ backEnd: BackEnd) async throws {
        try await TestCenter.run(on: backEnd) { center in
            let secret = Data(center.apiKey.split(separator: "_")[2].utf8)
            for (_, data) in try center.directory.contents() { #expect(data.range(of: secret) == nil) }
        }
    }

    @Test("Of ten concurrent uploads of one version, exactly one is accepted", arguments: BackEnd.allCases)
    func concurrent(_ backEnd: BackEnd) async throws {
        try await TestCenter.run(on: backEnd) { center in
            let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
                for _ in 0..<10 { group.addTask { try await center.upload(SampleMiniApp()).status } }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(statuses.sorted() == [201] + Array(repeating: 409, count: 9))
        }
    }

    @Test("Everything survives a restart", arguments: BackEnd.allCases)
    func restart(_ backEnd: BackEnd) async throws {
        let directory = try TemporaryDirectory()
        let stores = try await backEnd.opener(in: directory.url, trust: TestTrust(in: directory.url))
        try await TestCenter.run(in: directory, stores: stores()) { _ = try await $0.upload(SampleMiniApp()) }
        try await TestCenter.run(in: directory, stores: stores()) { center in
            let answer = try await center.send(
                "GET", "/v1/miniapps/com.example.sample", token: try await center.token()
            )
            #expect(answer.status == 200)
            #expect(try await center.center.verify().isEmpty)
        }
    }

    @Test("Verifying reports damage in the store", arguments: BackEnd.sample(1))
    func damage(_ backEnd: BackEnd) async throws {
        try await TestCenter.run(on: backEnd) { center in
            try await center.upload(SampleMiniApp())
            try await center.damage(SHA256Hash(of: Data("export {};\n".utf8)))
            #expect(try await center.center.verify() == ["com.example.sample 1: app.js is missing."])
        }
    }
}
