import AtollCenter
import AtollCenterDomain
import AtollPostgres
import AtollTrust
import BoundedHTTP
import Crypto
import Foundation
import Logging
import ObjectStorage
import TUF

/// The signed repository of several Centers: its files are in a bucket, and a row of the database says which of them
/// are current.
///
/// A change is one transaction under a lock: it takes a number that was never used, signs, stores the files under names
/// that contain the number, and replaces the row. A process that is killed before the commit leaves files that nothing
/// names. After the commit, the timestamp is also put into the bucket under its number: so a database that has lost its
/// last transactions in a failover is noticed, and nothing is signed.
package struct SharedRepository: RepositoryPlace {
    let pool: PostgresPool
    /// Separate connections for processes that wait for the lock, so that requests do not wait with them.
    let turns: PostgresPool
    let objects: any ObjectStore
    private let cache = FileCache()
    private let logger: Logger

    /// Any number, the same for all Centers: "trust" as ASCII.
    private static let lockNumber: Int64 = 0x74_7275_7374
    /// The maximum length of a file of the repository, in bytes.
    static let maximumFile = 64 << 20
    /// How long storing the files of one change may take. The database frees the lock of a transaction that waits
    /// longer.
    private static let storingTime = Duration.seconds(12)
    /// The longest time for storing a change of very many files.
    private static let longStoringTime = Duration.seconds(120)
    /// How long leaving the trace of a commit may take.
    private static let markingTime = Duration.seconds(5)
    /// The number of committed timestamps that are stored in the bucket.
    private static let keptHeads = 5

    /// - Parameter configuration: Of the database that `pool` connects to.
    package init(
        _ pool: PostgresPool, _ configuration: PostgresConfiguration, _ objects: any ObjectStore,
        logger: Logger = Logger(label: "center")
    ) {
        self.pool = pool
        self.objects = objects
        self.logger = logger
        // The lock is held while files are stored.
        var patient = configuration
        patient.connections = 3
        patient.statementTimeout = .seconds(30)
        patient.lockTimeout = .seconds(30)
        patient.acquireTimeout = .seconds(30)
        turns = PostgresPool(patient)
    }

    package func close() async {
        await turns.close()
        await pool.close()
    }

    /// Lets one transaction at a time change the repository; held until it ends.
    static func lock(_ session: PostgresSession) throws {
        try session.query("SELECT pg_advisory_xact_lock(\(.integer(lockNumber)))")
    }

    package func files() async throws -> any RepositoryFiles {
        guard let head = try await pool.read({ try Self.head($0) }) else { throw CenterError.noRepository }
        return BucketFiles(head, number: nil, objects: objects, cache: cache)
    }

    static func head(_ session: PostgresSession) throws -> RepositoryHead? {
        try session.query("SELECT number, root_version, timestamp FROM trust_head").first.map {
            try RepositoryHead(number: $0.int(0), rootVersion: $0.int(1), timestamp: $0.data(2))
        }
    }

    package func change<Result: Sendable>(
        _ work: @Sendable (any RepositoryFiles) async throws -> Result
    ) async throws -> Result {
        try await change({ _, files in try await work(files) }, end: { _, result in result })
    }

    /// Changes the repository in a transaction that may also change other tables.
    ///
    /// - Parameters:
    ///   - work: Reads what it needs, and signs. Nothing that others wait for may be locked in it.
    ///   - end: Changes the other tables, once the files are stored; the commit follows.
    func change<Result: Sendable, Outcome: Sendable>(
        _ work: @Sendable (PostgresTransaction, any RepositoryFiles) async throws -> Result,
        end: @escaping @Sendable (PostgresSession, Result) throws -> Outcome
    ) async throws -> Outcome {
        let (outcome, files, next) = try await turns.transaction { transaction in
            let head = try await transaction.run { session in
                try Self.lock(session)
                guard let head = try Self.head(session) else { throw CenterError.noRepository }
                return head
            }
            try await checkNothingLost(since: head)
            let number = try await nextNumber(after: head)
            let files = BucketFiles(
                head, number: number, objects: objects, cache: cache,
                extend: { try await transaction.run { try Self.extendLimits($0) } })
            let result = try await work(transaction, files)
            guard let timestamp = files.newTimestamp else {
                return (try await transaction.run { try end($0, result) }, files, RepositoryHead?.none)
            }
            let roots = files.written.compactMap { BucketFiles.rootVersion(of: $0.path) }
            let next = RepositoryHead(
                number: number, rootVersion: roots.max() ?? head.rootVersion, timestamp: timestamp)
            try await store(files, number: number)
            let outcome = try await transaction.run { session in
                let outcome = try end(session, result)
                try Self.replaceHead(with: next, files.replaced, session)
                return outcome
            }
            return (outcome, files, next)
        }
        if let next {
            for (path, data) in files.written { cache.add(path, data, isOurs: true) }
            await markCommitted(next)
        }
        return outcome
    }

    /// The next number, which is committed before anything is stored under it. One under which there is something
    /// already is left out: a database that has lost its last transactions may have given it out before.
    private func nextNumber(after head: RepositoryHead) async throws -> Int {
        for _ in 0..<100 {
            let number = try await pool.write { session in
                let found = try session.query(
                    """
                    UPDATE trust_number SET value = greatest(value, \(.integer(head.number))) + 1 RETURNING value
                    """)
                guard let row = found.first else { throw PostgresError.noRow }
                return try row.int(0)
            }
            if try await objects.list("v1/trust/metadata/\(number).", from: nil).entries.isEmpty { return number }
        }
        throw CenterError.repository("the numbers of the database are far behind those in the bucket")
    }

    /// New keys have every bin signed again, which takes longer than a release.
    private static func extendLimits(_ session: PostgresSession) throws {
        try session.query(
            """
            SELECT set_config('idle_in_transaction_session_timeout', '180s', true),
                set_config('statement_timeout', '60s', true)
            """)
    }

    private static func replaceHead(
        with head: RepositoryHead, _ replaced: Set<String>, _ session: PostgresSession
    ) throws {
        try session.query(
            """
            UPDATE trust_head SET number = \(.integer(head.number)), root_version = \(.integer(head.rootVersion)),
                timestamp = \(.bytes(head.timestamp))
            """)
        try session.query(
            """
            INSERT INTO replaced_file (path) SELECT unnest(\(.texts(Array(replaced)))) ON CONFLICT (path) DO NOTHING
            """)
    }

    /// Stores the files of a change: the roots last and one by one, because devices follow them immediately.
    private func store(_ files: BucketFiles, number: Int) async throws {
        let written = files.written
        try await reserve(
            written.filter { !$0.path.hasPrefix("metadata/\(number).") && !$0.path.hasPrefix("targets/") })
        let roots = written.filter { BucketFiles.rootVersion(of: $0.path) != nil }
        let others = written.filter { BucketFiles.rootVersion(of: $0.path) == nil }
        try await files.extendIfMany(written.count)
        try await TransferTime.within(files.isExtended ? Self.longStoringTime : Self.storingTime) {
            try await Self.concurrently(others) { try await put($0) }
            for root in roots { try await put(root) }
        }
    }

    private func put(_ file: (path: String, data: Data)) async throws {
        try await objects.put(file.data, at: try Self.key(file.path))
    }

    /// Reserves the names of files that were numbered elsewhere, for these bytes and no others: a process that is
    /// killed may have stored one of them already.
    private func reserve(_ files: [(path: String, data: Data)]) async throws {
        for (path, data) in files {
            let digest = Data(SHA256.hash(data: data))
            let found = try await pool.write { session in
                try session.query(
                    """
                    INSERT INTO trust_name (path, sha256) VALUES (\(.text(path)), \(.bytes(digest)))
                    ON CONFLICT (path) DO NOTHING
                    """)
                return try session.query("SELECT sha256 FROM trust_name WHERE path = \(.text(path))").first?.data(0)
            }
            if found == digest { continue }
            // It was reserved, and never stored: the other change was given up.
            if try await objects.size(of: try Self.key(path)) == nil {
                try await pool.write {
                    try $0.query("UPDATE trust_name SET sha256 = \(.bytes(digest)) WHERE path = \(.text(path))")
                }
            } else {
                throw CeremonyError.badProposal(
                    "\(path) was signed differently before. Submit the change that was signed first")
            }
        }
    }

    /// - Throws: ``CenterError/lostTransactions(database:bucket:)`` if the bucket has a timestamp that the database
    ///   does not know.
    private func checkNothingLost(since head: RepositoryHead) async throws {
        let last = try await lastCommitted()?.number ?? 0
        guard last <= head.number else { throw CenterError.lostTransactions(database: head.number, bucket: last) }
        // A process was killed, or the bucket was away, between its commit and the trace of it.
        if last < head.number { await markCommitted(head) }
    }

    /// Returns the newest timestamp that was committed, according to the bucket.
    func lastCommitted() async throws -> CommittedHead? {
        try await objects.all(CommittedHead.prefix).compactMap { CommittedHead($0.key) }.max { $0.number < $1.number }
    }

    /// Records a commit in the bucket. It is committed in any case; if the record is missing, the next change
    /// writes it.
    private func markCommitted(_ head: RepositoryHead) async {
        do {
            // The caller of this change may be gone, and the process about to end.
            try await Task { [objects] in
                try await TransferTime.within(Self.markingTime) {
                    try await objects.put(head.timestamp, at: try CommittedHead(head).key)
                    guard head.number.isMultiple(of: 10) else { return }
                    let all = try await objects.all(CommittedHead.prefix).compactMap { CommittedHead($0.key) }
                    for old in all.sorted(by: { $0.number < $1.number }).dropLast(Self.keptHeads) {
                        try await objects.delete(old.key)
                    }
                }
            }.value
        } catch {
            logger.warning(
                "The trace of a committed release could not be left in the bucket; the next release leaves it.",
                metadata: ["number": "\(head.number)", "error": "\(error)"])
        }
    }

    package func file(_ path: String) async throws -> Data? {
        if path == "metadata/timestamp.json" {
            // Not from memory: a device that got a newer one from another Center must not see an older one here.
            return try await pool.read { try Self.head($0)?.timestamp }
        }
        if let version = BucketFiles.rootVersion(of: path) {
            // Not before it is current: this process, or one that was killed, may have stored it already.
            guard let head = try await pool.read({ try Self.head($0) }), version <= head.rootVersion else { return nil }
        }
        if let data = cache[path] { return data }
        guard let key = try? Self.key(path) else { return nil }
        guard let data = try await objects.get(key, limit: Self.maximumFile) else { return nil }
        cache.add(path, data, isOurs: false)
        return data
    }

    /// The key of a file of the repository: its path below the Center's URL.
    static func key(_ path: String) throws -> ObjectKey {
        guard let key = ObjectKey("v1/trust/" + path) else { throw TUFError.storage("\(path) is not a key") }
        return key
    }

    /// Does work for each of some items, up to 16 at a time.
    static func concurrently<Item: Sendable>(
        _ items: [Item], _ work: @escaping @Sendable (Item) async throws -> Void
    ) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for (index, item) in items.enumerated() {
                if index >= 16 { try await group.next() }
                group.addTask { try await work(item) }
            }
            try await group.waitForAll()
        }
    }
}
