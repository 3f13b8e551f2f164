import AtollCenterAPI
import AtollPackages
import AtollTestSupport
import Crypto
import Foundation
import Testing

@testable import AtollCenter
@testable import AtollCenterDomain

@Suite("What users say")
struct FeedbackTests {
    private static let id = MiniAppID(PeopleBench.app)!

    private static func person(
        _ name: String, _ miniApp: MiniAppID = id, superApp: String = PeopleBench.superApp, key: UInt8 = 1
    ) -> FeedbackPerson {
        let host = HostIdentity(header: "\(superApp)/1.0 platform/1")!
        return FeedbackPerson(
            Visitor(roles: [], subject: name, host: host), of: miniApp,
            key: SymmetricKey(data: Data(repeating: key, count: 32)))
    }

    private static func run(on backEnd: BackEnd, _ body: @Sendable (PeopleBench) async throws -> Void) async throws {
        try await PeopleBench.run(on: backEnd) { bench in
            try await bench.people()
            try await bench.release(1)
            try await body(bench)
        }
    }

    private static func report(_ id: String, by person: FeedbackPerson, _ bench: PeopleBench) async throws {
        try await bench.store.change(by: .system) { change in
            try change.report(
                NewProblemReport(id: id, kind: .broken, text: "secret words", code: 1, platform: "web"), by: person)
        }
    }

    @Test("A user is another one in each mini app and super app, and for each Center")
    func pseudonyms() {
        let ada = Self.person("ada")
        #expect(ada == Self.person("ada") && ada.digest.count == 16)
        let others = [
            Self.person("ben"), Self.person("ada", MiniAppID("com.other.app")!),
            Self.person("ada", superApp: "com.other.lagoon"), Self.person("ada", key: 2),
        ]
        #expect(Set(others.map(\.digest) + [ada.digest]).count == 5)
    }

    @Test("An average is of the users of one super app; developers see all", arguments: BackEnd.allCases)
    func superApps(_ backEnd: BackEnd) async throws {
        try await Self.run(on: backEnd) { bench in
            for number in 0..<5 {
                try await bench.store.change(by: .system) { change in
                    try change.rate(NewRating(stars: 5, code: 1), by: Self.person("u\(number)"))
                    try change.rate(
                        NewRating(stars: 1, code: 1), by: Self.person("u\(number)", superApp: "com.other.lagoon"))
                }
            }
            let (seen, all) = try await bench.store.read {
                (try $0.feedback(for: Self.person("u0")), RatingsView(try $0.stars(of: Self.id)))
            }
            #expect(seen.rating == .init(average: 5, count: 5))
            #expect(all.all?.average == 3 && all.all?.counts == [5, 0, 0, 0, 5])
        }
    }

    @Test("All reports together have a limit, and old ones go", arguments: BackEnd.sample(1))
    func limits(_ backEnd: BackEnd) async throws {
        try await Self.run(on: backEnd) { bench in
            try await bench.store.change(by: .system) { change in
                for number in 0..<StoredProblemReport.maximumOpen {
                    try change.report(
                        NewProblemReport(id: "r\(number)", kind: .other, text: "x", code: 1, platform: "ios"),
                        by: Self.person("u\(number)"))
                }
            }
            let full = ActionError.conflict(
                rule: "too-many-reports", "This mini app has too many open reports. Try again later.")
            await #expect(throws: full) { try await Self.report("late", by: Self.person("late"), bench) }
            // The most important kinds have separate room, and so has another super app.
            try await bench.store.change(by: .system) { change in
                try change.report(
                    NewProblemReport(id: "harm", kind: .harmful, text: "x", code: 1, platform: "ios"),
                    by: Self.person("late"))
                try change.report(
                    NewProblemReport(id: "elsewhere", kind: .other, text: "x", code: 1, platform: "ios"),
                    by: Self.person("late", superApp: "com.other.lagoon"))
            }
            bench.wait(Double(StoredProblemReport.lifetime) * 86_400 - 10)
            try await bench.store.change(by: .system) { try $0.keepUpFeedback() }
            #expect(try await bench.store.read { try $0.problemReports(of: Self.id, limit: 2_000).count } == 1_002)
            bench.wait(20)
            try await bench.store.change(by: .system) { try $0.keepUpFeedback() }
            #expect(try await bench.store.read { try $0.problemReports(of: Self.id, limit: 2_000).isEmpty })
            try await Self.report("again", by: Self.person("late"), bench)
        }
    }

