import AtollCenter
import AtollCenterDomain
import AtollPackages
import AtollPostgres
import AtollTrust
import Foundation
import ObjectStorage
import SQLStatements
import SignedJSON
import TUF

extension SharedRepository {
    /// Takes over a repository from a folder, with all its files: devices go on as before.
    ///
    /// No process may change the folder meanwhile, or sign in it afterwards.
    ///
    /// - Parameter beforeHead: Called when everything is stored, before the repository becomes the current one here.
    /// - Throws: ``CenterError/otherRepository`` if there is a repository already, `TUFError` if the folder's is not
    ///   intact, or an error of the bucket or the database.
    package func takeOver(
        _ folder: URL, beforeHead: @Sendable () throws -> Void = {}
    ) async throws {
        let source = TUFFolder(folder)
        var repository = try TUFRepository(opening: source, signers: [], lifetime: TrustRoles.lifetime(of:))
        try repository.verify(repository.roles.filter { !["root", "snapshot", "timestamp"].contains($0) })
        guard let timestamp = try source.read("metadata/timestamp.json"),
            let root = try source.read("metadata/1.root.json")
        else { throw TUFError.noRoot }
        try await checkIsFree(for: root)
        let paths = try Self.paths(in: folder).filter { $0 != "metadata/timestamp.json" }
        try await Self.concurrently(paths) { [objects] path in
            guard let data = try source.read(path) else { throw TUFError.storage("\(path) is missing") }
            try await objects.put(data, at: try Self.key(path))
        }
        let status = try repository.status(of: "timestamp")
        // Every name that a Center makes has a higher number than any that there is.
        let highest = paths.compactMap(Self.version).max() ?? 0
        let head = RepositoryHead(
            number: max(highest, status.version), rootVersion: repository.rootVersion, timestamp: timestamp)
        try beforeHead()
        try await turns.write { session in
            try Self.lock(session)
            try session.query("UPDATE trust_number SET value = greatest(value, \(.integer(head.number)))")
            try session.query(
                """
                INSERT INTO trust_head (is_only, number, root_version, timestamp)
                VALUES (true, \(.integer(head.number)), \(.integer(head.rootVersion)), \(.bytes(head.timestamp)))
                """)
        }
    }

    /// Checks that neither the database nor the bucket has a repository, apart from what an interrupted move has left.
    package func checkIsFree(for root: Data) async throws {
        guard try await pool.read({ try Self.head($0) }) == nil, try await lastCommitted() == nil else {
            throw CenterError.otherRepository
        }
        let found = try await objects.get(try Self.key("metadata/1.root.json"), limit: Self.maximumFile)
        guard found == nil || found == root else { throw CenterError.otherRepository }
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
        if let last = try await lastCommitted(), last.number > before.number {
            guard let timestamp = try await objects.get(last.key, limit: Self.maximumFile) else {
                throw TUFError.storage("the timestamp \(last.number) is gone")
            }
            after = RepositoryHead(number: last.number, rootVersion: last.rootVersion, timestamp: timestamp)
            try await verify(after)
        }
        let head = after
        try await turns.write { session in
            try Self.lock(session)
            guard try Self.head(session) == before else { throw TUFError.changedElsewhere(version: before.number) }
            let number = SQLValue.integer(max(highest, head.number))
            try session.query("UPDATE trust_number SET value = greatest(value, \(number))")
            try session.query(
                """
                UPDATE trust_head SET number = \(.integer(head.number)), timestamp = \(.bytes(head.timestamp)),
                    root_version = \(.integer(head.rootVersion)),
                    collects_after = CASE WHEN \(.bool(head != before)) THEN now() + interval '30 days'
                        ELSE collects_after END
                """)
        }
        return (before.number, after.number)
    }

    /// Checks that the files of a head are there, and signed by the keys of its root.
    private func verify(_ head: RepositoryHead) async throws {
        let files = BucketFiles(head, number: nil, objects: objects, cache: FileCache())
        let isSigned = try await files.reading {
            try !TUFRepository(opening: files, signers: [], lifetime: TrustRoles.lifetime(of:)).isChanged
        }
        guard isSigned else { throw TUFError.unsigned(role: "timestamp", valid: 0, threshold: 1) }
    }

    /// The highest number in a name of the bucket.
    private func highestNumber() async throws -> Int {
        try await objects.all("v1/trust/metadata/").compactMap { entry in
            let path = String(entry.key.text.dropFirst("v1/trust/".count))
            return BucketFiles.rootVersion(of: path) == nil ? Self.version(of: path) : nil
        }.max() ?? 0
    }
}
