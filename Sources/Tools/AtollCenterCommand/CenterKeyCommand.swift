import ArgumentParser
import AtollCenter
import AtollCenterSignIn
import AtollPackages
import AtollTerminal
import Foundation
import Logging
import SignedJSON

/// `atoll center key`: creates, lists and revokes the API keys with which publishers use a Center.
struct CenterKeyCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "key", abstract: "Create, list and revoke the API keys of publishers.",
        subcommands: [CreateAPIKeyCommand.self, ListAPIKeysCommand.self, RevokeAPIKeyCommand.self],
        defaultSubcommand: CreateAPIKeyCommand.self
    )
}

extension CenterDataOption {
    /// The Center in the folder, opened for a single transaction; it may be running in another process.
    ///
    /// - Throws: ``Failure`` if the folder has no Center: a mistyped folder must not become a new one.
    func center(
        logger: Logger = Logger(label: "center") { _ in SwiftLogNoOpLogHandler() }
    ) throws -> MiniAppCenter {
        let files = ["center.sqlite", "repository"].map { url.appending(path: $0).path }
        guard files.contains(where: FileManager.default.fileExists(atPath:)) else {
            throw Failure(
                "There is no Center in \(url.path). Check --data, or create a Center: atoll trust init --data \(path)"
            )
        }
        return try MiniAppCenter(
            CenterConfiguration(directory: url, signInKeys: SignInKeySource { Data() }, issuer: "", superApps: []),
            logger: logger)
    }
}
