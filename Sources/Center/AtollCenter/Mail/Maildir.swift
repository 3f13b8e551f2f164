import AtollCenterDomain
import DurableFiles
import Foundation

/// A folder of mail that any mail program reads, and from which a program of the operator's may send: the default.
///
/// Source: https://cr.yp.to/proto/maildir.html.
package struct Maildir: NoticeSender {
    private let folder: URL
    private let format: MailMessage

    package init(_ folder: URL, format: MailMessage) {
        self.folder = folder
        self.format = format
    }

    package func send(_ mail: Mail) async throws {
        for name in ["tmp", "new", "cur"] {
            try FileManager.default.createDirectory(
                at: folder.appending(path: name), withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700])
        }
        let name = "\(format.now().secondsSince1970).\(UUID().uuidString).atoll"
        let (first, last) = (folder.appending(path: "tmp/\(name)"), folder.appending(path: "new/\(name)"))
        try DurableFile.write(Data(format.text(of: mail).utf8), to: first, permissions: 0o600)
        try FileManager.default.moveItem(at: first, to: last)
    }
}
