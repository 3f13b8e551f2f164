import AtollTestSupport
import Crypto
import Foundation
import Testing

@testable import ObjectStorage

@Suite("Stores of objects that fail")
struct ObjectFaultTests {
    private static let key = ObjectKey("v1/blobs/aa")!

    /// A store behind a proxy, and the same store without it.
    private static func stores() async throws -> (proxy: ByteProxy, store: S3ObjectStore, direct: S3ObjectStore) {
        let proxy = try ByteProxy(before: TestServer.objects.get().port)
        let prefix = "f\(UUID().uuidString.prefix(8))"
        let direct = try TestBucket.store(prefix: prefix)
        try await direct.makeBucket()
        return (proxy, try TestBucket.store(prefix: prefix, port: proxy.port, timeout: .seconds(2)), direct)
    }

    private static let busy = ByteProxy.Fault.answer(
        "HTTP/1.1 503 Slow Down\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")

    @Test("What fails for a passing reason is tried again, and then it is an error")
    func busy() async throws {
        let (proxy, store, direct) = try await Self.stores()
        defer { proxy.stop() }
        let data = Data("bytes".utf8)
        for fault in [Self.busy, .cut(after: 0), .reset(after: 0), .reset(after: 20), .cut(after: 30)] {
            proxy.set([fault, fault])
            try await store.put(data, at: Self.key)
            #expect(try await direct.get(Self.key, limit: 10) == data)
            proxy.set([fault, fault])
            #expect(try await store.get(Self.key, limit: 10) == data)
            try await direct.delete(Self.key)
            proxy.set([], always: fault)
            await #expect(throws: ObjectError.self) { try await store.put(data, at: Self.key) }
            await #expect(throws: ObjectError.self) { try await store.get(Self.key, limit: 10) }
            await #expect(throws: ObjectError.self) { try await store.list("", from: nil) }
            await #expect(throws: ObjectError.self) { try await store.delete(Self.key) }
        }
        proxy.set([], always: Self.busy)
        await #expect(throws: ObjectError.busy(status: 503)) { try await store.size(of: Self.key) }
        #expect(proxy.connections == 4)
    }

    @Test("A store that stops in the middle of an answer is given up, and tried again")
    func stall() async throws {
        let (proxy, store, direct) = try await Self.stores()
        defer { proxy.stop() }
        let data = Data(repeating: 7, count: 100_000)
        try await direct.put(data, at: Self.key)
        proxy.set([.stall(after: 5_000)])
        #expect(try await store.get(Self.key, limit: 100_000) == data)
    }

    @Test("A stream that breaks off is an error, and no byte comes twice")
    func brokenStream() async throws {
        let (proxy, store, direct) = try await Self.stores()
        defer { proxy.stop() }
        var generator = SeededGenerator(seed: 3)
        let data = Data((0..<200_000).map { _ in UInt8.random(in: 0...255, using: &generator) })
        try await direct.put(data, at: Self.key)
        for fault in [ByteProxy.Fault.cut(after: 50_000), .reset(after: 50_000), .stall(after: 50_000)] {
            let found = Collector()
            proxy.set([fault])
            await #expect(throws: ObjectError.self) { try await store.stream(Self.key, from: 0) { found.add($0) } }
            #expect(found.data.count < data.count && found.data == data.prefix(found.data.count))
            // The caller continues where it was.
            #expect(try await store.stream(Self.key, from: found.data.count) { found.add($0) })
            #expect(found.data == data)
        }
        // Before the first byte, it is tried again.
        let found = Collector()
        proxy.set([Self.busy, .cut(after: 0)])
        #expect(try await store.stream(Self.key, from: 100) { found.add($0) })
        #expect(found.data == data.dropFirst(100))
    }

    @Test("Wrong bytes are not noticed by the store, so whoever reads compares the digest")
    func flipped() async throws {
        let (proxy, store, direct) = try await Self.stores()
        defer { proxy.stop() }
        let data = Data(repeating: 7, count: 50_000)
        try await direct.put(data, at: Self.key)
        proxy.set([.flip(at: 40_000)])
        let found = try #require(try await store.get(Self.key, limit: 50_000))
        #expect(SHA256.hash(data: found) != SHA256.hash(data: data))
    }

