import AtollPackages
import DurableFiles
import Foundation

/// The demo's substitute for a mail server: a folder with a file for each message.
public struct Outbox: Sendable {
    /// The folder that messages are written to.
    public let folder: URL
    private let willSend: @Sendable () -> Void

    /// - Parameter folder: The folder that messages are written to; created when the first one is sent.
    public init(_ folder: URL) { self.init(folder, willSend: {}) }

    /// - Parameter willSend: Called before each message is written.
    init(_ folder: URL, willSend: @escaping @Sendable () -> Void) {
        self.folder = folder
        self.willSend = willSend
    }

    /// Writes a message that only the owner of the folder can read.
    func send(to recipient: String, subject: String, _ text: String) throws {
        willSend()
        try DurableFile.makeFolder(folder)
        let file = folder.appending(path: "\(Self.name(of: recipient))-\(UUID().uuidString.lowercased()).txt")
        try DurableFile.write(
            Data("\(Self.head(recipient))Subject: \(subject)\n\n\(text)\n".utf8), to: file, permissions: 0o600
        )
    }

    /// Removes the messages to a user whose account is gone.
    func removeAll(to recipient: String) throws {
        guard FileManager.default.fileExists(atPath: folder.path) else { return }
        for name in try FileManager.default.contentsOfDirectory(atPath: folder.path)
        where name.hasPrefix(Self.name(of: recipient)) {
            let file = folder.appending(path: name)
            // Several addresses can have the same name here.
            guard let data = try DurableFile.contents(of: file), data.starts(with: Data(Self.head(recipient).utf8))
            else { continue }
            try DurableFile.remove(file)
        }
    }

    private static func head(_ recipient: String) -> String { "To: \(recipient)\n" }

    /// An e-mail address may contain characters that are not allowed in file names.
    private static func name(of recipient: String) -> String {
        String(recipient.map { $0.isLetter || $0.isNumber || ".-@".contains($0) ? $0 : "_" }.prefix(100))
    }
}
