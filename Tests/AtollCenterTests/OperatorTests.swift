import AtollPackages
import AtollPublishing
import AtollTestSupport
import Foundation
import Hummingbird
import Logging
import SignedJSON
import Testing

@testable import AtollCenter
@testable import AtollCenterDomain
@testable import AtollCenterSignIn

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite("Keys, health and files")
struct OperatorTests {
    @Test("A key permits its scopes for the ids that it names, until it is revoked", arguments: BackEnd.allCases)
    func keys(_ backEnd: BackEnd) async throws {
        try await TestCenter.run(on: backEnd) { center in
            let keys = center.center.apiKeys
            let (key, text) = try await keys.create(
                for: TestTrust.publisher, scopes: [.publish], ids: [MiniAppID("com.example.sample")!],
                expires: Date().addingTimeInterval(60))
            #expect(try await center.upload(SampleMiniApp(), key: text).status == 201)
            #expect(try await center.upload(SampleMiniApp(id: "com.example.other"), key: text).status == 403)
            let access = try await center.send(
                "PUT", "/v1/miniapps/com.example.sample/access", token: text, body: Data(#"{"roles":[]}"#.utf8))
            #expect(access.status == 403)
            let all = try await keys.all()
            #expect(
                all.contains(key) || all.contains { $0.id == key.id && $0.ids == key.ids && $0.scopes == [.publish] })
            #expect(try await keys.revoke(key.id))
            let again = try await keys.revoke(key.id)
            #expect(!again)
            #expect(try await center.upload(SampleMiniApp(id: "com.example.sample", code: 2), key: text).status == 401)
        }
    }

    @Test("Only the owner can read a Center's folder")
    func privacy() async throws {
        try await TestCenter.run { center in
            let mode = try FileManager.default.attributesOfItem(atPath: center.directory.url.path)[.posixPermissions]
            #expect((mode as? NSNumber)?.intValue == 0o700)
        }
    }

    @Test(
        "A stranger sees only the Center's status; the operator also sees warnings and refused files",
        arguments: BackEnd.sample(1))
    func health(_ backEnd: BackEnd) async throws {
        try await TestCenter.run(on: backEnd) { center in
            let local = try await center.send("GET", "/health")
            #expect(local.member("status") == "ok" && local.member("warnings") != nil)
            #expect(local.member("refused") == nil)
            // Files from the review team that were refused appear here, not only in the log.
            try await center.submit(Data("[]".utf8), as: "year.json")
            // A file whose name is too long for another extension is renamed, too.
            try await center.submit(Data("[]".utf8), as: String(repeating: "x", count: 249) + ".json")
            if backEnd == .sqlite {
                // A pipe does not block.
                let pipe = center.trust.repository.appending(path: "incoming/pipe.json")
                #expect(mkfifo(pipe.path, 0o600) == 0)
            }
            try await center.center.keepUp()
            let left = try await center.center.stores.place.refusedProposals()
            #expect(
                left.count == (backEnd == .sqlite ? 3 : 2) && left.allSatisfy { $0.hasSuffix(".refused") }, "\(left)")
            #expect(try await center.center.stores.place.proposals().isEmpty)
            let warned = try await center.send("GET", "/health")
            #expect(String(decoding: warned.body, as: UTF8.self).contains(#""year.json.refused""#))
            var request = URLRequest(url: center.address.appending(path: "health"))
            request.setValue("203.0.113.9", forHTTPHeaderField: "X-Forwarded-For")
            let (proxied, _) = try await URLSession.shared.answer(to: request)
            #expect(String(decoding: proxied, as: UTF8.self) == #"{"status":"ok"}"#)
            // A host name that an attacker points to this machine, as in DNS rebinding.
            var rebound = URLRequest(url: center.address.appending(path: "health"))
            rebound.setValue("evil.example", forHTTPHeaderField: "Host")
            let (renamed, _) = try await URLSession.shared.answer(to: rebound)
            #expect(String(decoding: renamed, as: UTF8.self) == #"{"status":"ok"}"#)
            request.setValue("Bearer \(center.apiKey)", forHTTPHeaderField: "Authorization")
            let (withKey, _) = try await URLSession.shared.answer(to: request)
            #expect(String(decoding: withKey, as: UTF8.self).contains("warnings"))
        }
    }

