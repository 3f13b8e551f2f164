import ArgumentParser
import AtollPackages
import Foundation
import SignedJSON

/// The format of a command's result: lines for people, or JSON for other programs.
package struct ResultOptions: ParsableArguments {
    @Flag(help: "Print the result as JSON.")
    package var json = false

    package init() {}

    /// Prints the result: as one line of JSON, or as `lines`.
    package func show(_ members: [ExactString: JSONValue], _ lines: String...) { show(members, lines: lines) }

    /// Prints the result: as one line of JSON, or as `lines`.
    package func show(_ members: [ExactString: JSONValue], lines: [String]) {
        if json {
            printJSON(JSONValue.object(members).readableBytes)
        } else {
            for line in lines { printSafely(line) }
        }
        // The reader of a pipe may wait for it while the command continues.
        fflush(nil)
    }

    /// Prints the result as JSON, for a command whose lines are made in another way.
    package func show(json value: some Encodable) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        printJSON(try encoder.encode(value))
    }

    /// Reports progress immediately. With `--json`, it goes to standard error, because standard output contains only
    /// the result.
    package func say(_ lines: String...) {
        for line in lines {
            if json { note(line) } else { printSafely(line) }
        }
        fflush(nil)
    }
}

extension JSONValue {
    /// A version: its name and its code.
    package static func version(_ version: Manifest.Version) -> JSONValue {
        .object(["name": .string(version.name), "code": .integer(version.code)])
    }

    /// A list of texts.
    package static func strings(_ texts: some Sequence<String>) -> JSONValue { .array(texts.map { .string($0) }) }

    /// A time in seconds since 1970, as in the Center's API.
    package static func time(_ date: Date) -> JSONValue {
        Int(exactly: date.timeIntervalSince1970.rounded(.down)).map { .integer($0) } ?? .null
    }

    /// A text, or `null`.
    package static func optional(_ text: String?) -> JSONValue { text.map { .string($0) } ?? .null }
}
