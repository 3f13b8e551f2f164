import AtollPackages
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
