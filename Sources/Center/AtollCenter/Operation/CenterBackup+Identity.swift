import AtollTrust
import DurableFiles
import Foundation
import TUF

extension CenterBackup {
    /// Makes sure that an earlier copy in the folder is one of this Center, and no later one.
    ///
    /// - Throws: ``BackupFailure/otherCenter(_:)`` or ``BackupFailure/later(_:)``: the copy may be all that is left of a Center.
    func requireSameCenter() throws {
        let first = "repository/metadata/1.root.json"
        guard let known = try DurableFile.contents(of: folder.appending(path: first)) else { return }
        guard try DurableFile.contents(of: data.appending(path: first)) == known else {
            throw BackupFailure.otherCenter(folder.path)
        }
        // Of a copy that was interrupted, the rest of the repository may not fit the timestamp, which was copied first.
        guard let copied = Self.timestampVersion(in: folder), let own = Self.timestampVersion(in: data) else { return }
        guard own >= copied else { throw BackupFailure.later(folder.path) }
    }

    /// The number of the timestamp in a Center's folder or in a copy; nil if it can't be read.
    private static func timestampVersion(in folder: URL) -> Int? {
        struct Timestamp: Decodable {
            struct Signed: Decodable { let version: Int }
            let signed: Signed
        }
        let file = folder.appending(path: "repository/metadata/timestamp.json")
        guard let data = try? DurableFile.contents(of: file) else { return nil }
        return try? JSONDecoder().decode(Timestamp.self, from: data).signed.version
    }

    /// - Throws: ``BackupFailure/otherKeys(_:)`` if the repository of the copy does not name the keys in a folder: a Center would
    ///   start with them, and devices would refuse what it signs.
    func requireNamed(_ keys: URL) throws {
        guard TUFRepository.exists(in: folder.appending(path: "repository")) else { return }
        let repository = try TUFRepository(
            opening: folder.appending(path: "repository"), signers: [], lifetime: TrustRoles.lifetime(of:))
        guard let found = try? CenterKeys(opening: keys), found.areNamed(by: repository) else {
            throw BackupFailure.otherKeys(keys.path)
        }
    }
}
