import AtollCenterDomain
import AtollPackages
import SQLStatements

extension MiniAppCenter {
    /// How long something took, each time.
    package struct Measured: Sendable {
        package var times: [Duration] = []

        package var median: Duration { times.sorted()[times.count / 2] }

        fileprivate mutating func add(_ start: ContinuousClock.Instant) { times.append(.now - start) }
    }

    /// Holds and resumes a release again and again, and writes as many rows into a plain table in turns with that.
    ///
    /// - Parameters:
    ///   - id: A mini app with a version that some devices receive.
    ///   - count: How often.
    /// - Returns: Both times, and how many rows a transition writes, of all tables.
    package func measureTransitions(
        of id: MiniAppID, code: Int, count: Int
    ) async throws -> (transition: Measured, bare: Measured, rows: Int) {
        let store = people.store
        let database = stores.work
        let actor = AuditActor(.system, "measure", via: .cli, from: .init(address: "127.0.0.1", agent: "measure"))
        let caller = Caller(actor, .operator)
        _ = try await database.write {
            try $0.perform("CREATE TABLE IF NOT EXISTS measured (id INTEGER PRIMARY KEY, text TEXT NOT NULL)")
        }
        let rows = try await database.write { session in
            let change = Transaction(session: session, actor: actor, now: store.now())
            // As the measurement before may have left it.
            if try change.view.code(of: id, in: .held) != nil {
                _ = try change.resume(code, of: id.rawValue, permyriad: 1_000, revision: nil, by: caller)
            }
            let before = try session.row("SELECT total_changes()")?.int(0) ?? 0
            _ = try change.hold(code, of: id.rawValue, reason: "Measured.", revision: nil, by: caller)
            return try (session.row("SELECT total_changes()")?.int(0) ?? 0) - before
        }
        var (transition, bare) = (Measured(), Measured())
        for round in 0..<count {
            let isHeld = round.isMultiple(of: 2)
            var start = ContinuousClock.now
            try await store.change(by: actor) { change in
                if isHeld {
                    _ = try change.resume(code, of: id.rawValue, permyriad: 1_000, revision: nil, by: caller)
                } else {
                    _ = try change.hold(code, of: id.rawValue, reason: "Measured.", revision: nil, by: caller)
                }
            }
            transition.add(start)
            start = .now
            try await database.write { session in
                for row in 0..<rows {
                    try session.perform(
                        "INSERT INTO measured (text) VALUES (\(.text("Row \(row) of round \(round), of the same length as others.")))"
                    )
                }
            }
            bare.add(start)
        }
        _ = try await database.write { try $0.perform("DROP TABLE measured") }
        return (transition, bare, rows)
    }

    /// Fills the audit log to so many rows, as if people had worked, and reads pages of it.
    ///
    /// - Returns: The times for pages of 50 rows: the newest, one in the middle, those of a mini app, those of a
    ///   person, and those that the administrator of an organization may see.
    package func measureAudit(filledTo count: Int, rounds: Int) async throws -> [(name: String, measured: Measured)] {
        let database = stores.work
        var last = try await database.read { try AuditLog.head($0).number }
        while last < count {
            let (first, end) = (last, min(last + 5_000, count))
            let now = people.store.now()
            try await database.write { session in
                for number in first..<end {
                    let actor = AuditActor(
                        .user, "account-\(number % 97)", via: .api,
                        from: .init(address: "192.0.2.\(number % 250)", agent: "measure/1"))
                    try AuditLog.append(
                        AuditRecord(
                            .stepRelease, organization: "org-\(number % 101)",
                            miniApp: "com.example.app-\(number % 103)",
                            code: number % 50, before: "rollingOut 100", after: "rollingOut 200"),
                        by: actor, at: now, session)
                }
            }
            last = end
        }
        var (miniApp, person, own) = (AuditFilter(), AuditFilter(), AuditFilter())
        miniApp.miniApp = "com.example.app-7"
        person.actor = "account-7"
        own.visible = .init(organizations: ["org-7"])
        let pages: [(name: String, filter: AuditFilter, before: Int?)] = [
            ("newest", AuditFilter(), nil), ("middle", AuditFilter(), count / 2), ("mini app", miniApp, nil),
            ("person", person, nil), ("own organization", own, nil),
        ]
        var found: [(name: String, measured: Measured)] = []
        for page in pages {
            var measured = Measured()
            for _ in 0..<rounds {
                let start = ContinuousClock.now
                let rows = try await database.read {
                    try AuditLog.entries(page.filter, before: page.before, limit: 50, $0).count
                }
                measured.add(start)
                guard rows == 50 else { throw ActionError.unknown("row of the audit log") }
            }
            found.append((page.name, measured))
        }
        return found
    }
}
