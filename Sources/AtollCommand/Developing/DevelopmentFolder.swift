import DurableFiles
import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// A folder for what mini apps keep during development. It ends with the process; what killed ones have left is removed by the next.
struct DevelopmentFolder {
    let url: URL

    private static let prefix = "atoll-dev-"

    init() throws {
        let place = FileManager.default.temporaryDirectory
        for name in (try? FileManager.default.contentsOfDirectory(atPath: place.path)) ?? []
        where name.hasPrefix(Self.prefix) {
            guard let process = Int32(name.dropFirst(Self.prefix.count)), kill(process, 0) != 0, errno == ESRCH else {
                continue
            }
            try? FileManager.default.removeItem(at: place.appending(path: name))
        }
        url = place.appending(path: "\(Self.prefix)\(getpid())")
        try? FileManager.default.removeItem(at: url)
        try DurableFile.makePrivateFolder(url)
    }

    func remove() { try? FileManager.default.removeItem(at: url) }
}
