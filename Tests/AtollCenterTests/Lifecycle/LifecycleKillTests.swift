import AtollCenterAPI
import AtollPackages
import AtollTestSupport
import Foundation
import SQLStatements
import Testing

@testable import AtollCenter
@testable import AtollCenterDomain
@testable import AtollCenterSignIn

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// People change versions over HTTP while Centers are killed: each change is made whole or not at all, and once.
@Suite("Centers that are killed while versions change")
struct LifecycleKillTests {
    private typealias Operation = LifecycleModel.Operation

    private static let app = "com.other.kudos"

    @Test(
        "A change that is cut off was made whole or not at all; no step of a plan is taken twice", .thorough("kills"),
        arguments: BackEnd.allCases)
    func kills(_ backEnd: BackEnd) async throws {
        let count = TestLength.of(short: 4, long: 100)
        let seed = UInt64.random(in: 0 ... .max)
        let place = try await Place(backEnd)
        let bench = try await Scene(place)
        var random = SeededGenerator(seed: seed)
        var model = LifecycleModel(now: Int(Date().timeIntervalSince1970))
        try place.start()
        defer { place.stop() }
        var (kills, cut, done) = (0, 0, 0)
        var last = 0
        // Some requests must be answered, too, however the kills fall.
        while kills < count || done <= count {
            // New versions come while no process writes.
            if model.versions.count < 3 || Int.random(in: 0..<12, using: &random) == 0 {
                last += 1
                try await bench.upload(last)
                _ = model.perform(.upload, on: last, by: "dev")
            }
            let (operation, code, person) = Self.choice(model, &random)
            var after = model
            let expected = after.perform(operation, on: code, by: person)
            let isKilled = kills < count && Int.random(in: 0..<3, using: &random) == 0
            let killer = isKilled ? place.killSoon(&random) : nil
            let outcome = await bench.send(operation, code, person)
            if let killer {
                try await killer.value
                kills += 1
            }
            switch outcome {
            case expected?:
                model = after
                done += 1
            case nil:
                // The outcome is unknown: it must be as before, or as after.
                cut += 1
                let found = try await bench.states()
                if found == after.versions { model = after }
            case let other?:
                Issue.record("seed \(seed): \(operation) of \(code) by \(person): \(other), not \(expected)")
            }
            let found = try await bench.states()
            #expect(found == model.versions, "seed \(seed): \(operation) of \(code) by \(person)")
            if found != model.versions { break }
        }
        if TestLength.isLong { print("\(backEnd): \(kills) kills, \(done) answers, \(cut) cut off, seed \(seed)") }
        try await bench.finish(seed)
        try await steps(place, bench, kills: max(2, count / 20), &random)
        try await place.close()
    }

    /// A plan whose steps are due while Centers are killed: each step is taken, in order, once.
    private func steps(_ place: Place, _ bench: Scene, kills: Int, _ random: inout SeededGenerator) async throws {
        try await bench.rollOut(100)
        let shares = [200, 500, 1_000, 2_000, 5_000, 10_000]
        for _ in shares {
            try await bench.makeStepDue()
            let killer = kills > 0 ? place.killSoon(&random) : nil
            try await bench.waitForStep()
            try await killer?.value
        }
        let rows = try await bench.stepRows()
        #expect(rows == shares.map { $0 == 10_000 ? "live" : "rollingOut \($0)" })
    }

    private static func choice(
        _ model: LifecycleModel, _ random: inout SeededGenerator
    ) -> (operation: Operation, code: Int, person: String) {
        let code = max(1, (model.versions.keys.max() ?? 1) - Int.random(in: 0..<3, using: &random))
        let share = [1, 100, 500, 2_500, 9_999].randomElement(using: &random)!
        let all: [Operation] = [
            .submit(wish: "manual", at: nil), .submit(wish: "automatic", at: nil), .recall, .discard, .claim, .claim,
            .unclaim, .approve, .approve, .reject, .schedule(model.now + 1_000_000), .unschedule,
            .start(share: share, groups: ["beta"], week: false), .step(share), .hold, .resume(share), .complete,
        ]
        let possible = all.filter { model.begins($0).contains(model.versions[code]?.state ?? "") }
        let isPossible = Int.random(in: 0..<10, using: &random) < 8
        let operation = (isPossible ? possible : all).randomElement(using: &random) ?? .claim
        return (operation, code, ["dev", "ada", "rita", "rob"].randomElement(using: &random)!)
    }