    @Test("A Center without a repository reports that, and publishes nothing", arguments: BackEnd.sample(0))
    func noRepository(_ backEnd: BackEnd) async throws {
        try await TestCenter.run(on: backEnd) { center in
            try await center.removeRepository()
            let sample = SampleMiniApp()
            let statement = try SignedStatement(signing: Data("x".utf8), by: [center.trust.publisherKey.signer])
            let answer = try await center.send(
                "POST", "/v1/miniapps/com.example.sample/versions", token: center.apiKey, body: sample.archive,
                statement: statement)
            #expect(answer.status == 503 && answer.member("rule") == "no-repository")
            let health = try await center.send("GET", "/health")
            #expect(health.status == 503 && health.member("status") == "no repository")
            var request = URLRequest(url: center.address.appending(path: "health"))
            request.setValue("203.0.113.9", forHTTPHeaderField: "X-Forwarded-For")
            let (stranger, response) = try await URLSession.shared.answer(to: request)
            #expect(response.statusCode == 503)
            #expect(String(decoding: stranger, as: UTF8.self) == #"{"status":"unavailable"}"#)
        }
    }

    @Test("The headers of every response keep browsers from treating it as a page", arguments: BackEnd.sample(1))
    func headers(_ backEnd: BackEnd) async throws {
        try await TestCenter.run(on: backEnd) { center in
            for path in ["/health", "/live", "/v1/miniapps", "/nothing", "/v1/blobs/x"] {
                let answer = try await center.send("GET", path)
                #expect(answer.headers["x-content-type-options"] == "nosniff", "\(path)")
                #expect(answer.headers["content-security-policy"]?.contains("default-src 'none'") == true, "\(path)")
            }
        }
    }

    /// Runs a server that responds with `answer`, and calls `body` with its URL.
    private static func server(
        _ answer: @Sendable @escaping (Request) -> Response, _ body: @Sendable @escaping (URL) async throws -> Void
    ) async throws {
        let (ports, continuation) = AsyncStream<Int>.makeStream()
        let router = Router()
        for method in [HTTPRequest.Method.get, .put, .post] {
            router.on("**", method: method) { request, _ in answer(request) }
        }
        var logger = Logger(label: "server")
        logger.logLevel = .critical
        let application = Application(
            router: router, configuration: .init(address: .hostname("127.0.0.1", port: 0)),
            onServerRunning: { channel in
                continuation.yield(channel.localAddress?.port ?? 0)
                continuation.finish()
            }, logger: logger)
        try await GracefulService.run(application, logger: logger) {
            for await port in ports { try await body(URL(string: "http://127.0.0.1:\(port)")!) }
        }
    }