    @Test(
        "Developers are notified of reports, but not of their text", arguments: BackEnd.sample(0))
    func notices(_ backEnd: BackEnd) async throws {
        try await Self.run(on: backEnd) { bench in
            try await Self.report("r1", by: Self.person("ada"), bench)
            let entry = try await bench.store.read { view in
                try AuditLog.entries([.reportProblem], after: 0, limit: 10, view.session).first
            }
            let found = try #require(entry)
            #expect(found.actor.isEmpty && found.comment == nil && found.subject == "r1")
            let audience = try await bench.store.read { try $0.audience(of: found, .problemReported) }
            let developers = try await bench.store.read { view in
                try view.session.rows(
                    """
                    SELECT DISTINCT account FROM member_role
                    WHERE organization = \(.text(found.organization)) AND role IN ('developer', 'organizationAdministrator')
                    """
                ).map { try $0.text(0) }
            }
            #expect(!audience.isEmpty && audience == Set(developers))
            // Administrators of the super app are notified of harm to people, too.
            try await bench.store.change(by: .system) { change in
                try change.report(
                    NewProblemReport(id: "r2", kind: .harmful, text: "x", code: 1, platform: "web"),
                    by: Self.person("ada"))
            }
            let harmful = try #require(
                try await bench.store.read { view in
                    try AuditLog.entries([.reportProblem], after: found.number, limit: 10, view.session).first
                })
            let told = try await bench.store.read { try $0.audience(of: harmful, .harmReported) }
            let keepers = try await bench.store.read { view in
                try view.session.rows("SELECT account FROM member_role WHERE role = 'superAppAdministrator'")
                    .map { try $0.text(0) }
            }
            #expect(!keepers.isEmpty && told == audience.union(keepers))
            #expect(NoticeKind(harmful) == .harmReported && NoticeKind(found) == .problemReported)
            let mail = NoticeMail.mail(
                about: [Notice(entry: found, kind: .problemReported, isRead: false, failures: 0)],
                to: "dev@example.com", at: "https://center.example")
            #expect(mail.text.contains("https://center.example/miniapps/\(PeopleBench.app)/feedback"))
            #expect(!mail.text.contains("secret words"))
        }
    }

    @Test("Numbers follow five changes at a time, and say nothing about one", arguments: BackEnd.sample(1))
    func steps(_ backEnd: BackEnd) async throws {
        try await Self.run(on: backEnd) { bench in
            func rate(_ stars: Int, _ names: Range<Int>) async throws {
                try await bench.store.change(by: .system) { change in
                    for name in names { try change.rate(NewRating(stars: stars, code: 1), by: Self.person("u\(name)")) }
                }
            }
            func counts() async throws -> [Int]? {
                try await bench.store.read { RatingsView(try $0.stars(of: Self.id)).all?.counts }
            }
            try await rate(5, 0..<4)
            #expect(try await counts() == nil)
            try await rate(4, 4..<5)
            #expect(try await counts() == [0, 0, 0, 1, 4])
            for name in 5..<9 {
                try await rate(1, name..<name + 1)
                #expect(try await counts() == [0, 0, 0, 1, 4], "one more can't be seen")
            }
            try await rate(1, 9..<10)
            #expect(try await counts() == [5, 0, 0, 1, 4])
            // Ratings that are not renewed expire.
            bench.wait(Double(Transaction.ratingLifetime) * 86_400 + 10)
            try await bench.store.change(by: .system) { try $0.keepUpFeedback() }
            #expect(try await counts() == nil)
            let left = try await bench.store.read { view in
                try view.session.rows("SELECT 1 FROM rating UNION ALL SELECT 1 FROM rating_count").count
            }
            #expect(left == 0)
        }
    }

    @Test("What few have given to a version can't be found by subtraction")
    func subtraction() {
        func stars(_ counts: [Int: Int]) -> StarCounts {
            var found = StarCounts()
            for (stars, count) in counts { found.add(count, of: stars) }
            return found
        }
        // One user's single star is all minus version 1, unless that is hidden, too.
        let one = RatingsView([1: stars([5: 5]), 2: stars([1: 1])])
        #expect(one.all?.count == 6 && one.versions.isEmpty)
        let many = RatingsView([1: stars([5: 5]), 2: stars([1: 1]), 3: stars([4: 9])])
        #expect(many.versions.map(\.code) == [3])
        let enough = RatingsView([1: stars([5: 5]), 2: stars([1: 3]), 3: stars([4: 4])])
        #expect(enough.versions.map(\.code) == [1])
        #expect(RatingsView([1: stars([5: 5]), 2: stars([4: 6])]).versions.map(\.code) == [2, 1])
    }

    @Test("Only the super app's owner decides on a report of harm, not the publisher", arguments: BackEnd.sample(0))
    func harm(_ backEnd: BackEnd) async throws {
        try await PeopleBench.run(on: backEnd) { bench in
            try await bench.people()
            try await bench.release(1)
            try await bench.store.change(by: .system) { change in
                for (id, kind) in [("harm", ProblemReport.Kind.harmful), ("bug", .broken)] {
                    try change.report(
                        NewProblemReport(id: id, kind: kind, text: "x", code: 1, platform: "ios"),
                        by: Self.person("ada"))
                }
            }
            func decide(_ id: String, _ name: String) async throws {
                try await bench.store.change(as: .test(name)) { change in
                    _ = try change.decide(.dismissed, answer: nil, on: id, of: Self.id, by: .test(name))
                }
            }
            // Dev and Ora publish it; Ada runs the super app.
            for name in ["dev", "ora"] {
                await #expect(throws: ActionError.forbidden(.answerProblems)) { try await decide("harm", name) }
            }
            try await decide("bug", "dev")
            // Another person was quicker.
            let late = ActionError.conflict(rule: "decided", "This report was decided already.")
            await #expect(throws: late) { try await decide("bug", "ora") }
            try await decide("harm", "ada")
        }
    }
}
