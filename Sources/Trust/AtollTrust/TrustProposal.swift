import Foundation
import SignedJSON
import TUF

/// The file of a change that is signed offline: a JSON array of ``TUFSignedRole``s.
public enum TrustProposal {
    /// The maximum length of the file, in bytes.
    package static let maximumLength = 16 << 20
    /// The maximum number of roles.
    package static let maximumRoles = 1_000
    /// The maximum length of a role's metadata, in bytes.
    package static let maximumRoleLength = 1 << 20

    /// Reads a regular file of at most 16 MB, with 1 to 1,000 roles of at most 1 MB each.
    ///
    /// - Throws: ``CeremonyError/badProposal(_:)``.
    public static func read(_ file: URL) throws(CeremonyError) -> [TUFSignedRole] {
        try parse(try contents(of: file), named: file.lastPathComponent)
    }

    /// The bytes of a regular file of at most 16 MB.
    package static func contents(of file: URL) throws(CeremonyError) -> Data {
        let data: Data
        do {
            // Reading a pipe could block forever.
            let target = file.resolvingSymlinksInPath()
            guard try target.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile == true else {
                throw CeremonyError.badProposal("\(file.lastPathComponent) is not a regular file")
            }
            // No more than this is read, however long the file is.
            let handle = try FileHandle(forReadingFrom: file)
            defer { try? handle.close() }
            data = try handle.read(upToCount: maximumLength + 1) ?? Data()
            guard data.count <= maximumLength else {
                throw CeremonyError.badProposal("\(file.lastPathComponent) is longer than \(maximumLength >> 20) MB")
            }
        } catch let error as CeremonyError {
            throw error
        } catch {
            throw .badProposal("\(file.path) does not exist or can't be opened")
        }
        return data
    }

    /// The roles of a change.
    ///
    /// - Parameter name: The change's name in errors.
    package static func parse(_ data: Data, named name: String) throws(CeremonyError) -> [TUFSignedRole] {
        guard let roles = try? JSONDecoder().decode([TUFSignedRole].self, fromForeign: data), !roles.isEmpty else {
            throw .badProposal("\(name) is not a list of signed roles")
        }
        guard roles.count <= maximumRoles, roles.allSatisfy({ $0.metadata.count <= maximumRoleLength }) else {
            throw .badProposal("\(name) has more than \(maximumRoles) roles, or one longer than 1 MB")
        }
        return roles
    }

    /// Writes the roles of a change to `file`, atomically.
    public static func write(_ roles: [TUFSignedRole], to file: URL) throws {
        try JSONEncoder().encode(roles).write(to: file, options: .atomic)
    }
}
