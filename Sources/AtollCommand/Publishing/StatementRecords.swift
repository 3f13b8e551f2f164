import AtollPackages
import DurableFiles
import Foundation

/// What a publisher remembers: the statements that it has signed, and which Center is which.
struct StatementRecords {
    let folder: URL

    private var repositories: URL { folder.appending(path: "repositories.json") }

    /// The repository that a Center had when something was first published there, or nil.
    func repository(of center: URL) throws -> BlobDigest? {
        try known()[center.absoluteString]
    }

    func remember(_ repository: BlobDigest, of center: URL) throws {
        var known = try known()
        known[center.absoluteString] = repository
        try DurableFile.write(JSONEncoder().encode(known), to: repositories)
    }

    private func known() throws -> [String: BlobDigest] {
        guard let data = FileManager.default.contents(atPath: repositories.path) else { return [:] }
        return try JSONDecoder().decode([String: BlobDigest].self, from: data)
    }

    private func folder(of app: MiniAppID, in repository: BlobDigest) -> URL {
        folder.appending(path: "statements/\(repository)/\(app)")
    }

    func keep(_ signed: SignedStatement, of statement: ReleaseStatement) throws {
        let folder = folder(of: statement.app, in: statement.repository)
        try DurableFile.makeFolder(folder)
        try DurableFile.write(signed.bytes, to: folder.appending(path: "\(statement.version.code).json"))
        // In a new epoch of floors a code may come again.
        try? FileManager.default.removeItem(at: folder.appending(path: "\(statement.version.code).withdrawn"))
    }

    /// The statements about a mini app, by their digests.
    func statements(of app: MiniAppID, in repository: BlobDigest) throws -> [BlobDigest: ReleaseStatement] {
        let folder = folder(of: app, in: repository)
        guard let names = try? FileManager.default.contentsOfDirectory(atPath: folder.path) else { return [:] }
        var statements: [BlobDigest: ReleaseStatement] = [:]
        for name in names where name.hasSuffix(".json") {
            let data = try Data(contentsOf: folder.appending(path: name))
            statements[BlobDigest(of: data)] = try ReleaseStatement(parsing: data)
        }
        return statements
    }
    /// Remembers that the publisher has withdrawn a version.
    ///
    /// - Throws: ``Failure`` where nothing was published at this Center from here.
    func recordWithdrawal(of code: Int, of app: MiniAppID, at center: URL) throws {
        guard let repository = try repository(of: center) else {
            throw Failure("Nothing was published at \(center.absoluteString) with the keys of this folder.")
        }
        let folder = folder(of: app, in: repository)
        try DurableFile.makeFolder(folder)
        try DurableFile.write(Data(), to: folder.appending(path: "\(code).withdrawn"))
    }

    /// The codes of the versions that the publisher has withdrawn from here.
    func withdrawn(_ app: MiniAppID, in repository: BlobDigest) -> Set<Int> {
        let names = try? FileManager.default.contentsOfDirectory(atPath: folder(of: app, in: repository).path)
        return Set((names ?? []).compactMap { $0.hasSuffix(".withdrawn") ? Int($0.dropLast(".withdrawn".count)) : nil })
    }
}
