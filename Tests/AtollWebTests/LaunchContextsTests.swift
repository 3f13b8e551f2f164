import AtollPackages
import AtollRuntime
import AtollTestSupport
import Foundation
import NIOConcurrencyHelpers
import Testing

@testable import AtollWeb

@Suite("What the bridge knows of launches")
struct LaunchContextsTests {
    private static let launch = SHA256Hash(of: Data("launch".utf8))

    private static func context(_ name: String) -> BridgeContext {
        BridgeContext(
            miniApp: MiniAppID("com.example.sample")!, version: .init(code: 1, name: "1"),
            user: .init(pairwiseID: "p", name: name), host: .init(name: "Test", version: "1", platform: "web"),
            appearance: .init(theme: .light, language: "en", textLanguage: nil))
    }

    @Test("It is found out once, until something changes or a second is over")
    func kept() async throws {
        let (changes, clock) = (ChangeCount(), NIOLockedValueBox(ContinuousClock.now))
        let contexts = LaunchContexts(changes) { clock.withLockedValue { $0 } }
        let asked = NIOLockedValueBox(0)
        func name(_ language: String = "en") async throws -> String {
            try await contexts.context(of: Self.launch, in: language) {
                Self.context("\(asked.withLockedValue { $0 += 1; return $0 })")
            }.user.name
        }
        #expect(try await name() == "1")
        #expect(try await name() == "1")
        #expect(try await name("es") == "2")
        changes.note()
        #expect(try await name() == "3")
        #expect(try await name() == "3")
        clock.withLockedValue { $0 += .milliseconds(1_001) }
        #expect(try await name() == "4")
    }

    @Test("What changes while it is found out is not kept")
    func changing() async throws {
        let changes = ChangeCount()
        let contexts = LaunchContexts(changes)
        let first = try await contexts.context(of: Self.launch, in: "en") {
            changes.note()
            return Self.context("old")
        }
        #expect(first.user.name == "old")
        let second = try await contexts.context(of: Self.launch, in: "en") { Self.context("new") }
        #expect(second.user.name == "new")
    }

    @Test("What can't be found out is not kept either")
    func failing() async throws {
        let contexts = LaunchContexts(ChangeCount())
        await #expect(throws: ShellError.self) {
            _ = try await contexts.context(of: Self.launch, in: "en") { throw ShellError.signedOut }
        }
        #expect(try await contexts.context(of: Self.launch, in: "en") { Self.context("Ada") }.user.name == "Ada")
    }

    @Test("A consent that is taken back counts as a change, and so does a session that ends")
    func counted() async throws {
        let directory = try TemporaryDirectory()
        let changes = ChangeCount()
        let consents = try ConsentStore(directory: directory.url.appending(path: "consents"), changes: changes)
        let sessions = try SessionStore(directory: directory.url.appending(path: "sessions"), changes: changes)
        let id = MiniAppID("com.example.sample")!
        var before = changes.current
        func hasChanged() -> Bool {
            defer { before = changes.current }
            return changes.current > before
        }
        try await consents.grant("user.name", of: id, by: "ada")
        #expect(hasChanged())
        try await consents.settle(.denied, on: "user.name", for: id, of: "ada")
        #expect(hasChanged())
        try await consents.forget(id, of: "ada")
        #expect(hasChanged())
        await consents.noteUse(of: "user.name", by: id, of: "ada")
        #expect(!hasChanged())
        let cookie = try await sessions.begin(for: User(id: "ada", name: "Ada", roles: []))
        let session = try #require(await sessions.session(cookie: cookie))
        _ = hasChanged()
        _ = try await sessions.launch(id, fileList: Self.launch, in: session.id)
        #expect(hasChanged())
        try await sessions.end(session.id)
        #expect(hasChanged())
    }
}