    @Test("Another key, another bucket and a wrong clock are refused with the store's reason")
    func refused() async throws {
        let (proxy, _, direct) = try await Self.stores()
        proxy.stop()
        try await direct.put(Data("x".utf8), at: Self.key)
        let stranger = try TestBucket.store(
            prefix: "x", credentials: S3Credentials(accessKey: "atoll", secretKey: "wrong-secret"))
        await #expect(throws: ObjectError.refused(status: 403, code: "SignatureDoesNotMatch")) {
            try await stranger.get(Self.key, limit: 10)
        }
        let late = try TestBucket.store(prefix: "x", now: { Date().addingTimeInterval(3_600) })
        await #expect { try await late.get(Self.key, limit: 10) } throws: { error in
            guard case .refused(403, _)? = error as? ObjectError else { return false }
            return true
        }
        let port = try TestServer.objects.get().port
        let none = S3ObjectStore(
            try S3Location("s3://no-such-bucket?endpoint=http://127.0.0.1:\(port)"), credentials: TestBucket.credentials
        )
        await #expect(throws: ObjectError.refused(status: 404, code: "NoSuchBucket")) {
            try await none.get(Self.key, limit: 10)
        }
    }

    @Test("A store that isn't there is an error in time")
    func unreachable() async throws {
        let store = S3ObjectStore(
            try S3Location("s3://bucket?endpoint=http://127.0.0.1:1"), credentials: TestBucket.credentials,
            pause: .milliseconds(1))
        await #expect {
            try await store.get(Self.key, limit: 10)
        } throws: { error in
            guard case .unreachable? = error as? ObjectError else { return false }
            return true
        }
    }

    @Test(
        "A hostile store can't keep anybody waiting, or fill the memory", .thorough("hostile servers"),
        arguments: HostileServer.Act.allCases)
    func hostile(_ act: HostileServer.Act) async throws {
        let server = try HostileServer(speed: HurriedTime.speed)
        defer { server.stop() }
        let store = S3ObjectStore(
            try S3Location("s3://\(act.rawValue.lowercased())?endpoint=http://127.0.0.1:\(server.port)"),
            credentials: TestBucket.credentials, timeout: .seconds(10), deadline: .seconds(30), attempts: 2,
            pause: .milliseconds(1))
        let calls: [(String, () async throws -> Void)] = [
            (
                "get",
                {
                    let found = try await store.get(Self.key, limit: 1_000)
                    #expect((found?.count ?? 0) <= 1_000)
                }
            ),
            ("stream", { _ = try await store.stream(Self.key, from: 10) { _ in } }),
            ("put", { try await store.put(Data("x".utf8), at: Self.key) }),
            (
                "list",
                {
                    let found = try await store.list("", from: nil)
                    #expect(found.entries.isEmpty)
                }
            ),
            ("delete", { try await store.delete(Self.key) }),
        ]
        for (name, call) in calls where !(name == "stream" && Self.streamsForEver.contains(act)) {
            let time = await HurriedTime.shortest(within: .seconds(2 * 30 + 60)) {
                do {
                    try await call()
                } catch {
                    #expect(error is ObjectError && "\(error)".contains(" "), "\(name): \(error)")
                }
            }
            #expect(time < .seconds(2 * 30 + 60), "\(name)")
        }
    }

    /// The acts that send bytes as fast as they can, which the receiver of a stream may take for four gigabytes.
    private static let streamsForEver: Set<HostileServer.Act> = [.endless, .endlessChunks, .endlessLength, .zeros]
}

@Suite("Lists of objects")
struct ObjectListTests {
    private static func read(_ text: String, below prefix: String = "") throws -> [ObjectEntry] {
        try S3ListReader.page(in: Data(text.utf8), below: prefix).entries
    }

    private static func object(_ key: String, size: String = "3", time: String = "2026-01-31T09:59:59.000Z") -> String {
        "<Contents><Key>\(key)</Key><LastModified>\(time)</LastModified><Size>\(size)</Size></Contents>"
    }

    @Test("Objects are read, those of others left out")
    func entries() throws {
        let text =
            "<?xml version=\"1.0\"?><ListBucketResult><Name>b</Name><KeyCount>4</KeyCount>" + Self.object("p/a")
            + Self.object("p/b c") + Self.object("q/d") + Self.object("p/e", time: "2026-01-31T09:59:59Z")
            + "<Contents><Owner><Key>p/f</Key></Owner><Key>p/g</Key><LastModified>2026-01-31T09:59:59Z</LastModified>"
            + "<Size>0</Size></Contents></ListBucketResult>"
        let found = try Self.read(text, below: "p/")
        #expect(found.map(\.key.text) == ["a", "e", "g"] && found.map(\.size) == [3, 3, 0])
        #expect(found[0].modified == Date(timeIntervalSince1970: 1_769_853_599))
    }

    @Test(
        "What is not a list is an error",
        arguments: [
            "", "<", "<Error><Code>X</Code></Error>", "<ListBucketResult>", "text",
            "<ListBucketResult><Contents><Key>a</Key></Contents></ListBucketResult>",
            "<ListBucketResult>" + object("a", size: "-1") + "</ListBucketResult>",
            "<ListBucketResult>" + object("a", size: "99999999999999999999") + "</ListBucketResult>",
            "<ListBucketResult>" + object("a", time: "yesterday") + "</ListBucketResult>",
            "<ListBucketResult>" + object(String(repeating: "a", count: 5_000)) + "</ListBucketResult>",
            "<ListBucketResult><IsTruncated>true</IsTruncated></ListBucketResult>",
            "<ListBucketResult></ListBucketResult><ListBucketResult></ListBucketResult>",
        ])
    func malformed(_ text: String) {
        #expect(throws: ObjectError.self) { try Self.read(text) }
    }

    @Test("Entities are not expanded to gigabytes")
    func entities() {
        var text = "<!DOCTYPE x [<!ENTITY e0 \"bbbbbbbbbb\">"
        for level in 1...12 {
            text += "<!ENTITY e\(level) \"\(String(repeating: "&e\(level - 1);", count: 10))\">"
        }
        text += "]><ListBucketResult>" + Self.object("&e12;") + "</ListBucketResult>"
        #expect(((try? Self.read(text)) ?? []).isEmpty)
    }

    @Test("A file of this machine is not read for a list")
    func externalEntity() {
        let text =
            "<!DOCTYPE x [<!ENTITY a SYSTEM \"file:///etc/hostname\">]><ListBucketResult>" + Self.object("&a;")
            + "</ListBucketResult>"
        let found = (try? Self.read(text)) ?? []
        #expect(found.allSatisfy { $0.key.text == "a" })
    }
}
