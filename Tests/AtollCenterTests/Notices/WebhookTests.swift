import AtollCenterAPI
import AtollPackages
import AtollTestSupport
import Crypto
import Foundation
import Logging
import Testing

@testable import AtollCenter
@testable import AtollCenterDomain

@Suite("Webhooks")
struct WebhookTests {
    private static let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }

    private static func service(_ bench: PeopleBench, mayBePrivate: Bool = true) -> WebhookService {
        WebhookService(
            store: bench.store, mayBePrivate: mayBePrivate, body: { try JSONEncoder.center.encode(AuditEntryView($0)) },
            logger: logger, patience: .seconds(5))
    }

    private static func add(
        _ address: String, _ id: String = "hook", about: String? = nil, actions: Set<AuditAction> = [],
        to organization: String = "acme",
        mayBePrivate: Bool = true, by caller: Caller, _ bench: PeopleBench
    ) async throws -> Webhook {
        let new = NewWebhook(address: address, about: about, actions: actions)
        return try await bench.store.change(as: caller) { change in
            try change.addWebhook(
                id, new, secret: Array(repeating: 7, count: 32), to: organization, mayBePrivate: mayBePrivate,
                by: caller)
        }
    }

    private static func happen(_ record: AuditRecord, _ bench: PeopleBench) async throws {
        try await bench.store.change(by: .operator) { try $0.note(record) }
    }

    private static func hook(_ bench: PeopleBench, _ id: String = "hook") async throws -> Webhook {
        try #require(try await bench.store.read { try $0.webhook(id, of: "acme") })
    }

    @Test(
        "An address is told of each row of its organization, signed, in order, and of no other",
        arguments: BackEnd.allCases)
    func told(_ backEnd: BackEnd) async throws {
        try await PeopleBench.run(on: backEnd) { bench in
            try await HookReceiver.run { receiver, address in
                try await bench.organization("acme")
                try await bench.organization("other")
                let ada = try await bench.member("ada", of: "acme", as: AssignedRole(.organizationAdministrator))
                _ = try await Self.add(address, by: ada, bench)
                try await Self.happen(
                    AuditRecord(.uploadVersion, organization: "acme", miniApp: "com.acme.a", code: 1), bench)
                try await Self.happen(
                    AuditRecord(.uploadVersion, organization: "other", miniApp: "com.other.a", code: 1), bench)
                try await Self.happen(AuditRecord(.reject, organization: "acme", comment: "No.\u{202e}\"\n"), bench)
                await Self.service(bench).tellAll()
                let messages = receiver.messages
                let actions = try messages.map { try JSONDecoder().decode(AuditEntryView.self, from: $0.body).action }
                #expect(actions == ["hook:add", "version:upload", "review:reject"])
                for message in messages {
                    let (id, time) = (message.headers["webhook-id"] ?? "", message.headers["webhook-timestamp"] ?? "")
                    let code = HMAC<SHA256>.authenticationCode(
                        for: Data("\(id).\(time).".utf8) + message.body,
                        using: SymmetricKey(data: [UInt8](repeating: 7, count: 32)))
                    #expect(message.headers["webhook-signature"] == "v1,\(Data(code).base64EncodedString())")
                    #expect(message.headers["content-type"] == "application/json")
                    let text = String(decoding: message.body, as: UTF8.self)
                    #expect(!text.contains("192.0.2.1"), "where somebody is, nobody else is told")
                }
                #expect(Set(messages.compactMap { $0.headers["webhook-id"] }).count == 3)
                // Told once.
                await Self.service(bench).tellAll()
                #expect(receiver.messages.count == 3)
                #expect(try await Self.hook(bench).failures == 0)
                #expect(try await bench.auditProblems().isEmpty)
            }
        }
    }

    @Test("Only what is asked for", arguments: BackEnd.sample(1))
    func asked(_ backEnd: BackEnd) async throws {
        try await PeopleBench.run(on: backEnd) { bench in
            try await HookReceiver.run { receiver, address in
                try await bench.organization("acme")
                let ada = try await bench.member("ada", of: "acme", as: AssignedRole(.organizationAdministrator))
                _ = try await Self.add(address, actions: [.reject], by: ada, bench)
                try await Self.happen(AuditRecord(.uploadVersion, organization: "acme"), bench)
                try await Self.happen(AuditRecord(.reject, organization: "acme"), bench)
                for _ in 1...3 { await Self.service(bench).tellAll() }
                #expect(receiver.messages.count == 1)
                for _ in 1...600 { try await Self.happen(AuditRecord(.uploadVersion, organization: "acme"), bench) }
                for _ in 1...2 { await Self.service(bench).tellAll() }
                // Rows for others are not read again and again.
                let last = try await bench.audit().first?.number
                #expect(try await Self.hook(bench).number == last)
                #expect(receiver.messages.count == 1)
            }
        }
    }

    @Test(
        "What is refused is tried again, with the same id, and in the end the hook is switched off",
        arguments: BackEnd.sample(0))
    func refused(_ backEnd: BackEnd) async throws {
        try await PeopleBench.run(on: backEnd) { bench in
            try await HookReceiver.run { receiver, address in
                try await bench.organization("acme")
                let ada = try await bench.member("ada", of: "acme", as: AssignedRole(.organizationAdministrator))
                _ = try await Self.add(address, actions: [.reject], by: ada, bench)
                try await Self.happen(AuditRecord(.reject, organization: "acme"), bench)
                receiver.answer(with: 500, 302, 404, 500, 500, 500, 500, 500, 500)
                for (attempt, pause) in Webhook.pauses.enumerated() {
                    await Self.service(bench).tellAll()
                    #expect(receiver.messages.count == attempt + 1)
                    let hook = try await Self.hook(bench)
                    #expect(hook.failures == attempt + 1 && hook.isOn && hook.message.contains("status"))
                    bench.wait(Double(pause) - 1)
                    await Self.service(bench).tellAll()
                    #expect(receiver.messages.count == attempt + 1, "not before its time")
                    bench.wait(1)
                }
                await Self.service(bench).tellAll()
                #expect(try await !Self.hook(bench).isOn)
                #expect(Set(receiver.messages.compactMap { $0.headers["webhook-id"] }).count == 1)
                #expect(try await bench.audit().first?.action == "hook:fail")
                receiver.answer()
                bench.wait(100_000)
                await Self.service(bench).tellAll()
                #expect(receiver.messages.count == Webhook.pauses.count + 1)
                _ = try await bench.store.change(as: ada) { try $0.wakeWebhook("hook", of: "acme", by: ada) }
                await Self.service(bench).tellAll()
                #expect(receiver.messages.count == Webhook.pauses.count + 2)
                #expect(try await Self.hook(bench).failures == 0)
            }
        }
    }

    @Test("A row at which an address fails can be skipped, and the audit log says so", arguments: BackEnd.allCases)
    func skipped(_ backEnd: BackEnd) async throws {
        try await PeopleBench.run(on: backEnd) { bench in
            try await HookReceiver.run { receiver, address in
                try await bench.organization("acme")
                let ada = try await bench.member("ada", of: "acme", as: AssignedRole(.organizationAdministrator))
                let eve = try await bench.member("eve", of: "acme", as: AssignedRole(.auditor))
                let first = try await Self.add(address, actions: [.reject], by: ada, bench)
                func skip(after number: Int, by caller: Caller) async throws -> Webhook {
                    try await bench.store.change(as: caller) {
                        try $0.skip(after: number, for: "hook", of: "acme", by: caller)
                    }
                }
                func refused(after number: Int, _ rule: String, _ remark: Comment) async {
                    let error = await #expect(throws: ActionError.self, remark) {
                        _ = try await skip(after: number, by: ada)
                    }
                    if case .conflict(rule, _)? = error { return }
                    Issue.record("\(remark)")
                }
                await refused(after: first.number, "not-failing", "there is nothing to tell")
                try await Self.happen(AuditRecord(.reject, organization: "acme", comment: "poison"), bench)
                await refused(after: first.number, "not-failing", "it was not tried")
                try await Self.happen(AuditRecord(.reject, organization: "acme", comment: "fine"), bench)
                receiver.answer(with: 500)
                await Self.service(bench).tellAll()
                #expect(try await Self.hook(bench).failures == 1)
                await #expect(throws: ActionError.self, "no administrator") {
                    _ = try await skip(after: first.number, by: eve)
                }
                await refused(after: first.number + 1, "delivered-meanwhile", "another number")
                let changed = try await skip(after: first.number, by: ada)
                #expect(changed.isOn && changed.failures == 0 && changed.message.isEmpty)
                await refused(after: first.number, "delivered-meanwhile", "twice")
                receiver.answer()
                await Self.service(bench).tellAll()
                #expect(receiver.messages.count == 1, "an attempt may be under way")
                bench.wait(Double(Webhook.lease))
                await Self.service(bench).tellAll()
                let told = try receiver.messages.map {
                    try JSONDecoder().decode(AuditEntryView.self, from: $0.body).comment
                }
                #expect(told == ["poison", "fine"], "each was tried once")
                let noted = try await bench.audit().first { $0.action == "hook:skip" }
                #expect(noted?.comment == "Skipped row \(changed.number) (review:reject).")
            }
        }
    }

    @Test("Two processes tell an address once", arguments: BackEnd.allCases)
    func twice(_ backEnd: BackEnd) async throws {
        try await PeopleBench.run(on: backEnd) { bench in
            try await HookReceiver.run { receiver, address in
                try await bench.organization("acme")
                let ada = try await bench.member("ada", of: "acme", as: AssignedRole(.organizationAdministrator))
                _ = try await Self.add(address, actions: [.reject], by: ada, bench)
                for _ in 1...20 { try await Self.happen(AuditRecord(.reject, organization: "acme"), bench) }
                await withTaskGroup(of: Void.self) { group in
                    for _ in 1...4 { group.addTask { await Self.service(bench).tellAll() } }
                }
                bench.wait(Double(Webhook.lease))
                await Self.service(bench).tellAll()
                let ids = receiver.messages.compactMap { $0.headers["webhook-id"] }
                #expect(ids.count == 20 && Set(ids).count == 20)
            }
        }
    }

    @Test(
        "Hundreds of webhooks that there is nothing for don't keep others from being told", arguments: BackEnd.sample(1)
    )
    func idle(_ backEnd: BackEnd) async throws {
        try await PeopleBench.run(on: backEnd) { bench in
            try await HookReceiver.run { receiver, address in
                try await bench.organization("acme")
                let ada = try await bench.member("ada", of: "acme", as: AssignedRole(.organizationAdministrator))
                for number in 0..<420 {
                    if number.isMultiple(of: 20) { try await bench.organization("other\(number / 20)") }
                    let idle = NewWebhook(address: address, about: nil, actions: [.reject])
                    try await bench.store.change(by: .operator) {
                        _ = try $0.addWebhook(
                            "hook\(number)", idle, secret: Array(repeating: 7, count: 32), to: "other\(number / 20)",
                            mayBePrivate: true, by: .operator)
                    }
                }
                bench.wait(1)
                _ = try await Self.add(address, "last", actions: [.reject], by: ada, bench)
                try await Self.happen(AuditRecord(.reject, organization: "acme"), bench)
                await Self.service(bench).tellAll()
                #expect(receiver.messages.map { $0.headers["webhook-id"]?.hasPrefix("last-") } == [true])
            }
        }
    }

    @Test("Addresses of this machine are not told, and not taken without TLS", arguments: BackEnd.sample(0))
    func privateAddresses(_ backEnd: BackEnd) async throws {
        try await PeopleBench.run(on: backEnd) { bench in
            try await HookReceiver.run { receiver, address in
                try await bench.organization("acme")
                let ada = try await bench.member("ada", of: "acme", as: AssignedRole(.organizationAdministrator))
                for bad in [
                    address, "ftp://example.com/", "https://", "https://user@example.com/", "https://example.com/#x",
                    "x", "",
                    "https://exa mple.com/", "file:///etc/passwd",
                ] {
                    await #expect(throws: ActionError.self, "\(bad)") {
                        try await Self.add(bad, mayBePrivate: false, by: ada, bench)
                    }
                }
                // One that was permitted once, or whose name leads here by now.
                _ = try await Self.add(address, by: ada, bench)
                try await Self.happen(AuditRecord(.reject, organization: "acme"), bench)
                await Self.service(bench, mayBePrivate: false).tellAll()
                #expect(receiver.messages.isEmpty)
                #expect(try await Self.hook(bench).failures == 1)
            }
        }
    }

    @Test("Creating one needs permission, and an organization has a limited number", arguments: BackEnd.sample(1))
    func permissions(_ backEnd: BackEnd) async throws {
        try await PeopleBench.run(on: backEnd) { bench in
            try await bench.organization("acme")
            try await bench.organization("other")
            let address = "https://example.com/hook"
            let ada = try await bench.member("ada", of: "acme", as: AssignedRole(.organizationAdministrator))
            let eve = try await bench.member("eve", of: "other", as: AssignedRole(.organizationAdministrator))
            let rita = try await bench.member("rita", of: "acme", as: AssignedRole(.reviewer))
            for caller in [eve, rita] {
                await #expect(throws: ActionError.self) { try await Self.add(address, by: caller, bench) }
            }
            await #expect(throws: ActionError.confirmationNeeded) {
                try await Self.add(address, by: .test("ada", isConfirmed: false), bench)
            }
            await #expect(throws: ActionError.self) {
                try await Self.add(address, about: "com.nobody.x", by: ada, bench)
            }
            for number in 1...Webhook.maximumOfOrganization {
                _ = try await Self.add(address, "hook\(number)", by: ada, bench)
            }
            await #expect(throws: ActionError.self) { try await Self.add(address, "one-more", by: ada, bench) }
            await #expect(throws: ActionError.self) {
                try await bench.store.change(as: eve) { try $0.removeWebhook("hook1", of: "acme", by: eve) }
            }
            await #expect(throws: ActionError.self) {
                try await bench.store.change(as: eve) { try $0.removeWebhook("hook1", of: "other", by: eve) }
            }
            try await bench.store.change(as: ada) { try $0.removeWebhook("hook1", of: "acme", by: ada) }
            #expect(
                try await bench.store.read { try $0.webhooks(of: "acme").count } == Webhook.maximumOfOrganization - 1)
        }
    }

    @Test("A webhook ends with its creator's permission", arguments: BackEnd.sample(0))
    func leaving(_ backEnd: BackEnd) async throws {
        try await PeopleBench.run(on: backEnd) { bench in
            try await HookReceiver.run { receiver, address in
                try await bench.organization("acme")
                let ada = try await bench.member("ada", of: "acme", as: AssignedRole(.organizationAdministrator))
                _ = try await Self.add(address, actions: [.reject], by: ada, bench)
                try await bench.store.change(by: .operator) { change in
                    try change.session.perform("UPDATE member SET is_suspended = 1 WHERE account = 'ada'")
                }
                try await Self.happen(AuditRecord(.reject, organization: "acme"), bench)
                await Self.service(bench).tellAll()
                #expect(receiver.messages.isEmpty)
                #expect(try await !Self.hook(bench).isOn)
                #expect(try await bench.audit().first?.action == "hook:fail")
            }
        }
    }

    @Test("A mini app with the id of a super app has no part in its log", arguments: BackEnd.sample(1))
    func sameId(_ backEnd: BackEnd) async throws {
        try await PeopleBench.run(on: backEnd) { bench in
            try await bench.organization("acme", publisher: "com.acme")
            try await bench.store.change(by: .operator) { change in
                _ = try change.createSuperApp(
                    MiniAppID("com.acme.lagoon")!, name: "Lagoon", organization: "acme", by: .operator)
            }
            let dev = try await bench.member("dev", of: "acme", as: AssignedRole(.developer, only: "com.acme.lagoon"))
            await #expect(throws: ActionError.self) {
                try await Self.add("https://example.com/", about: "com.acme.lagoon", by: dev, bench)
            }
        }
    }
}