    @Test(
        "An API key is not sent through redirects, and only over HTTPS or to this machine",
        arguments: [301, 302, 303, 307, 308])
    func apiKey(_ status: Int) async throws {
        let id = MiniAppID("com.example.sample")!
        try await Self.server { request in
            // A client that followed the redirect would request this.
            if request.uri.path == "/elsewhere" {
                return Response(status: .ok, body: .init(byteBuffer: .init(string: "{}")))
            }
            return Response(status: .init(code: status), headers: [.location: "/elsewhere"])
        } _: { address in
            let client = PublishingClient(center: address, apiKey: "atoll_x_secret")
            await #expect(throws: PublishingFailure.redirected(status: status)) { try await client.published(id) }
            await #expect(throws: PublishingFailure.redirected(status: status)) {
                try await client.setRoles([], of: id)
            }
        }
        let open = PublishingClient(center: URL(string: "http://center.example")!, apiKey: "atoll_x_secret")
        await #expect(throws: PublishingFailure.insecure("http://center.example")) { try await open.published(id) }
        #expect(
            PublishingFailure.insecure("http://center.example").description
                == "API keys are sent only over HTTPS, but the URL is http://center.example. Use the Center's https URL. Nothing was sent."
        )
        #expect(
            PublishingFailure.redirected(status: 302).description
                == "The Center responded with a redirect (status 302), which is not followed: the API key would be sent with it. "
                + "Use the Center's own URL.")
    }

    @Test("Sign-in keys have a maximum length, are fetched over HTTPS or from this machine, and not through redirects")
    func keySet() async throws {
        try await Self.server { request in
            switch request.uri.path {
            case "/good": Response(status: .ok, body: .init(byteBuffer: .init(string: #"{"keys":[]}"#)))
            case "/large":
                Response(
                    status: .ok,
                    body: .init(byteBuffer: .init(repeating: 0x20, count: SignInKeySource.maximumLength + 1)))
            default: Response(status: .found, headers: [.location: "/good"])
            }
        } _: { address in
            let keys = try await SignInKeySource.address(address.appending(path: "good")).load()
            #expect(keys.count == 11)
            for path in ["large", "moved"] {
                await #expect(throws: (any Error).self) {
                    try await SignInKeySource.address(address.appending(path: path)).load()
                }
            }
        }
        await #expect(throws: (any Error).self) {
            try await SignInKeySource.address(URL(string: "http://app.example/jwks.json")!).load()
        }
    }

    @Test("Blobs and packs are sent from the requested byte on", arguments: BackEnd.sample(0))
    func parts(_ backEnd: BackEnd) async throws {
        try await TestCenter.run(on: backEnd) { center in
            var sample = SampleMiniApp()
            sample.files["common/large.txt"] = (0..<30_000).map { String(1_000_000_000 + $0 * 7_919) }.joined()
            let listing = try JSONDecoder.center.decode(
                MiniAppListing.self, from: try await center.upload(sample).body)
            let list = try FileList(
                decoding: try await center.send("GET", "/v1/blobs/\(listing.files.sha256)").body)
            let file = try #require(list.files.first { $0.path == "common/large.txt" })
            let whole = try await center.send("GET", "/v1/blobs/\(file.sha256)").body
            #expect(whole.count == 300_000 && SHA256Hash(of: whole) == file.sha256)
            for start in [1, 65_535, 65_536, 299_999] {
                var request = URLRequest(url: center.address.appending(path: "v1/blobs/\(file.sha256)"))
                request.setValue("bytes=\(start)-", forHTTPHeaderField: "Range")
                let (part, response) = try await URLSession.shared.answer(to: request)
                #expect(response.statusCode == 206 && part == whole.dropFirst(start))
            }
            var request = URLRequest(url: center.address.appending(path: "v1/blobs/\(file.sha256)"))
            request.setValue("bytes=300000-", forHTTPHeaderField: "Range")
            let beyond = try await URLSession.shared.answer(to: request).response
            #expect(beyond.statusCode == 416)
            var second = SampleMiniApp(id: "com.example.sample", code: 2)
            second.files["common/new.txt"] = "new"
            let newer = try JSONDecoder.center.decode(
                MiniAppListing.self, from: try await center.upload(second).body)
            let path = "/v1/packs/\(newer.files.sha256)/from/\(listing.files.sha256)"
            let pack = try await center.send("GET", path).body
            let records = try BlobPack.records(in: pack)
            #expect(records.count == 3, "the list, the manifest and the file that is new")
            request = URLRequest(url: URL(string: center.address.absoluteString + path)!)
            request.setValue("bytes=20-", forHTTPHeaderField: "Range")
            #expect(try await URLSession.shared.answer(to: request).body == pack.dropFirst(20))
        }
    }

    @Test("A list that was asked for too early is found once its version is uploaded", arguments: BackEnd.sample(0))
    func earlyList(_ backEnd: BackEnd) async throws {
        try await TestCenter.run(on: backEnd) { center in
            let listing = try JSONDecoder.center.decode(
                MiniAppListing.self, from: try await center.upload(SampleMiniApp()).body)
            var second = SampleMiniApp(id: "com.example.sample", code: 2)
            second.files["common/new.txt"] = "new"
            let list = try MiniAppPackage(archive: second.archive).fileList.encoded()
            let (first, later) = (listing.files.sha256, SHA256Hash(of: list))
            let early = try await center.send("GET", "/v1/packs/\(first)/from/\(later)").body
            #expect(try BlobPack.records(in: early).count > 2, "complete: nobody has uploaded the other one")
            #expect(try await center.send("GET", "/v1/packs/\(later)").status == 404)
            #expect(try await center.upload(second).status == 201)
            let update = try await center.send("GET", "/v1/packs/\(first)/from/\(later)").body
            #expect(
                try BlobPack.records(in: update).count == 2, "the list and the manifest: the newer version has all else"
            )
            #expect(try await center.send("GET", "/v1/packs/\(later)").status == 200)
        }
    }

    @Test("Only the file lists of versions have packs, not files that look like one", arguments: BackEnd.sample(1))
    func packs(_ backEnd: BackEnd) async throws {
        try await TestCenter.run(on: backEnd) { center in
            let large = (0..<5_000).map { String(1_000_000_000 + $0 * 7_919) }.joined()
            let digest = SHA256Hash(of: Data(large.utf8))
            func list(_ length: Int, _ manifest: Data? = nil) -> String {
                let first = manifest.map {
                    #"{"length":\#($0.count),"path":"manifest.json","sha256":"\#(SHA256Hash(of: $0))"},"#
                }
                return #"{"files":[\#(first ?? ""){"length":\#(length),"path":"a","sha256":"\#(digest)"}]}"#
            }
            var sample = SampleMiniApp()
            sample.files["common/large.txt"] = large
            let lists = [list(1), list(large.utf8.count), list(large.utf8.count, sample.manifest)]
            for (number, text) in lists.enumerated() { sample.files["common/list\(number).json"] = text }
            let listing = try JSONDecoder.center.decode(
                MiniAppListing.self, from: try await center.upload(sample).body)
            for text in lists {
                let digest = SHA256Hash(of: Data(text.utf8))
                #expect((try? FileList(decoding: Data(text.utf8))) != nil)
                #expect(try await center.send("GET", "/v1/blobs/\(digest)").status == 200)
                #expect(try await center.send("GET", "/v1/packs/\(digest)").status == 404, "\(text)")
                let update = try await center.send("GET", "/v1/packs/\(digest)/from/\(listing.files.sha256)")
                #expect(update.status == 404)
            }
            #expect(try await center.send("GET", "/v1/packs/\(listing.files.sha256)").status == 200)
        }
    }

    @Test("The cache of searches, including its keys, is bounded in bytes and in number")
    func searches() async throws {
        let cache = SearchCache(capacity: 200_000, maximumCount: 50)
        for number in 0..<500 {
            let address = "text=\(number)" + String(repeating: "x", count: 1_000)
            let key = SearchCache.Key(address: address, superApp: "com.example.super", audiences: [1])
            _ = try await cache.answer(to: key, at: Date()) {
                SearchQuery(subject: .text(words: [address], phrase: address))
            } find: { query, _ in
                SearchPage(query, [], items: [], total: 0, expires: nil)
            }
        }
        #expect(cache.count <= 50)
        #expect(cache.bytes <= 200_000 && cache.bytes >= cache.count * 5_000, "keys and queries are counted")
    }

    @Test("A result that may be ahead of what the cache was told is answered, and not kept")
    func aheadOfTheCache() async throws {
        let cache = SearchCache()
        let key = SearchCache.Key(address: "", superApp: "com.example.super", audiences: [1])
        for total in 1...3 {
            let answer = try await cache.answer(to: key, at: Date()) {
                SearchQuery(subject: .all)
            } find: { query, known in
                #expect(known == nil, "nor is its total")
                var page = SearchPage(query, [], items: [], total: total, expires: nil)
                page.mayBeKept = false
                return page
            }
            #expect(answer.total == total)
        }
        #expect(cache.count == 0)
    }
}
