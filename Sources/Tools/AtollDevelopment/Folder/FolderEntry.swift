import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// The name of an entry in a folder, and its kind. Links are not followed.
struct FolderEntry: Hashable, Sendable {
    enum Kind { case file, folder, other }

    let name: String
    let kind: Kind

    /// The entries of a folder, in no particular order.
    ///
    /// - Throws: A `POSIXError` if the folder can't be read.
    static func entries(of folder: String) throws -> [FolderEntry] {
        guard let stream = opendir(folder) else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
        defer { closedir(stream) }
        var entries: [FolderEntry] = []
        while let entry = readdir(stream) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                pointer.withMemoryRebound(to: CChar.self, capacity: Int(NAME_MAX)) { String(cString: $0) }
            }
            guard name != ".", name != ".." else { continue }
            entries.append(FolderEntry(name: name, kind: kind(Int32(entry.pointee.d_type), "\(folder)/\(name)")))
        }
        return entries
    }

    private static func kind(_ type: Int32, _ path: String) -> Kind {
        switch type {
        case Int32(DT_REG): return .file
        case Int32(DT_DIR): return .folder
        case Int32(DT_UNKNOWN):
            // Some file systems do not report the kind here.
            var status = stat()
            guard lstat(path, &status) == 0 else { return .other }
            switch status.st_mode & S_IFMT {
            case S_IFREG: return .file
            case S_IFDIR: return .folder
            default: return .other
            }
        default: return .other
        }
    }
}
