import ArgumentParser
import Foundation

/// Ends a command with a sentence for the person in front of it, and exit status 1.
struct Failure: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}

/// Says something beside what a command prints.
func note(_ text: String) {
    FileHandle.standardError.write(Data((text + "\n").utf8))
}

/// Runs the work of a command; an error is said as a sentence.
func reporting(_ work: () async throws -> Void) async throws {
    do {
        try await work()
    } catch let error where !(error is ExitCode) && !(error is ValidationError) && !(error is CleanExit) {
        note("error: \(error)")
        throw ExitCode(1)
    }
}
