import ArgumentParser
import Foundation
import TUF

/// `tuf-client`: a plain client, with the command line that the official conformance suite drives.
@main
struct TUFClientCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "tuf-client", abstract: "Refresh from a repository of The Update Framework, and download targets."
    )

    enum Action: String, ExpressibleByArgument { case `init`, refresh, download }

    @Option(help: "Where trusted metadata is kept.")
    var metadataDir: String

    @Option(help: "Where the repository's metadata lies.")
    var metadataUrl: String?

    @Option(help: "A target to download; may be given several times.")
    var targetName: [String] = []

    @Option(help: "Where the repository's targets lie.")
    var targetBaseUrl: String?

    @Option(help: "Where downloaded targets are kept.")
    var targetDir: String?

    @Argument(help: "init, refresh or download.")
    var action: Action

    @Argument(help: "For init: the root to trust.")
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
            guard let root else { throw ValidationError("Say which root to trust.") }
            return try TUFClient.trust(Data(contentsOf: URL(filePath: root)), in: directory)
        }
        guard let url = metadataUrl.flatMap({ URL(string: $0) }) else {
            throw ValidationError("Say with --metadata-url where the metadata lies.")
        }
        let client = try TUFClient(directory: directory, metadataURL: url)
        try await client.refresh()
        guard action == .download else { return }
        guard let base = targetBaseUrl.flatMap({ URL(string: $0) }), let targetDir, !targetName.isEmpty else {
            throw ValidationError(
                "Say with --target-name, --target-base-url and --target-dir what to download and where.")
        }
        for name in targetName {
            let file = try await client.download(name, from: base, to: URL(filePath: targetDir))
            print(file.path)
        }
    }
}
