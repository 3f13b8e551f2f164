import ArgumentParser
import Foundation
import PrintableText

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// Ends a command with a sentence for its user and exit status 1.
package struct Failure: Error, CustomStringConvertible {
    package let description: String

    package init(_ description: String) { self.description = description }
}

/// Prints a message to standard error, next to a command's output.
package func note(_ text: String) {
    FileHandle.standardError.write(Data((text.printableLines() + "\n").utf8))
}

/// Prints a command's output, so that no input can control the terminal or hide other output. Each program has a `print` that calls it, which
/// shadows Swift's own.
package func printSafely(_ item: some CustomStringConvertible, terminator: String = "\n") {
    Swift.print(item.description.printableLines(), terminator: terminator)
}

/// Prints a command's JSON output unabridged. Its texts can't control the terminal either.
package func printJSON(_ json: some Sequence<UInt8>) {
    Swift.print(String(decoding: Array(json), as: UTF8.self).visibleJSON)
}

/// Asks a question at the terminal, on standard error.
///
/// - Returns: Whether the answer is yes; false without a terminal.
package func ask(_ question: String) -> Bool {
    guard isatty(STDIN_FILENO) == 1 else { return false }
    FileHandle.standardError.write(Data("\(question.printableLines()) [y/N] ".utf8))
    return readLine()?.lowercased().hasPrefix("y") ?? false
}

/// Runs the work of a command, and reports an error as a sentence.
package func reporting(_ work: () async throws -> Void) async throws {
    do {
        try await work()
    } catch let error where !(error is ExitCode) && !(error is ValidationError) && !(error is CleanExit) {
        note("error: \(ErrorText.sentence(of: error))")
        throw ExitCode(1)
    }
}