    /// Where Centers run: one with a folder, or two with a database that they share.
    private final class Place: Sendable {
        let directory: TemporaryDirectory
        let open: @Sendable () async throws -> CenterStores
        let stores: CenterStores
        private let centers: [RestartableCenter]

        init(_ backEnd: BackEnd) async throws {
            directory = try TemporaryDirectory()
            let trust = try TestTrust(in: directory.url)
            switch backEnd {
            case .sqlite:
                let folder = directory.url
                open = { try .sqlite(in: folder) }
                centers = [try RestartableCenter(folder)]
            #if canImport(AtollCenterPostgres)
            case .postgres:
                let storage = try await SharedStorage()
                try await storage.takeOver(trust)
                open = { try await storage.stores() }
                let keys = directory.url.appending(path: "keys")
                centers = try (0..<2).map { _ in try RestartableCenter(storage.environment, keys: keys) }
            #endif
            }
            stores = try await open()
        }

        var addresses: [URL] { centers.map(\.address) }

        func start() throws { for center in centers { try center.start() } }
        func stop() { for center in centers { center.stop() } }
        func close() async throws { try await stores.close() }

        /// Kills a Center within some milliseconds, and starts it again.
        func killSoon(_ random: inout SeededGenerator) -> Task<Void, any Error> {
            let center = centers.randomElement(using: &random)!
            let pause = Int.random(in: 0...25, using: &random)
            return Task {
                try await Task.sleep(for: .milliseconds(pause))  // sleep: random kills
                center.kill()
                try center.start()
            }
        }
    }

    /// The people, and what they send.
    private struct Scene: Sendable {
        let place: Place
        let store: PeopleStore
        let tokens: [String: String]

        init(_ place: Place) async throws {
            self.place = place
            let store = PeopleStore(place.stores.work) { Date() }
            self.store = store
            tokens = try await store.change(by: .operator) { change in
                var tokens: [String: String] = [:]
                for id in ["acme", "other"] {
                    _ = try change.createOrganization(
                        id, name: id, publisher: PublisherID("com.\(id)"), ownsSuperApps: true, by: .operator)
                }
                let superApp = PeopleBench.superApp
                _ = try change.createSuperApp(
                    MiniAppID(superApp)!, name: "Lagoon", organization: "acme", by: .operator)
                _ = try change.addHostVersion("1.0", on: .web, apiLevel: 1, of: superApp, by: .operator)
                _ = try change.giveGrant(of: superApp, to: "other", comment: nil, by: .operator)
                for (name, home, role) in [
                    ("ada", "acme", Role.superAppAdministrator), ("rita", "acme", .reviewer),
                    ("rob", "acme", .reviewer), ("dev", "other", .developer),
                ] {
                    _ = try change.createAccount(name, email: "\(name)@example.com", name: name, password: nil)
                    try change.join(name, home, as: [AssignedRole(role)])
                    let secret =
                        "atolls_" + String(repeating: "0", count: 60)
                        + name.padding(
                            toLength: 4, withPad: "0", startingAt: 0)
                    try change.beginSession(
                        secret, digest: PeopleService.digest(of: secret), of: name, .command, agent: "test",
                        isConfirmed: true)
                    tokens[name] = secret
                }
                return tokens
            }
        }

        func upload(_ code: Int) async throws {
            try await store.change(by: AuditActor(.user, "dev", via: .api)) {
                _ = try $0.sampleDraft(code, of: app, for: PeopleBench.superApp, by: "dev")
            }
        }

        func states() async throws -> [Int: LifecycleModel.Version] {
            try await place.stores.work.read { session in
                var found: [Int: LifecycleModel.Version] = [:]
                for row in try session.rows(
                    "SELECT code, state, permyriad, rollout_groups FROM version_state WHERE mini_app = \(.text(app))")
                {
                    let groups: [String] = try SearchEntry.value(of: row.text(3))
                    found[try row.int(0)] = LifecycleModel.Version(
                        state: try row.text(1), share: try row.int(2), groups: groups, changed: 0)
                }
                return found
            }
        }

