import AtollCenterAPI
import AtollPackages
import AtollRateLimiting
import AtollTestSupport
import Foundation
import Logging
import NIOConcurrencyHelpers
import Testing

@testable import AtollCenter
@testable import AtollCenterDomain

@Suite("Notices")
struct NoticeTests {
    /// Keeps mail, or refuses it.
    private final class Post: NoticeSender {
        struct Closed: Error {}
        private let sent = NIOLockedValueBox<[Mail]>([])
        private let isClosed = NIOLockedValueBox(false)

        var mail: [Mail] { sent.withLockedValue { $0 } }
        func close(_ closed: Bool) { isClosed.withLockedValue { $0 = closed } }

        func send(_ mail: Mail) async throws {
            guard !isClosed.withLockedValue({ $0 }) else { throw Closed() }
            sent.withLockedValue { $0.append(mail) }
        }
    }

    private static func tell(_ bench: PeopleBench, _ post: Post) async {
        await NoticeService(
            store: bench.store, mail: post, address: "https://center.example",
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        ).tellAll()
    }

    private static func kinds(_ account: String, _ bench: PeopleBench) async throws -> [NoticeKind] {
        try await bench.store.read { try $0.notices(of: account, before: nil, limit: 100).map(\.kind) }
    }

    private static func happen(_ record: AuditRecord, by actor: Caller? = nil, _ bench: PeopleBench) async throws {
        try await bench.store.change(by: actor?.actor ?? .operator) { try $0.note(record) }
    }

    /// Sends a mail until the task is cancelled.
    private final class EndingPost: NoticeSender {
        private let attempts = NIOLockedValueBox(0)
        var count: Int { attempts.withLockedValue { $0 } }

        func send(_ mail: Mail) async throws {
            attempts.withLockedValue { $0 += 1 }
            // The stream has no elements, so this ends when the task is cancelled.
            for await _ in AsyncStream<Never>.makeStream().stream {}
            try Task.checkCancellation()
        }
    }

    @Test("If a process ends while it sends a mail, the next process sends it", arguments: BackEnd.sample(1))
    func ending(_ backEnd: BackEnd) async throws {
        try await PeopleBench.run(on: backEnd) { bench in
            try await bench.organization("acme", publisher: "com.acme")
            try await bench.member("bob", of: "acme", as: AssignedRole(.organizationAdministrator))
            let post = Post()
            await Self.tell(bench, post)
            let before = post.mail.count
            try await Self.happen(AuditRecord(.failWebhook, organization: "acme", subject: "hook"), bench)
            let ending = EndingPost()
            let service = NoticeService(
                store: bench.store, mail: ending, address: "https://center.example",
                logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
            let running = Task { await service.tellAll() }
            try await until("no mail was sent") { ending.count == 1 }
            running.cancel()
            await running.value
            await Self.tell(bench, post)
            #expect(post.mail.dropFirst(before).map(\.to) == ["bob@example.com"])
        }
    }

    @Test(
        "A flood of notices is combined into few mails, and security notices are sent separately",
        arguments: BackEnd.allCases)
    func flood(_ backEnd: BackEnd) async throws {
        try await PeopleBench.run(on: backEnd) { bench in
            try await bench.organization("acme", publisher: "com.acme")
            try await bench.member("bob", of: "acme", as: AssignedRole(.organizationAdministrator))
            try await bench.member("rita", of: "acme", as: AssignedRole(.reviewer))
            let post = Post()
            await Self.tell(bench, post)
            let before = post.mail.count
            let time = NIOLockedValueBox(ContinuousClock.now)
            let service = NoticeService(
                store: bench.store, mail: post, address: "https://center.example",
                logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() },
                limiter: RateLimiter(.init(burst: 3, perSecond: 1), now: { time.withLockedValue { $0 } }))
            func fail(_ count: Int) async throws {
                for number in 1...count {
                    try await Self.happen(
                        AuditRecord(.failWebhook, organization: "acme", subject: "hook\(number)"), bench)
                }
                await service.tellAll()
            }
            func mail() -> [String] { post.mail.dropFirst(before).filter { $0.to == "bob@example.com" }.map(\.subject) }
            let one = "A webhook was turned off, because deliveries failed too often"
            try await fail(10)
            #expect(mail() == [one, one, "8 things happened at the Mini App Center"])
            // Other accounts are not limited.
            try await Self.happen(AuditRecord(.signInOnNewDevice, subject: "rita"), bench)
            try await fail(5)
            #expect(mail().count == 3)
            #expect(post.mail.last?.to == "rita@example.com")
            // Others can change a user's roles any number of times.
            for _ in 1...5 {
                try await Self.happen(AuditRecord(.changeRoles, organization: "acme", subject: "bob"), bench)
            }
            await service.tellAll()
            #expect(mail().count == 3)
            // Notices that only the account itself can cause are not limited.
            try await Self.happen(AuditRecord(.signInOnNewDevice, subject: "bob"), bench)
            await service.tellAll()
            #expect(mail().dropFirst(3) == ["Your account was used to sign in on a new device"])
            time.withLockedValue { $0 += .seconds(1) }
            try await fail(1)
            #expect(mail().dropFirst(4) == ["11 things happened at the Mini App Center"])
        }
    }

