import Foundation
import SignedJSON
import TUF

/// The file of a change that is signed offline: JSON, a list of ``TUFSignedRole``s.
public enum TrustProposal {
    /// The longest file, in bytes.
    static let maximumLength = 16 << 20
    /// The most roles, and the longest metadata of one, in bytes.
    static let maximumRoles = 1_000
    static let maximumRoleLength = 1 << 20

    /// - Throws: ``CeremonyError/badProposal(_:)``.
    public static func read(_ file: URL) throws(CeremonyError) -> [TUFSignedRole] {
        let data: Data
        do {
            // A pipe would never end, and nothing may wait for one.
            let target = file.resolvingSymlinksInPath()
            guard try target.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile == true else {
                throw CeremonyError.badProposal("\(file.lastPathComponent) is not a regular file")
            }
            // Whatever it holds, no more than this is read.
            let handle = try FileHandle(forReadingFrom: file)
            defer { try? handle.close() }
            data = try handle.read(upToCount: maximumLength + 1) ?? Data()
            guard data.count <= maximumLength else {
                throw CeremonyError.badProposal("\(file.lastPathComponent) is longer than \(maximumLength >> 20) MB")
            }
        } catch let error as CeremonyError {
            throw error
        } catch {
            throw .badProposal("there is no file \(file.path), or it may not be read")
        }
        guard let roles = try? JSONDecoder().decode([TUFSignedRole].self, from: data), !roles.isEmpty else {
            throw .badProposal("\(file.lastPathComponent) is not a list of signed roles")
        }
        guard roles.count <= maximumRoles, roles.allSatisfy({ $0.metadata.count <= maximumRoleLength }) else {
            throw .badProposal(
                "\(file.lastPathComponent) has more than \(maximumRoles) roles, or a longer one than 1 MB")
        }
        return roles
    }

    public static func write(_ roles: [TUFSignedRole], to file: URL) throws {
        try JSONEncoder().encode(roles).write(to: file, options: .atomic)
    }
}
