import ArgumentParser
import Foundation
import TUF

/// `tuf-client`: a basic client, with the command line that the official conformance suite requires.
@main
struct TUFClientCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "tuf-client",
        abstract: "Refresh metadata from a repository of The Update Framework, and download targets."
    )

    enum Action: String, ExpressibleByArgument { case `init`, refresh, download }

    @Option(help: "The directory for trusted metadata.")
    var metadataDir: String

    @Option(help: "The URL of the repository's metadata.")
    var metadataUrl: String?

    @Option(help: "The path of a target to download; can be repeated.")
    var targetName: [String] = []

    @Option(help: "The URL of the repository's targets.")
    var targetBaseUrl: String?

    @Option(help: "The directory for downloaded targets.")
    var targetDir: String?

    @Argument(help: "The action: init, refresh or download.")
    var action: Action

    @Argument(help: "For init: the file of the root to trust.")
    var root: String?

    func run() async throws {
        do {
            try await perform()
        } catch let error as TUFError {
            FileHandle.standardError.write(Data("\(error)\n".utf8))
            throw ExitCode(1)
        }
    }

    private func perform() async throws {
        let directory = URL(filePath: metadataDir)
        if action == .`init` {
            guard let root else { throw ValidationError("Missing the file of the root to trust.") }
            return try TUFClient.trust(Data(contentsOf: URL(filePath: root)), in: directory)
        }
        guard let url = metadataUrl.flatMap({ URL(string: $0) }) else {
            throw ValidationError("Missing or invalid --metadata-url.")
        }
        let client = try TUFClient(directory: directory, metadataURL: url)
        try await client.refresh()
        guard action == .download else { return }
        guard let base = targetBaseUrl.flatMap({ URL(string: $0) }), let targetDir, !targetName.isEmpty else {
            throw ValidationError(
                "To download, give --target-name, --target-base-url and --target-dir.")
        }
        for name in targetName {
            let file = try await client.download(name, from: base, to: URL(filePath: targetDir))
            print(file.path)
        }
    }
}
