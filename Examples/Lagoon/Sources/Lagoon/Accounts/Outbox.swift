import AtollPackages
import DurableFiles
import Foundation

/// The demo's substitute for a mail server: a folder with a file for each message.
public struct Outbox: Sendable {
    /// The folder that messages are written to.
    public let folder: URL

    /// - Parameter folder: The folder that messages are written to; created when the first one is sent.
    public init(_ folder: URL) { self.folder = folder }

    /// Writes a message that only the owner of the folder can read.
    func send(to recipient: String, subject: String, _ text: String) throws {
        try DurableFile.makeFolder(folder)
        // An e-mail address may contain characters that are not allowed in file names.
        let name = String(recipient.map { $0.isLetter || $0.isNumber || ".-@".contains($0) ? $0 : "_" }.prefix(100))
        let file = folder.appending(path: "\(name)-\(UUID().uuidString.lowercased()).txt")
        try DurableFile.write(
            Data("To: \(recipient)\nSubject: \(subject)\n\n\(text)\n".utf8), to: file, permissions: 0o600
        )
    }
}
