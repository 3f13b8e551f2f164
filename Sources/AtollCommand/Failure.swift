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

/// Ends a command with a sentence for the person in front of it, and exit status 1.
struct Failure: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}

/// Says something beside what a command prints.
func note(_ text: String) {
    FileHandle.standardError.write(Data((text.printableLines() + "\n").utf8))
}

/// What a command prints. It hides Swift's own, so that nothing that came from outside can steer the terminal or hide what stands
/// beside it.
func print(_ item: some CustomStringConvertible, terminator: String = "\n") {
    Swift.print(item.description.printableLines(), terminator: terminator)
}

/// Asks a question at the terminal.
///
/// - Returns: Whether the answer is yes; false where there is no terminal to ask at.
func ask(_ question: String) -> Bool {
    guard isatty(STDIN_FILENO) == 1 else { return false }
    print("\(question) [y/N] ", terminator: "")
    fflush(nil)
    return readLine()?.lowercased().hasPrefix("y") ?? false
}

/// Runs the work of a command; an error is said as a sentence.
func reporting(_ work: () async throws -> Void) async throws {
    do {
        try await work()
    } catch let error where !(error is ExitCode) && !(error is ValidationError) && !(error is CleanExit) {
        note("error: \(ErrorText.sentence(of: error))")
        throw ExitCode(1)
    }
}
