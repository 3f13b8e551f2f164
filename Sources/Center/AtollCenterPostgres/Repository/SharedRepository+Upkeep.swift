import AtollCenter
import AtollCenterDomain
import AtollPostgres
import AtollTrust
import BoundedHTTP
import Foundation

extension SharedRepository {
    /// How many seconds the clocks of the database and of this machine may differ before it is reported.
    private static let maximumSkew = 60.0
    /// The maximum number of replaced files that are removed at a time.
    private static let maximumPruned = 1_000

    package func proposals() async throws -> [String] {
        try await pool.read { session in
            try session.query("SELECT name FROM proposal WHERE refusal IS NULL ORDER BY made, name LIMIT 100").rows
                .map { try $0.text(0) }
        }
    }

    package func proposal(_ name: String) async throws -> Data {
        let found = try await pool.read { session in
            try session.query("SELECT data FROM proposal WHERE name = \(.text(name)) AND refusal IS NULL").first?.data(
                0)
        }
        guard let found else { throw CeremonyError.badProposal("\(name) is gone") }
        return found
    }

    /// Adds a change that was signed offline, to be accepted by the next process that signs.
    ///
    /// - Throws: ``CeremonyError/badProposal(_:)`` if another change with this name waits.
    package func addProposal(_ name: String, _ data: Data) async throws {
        let isAdded = try await pool.write { session in
            try session.query(
                """
                INSERT INTO proposal (name, data) VALUES (\(.text(name)), \(.bytes(data)))
                ON CONFLICT (name) DO UPDATE SET data = excluded.data, made = now(), refusal = NULL
                WHERE proposal.refusal IS NOT NULL OR proposal.data = excluded.data
                """
            ).changes > 0
        }
        guard isAdded else {
            throw CeremonyError.badProposal("another change with the name \(name) waits; give this one another name")
        }
    }

    package func removeProposal(_ name: String, _ data: Data) async throws {
        try await pool.write {
            try $0.query("DELETE FROM proposal WHERE name = \(.text(name)) AND data = \(.bytes(data))")
        }
    }

    package func refuseProposal(_ name: String, because reason: String) async throws {
        try await pool.write { session in
            try session.query(
                "UPDATE proposal SET refusal = \(.text(reason.replacing("\0", with: ""))) WHERE name = \(.text(name))")
        }
    }

    package func refusedProposals() async throws -> [String] {
        try await pool.read { session in
            try session.query("SELECT name FROM proposal WHERE refusal IS NOT NULL ORDER BY name LIMIT 100").rows
                .map { try $0.text(0) + ".refused" }
        }
    }

    package func binsSigned() async throws -> Date? {
        try await pool.read { session in
            try session.query("SELECT bins_signed FROM trust_head").first?.optionalNumber(0)
                .map { Date(timeIntervalSince1970: $0) }
        }
    }

    package func noteBinsSigned(at time: Date) async throws {
        try await pool.write {
            try $0.query("UPDATE trust_head SET bins_signed = \(.number(time.timeIntervalSince1970))")
        }
    }

    package func prune(replacedBefore date: Date) async throws {
        while true {
            let paths = try await pool.read { session in
                try session.query(
                    """
                    SELECT path FROM replaced_file
                    WHERE replaced < to_timestamp(\(.number(date.timeIntervalSince1970)))
                    ORDER BY replaced LIMIT \(.integer(Self.maximumPruned))
                    """
                ).rows.map { try $0.text(0) }
            }
            guard !paths.isEmpty else { return }
            try await Self.concurrently(paths) { [objects] path in try await objects.delete(Self.key(path)) }
            try await pool.write { try $0.query("DELETE FROM replaced_file WHERE path = ANY (\(.texts(paths)))") }
        }
    }

    /// Checks that the database names every file that devices may still ask for.
    ///
    /// - Throws: ``CenterError/lostTransactions(database:bucket:)`` or ``CenterError/notCollecting(until:)``.
    func checkMayCollect() async throws {
        let found = try await pool.read { session in
            try session.query(
                """
                SELECT number, CASE WHEN collects_after > now() THEN extract(epoch FROM collects_after)::float8 END
                FROM trust_head
                """
            ).first.map { (number: try $0.int(0), end: try $0.optionalNumber(1)) }
        }
        guard let found else { return }
        if let last = try await lastCommitted(), last.number > found.number {
            throw CenterError.lostTransactions(database: found.number, bucket: last.number)
        }
        if let end = found.end { throw CenterError.notCollecting(until: Date(timeIntervalSince1970: end)) }
    }

    /// Returns the current measurements.
    func measures(clockAge: Duration) async -> [StorageMeasure] {
        let usage = await pool.usage
        var measures = [
            StorageMeasure("atoll_center_pool_connections", [("state", "used")], Double(usage.inUse)),
            StorageMeasure("atoll_center_pool_connections", [("state", "idle")], Double(usage.open - usage.inUse)),
            StorageMeasure("atoll_center_pool_connections", [("state", "waited-for")], Double(usage.waiting)),
            StorageMeasure(
                "atoll_center_clock_age_seconds", [],
                Double(clockAge.components.seconds) + Double(clockAge.components.attoseconds) / 1e18),
        ]
        let due = try? await pool.read { session in
            try session.query("SELECT (SELECT count(*) FROM due) + (SELECT count(*) FROM due_target)").first?.int(0)
        }
        if let due { measures.append(StorageMeasure("atoll_center_due", [], Double(due))) }
        return measures
    }

    /// Whether everything can be used that requests rely on.
    func checks(isFollowing: Bool) async -> [StorageCheck] {
        var checks: [StorageCheck] = []
        do {
            // Work on the database is retried while it is away, and callers don't wait for that.
            let read = await Patience.within(.milliseconds(1_500)) { [pool] in
                do { return Result<_, any Error>.success(try await pool.read { try Self.headAndTime($0) }) } catch {
                    return .failure(error)
                }
            }
            guard let read else {
                checks.append(StorageCheck("database", fault: "it has not answered within 1.5 seconds"))
                return checks
            }
            let (head, time) = try read.get()
            checks.append(StorageCheck("database"))
            // Buckets refuse requests of another time, and what is signed expires at the wrong one.
            let skew = abs((time ?? 0) - Date().timeIntervalSince1970)
            if skew > Self.maximumSkew {
                let text = "the clocks of this machine and of the database differ by \(Int(min(skew, 1e9))) seconds"
                checks.append(StorageCheck("time", fault: text, isNeeded: false))
            }
            checks.append(StorageCheck("repository", fault: head == nil ? "it does not exist yet" : nil))
            checks.append(StorageCheck("clock", fault: isFollowing ? nil : "it was not read for a second"))
            do {
                // The caller waits for the answer.
                let last = try await TransferTime.within(.seconds(3)) { try await lastCommitted() }
                checks.append(StorageCheck("bucket"))
                if let head, let last, last.number > head.number {
                    let error = CenterError.lostTransactions(database: head.number, bucket: last.number)
                    checks.append(StorageCheck("transactions", fault: "\(error)", isNeeded: false))
                }
            } catch {
                checks.append(StorageCheck("bucket", fault: "\(error)"))
            }
        } catch {
            checks.append(StorageCheck("database", fault: "\(error)"))
        }
        return checks
    }

    private static func headAndTime(_ session: PostgresSession) throws -> (RepositoryHead?, Double?) {
        (try head(session), try session.query("SELECT extract(epoch FROM now())::float8").first?.number(0))
    }
}
