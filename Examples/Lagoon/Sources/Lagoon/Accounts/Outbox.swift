import AtollPackages
import DurableFiles
import Foundation

/// Where the demo's mail goes: a folder, for want of a mail server.
public struct Outbox: Sendable {
    public let folder: URL

    public init(_ folder: URL) { self.folder = folder }

    /// Writes a message, which only the owner of the folder can read.
    func send(to recipient: String, subject: String, _ text: String) throws {
        try DurableFile.makeFolder(folder)
        // An address may have characters that file names may not.
        let name = String(recipient.map { $0.isLetter || $0.isNumber || ".-@".contains($0) ? $0 : "_" }.prefix(100))
        let file = folder.appending(path: "\(name)-\(UUID().uuidString.lowercased()).txt")
        try DurableFile.write(
            Data("To: \(recipient)\nSubject: \(subject)\n\n\(text)\n".utf8), to: file, permissions: 0o600
        )
    }
}
