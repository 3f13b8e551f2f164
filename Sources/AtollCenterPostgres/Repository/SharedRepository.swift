import AtollCenter
import BoundedHTTP
import Crypto
import Foundation
import ObjectStorage
import Postgres
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
    let objects: any ObjectStore
    private let cache = FileCache()

    /// Any number, the same for all Centers: "trust" as ASCII.
    private static let lockNumber: Int64 = 0x74_7275_7374
    /// The maximum length of a file of the repository, in bytes.
    static let maximumFile = 64 << 20
    /// How long storing the files of one change may take. The database frees the lock of a transaction that waits longer.
    private static let storingTime = Duration.seconds(12)
    /// The same for a change of very many files.
    private static let longStoringTime = Duration.seconds(120)
    /// How many committed timestamps are kept in the bucket.
    private static let keptHeads = 5

    package init(_ pool: PostgresPool, _ objects: any ObjectStore) {
        self.pool = pool
        self.objects = objects
    }

    /// Lets one transaction at a time change the repository; held until it ends.
    static func lock(_ session: PostgresSession) throws {
        // The lock is held while files are stored.
        try session.query(
            "SELECT set_config('lock_timeout', '30s', true), set_config('statement_timeout', '35s', true)")
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
        try await change { _, files in try await work(files) }
    }

    /// Changes the repository in a transaction that may also change other tables.
    func change<Result: Sendable>(
        _ work: @Sendable (PostgresTransaction, any RepositoryFiles) async throws -> Result
    ) async throws -> Result {
        let (result, head) = try await pool.transaction { transaction in
            let (head, number) = try await transaction.run { session in
                try Self.lock(session)
                guard let head = try Self.head(session) else { throw CenterError.noRepository }
                guard let row = try session.query("SELECT nextval('trust_number')").first else {
                    throw PostgresError.noRow
                }
                return (head, try row.int(0))
            }
            try await checkNothingLost(since: head)
            let files = BucketFiles(
                head, number: number, objects: objects, cache: cache,
                extend: { try await transaction.run { try Self.extendLimits($0) } })
            let result = try await work(transaction, files)
            guard let timestamp = files.newTimestamp else { return (result, RepositoryHead?.none) }
            let roots = files.written.compactMap { BucketFiles.rootVersion(of: $0.path) }
            let next = RepositoryHead(
                number: number, rootVersion: roots.max() ?? head.rootVersion, timestamp: timestamp)
            try await store(files, number: number)
            try await transaction.run { try Self.replaceHead(with: next, files.replaced, $0) }
            return (result, next)
        }
        if let head { await markCommitted(head) }
        return result
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

    /// Stores the files of a change: the roots last and one by one, because devices follow them at once.
    private func store(_ files: BucketFiles, number: Int) async throws {
        let written = files.written
        try await reserve(
            written.filter { !$0.path.hasPrefix("metadata/\(number).") && !$0.path.hasPrefix("targets/") })
        let roots = written.filter { BucketFiles.rootVersion(of: $0.path) != nil }
        let others = written.filter { BucketFiles.rootVersion(of: $0.path) == nil }
        let time = written.count > BucketFiles.manyFiles ? Self.longStoringTime : Self.storingTime
        try await TransferTime.within(time) {
            try await Self.concurrently(others) { try await put($0) }
            for root in roots { try await put(root) }
        }
    }

    private func put(_ file: (path: String, data: Data)) async throws {
        try await objects.put(file.data, at: try Self.key(file.path))
        cache.add(file.path, file.data)
    }

    /// Reserves the names of files that were numbered elsewhere, for these bytes and no others: a process that is killed
    /// may have stored one of them already.
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
            guard found == digest else {
                throw CeremonyError.badProposal(
                    "\(path) was signed differently before. Submit the change that was signed first")
            }
        }
    }

    /// - Throws: ``CenterError/repository(_:)`` if the bucket has a timestamp that the database does not know.
    private func checkNothingLost(since head: RepositoryHead) async throws {
        guard let last = try await lastCommitted(), last > head.number else { return }
        throw CenterError.lostTransactions(database: head.number, bucket: last)
    }

    /// The number of the newest timestamp that was committed, as far as the bucket tells.
    func lastCommitted() async throws -> Int? {
        try await objects.all(Self.heads).compactMap { Self.number(of: $0.key) }.max()
    }

    static let heads = "heads/"

    private static func number(of key: ObjectKey) -> Int? {
        Int(key.text.dropFirst(heads.count).prefix { $0 != "." })
    }

    /// Leaves a trace of a commit in the bucket. It is committed, whatever happens now.
    private func markCommitted(_ head: RepositoryHead) async {
        guard let key = ObjectKey("\(Self.heads)\(head.number).timestamp.json") else { return }
        try? await objects.put(head.timestamp, at: key)
        guard head.number % 10 == 0, let all = try? await objects.all(Self.heads) else { return }
        let old = all.map(\.key).sorted { Self.number(of: $0) ?? 0 < Self.number(of: $1) ?? 0 }.dropLast(Self.keptHeads)
        for key in old { try? await objects.delete(key) }
    }

    package func file(_ path: String) async throws -> Data? {
        if path == "metadata/timestamp.json" {
            // Not from memory: a device that was told of a newer one by another Center must not see an older one here.
            return try await pool.read { try Self.head($0)?.timestamp }
        }
        if let version = BucketFiles.rootVersion(of: path) {
            // Not before it is current: this process, or one that was killed, may have stored it already.
            guard let head = try await pool.read({ try Self.head($0) }), version <= head.rootVersion else { return nil }
        }
        if let data = cache[path] { return data }
        guard let key = try? Self.key(path) else { return nil }
        guard let data = try await objects.get(key, limit: Self.maximumFile) else { return nil }
        cache.add(path, data)
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
