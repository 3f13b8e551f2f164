import AtollPackages
import AtollTestSupport
import Foundation
import Testing

@testable import AtollWeb

@Suite("Sessions, launches and tickets")
struct SessionTests {
    private let user = User(id: "u-1", name: "Ada", roles: [])
    private let kudos = MiniAppID("com.example.kudos")!
    private let files = SHA256Hash(of: Data("files".utf8))

    @Test(
        "The files of earlier versions are read: a browser's session and its launch have no flags, an app's and a card's do"
    )
    func earlierFiles() throws {
        let id = String(repeating: "a", count: 64)
        func session(_ flags: String, _ launch: String) throws -> Session {
            let text =
                #"{"id":"\#(id)","user":"u","expires":0\#(flags),"launches":[{"id":"\#(id)","session":"\#(id)","#
                + #""miniApp":"com.example.a","fileList":"\#(id)"\#(launch)}]}"#
            return try JSONDecoder().decode(Session.self, from: Data(text.utf8))
        }
        let browser = try session("", "")
        #expect(browser.client == .browser && browser.launches[0].surface == .pages)
        let app = try session(#","isApp":true"#, #","isCard":true"#)
        #expect(app.client == .app && app.launches[0].surface == .card)
        let again = try JSONDecoder().decode(Session.self, from: JSONEncoder().encode(app))
        #expect(again.client == .app && again.launches[0].surface == .card)
    }

    @Test("A session survives a restart, and stays ended after it is ended")
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

    @Test("No cookie is stored on disk")
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

    @Test("A launch ends with its session, and the oldest launch ends if there are too many")
    func launches() async throws {
        let directory = try TemporaryDirectory()
        let store = try SessionStore(directory: directory.url)
        let session = try #require(await store.session(cookie: try await store.begin(for: user)))
        let first = try #require(try await store.launch(kudos, fileList: files, in: session.id))
        #expect(await store.launch(name: first)?.miniApp == kudos)
        for _ in 0..<Session.maximumLaunches { _ = try await store.launch(kudos, fileList: files, in: session.id) }
        #expect(await store.launch(name: first) == nil)
        // A version that another tab still shows ends for none of the newer one, however often that is opened.
        let newer = SHA256Hash(of: Data("newer".utf8))
        let old = try #require(try await store.launch(kudos, fileList: files, in: session.id))
        for _ in 0..<(2 * Session.maximumLaunches) {
            _ = try await store.launch(kudos, fileList: newer, in: session.id)
        }
        #expect(await store.launch(name: old)?.fileList == files)
        // The card runs one version, and the mini app another.
        _ = try await store.launch(kudos, fileList: files, in: session.id, surface: .card)
        #expect(await store.isOpen(kudos, fileList: files))
        #expect(await store.isOpen(kudos, fileList: newer))
        let last = try #require(try await store.launch(kudos, fileList: files, in: session.id))
        let reopened = try SessionStore(directory: directory.url)
        #expect(await reopened.launch(name: last)?.miniApp == kudos)
        try await reopened.end(session.id)
        #expect(await reopened.launch(name: last) == nil)
        #expect(try await reopened.launch(kudos, fileList: files, in: session.id) == nil)
    }

    @Test("A ticket is valid once, and for a minute")
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

    @Test("A user has at most twenty sessions: the least recently used one ends")
    func manySessions() async throws {
        let directory = try TemporaryDirectory()
        let clock = DateClock()
        let store = try SessionStore(directory: directory.url) { clock.now }
        var cookies: [String] = []
        for _ in 0..<20 {
            cookies.append(try await store.begin(for: user))
            clock.advance(by: 4_000)
        }
        #expect(await store.session(cookie: cookies[0]) != nil, "it is used")
        let other = try await store.begin(for: User(id: "u-2", name: "Ben", roles: []))
        cookies.append(try await store.begin(for: user))
        #expect(await store.session(cookie: cookies[1]) == nil)
        for cookie in cookies.dropFirst(2) + [cookies[0], other] { #expect(await store.session(cookie: cookie) != nil) }
        #expect(await store.sessions(of: "u-1").count == 20)
    }

    @Test("A session ends after 14 days without use, and after 30 days in all")
    func idle() async throws {
        let directory = try TemporaryDirectory()
        let clock = DateClock()
        let store = try SessionStore(directory: directory.url) { clock.now }
        let idle = try await store.begin(for: user)
        let used = try await store.begin(for: user)
        clock.advance(by: Session.idleLifetime - 1)
        #expect(await store.session(cookie: used) != nil)
        clock.advance(by: 1)
        #expect(await store.session(cookie: idle) == nil)
        #expect(await store.session(cookie: used) != nil)
        #expect(
            try await SessionStore(directory: directory.url) { clock.now }.session(cookie: used) != nil,
            "its use is kept")
        clock.advance(by: Session.idleLifetime - 2)
        #expect(await store.session(cookie: used) != nil)
        clock.advance(by: 3 * 86_400)
        #expect(await store.session(cookie: used) == nil)
    }

    @Test("Expired sessions are removed from memory and disk while the process runs")
    func upkeep() async throws {
        let directory = try TemporaryDirectory()
        let clock = DateClock()
        let store = try SessionStore(directory: directory.url) { clock.now }
        for number in 0..<50 { _ = try await store.begin(for: User(id: "u-\(number)", name: "", roles: [])) }
        clock.advance(by: Session.idleLifetime)
        let kept = try await store.begin(for: user)
        #expect(await store.removeEnded() == 50)
        #expect(await store.count == 1)
        #expect(try FileManager.default.contentsOfDirectory(atPath: directory.url.path).count == 1)
        #expect(await store.session(cookie: kept) != nil)
    }

    @Test("No session begins with a password that was compared before all sessions of the user were ended")
    func endedMeanwhile() async throws {
        let directory = try TemporaryDirectory()
        let store = try SessionStore(directory: directory.url)
        let ben = User(id: "u-2", name: "Ben", roles: [])
        let before = await store.endingCount
        try await store.endAll(of: user.id)
        await #expect(throws: SessionEndings.EndedMeanwhile.self) { try await store.begin(for: user, since: before) }
        #expect(await store.sessions(of: user.id).isEmpty)
        _ = try await store.begin(for: ben, since: before)
        _ = try await store.begin(for: user, since: store.endingCount)
        // However many others there are, none is forgotten in a way that lets one in.
        for number in 0..<1_100 { try await store.endAll(of: "other-\(number)") }
        await #expect(throws: SessionEndings.EndedMeanwhile.self) { try await store.begin(for: user, since: before) }
        await #expect(throws: SessionEndings.EndedMeanwhile.self) { try await store.begin(for: ben, since: before) }
        _ = try await store.begin(for: ben, since: store.endingCount)
    }

    @Test("All sessions of a user end, even if files can't be removed")
    func endAll() async throws {
        let directory = try TemporaryDirectory()
        let store = try SessionStore(directory: directory.url)
        var cookies: [String] = []
        for _ in 0..<5 { cookies.append(try await store.begin(for: user)) }
        let kept = try #require(await store.session(cookie: cookies[4]))
        // One whose file is gone already ends without an error; with the whole folder gone, there is one to report.
        let gone = try #require(await store.session(cookie: cookies[2]))
        try FileManager.default.removeItem(at: directory.url.appending(path: gone.id.hex))
        try await store.end(gone.id)
        try FileManager.default.removeItem(at: directory.url)
        await #expect(throws: (any Error).self) { try await store.endAll(of: user.id, except: kept.id) }
        for cookie in cookies.prefix(4) { #expect(await store.session(cookie: cookie) == nil) }
        #expect(await store.session(cookie: cookies[4]) != nil)
    }

    @Test("An app's secret is replaced once a day; the old one is valid until the new one is used")
    func rotation() async throws {
        let directory = try TemporaryDirectory()
        let clock = DateClock()
        let store = try SessionStore(directory: directory.url) { clock.now }
        let first = try await store.begin(for: user, client: .app)
        let session = try #require(await store.session(cookie: first))
        #expect(try await store.rotate(session) == nil, "it is not time yet")
        clock.advance(by: Session.secretLifetime)
        let second = try #require(try await store.rotate(session))
        #expect(await store.session(cookie: first)?.user == "u-1", "the answer may have been lost")
        let reopened = try SessionStore(directory: directory.url) { clock.now }
        #expect(await reopened.session(cookie: first)?.user == "u-1")
        #expect(await reopened.session(cookie: second)?.user == "u-1")
        #expect(await reopened.session(cookie: first) == nil, "now it has arrived")
        #expect(await reopened.sessions(of: "u-1").count == 1)
        let browser = try await reopened.begin(for: user)
        clock.advance(by: Session.secretLifetime)
        #expect(try await reopened.rotate(try #require(await reopened.session(cookie: browser))) == nil)
    }

    @Test(
        "A browser gets a readable name",
        arguments: [
            (nil, "A browser"), ("curl/8", "A browser"),
            ("Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0", "Firefox on Linux"),
            (
                "Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/130.0 Safari/537.36 Edg/130.0",
                "Edge on Windows"
            ),
            ("Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Safari/604.1", "Safari on iPhone"),
            ("Mozilla/5.0 (Linux; Android 15) Chrome/130.0 Mobile Safari/537.36", "Chrome on Android"),
        ] as [(String?, String)])
    func labels(_ userAgent: String?, _ label: String) {
        #expect(BrowserLabel.label(of: userAgent) == label)
    }

    @Test("Preferences are stored, and the defaults replace those that can't be read")
    func preferences() async throws {
        let directory = try TemporaryDirectory()
        let store = try PreferenceStore(directory: directory.url)
        #expect(await store.preferences(of: "u-1") == Preferences())
        try await store.update("u-1") { $0.hubLayout = .twoColumns }
        let reopened = try PreferenceStore(directory: directory.url)
        #expect(await reopened.preferences(of: "u-1").hubLayout == .twoColumns)
        #expect(await reopened.preferences(of: "u-2").hubLayout == nil)
        for name in try FileManager.default.contentsOfDirectory(atPath: directory.url.path) {
            try Data("x".utf8).write(to: directory.url.appending(path: name))
        }
        #expect(await reopened.preferences(of: "u-1") == Preferences())
    }

    @Test("A user has a different identifier in each mini app, which stays the same")
    func pairwise() throws {
        let directory = try TemporaryDirectory()
        let key = directory.url.appending(path: "key")
        let names = try PairwiseNames(keyFile: key)
        let other = try #require(MiniAppID("com.example.other"))
        let name = names.name(of: "u-1", in: kudos, forgotten: 0)
        #expect(name != names.name(of: "u-1", in: other, forgotten: 0))
        #expect(name != names.name(of: "u-2", in: kudos, forgotten: 0))
        #expect(try PairwiseNames(keyFile: key).name(of: "u-1", in: kudos, forgotten: 0) == name)
        // A user who forgets a mini app is a different user there from then on.
        let later = (1...3).map { names.name(of: "u-1", in: kudos, forgotten: $0) }
        #expect(Set(later + [name]).count == 4)
        // Where a publisher's mini apps know the user by one name, that is neither the name in one of them nor another
        // publisher's.
        let publisher = try #require(PublisherID("com.example"))
        let shared = names.name(of: "u-1", in: kudos, by: publisher, forgotten: 0)
        #expect(shared == names.name(of: "u-1", in: other, by: publisher, forgotten: 0))
        #expect(shared != name && shared != names.name(of: "u-2", in: kudos, by: publisher, forgotten: 0))
        let stranger = try #require(PublisherID("com.other"))
        #expect(shared != names.name(of: "u-1", in: kudos, by: stranger, forgotten: 0))
        #expect(names.name(of: "u-1", in: kudos, by: publisher, forgotten: 1) == later[0])
    }

    @Test(
        "A sign-in redirects only to this shell",
        arguments: ["https://evil.test", "//evil.test", "/\\evil.test", "evil", "", "/a\nb", "/é"])
    func returnAddress(_ address: String) {
        #expect(LocalAddress.checked(address) == "/")
        #expect(LocalAddress.checked("/miniapp/com.example.kudos?x=1") == "/miniapp/com.example.kudos?x=1")
    }
}

/// A clock whose date changes only when it is advanced.
final class DateClock: @unchecked Sendable {
    // Safe: `date` is only touched while `lock` is held.
    private let lock = NSLock()
    private var date = Date(timeIntervalSince1970: 1_800_000_000)

    var now: Date { lock.withLock { date } }

    func advance(by seconds: TimeInterval) { lock.withLock { date += seconds } }
}
