import AtollTestSupport
import DurableFiles
import Foundation
import Testing

/// In `/tmp`, other users of the machine make folders, too.
@Suite("Folders of one's own")
struct OwnFolderTests {
    @Test("A folder is one's own if nobody else may write to it, and it is no link")
    func isPrivate() throws {
        let directory = try TemporaryDirectory()
        func made(_ name: String, _ permissions: Int) throws -> URL {
            let url = directory.url.appending(path: name)
            try FileManager.default.createDirectory(at: url, withIntermediateDirectories: false)
            try FileManager.default.setAttributes([.posixPermissions: permissions], ofItemAtPath: url.path)
            return url
        }
        let own = try made("own", 0o700)
        #expect(OwnFolder.isPrivate(own))
        for permissions in [0o777, 0o775, 0o757] {
            #expect(!OwnFolder.isPrivate(try made("open-\(permissions)", permissions)))
        }
        let link = directory.url.appending(path: "link")
        try FileManager.default.createSymbolicLink(at: link, withDestinationURL: own)
        let file = directory.url.appending(path: "file")
        try Data().write(to: file)
        #expect(![link, file, directory.url.appending(path: "none")].contains { OwnFolder.isPrivate($0) })
        // `/` belongs to the system, except in a test that runs as root.
        #expect(geteuid() == 0 || !OwnFolder.isPrivate(URL(filePath: "/")))
    }

    @Test("A lock that is a link is refused, and nothing is made where it leads")
    func lock() throws {
        let directory = try TemporaryDirectory()
        let planted = directory.url.appending(path: "planted")
        try FileManager.default.createSymbolicLink(
            at: directory.url.appending(path: "lock"), withDestinationURL: planted)
        #expect(throws: POSIXError.self) { _ = try FolderLock(directory.url) }
        #expect(!FileManager.default.fileExists(atPath: planted.path))
    }
}
