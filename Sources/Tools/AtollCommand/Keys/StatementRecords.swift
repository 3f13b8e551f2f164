import AtollPackages
import AtollPublishing
import AtollTerminal
import DurableFiles
import Foundation

/// A publisher's records: the statements that it has signed, and the repository of each Center.
struct StatementRecords {
    let folder: URL

    private var repositories: URL { folder.appending(path: "repositories.json") }

    /// The repository that a Center had when this publisher last published there, or nil if it never did.
    func repository(of center: URL) throws -> SHA256Hash? {
        try known()[center.absoluteString]
    }

    func remember(_ repository: SHA256Hash, of center: URL) throws {
        var known = try known()
        known[center.absoluteString] = repository
        try DurableFile.write(JSONEncoder().encode(known), to: repositories)
    }

    /// The most recent statement about a mini app.
    func newest(of app: MiniAppID, in repository: SHA256Hash) throws -> ReleaseStatement? {
        try statements(of: app, in: repository).values.max {
            ($0.created, $0.version.code) < ($1.created, $1.version.code)
        }
    }

    /// Whether a statement that a Center shows as the live one may be signed again. It must be the newest one that was
    /// signed here and not withdrawn since, or state the same as one made now.
    func allow(
        _ shown: ReleaseStatement, digest: SHA256Hash, for package: MiniAppPackage, by publisher: PublisherID,
        superApps: [String], floor: Int?
    ) throws -> Bool {
        let own = try statements(of: shown.app, in: shown.repository)
        let withdrawn = withdrawn(shown.app, in: shown.repository)
        let lowest = try floor ?? newest(of: shown.app, in: shown.repository)?.floor ?? 0
        guard shown.version.code >= lowest, !withdrawn.contains(shown.version.code) else { return false }
        let made = ReleaseStatement(
            of: package, repository: shown.repository, superApps: superApps, publisher: publisher, floor: lowest,
            previous: nil, created: Date())
        let live = own.values.map(\.version.code).filter { !withdrawn.contains($0) }.max()
        return own[digest] != nil && shown.version.code == live || shown.saysTheSame(as: made)
    }

    /// Records that a secret was used at a Center that the user has named. Only the digest of the secret is stored.
    func remember(key: String, of center: URL) throws {
        var known = try keys()
        guard known[center.absoluteString, default: []].insert(SHA256Hash(of: Data(key.utf8))).inserted else { return }
        try DurableFile.write(JSONEncoder().encode(known), to: apiKeys, permissions: 0o600)
    }

    /// Whether a secret was used at this Center before.
    func knows(key: String, of center: URL) throws -> Bool {
        try keys()[center.absoluteString, default: []].contains(SHA256Hash(of: Data(key.utf8)))
    }

    private var apiKeys: URL { folder.appending(path: "api-keys.json") }

    private func keys() throws -> [String: Set<SHA256Hash>] {
        guard let data = FileManager.default.contents(atPath: apiKeys.path) else { return [:] }
        return try JSONDecoder().decode([String: Set<SHA256Hash>].self, from: data)
    }

    /// The publishers of the mini apps that were signed for a repository.
    func publishers(in repository: SHA256Hash) throws -> Set<PublisherID> {
        let folder = folder.appending(path: "statements/\(repository)")
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return try names.compactMap(MiniAppID.init(_:)).reduce(into: []) { found, app in
            found.formUnion(try statements(of: app, in: repository).values.map(\.publisher))
        }
    }

    private func known() throws -> [String: SHA256Hash] {
        guard let data = FileManager.default.contents(atPath: repositories.path) else { return [:] }
        return try JSONDecoder().decode([String: SHA256Hash].self, from: data)
    }

    private func folder(of app: MiniAppID, in repository: SHA256Hash) -> URL {
        folder.appending(path: "statements/\(repository)/\(app)")
    }

    func keep(_ signed: SignedStatement, of statement: ReleaseStatement) throws {
        let folder = folder(of: statement.app, in: statement.repository)
        try DurableFile.makeFolder(folder)
        try DurableFile.write(signed.bytes, to: folder.appending(path: "\(statement.version.code).json"))
        // In a new epoch of floors, a code may be published again.
        try? FileManager.default.removeItem(at: folder.appending(path: "\(statement.version.code).withdrawn"))
    }

    /// The statements about a mini app, by digest.
    func statements(of app: MiniAppID, in repository: SHA256Hash) throws -> [SHA256Hash: ReleaseStatement] {
        let folder = folder(of: app, in: repository)
        guard let names = try? FileManager.default.contentsOfDirectory(atPath: folder.path) else { return [:] }
        var statements: [SHA256Hash: ReleaseStatement] = [:]
        for name in names where name.hasSuffix(".json") {
            let data = try Data(contentsOf: folder.appending(path: name))
            statements[SHA256Hash(of: data)] = try ReleaseStatement(parsing: data)
        }
        return statements
    }

    /// Records that the publisher has withdrawn a version.
    ///
    /// - Throws: ``Failure`` if these records have no publication at this Center.
    func recordWithdrawal(of code: Int, of app: MiniAppID, at center: URL) throws {
        guard let repository = try repository(of: center) else {
            throw Failure("Nothing was published at \(center.absoluteString) with the keys in this folder.")
        }
        let folder = folder(of: app, in: repository)
        try DurableFile.makeFolder(folder)
        try DurableFile.write(Data(), to: folder.appending(path: "\(code).withdrawn"))
    }

    /// The codes of the versions that the publisher has withdrawn, according to these records.
    func withdrawn(_ app: MiniAppID, in repository: SHA256Hash) -> Set<Int> {
        let names = try? FileManager.default.contentsOfDirectory(atPath: folder(of: app, in: repository).path)
        return Set((names ?? []).compactMap { $0.hasSuffix(".withdrawn") ? Int($0.dropLast(".withdrawn".count)) : nil })
    }
}
