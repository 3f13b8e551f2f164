import AtollPackages

/// The reason that a Center could not be moved.
package enum MoveError: Error, Equatable, CustomStringConvertible {
    /// A file of a version is not where it should be.
    case missingBlob(SHA256Hash)
    /// The rows of a table are not the same in both databases.
    case otherRows(table: String)

    package var description: String {
        switch self {
        case .missingBlob(let digest):
            "The file \(digest.hex) of a version is missing. Run: atoll center check"
        case .otherRows(let table):
            "The table \(table) is not the same in both databases: the new one was used in the meantime, or was not empty."
        }
    }
}
