import AtollCenterDomain
import Foundation

/// Hands mail to a program with the interface of `sendmail`: `sendmail -t -i`, with the message as its input.
package struct Sendmail: NoticeSender {
    private let program: URL
    private let format: MailMessage
    private let patience: Duration

    /// A mail that the program did not take: how it ended.
    struct Refused: Error, CustomStringConvertible {
        let description: String
    }

    /// - Parameters:
    ///   - program: Such as `/usr/sbin/sendmail`.
    ///   - patience: How long it may take.
    package init(_ program: URL, format: MailMessage, patience: Duration = .seconds(30)) {
        self.program = program
        self.format = format
        self.patience = patience
    }

    package func send(_ mail: Mail) async throws {
        let (input, process) = (Pipe(), Process())
        process.executableURL = program
        process.arguments = ["-t", "-i"]
        process.standardInput = input
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        let message = Data(format.text(of: mail).utf8)
        // A program that ends without reading is an error here, and not the end of this process.
        signal(SIGPIPE, SIG_IGN)
        let timer = Task { [patience] in
            try await Task.sleep(for: patience)
            // Its children too: on Linux, Foundation reports the end only once they have all closed what they
            // inherited. The program leads a process group there. On macOS it does not, and the first call fails
            // without harm.
            guard process.isRunning else { return }
            kill(-process.processIdentifier, SIGKILL)
            kill(process.processIdentifier, SIGKILL)
        }
        defer { timer.cancel() }
        let status: Int32 = try await withCheckedThrowingContinuation { continuation in
            process.terminationHandler = { continuation.resume(returning: $0.terminationStatus) }
            do {
                try process.run()
            } catch {
                return continuation.resume(throwing: error)
            }
            // A message fits into the buffer of a pipe, so the program can't block this.
            try? input.fileHandleForWriting.write(contentsOf: message)
            try? input.fileHandleForWriting.close()
        }
        guard status == 0 else {
            throw Refused(description: "\(program.lastPathComponent) did not take a mail: it ended with \(status).")
        }
    }
}
