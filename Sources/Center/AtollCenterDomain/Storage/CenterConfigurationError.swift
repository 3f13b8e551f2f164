/// The reason that a Center can't start with its configuration.
public enum CenterConfigurationError: Error, Hashable, CustomStringConvertible {
    /// A trusted proxy is not an address or a range of addresses.
    case badProxy(String)
    /// Another process uses the directory with this path.
    case inUse(String)
    /// The database can't be opened: its path, and the reason.
    case database(String, String)

    /// The Center of the directory with this path was moved to another place.
    case moved(String)

    /// A restore into the directory with this path was interrupted.
    case restoring(String)
    /// The directory with this path has files of versions and no database.
    case noDatabase(String)

    public var description: String {
        switch self {
        case .inUse(let path):
            "A Center is already running with the folder \(path). Stop it first, or choose another folder."
        case .moved(let path):
            "The Center in \(path) was moved to a database and a bucket. Start it with --database and --objects."
        case .restoring(let path):
            "The restore into \(path) was interrupted. Remove that folder, and run atoll center restore again."
        case .noDatabase(let path):
            "\(path) has files of versions, and no database center.sqlite. Restore it from a backup with atoll center restore."
        case .database(let path, let reason): "The database \(path) can't be used: \(reason)."
        case .badProxy(let text):
            "\"\(text)\" is not an address or a range of addresses. Expected one such as 10.0.0.7 or 10.0.0.0/8."
        }
    }
}
