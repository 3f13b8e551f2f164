import PrintableText

/// A row of the database that no version of this program can have written.
package enum StoredDataError: Error, CustomStringConvertible {
    case badPublisher(String)
    case badMiniApp(String)

    package var description: String {
        switch self {
        case .badPublisher(let id): "The database has \"\(id.printable(most: 80))\" as the id of a publisher."
        case .badMiniApp(let id): "The database has \"\(id.printable(most: 80))\" as the id of a mini app."
        }
    }
}