    @Test("People are notified once of what concerns them, but not of their own actions", arguments: BackEnd.sample(1))
    func told(_ backEnd: BackEnd) async throws {
        try await PeopleBench.run(on: backEnd) { bench in
            try await bench.organization("acme", publisher: "com.acme")
            let ada = try await bench.member("ada", of: "acme", as: AssignedRole(.organizationAdministrator))
            try await bench.member("bob", of: "acme", as: AssignedRole(.organizationAdministrator))
            try await bench.member("rita", of: "acme", as: AssignedRole(.reviewer))
            try await bench.store.change(by: .operator) { change in
                _ = try change.createSuperApp(
                    MiniAppID("com.acme.lagoon")!, name: "Lagoon", organization: "acme", by: .operator)
            }
            let post = Post()
            await Self.tell(bench, post)
            let before = post.mail.count
            try await Self.happen(AuditRecord(.signInOnNewDevice, subject: "rita"), bench)
            try await Self.happen(
                AuditRecord(.askForGrant, organization: "other", superApp: "com.acme.lagoon", subject: "other"),
                by: ada, bench)
            try await Self.happen(
                AuditRecord(
                    .submitVersion, organization: "other", superApp: "com.acme.lagoon", miniApp: "com.other.a", code: 3),
                by: ada, bench)
            try await Self.happen(AuditRecord(.failWebhook, organization: "acme", subject: "hook"), bench)
            for _ in 1...2 { await Self.tell(bench, post) }
            #expect(try await Self.kinds("rita", bench).starts(with: [.waitingForReview, .newDevice]))
            #expect(try await Self.kinds("bob", bench).starts(with: [.webhookFailed, .grantAsked]))
            // Ada has asked herself.
            #expect(try await Self.kinds("ada", bench).first == .webhookFailed)
            #expect(try await !Self.kinds("ada", bench).contains(.grantAsked))
            // At once: the new device, and the webhook to both administrators. What waits for a review goes with the day.
            let mail = post.mail.dropFirst(before)
            #expect(mail.map(\.to).sorted() == ["ada@example.com", "bob@example.com", "rita@example.com"])
            #expect(
                mail.contains {
                    $0.subject.contains("new device") && $0.text.contains("https://center.example/account")
                })
            bench.wait(Double(Notice.day) + 1)
            await Self.tell(bench, post)
            let daily = try #require(post.mail.last { $0.to == "rita@example.com" })
            #expect(daily.text.contains("https://center.example/miniapps/com.other.a/versions/3"))
            #expect(try await bench.store.read { try $0.unreadNotices(of: "rita") } >= 2)
            try await bench.store.change(by: .operator) { try $0.readNotices(upTo: 1_000_000, of: "rita") }
            #expect(try await bench.store.read { try $0.unreadNotices(of: "rita") } == 0)
        }
    }

    @Test(
        "Administrators of the Center are told of requests for signing keys, and an organization of the decision",
        arguments: BackEnd.sample(1))
    func signingKeys(_ backEnd: BackEnd) async throws {
        try await PeopleBench.run(on: backEnd) { bench in
            try await bench.organization("acme", publisher: "com.acme")
            let ada = try await bench.member("ada", of: "acme", as: AssignedRole(.organizationAdministrator))
            try await bench.organization("platform")
            let root = try await bench.member("root", of: "platform", as: AssignedRole(.platformAdministrator))
            try await bench.member("dev", of: "acme", as: AssignedRole(.developer))
            let post = Post()
            try await Self.happen(AuditRecord(.askForKeys, organization: "acme", subject: "one"), by: ada, bench)
            await Self.tell(bench, post)
            #expect(try await Self.kinds("root", bench).contains(.keysAsked))
            #expect(try await !Self.kinds("ada", bench).contains(.keysAsked))
            for action in [AuditAction.refuseKeys, .takeKeysIn] {
                try await Self.happen(AuditRecord(action, organization: "acme", subject: "one"), by: root, bench)
            }
            await Self.tell(bench, post)
            #expect(try await Self.kinds("ada", bench).filter { $0 == .keysDecided }.count == 2)
            #expect(try await !Self.kinds("dev", bench).contains(.keysDecided))
            let mail = post.mail.filter { $0.to == "ada@example.com" && $0.text.contains("#publisher-keys") }
            #expect(
                mail.map(\.subject).sorted() == [
                    "The keys that acme asked for were refused", "The review team has signed the keys of acme",
                ])
        }
    }

    @Test("Everybody chooses, but for what concerns security", arguments: BackEnd.sample(0))
    func settings(_ backEnd: BackEnd) async throws {
        try await PeopleBench.run(on: backEnd) { bench in
            try await bench.organization("acme")
            try await bench.member("ada", of: "acme", as: AssignedRole(.organizationAdministrator))
            let urgent = NoticeKind.allCases.filter(\.isUrgent).map { "'\($0.rawValue)'" }.joined(separator: ", ")
            #expect(urgent == "'newDevice', 'password', 'secondFactor', 'key'", "as Transaction.urgent")
            for kind in NoticeKind.allCases where kind.isSecurity {
                await #expect(throws: ActionError.self) {
                    try await bench.store.change(by: .operator) { try $0.setNoticeModes([kind: .off], of: "ada") }
                }
            }
            try await bench.store.change(by: .operator) { try $0.setNoticeModes([.webhookFailed: .off], of: "ada") }
            let post = Post()
            await Self.tell(bench, post)
            let before = post.mail.count
            try await Self.happen(AuditRecord(.failWebhook, organization: "acme", subject: "hook"), bench)
            await Self.tell(bench, post)
            #expect(post.mail.count == before)
            #expect(try await Self.kinds("ada", bench).first == .webhookFailed, "the bell has everything")
        }
    }

    @Test("Mail that can't be sent is sent later, once; suspended people are not told", arguments: BackEnd.sample(1))
    func later(_ backEnd: BackEnd) async throws {
        try await PeopleBench.run(on: backEnd) { bench in
            try await bench.organization("acme")
            try await bench.member("ada", of: "acme", as: AssignedRole(.organizationAdministrator))
            try await bench.member("bob", of: "acme", as: AssignedRole(.organizationAdministrator))
            try await bench.store.change(by: .operator) { change in
                try change.session.perform("UPDATE member SET is_suspended = 1 WHERE account = 'bob'")
            }
            let post = Post()
            await Self.tell(bench, post)
            let before = post.mail.count
            post.close(true)
            try await Self.happen(AuditRecord(.failWebhook, organization: "acme", subject: "a"), bench)
            try await Self.happen(AuditRecord(.failWebhook, organization: "acme", subject: "b"), bench)
            await Self.tell(bench, post)
            post.close(false)
            await Self.tell(bench, post)
            #expect(post.mail.count == before, "not at once")
            bench.wait(Double(Notice.pause))
            for _ in 1...2 { await Self.tell(bench, post) }
            #expect(post.mail.dropFirst(before).map(\.to) == ["ada@example.com", "ada@example.com"])
            #expect(try await !Self.kinds("bob", bench).contains(.webhookFailed))
        }
    }

    @Test("What people write does not become part of a mail", arguments: BackEnd.sample(0))
    func words(_ backEnd: BackEnd) async throws {
        try await PeopleBench.run(on: backEnd) { bench in
            try await bench.organization("acme")
            try await bench.member("ada", of: "acme", as: AssignedRole(.organizationAdministrator))
            let post = Post()
            try await Self.happen(
                AuditRecord(
                    .failWebhook, organization: "acme", subject: "x\r\nBcc: all@example.com",
                    comment: "https://evil.example"),
                bench)
            await Self.tell(bench, post)
            let mail = try #require(post.mail.last)
            #expect(!mail.text.contains("evil.example") && !mail.subject.contains("Bcc"))
        }
    }
}
