import AtollCenter
import AtollPackages
import AtollPostgres
import BoundedHTTP
import BoundedServer
import Foundation
import NIOConcurrencyHelpers
import ObjectStorage
import SQLStatements

/// The blobs of several Centers, in a bucket; the database knows which there are, and which versions name them.
///
/// A process that stores a blob touches its row before, and one that removes a blob deletes the row in the same
/// transaction, if it was not touched for a day. So a blob that an upload relies on is not removed, and one that is
/// being removed is stored again.
package struct BucketBlobs: BlobStore {
    let pool: PostgresPool
    let objects: any ObjectStore
    /// The time for which an unnamed blob is stored.
    private let grace: Duration

    /// The maximum length of a blob, in bytes.
    private static let maximumLength = PackageLimits().totalBytes + (1 << 20)

    private let checkMayCollect: @Sendable () async throws -> Void

    /// - Parameter checkMayCollect: Throws if the database may not know all that the repository names.
    init(
        _ pool: PostgresPool, _ objects: any ObjectStore, grace: Duration = .seconds(86_400),
        checkMayCollect: @escaping @Sendable () async throws -> Void
    ) {
        self.pool = pool
        self.objects = objects
        self.grace = grace
        self.checkMayCollect = checkMayCollect
    }

    /// The key of a blob: its path below the Center's URL.
    static func key(_ digest: SHA256Hash) throws -> ObjectKey { try key("v1/blobs/" + digest.hex) }

    static func key(_ text: String) throws -> ObjectKey {
        guard let key = ObjectKey(text) else { throw ObjectError.badAddress(text) }
        return key
    }

    package func read(_ digest: SHA256Hash) async throws -> Data? {
        guard let data = try await objects.get(try Self.key(digest), limit: Self.maximumLength) else { return nil }
        guard SHA256Hash(of: data) == digest else { throw BlobError.damaged(digest) }
        return data
    }

    /// Removes a blob that versions may name, as a fault of the bucket would: for tests.
    package func damage(_ digest: SHA256Hash) async throws { try await objects.delete(Self.key(digest)) }

    package func read(_ digest: SHA256Hash, upTo limit: Int) async throws -> Data? {
        do {
            guard let data = try await objects.get(try Self.key(digest), limit: limit) else { return nil }
            return SHA256Hash(of: data) == digest ? data : nil
        } catch ObjectError.tooLong {
            return nil
        }
    }

    package func body(of digest: SHA256Hash) async throws -> (any BodyBytes)? {
        // Anybody may ask for any digest: for one that there never was, the bucket is not asked. It is while the
        // database is away.
        let known = try? await pool.read { session in
            try session.query("SELECT 1 FROM blob WHERE sha256 = decode(\(.text(digest.hex)), 'hex')").rows.count > 0
        }
        guard known != false else { return nil }
        return try await ObjectBody.of(Self.key(digest), in: objects) { whole in
            // A damaged file must not be cached for a year.
            guard SHA256Hash(of: whole) == digest else { throw BlobError.damaged(digest) }
        }
    }

    package func write(_ blobs: [(data: Data, digest: SHA256Hash)], of fileList: SHA256Hash) async throws {
        let byDigest = Dictionary(blobs.map { ($0.digest, $0.data) }) { first, _ in first }
        // In one order, so that two uploads with the same files never wait for each other in a circle.
        let digests = SQLValue.texts(byDigest.keys.map(\.hex).sorted())
        let missing = try await pool.write { session in
            let found = try session.query(
                """
                INSERT INTO blob (sha256) SELECT decode(hex, 'hex') FROM unnest(\(digests)) AS new (hex) ORDER BY hex
                ON CONFLICT (sha256) DO UPDATE SET touched = now() RETURNING sha256, is_stored
                """)
            try session.query(
                """
                INSERT INTO blob_use (blob, file_list)
                SELECT decode(hex, 'hex'), \(.text(fileList.hex)) FROM unnest(\(digests)) AS new (hex) ORDER BY hex
                ON CONFLICT DO NOTHING
                """)
            return Set(try found.rows.filter { try !$0.bool(1) }.map { try $0.data(0) })
        }
        // A blob that counts as stored may have been lost or cut without the Center's knowledge: an upload repairs it.
        let lost = NIOLockedValueBox(missing)
        try await SharedRepository.concurrently(byDigest.filter { !missing.contains($0.key.bytes) }.map { $0 }) {
            [objects] digest, data in
            guard try await objects.size(of: try Self.key(digest)) != data.count else { return }
            lost.withLockedValue { _ = $0.insert(digest.bytes) }
        }
        let stored = lost.withLockedValue { $0 }.compactMap { bytes in
            SHA256Hash(bytes: bytes).flatMap { digest in byDigest[digest].map { (digest, $0) } }
        }
        guard !stored.isEmpty else { return }
        try await SharedRepository.concurrently(stored) { [objects] digest, data in
            try await objects.put(data, at: try Self.key(digest))
        }
        let names = SQLValue.texts(stored.map(\.0.hex).sorted())
        try await pool.write { session in
            try session.query(
                """
                UPDATE blob SET is_stored = true
                WHERE sha256 IN (SELECT decode(hex, 'hex') FROM unnest(\(names)) AS new (hex))
                """)
        }
    }

    /// Others may upload meanwhile.
    package func collect(_ needed: () async throws -> Set<SHA256Hash>) async throws -> Int {
        try await checkMayCollect()
        try await learnObjects()
        var removed = 0
        while true {
            let candidates = try await candidates()
            guard !candidates.isEmpty else { return removed }
            for bytes in candidates where try await remove(bytes) { removed += 1 }
        }
    }

    /// Adds rows for objects that have none: the leftovers of processes that were killed. They do not count as stored,
    /// because another process may be removing them at this moment.
    private func learnObjects() async throws {
        var mark: String?
        repeat {
            let page = try await objects.list("v1/blobs/", from: mark)
            let found = page.entries.compactMap { entry in
                SHA256Hash(hex: String(entry.key.text.dropFirst("v1/blobs/".count))).map {
                    (hex: $0.hex, time: entry.modified.timeIntervalSince1970)
                }
            }
            try await pool.write { session in
                try session.query(
                    """
                    INSERT INTO blob (sha256, touched)
                    SELECT decode(hex, 'hex'), to_timestamp(time)
                    FROM unnest(\(.texts(found.map(\.hex))), \(.numbers(found.map(\.time)))) AS new (hex, time)
                    ORDER BY hex ON CONFLICT (sha256) DO NOTHING
                    """)
            }
            mark = page.next
        } while mark != nil
    }

    private var age: SQLValue {
        .number(Double(grace.components.seconds) + Double(grace.components.attoseconds) / 1e18)
    }

    /// Returns the blobs that no version names, and that were unused for a long time.
    private func candidates() async throws -> [Data] {
        try await pool.read { [age] session in
            try session.query(
                """
                SELECT sha256 FROM blob WHERE touched < now() - make_interval(secs => \(age))
                AND NOT EXISTS (SELECT 1 FROM blob_use WHERE blob = sha256 AND (
                    EXISTS (
                        SELECT 1 FROM version
                        WHERE version.file_list = blob_use.file_list AND bytes_removed IS NULL)
                    OR EXISTS (SELECT 1 FROM voided_version WHERE voided_version.file_list = blob_use.file_list)))
                ORDER BY sha256 LIMIT 500
                """
            ).rows.map { try $0.data(0) }
        }
    }

    /// Removes a blob, unless it was touched in the meantime.
    ///
    /// First it no longer counts as stored: if the second transaction is rolled back after the object is gone, the next
    /// upload stores it again. The row is locked until the object is gone.
    private func remove(_ bytes: Data) async throws -> Bool {
        guard let digest = SHA256Hash(bytes: bytes) else { return false }
        let isOld: SQLFragment =
            "sha256 = \(.bytes(bytes)) AND touched < now() - make_interval(secs => \(age))"
        let isMarked = try await pool.write { session in
            try session.query("UPDATE blob SET is_stored = false WHERE \(isOld)").changes > 0
        }
        guard isMarked else { return false }
        return try await pool.transaction { transaction in
            let isDeleted = try await transaction.run { session in
                guard try session.query("DELETE FROM blob WHERE \(isOld)").changes > 0 else { return false }
                try session.query("DELETE FROM blob_use WHERE blob = \(.bytes(bytes))")
                return true
            }
            guard isDeleted else { return false }
            // The database ends a transaction that waits for longer.
            try await TransferTime.within(.seconds(8)) {
                try await objects.delete(try Self.key(digest))
                try await objects.delete(try BucketPacks.key(digest))
            }
            return true
        }
    }
}
