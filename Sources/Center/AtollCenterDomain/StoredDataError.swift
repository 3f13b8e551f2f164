import PrintableText

/// A row of the database that no version of this program can have written.
package enum StoredDataError: Error, CustomStringConvertible {
    case badPublisher(String)
    case badMiniApp(String)
    case badSuperApp(String)
    case badState(String)
    case badReport(String)

    package var description: String {
        switch self {
        case .badPublisher(let id): "The database has \"\(id.printable(most: 80))\" as the id of a publisher."
        case .badMiniApp(let id): "The database has \"\(id.printable(most: 80))\" as the id of a mini app."
        case .badSuperApp(let id): "The database has \"\(id.printable(most: 80))\" as the id of a super app."
        case .badState(let name): "The database has \"\(name.printable(most: 80))\" as the state of a version."
        case .badReport(let id): "The database has a report that can't be read: \(id.printable(most: 80))."
        }
    }
}
