import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// Passwords that a user types, or that a script provides in a file.
package enum Secrets {
    /// The password in a file's first line, in $ATOLL_PASSWORD, or typed at the terminal.
    package static func password(_ file: String?, _ prompt: String) throws -> String {
        if let file {
            let text = try String(contentsOf: URL(filePath: file), encoding: .utf8)
            return String(text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).first ?? "")
        }
        if let text = ProcessInfo.processInfo.environment["ATOLL_PASSWORD"] { return text }
        guard isatty(STDIN_FILENO) == 1, let answer = getpass(prompt) else {
            throw Failure("A password is required. Use --password-file, $ATOLL_PASSWORD or a terminal.")
        }
        return String(cString: answer)
    }

    /// A new password. If it is typed, it must be typed twice.
    package static func newPassword(_ file: String?) throws -> String {
        let password = try password(file, "New password: ")
        if file == nil, ProcessInfo.processInfo.environment["ATOLL_PASSWORD"] == nil,
            try self.password(nil, "Repeat the password: ") != password
        {
            throw Failure("The passwords do not match.")
        }
        return password
    }

    /// Returns a code from a mail or an authenticator app, or a recovery code.
    ///
    /// If the argument is missing or `-`, it is typed at the terminal or read from a line of standard input, because
    /// other users of the machine can read the arguments of a command.
    package static func code(_ argument: String?) throws -> String {
        if let argument, argument != "-" { return argument }
        if isatty(STDIN_FILENO) == 1, let answer = getpass("Code: ") { return String(cString: answer) }
        let line = readLine()?.trimmingCharacters(in: .whitespaces) ?? ""
        guard !line.isEmpty else {
            throw Failure("A code is required. Type it, or send it to standard input.")
        }
        return line
    }
}
