import AtollPackages
import AtollTestSupport
import Foundation
import Testing

@testable import AtollWeb

@Suite("Sessions, launches and tickets")
struct SessionTests {
    private let user = User(id: "u-1", name: "Ada", roles: [])
    private let kudos = MiniAppID("com.example.kudos")!
    private let files = BlobDigest(of: Data("files".utf8))

    @Test("A session outlasts a restart, and ends when it is ended")
    func lifetime() async throws {
        let directory = try TemporaryDirectory()
        let store = try SessionStore(directory: directory.url)
        let cookie = try await store.begin(for: user)
        #expect(await store.session(cookie: cookie)?.user == "u-1")
        #expect(await store.session(cookie: cookie + "x") == nil)
        #expect(await store.session(cookie: "") == nil)
        let reopened = try SessionStore(directory: directory.url)
        let session = try #require(await reopened.session(cookie: cookie))
        try await reopened.end(session.id)
        #expect(await reopened.session(cookie: cookie) == nil)
        let again = try SessionStore(directory: directory.url)
        #expect(await again.session(cookie: cookie) == nil)
    }

    @Test("A session expires")
    func expiry() async throws {
        let directory = try TemporaryDirectory()
        let cookie = try await SessionStore(directory: directory.url).begin(for: user)
        let later = try SessionStore(directory: directory.url) { Date().addingTimeInterval(Session.lifetime + 1) }
        #expect(await later.session(cookie: cookie) == nil)
        #expect(try FileManager.default.contentsOfDirectory(atPath: directory.url.path).isEmpty)
    }

    @Test("No cookie is on the disk")
    func secrecy() async throws {
        let directory = try TemporaryDirectory()
        let store = try SessionStore(directory: directory.url)
        let cookie = try await store.begin(for: user)
        let session = try #require(await store.session(cookie: cookie))
        let launch = try #require(try await store.launch(kudos, fileList: files, in: session.id))
        for (path, data) in try directory.contents() {
            #expect(!path.contains(cookie))
            #expect(data.range(of: Data(cookie.utf8)) == nil)
            #expect(data.range(of: Data(launch.utf8)) == nil)
        }
    }

    @Test("A launch ends with its session, and the oldest when there are too many")
    func launches() async throws {
        let directory = try TemporaryDirectory()
        let store = try SessionStore(directory: directory.url)
        let session = try #require(await store.session(cookie: try await store.begin(for: user)))
        let first = try #require(try await store.launch(kudos, fileList: files, in: session.id))
        #expect(await store.launch(cookie: first)?.miniApp == kudos)
        for _ in 0..<Session.maximumLaunches { _ = try await store.launch(kudos, fileList: files, in: session.id) }
        #expect(await store.launch(cookie: first) == nil)
        let last = try #require(try await store.launch(kudos, fileList: files, in: session.id))
        let reopened = try SessionStore(directory: directory.url)
        #expect(await reopened.launch(cookie: last)?.miniApp == kudos)
        try await reopened.end(session.id)
        #expect(await reopened.launch(cookie: last) == nil)
        #expect(try await reopened.launch(kudos, fileList: files, in: session.id) == nil)
    }

    @Test("A ticket is good once, and for a minute")
    func tickets() async {
        let clock = TestClock()
        let tickets = LaunchTickets { clock.now }
        let ticket = LaunchTickets.Ticket(session: files, miniApp: kudos, fileList: files, address: "/pages/feed")
        let first = await tickets.issue(ticket)
        #expect(await tickets.redeem(first)?.address == "/pages/feed")
        #expect(await tickets.redeem(first) == nil)
        #expect(await tickets.redeem("") == nil)
        let second = await tickets.issue(ticket)
        clock.advance(by: .seconds(61))
        #expect(await tickets.redeem(second) == nil)
    }

    @Test("Wrong passwords have to wait longer and longer; a right one clears the count")
    func throttle() async {
        let clock = TestClock()
        let throttle = SignInThrottle { clock.now }
        for _ in 0..<5 { #expect(await throttle.begin("ada") <= .zero) }
        #expect(await throttle.begin("ada") == .seconds(1))
        #expect(await throttle.wait(for: "Ada") == .seconds(1))
        #expect(await throttle.wait(for: "ben") <= .zero)
        for _ in 0..<10 { await throttle.recordFailure(of: "ada") }
        #expect(await throttle.wait(for: "ada") == .seconds(60))
        clock.advance(by: .seconds(60))
        #expect(await throttle.wait(for: "ada") <= .zero)
        await throttle.recordSuccess(of: "ada")
        await throttle.recordFailure(of: "ada")
        #expect(await throttle.wait(for: "ada") <= .zero)
    }

    @Test("Preferences are kept, and the defaults stand in for what can't be read")
    func preferences() async throws {
        let directory = try TemporaryDirectory()
        let store = try PreferenceStore(directory: directory.url)
        #expect(await store.preferences(of: "u-1") == Preferences())
        try await store.update("u-1") { $0.hubLayout = .twoColumns }
        let reopened = try PreferenceStore(directory: directory.url)
        #expect(await reopened.preferences(of: "u-1").hubLayout == .twoColumns)
        #expect(await reopened.preferences(of: "u-2").hubLayout == .oneColumn)
        for name in try FileManager.default.contentsOfDirectory(atPath: directory.url.path) {
            try Data("x".utf8).write(to: directory.url.appending(path: name))
        }
        #expect(await reopened.preferences(of: "u-1") == Preferences())
    }

    @Test("A user has another name in each mini app, and the same one each time")
    func pairwise() throws {
        let directory = try TemporaryDirectory()
        let key = directory.url.appending(path: "key")
        let names = try PairwiseNames(keyFile: key)
        let other = try #require(MiniAppID("com.example.other"))
        #expect(names.name(of: "u-1", in: kudos) != names.name(of: "u-1", in: other))
        #expect(names.name(of: "u-1", in: kudos) != names.name(of: "u-2", in: kudos))
        #expect(try PairwiseNames(keyFile: key).name(of: "u-1", in: kudos) == names.name(of: "u-1", in: kudos))
    }

    @Test(
        "A sign-in leads to this shell only",
        arguments: ["https://evil.test", "//evil.test", "/\\evil.test", "evil", "", "/a\nb", "/é"])
    func returnAddress(_ address: String) {
        #expect(SignInPages.localAddress(address) == "/")
        #expect(SignInPages.localAddress("/miniapp/com.example.kudos?x=1") == "/miniapp/com.example.kudos?x=1")
    }
}
