import ArgumentParser
import Foundation

/// The API key with which a publisher calls a Center.
struct APIKeyOption: ParsableArguments {
    @Option(name: .customLong("api-key-file"), help: "A file with the API key. Default: the key in $ATOLL_API_KEY.")
    var file: String?

    func text() throws -> String {
        if let file {
            return try String(contentsOf: URL(filePath: file), encoding: .utf8)
                .trimmingCharacters(in: .whitespacesAndNewlines)
        }
        guard let key = ProcessInfo.processInfo.environment["ATOLL_API_KEY"] else {
            throw Failure("An API key is required. Set $ATOLL_API_KEY, or name a file with --api-key-file.")
        }
        return key
    }
}
