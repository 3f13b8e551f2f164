import AtollCenter
import AtollPackages
import Foundation
import ObjectStorage
import Postgres
import SignedJSON
import TUF

extension SharedRepository {
    /// Takes over a repository from a folder, with all its files: devices go on as before.
    ///
    /// Nobody may change the folder meanwhile, or sign in it afterwards. Done again with the same repository, it adds
    /// what is missing.
    ///
    /// - Throws: ``CenterError/otherRepository`` if there is another repository already, `TUFError` if the folder's is
    ///   not intact, or an error of the bucket or the database.
    package func takeOver(_ folder: URL, onFile: @escaping @Sendable () -> Void = {}) async throws {
        let source = TUFFolder(folder)
        var repository = try TUFRepository(opening: source, signers: [], lifetime: TrustRoles.lifetime(of:))
        try repository.verify(repository.roles.filter { !["root", "snapshot", "timestamp"].contains($0) })
        guard let timestamp = try source.read("metadata/timestamp.json"),
            let root = try source.read("metadata/1.root.json")
        else { throw TUFError.noRoot }
        if try await pool.read({ try Self.head($0) }) != nil {
            guard try await file("metadata/1.root.json") == root else { throw CenterError.otherRepository }
        }
        let paths = try Self.paths(in: folder).filter { $0 != "metadata/timestamp.json" }
        let files = paths
        try await Self.concurrently(files) { [objects] path in
            guard let data = try source.read(path) else { throw TUFError.storage("\(path) is missing") }
            let key = try Self.key(path)
            try await objects.put(data, at: key)
            onFile()
        }
        let status = try repository.status(of: "timestamp")
        // Every name that a Center makes has a higher number than any that there is.
        let highest = paths.compactMap(Self.version).max() ?? 0
        let head = RepositoryHead(
            number: max(highest, status.version), rootVersion: repository.rootVersion, timestamp: timestamp)
        try await pool.write { session in
            try Self.lock(session)
            try session.query(
                "SELECT setval('trust_number', greatest(\(.integer(head.number)), nextval('trust_number')))")
            // A repository that is already here may have gone on.
            try session.query(
                """
                INSERT INTO trust_head (is_only, number, root_version, timestamp)
                VALUES (true, \(.integer(head.number)), \(.integer(head.rootVersion)), \(.bytes(head.timestamp)))
                ON CONFLICT (is_only) DO NOTHING
                """)
        }
    }

    private static func paths(in folder: URL) throws -> [String] {
        var paths: [String] = []
        for part in ["metadata", "targets"] {
            let found = FileManager.default.enumerator(atPath: folder.path + "/" + part)?.allObjects as? [String]
            paths += (found ?? []).filter { $0.hasSuffix(".json") }.map { part + "/" + $0 }
        }
        return paths.sorted()
    }

    /// The version of a metadata file, by its path.
    private static func version(of path: String) -> Int? {
        guard path.hasPrefix("metadata/") else { return nil }
        return Int(path.dropFirst("metadata/".count).prefix { $0 != "." })
    }

    /// Copies what a ceremony needs to a folder: the roots, the current metadata, and the publishers' files.
    ///
    /// - Throws: ``CenterError/noRepository``, or an error of the bucket or the database.
    package func export(to folder: URL) async throws {
        let files = try await files()
        let repository = try await files.reading {
            try TUFRepository(opening: files, signers: [], lifetime: TrustRoles.lifetime(of:))
        }
        var paths = (1...max(1, repository.rootVersion)).map { "metadata/\($0).root.json" }
        paths += repository.listedPaths.sorted()
        for bin in repository.bins(under: TrustRoles.publishers) {
            paths += try await files.reading {
                try repository.targets(of: bin).compactMap { try repository.targetPath($0, in: bin) }
            }
        }
        let target = TUFFolder(folder)
        try await Self.concurrently(paths) { path in
            guard let data = try await self.file(path) else { throw TUFError.storage("\(path) is missing") }
            try target.write([(path, data)])
        }
        guard let timestamp = try files.read("metadata/timestamp.json") else { throw CenterError.noRepository }
        try target.write([("metadata/timestamp.json", timestamp)])
    }

    /// Forgets the repository; its files stay in the bucket.
    package func remove() async throws {
        try await pool.write { try $0.query("DELETE FROM trust_head") }
    }

    /// After a failover that lost the last transactions, or a restored database: makes the newest state that was ever
    /// committed, as the bucket tells, the current one, and lets numbers go on above all that there are.
    ///
    /// - Returns: The numbers before and after.
    /// - Throws: ``CenterError/noRepository``, `TUFError` if the state in the bucket is not intact, or an error of the
    ///   bucket or the database.
    package func advance() async throws -> (before: Int, after: Int) {
        guard let before = try await pool.read({ try Self.head($0) }) else { throw CenterError.noRepository }
        let highest = try await highestNumber()
        var after = before
        if let last = try await lastCommitted(), last > before.number {
            guard let key = ObjectKey("\(Self.heads)\(last).timestamp.json"),
                let timestamp = try await objects.get(key, limit: Self.maximumFile)
            else { throw TUFError.storage("the timestamp \(last) is gone") }
            after = try await head(with: timestamp, number: last, from: before.rootVersion)
        }
        let head = after
        try await pool.write { session in
            try Self.lock(session)
            guard try Self.head(session) == before else { throw TUFError.changedElsewhere(version: before.number) }
            let number = PostgresValue.integer(max(highest, head.number))
            try session.query("SELECT setval('trust_number', greatest(\(number), nextval('trust_number')))")
            try session.query(
                """
                UPDATE trust_head SET number = \(.integer(head.number)), timestamp = \(.bytes(head.timestamp)),
                    root_version = \(.integer(head.rootVersion)),
                    collects_after = CASE WHEN \(.bool(head != before)) THEN now() + interval '30 days' END
                """)
        }
        return (before.number, after.number)
    }

    /// The newest root that a timestamp is signed for, and the files that it names.
    private func head(with timestamp: Data, number: Int, from root: Int) async throws -> RepositoryHead {
        var newest = root
        while try await objects.size(of: Self.key("metadata/\(newest + 1).root.json")) != nil { newest += 1 }
        var failure: any Error = CenterError.noRepository
        for version in stride(from: newest, through: 1, by: -1) {
            let head = RepositoryHead(number: number, rootVersion: version, timestamp: timestamp)
            let files = BucketFiles(head, number: nil, objects: objects, cache: FileCache())
            do {
                let isSigned = try await files.reading {
                    try !TUFRepository(opening: files, signers: [], lifetime: TrustRoles.lifetime(of:)).isChanged
                }
                if isSigned { return head }
            } catch {
                failure = error
            }
        }
        throw failure
    }

    /// The highest number in a name of the bucket.
    private func highestNumber() async throws -> Int {
        try await objects.all("v1/trust/metadata/").compactMap { entry in
            let path = String(entry.key.text.dropFirst("v1/trust/".count))
            return BucketFiles.rootVersion(of: path) == nil ? Self.version(of: path) : nil
        }.max() ?? 0
    }
}
