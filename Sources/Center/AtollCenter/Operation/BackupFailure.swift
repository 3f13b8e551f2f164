/// The reason why a backup could not be taken or restored.
package enum BackupFailure: Error, Hashable, CustomStringConvertible {
    /// The folder has no Center.
    case noCenter(String)
    /// The Center was moved to PostgreSQL and a bucket.
    case moved(String)
    /// The folder of the copy has other files.
    case otherFolder(String)
    /// The folder of the copy is the Center's, or inside it.
    case insideData(String)
    /// The folder of the copy has a backup of another Center.
    case otherCenter(String)
    /// The folder of the copy has a later state of the Center.
    case later(String)
    /// Another backup into the folder is running.
    case inUse(String)
    /// The folder has no backup, or one of a later version.
    case noBackup(String)
    /// The backup was interrupted.
    case incomplete(String)
    /// The folder to restore into has files.
    case notEmpty(String)
    /// The folder of the keys is empty or missing.
    case noKeys(String)
    /// The folder has keys that the repository does not name.
    case otherKeys(String)
    /// An earlier restore into the folder was interrupted.
    case interrupted(String)
    /// A path is a link or a device, where a file or a folder belongs.
    case notAFile(String)
    /// A file of a version does not have the digest that it is named by.
    case damaged(String)
    /// SQLite can't copy the database.
    case database(String)

    package var description: String {
        switch self {
        case .noCenter(let path): "There is no Center in \(path). Name its folder with --data."
        case .moved(let path):
            "The Center in \(path) was moved to PostgreSQL and a bucket. Back those up: see docs/operating.md."
        case .otherFolder(let path): "\(path) has other files. Name an empty folder, or that of an earlier backup."
        case .insideData(let path):
            "\(path) is the Center's folder, or one of them is inside the other. Choose a folder elsewhere."
        case .otherCenter(let path): "\(path) has a backup of another Center. Choose another folder for this one."
        case .later(let path):
            "The backup in \(path) is of a later state than this Center, whose repository has a lower timestamp. Choose another folder; docs/operating.md says how to go on from an earlier state."
        case .inUse(let path): "Another process is writing to \(path). Wait until it has ended."
        case .noBackup(let path): "There is no backup in \(path) that this version can read."
        case .incomplete(let path):
            "The backup in \(path) was interrupted before its end. Run atoll center backup again, or use an earlier one."
        case .notEmpty(let path): "\(path) has files. Restore into a folder that is empty or does not exist."
        case .noKeys(let path):
            "There are no keys in \(path). Name the folder with the Center's keys, or leave out --keys."
        case .otherKeys(let path):
            "The keys in \(path) are not those that the repository in the backup names: what they sign would be refused. Name the folder with the release.key, snapshot.key and timestamp.key that the Center had when the backup was taken."
        case .interrupted(let path):
            "An earlier restore into \(path) was interrupted. Remove that folder, and restore again."
        case .notAFile(let path): "\(path) is a link or a device. A backup consists of files and folders."
        case .damaged(let path):
            "\(path) is damaged. If the Center still runs, atoll center backup --verify copies the file again; otherwise use an earlier backup."
        case .database(let reason): "The database could not be copied: \(reason)"
        }
    }
}
