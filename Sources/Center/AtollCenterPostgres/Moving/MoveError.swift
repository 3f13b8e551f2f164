import AtollPackages

/// The reason that a Center could not be moved.
package enum MoveError: Error, Equatable, CustomStringConvertible {
    /// A file of a version is not where it should be.
    case missingBlob(SHA256Hash)
    /// The rows of a table are not the same in both databases.
    case otherRows(table: String)
    /// The database's encoding is another one than UTF8.
    case badEncoding(String)
    /// The folder was moved before, and the new place is in use.
    case isMoved(String)

    package var description: String {
        switch self {
        case .missingBlob(let digest):
            "The file \(digest.hex) of a version is missing. Run: atoll center check"
        case .badEncoding(let name):
            "The database has the encoding \(name), which can't store every text. Make one with: createdb -E UTF8 -T template0"
        case .isMoved(let folder):
            "The Center in \(folder) was moved already. Start it with --database and --objects; nothing is left to do here."
        case .otherRows(let table):
            "The table \(table) is not the same in both databases: the new one was used in the meantime, or was not empty."
        }
    }
}