        /// The outcome; nil if there was no answer, or one that leaves it open.
        func send(_ operation: Operation, _ code: Int, _ person: String) async -> LifecycleModel.Outcome? {
            let (verb, body) = Self.request(operation)
            let path = "v1/miniapps/\(app)/versions/\(code)/\(verb)"
            var request = URLRequest(url: place.addresses.randomElement()!.appending(path: path), timeoutInterval: 30)
            request.httpMethod = "POST"
            request.setValue("Bearer \(tokens[person] ?? "")", forHTTPHeaderField: "Authorization")
            if let body {
                request.httpBody = Data(body.utf8)
                request.setValue("application/json", forHTTPHeaderField: "Content-Type")
            }
            guard let (_, response) = try? await URLSession.shared.answer(to: request) else { return nil }
            return switch response.statusCode {
            case 200: .done
            case 403: .forbidden
            case 404: .unknown
            case 409: .refused
            case 422: .invalid
            default: nil
            }
        }

        private static func request(_ operation: Operation) -> (verb: String, body: String?) {
            switch operation {
            case .submit(let wish, _): ("submit", #"{"notes": "x", "release": "\#(wish)"}"#)
            case .recall: ("recall", nil)
            case .discard: ("discard", "{}")
            case .claim: ("claim", nil)
            case .unclaim: ("unclaim", nil)
            case .approve: ("approvals", "{}")
            case .reject: ("reject", #"{"reasons": ["other"], "comment": "x"}"#)
            case .schedule(let at): ("schedule", #"{"at": \#(at)}"#)
            case .unschedule: ("unschedule", nil)
            case .start(let share, let groups, _):
                ("start", #"{"permyriad": \#(share ?? 0), "groups": \#(groups)}"#)
            case .step(let share): ("step", #"{"permyriad": \#(share)}"#)
            case .hold: ("hold", #"{"reason": "x"}"#)
            case .resume(let share): ("resume", #"{"permyriad": \#(share)}"#)
            case .complete: ("complete", nil)
            case .upload, .withdraw: ("", nil)
            }
        }

        /// Waits until everything was announced to devices, and checks the log.
        func finish(_ seed: UInt64) async throws {
            try await until("seed \(seed): what was half done was not finished") {
                try await !place.stores.catalog.isAnythingDue()
            }
            #expect(try await place.stores.work.read { try AuditLog.problems($0) }.isEmpty, "seed \(seed)")
        }

        /// Has one version live, and a later one in a plan.
        func rollOut(_ first: Int) async throws {
            try await store.change(by: .system) { change in
                try change.session.perform(
                    """
                    UPDATE version_state SET state = 'discarded', permyriad = 0, reviewer = NULL, step_time = NULL
                    WHERE mini_app = \(.text(app))
                    """)
                for code in [first, first + 1] {
                    let draft = try change.sampleDraft(code, of: app, for: PeopleBench.superApp, by: "dev")
                    let approved = try change.move(draft, to: .approved, as: .versionApproved) {
                        if code > first { $0.plan = .week }
                    }
                    _ =
                        code == first
                        ? try change.goLive(approved) : try change.begin(approved, permyriad: nil, groups: [])
                }
            }
        }

        /// Brings the time of the next step into the past.
        func makeStepDue() async throws {
            try await store.change(by: .system) { change in
                try change.session.perform(
                    """
                    UPDATE version_state SET step_time = \(.integer(change.time - 1)), comment = 'due'
                    WHERE mini_app = \(.text(app)) AND state = 'rollingOut'
                    """)
            }
        }

        func waitForStep() async throws {
            try await until("no Center has taken the step") {
                try await !place.stores.work.read({
                    try $0.exists("SELECT 1 FROM version_state WHERE mini_app = \(.text(app)) AND comment = 'due'")
                })
            }
        }

        /// The steps of the Centers in the log, in order.
        func stepRows() async throws -> [String?] {
            try await place.stores.work.read { session in
                try session.rows(
                    """
                    SELECT after_state FROM audit WHERE mini_app = \(.text(app)) AND actor_kind = 'system'
                        AND action IN ('release:step', 'release:complete') AND code = 101 ORDER BY number
                    """
                ).map { try $0.optionalText(0) }
            }
        }
    }
}
