import ArgumentParser
import AtollCenter
import AtollPackages
import Foundation
import Logging
import SignedJSON

/// `atoll center key`: makes, lists and revokes the keys with which publishers use a Center.
struct CenterKeyCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "key", abstract: "Make, list and revoke the API keys of publishers.",
        subcommands: [CreateAPIKeyCommand.self, ListAPIKeysCommand.self, RevokeAPIKeyCommand.self],
        defaultSubcommand: CreateAPIKeyCommand.self
    )
}

extension CenterDataOption {
    /// The Center, opened beside one that runs, for what takes one transaction.
    ///
    /// - Throws: ``Failure`` where there is none: a folder that is mistyped must not become a new Center.
    func center(
        logger: Logger = Logger(label: "center") { _ in SwiftLogNoOpLogHandler() }
    ) throws -> MiniAppCenter {
        let files = ["center.sqlite", "repository"].map { url.appending(path: $0).path }
        guard files.contains(where: FileManager.default.fileExists(atPath:)) else {
            throw Failure(
                "There is no Center in \(url.path). Is --data right? Only for a new Center: atoll trust init --data \(path)"
            )
        }
        return try MiniAppCenter(
            CenterConfiguration(directory: url, signInKeys: SignInKeySource { Data() }, issuer: "", superApps: []),
            logger: logger)
    }
}

struct CreateAPIKeyCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "create", abstract: "Make an API key for a publisher, and print it. It can't be had again."
    )

    @Argument(help: "The publisher's id.")
    var publisher: String

    @OptionGroup
    var data: CenterDataOption

    @Option(
        name: .customLong("scope"),
        help: "What it may do: publish, access or catalog. May be repeated; all three, if it is left out.")
    var scopes: [String] = []

    @Option(
        name: .customLong("id"),
        help: "A mini app or super app that it is for. May be repeated; all of the publisher's, if it is left out.")
    var ids: [String] = []

    @Option(help: "For how many days it is good.")
    var days = 90

    func run() async throws {
        try await reporting {
            guard let id = PublisherID(publisher) else {
                throw Failure(
                    "\"\(publisher)\" is not a valid publisher id. Expected two labels or more, such as com.example.")
            }
            guard (1...3_650).contains(days) else { throw Failure("A key is good for 1 to 3650 days.") }
            let scopes = try scopes.map { name in
                guard let scope = APIKeyScope(rawValue: name) else {
                    throw Failure("\"\(name)\" is not a scope. Expected publish, access or catalog.")
                }
                return scope
            }
            let ids = try ids.map { text in
                guard let miniApp = MiniAppID(text), miniApp.belongs(to: id) else {
                    throw Failure("\"\(text)\" is not an id of \(id). Expected one such as \(id).kudos.")
                }
                return miniApp
            }
            let expires = Date().addingTimeInterval(Double(days) * 86_400)
            let (_, text) = try await data.center().apiKeys.create(
                for: id, scopes: scopes.isEmpty ? Set(APIKeyScope.allCases) : Set(scopes), ids: Set(ids),
                expires: expires)
            print(text)
        }
    }
}

struct ListAPIKeysCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the API keys, without their secrets."
    )

    @OptionGroup
    var data: CenterDataOption

    func run() async throws {
        try await reporting {
            let keys = try await data.center().apiKeys.all()
            if keys.isEmpty { print("There are no keys. Make one with: atoll center key PUBLISHER") }
            for key in keys {
                let scopes = key.scopes.map(\.rawValue).sorted().joined(separator: ",")
                let ids = key.ids.isEmpty ? "all" : key.ids.map(\.rawValue).sorted().joined(separator: ",")
                let state = key.expires > Date() ? "until" : "expired"
                print(
                    "\(key.id)  \(key.publisher)  \(scopes)  \(ids)  made \(Timestamp.text(key.created).prefix(10))  "
                        + "\(state) \(Timestamp.text(key.expires).prefix(10))")
            }
        }
    }
}

struct RevokeAPIKeyCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "revoke", abstract: "Revoke an API key: from now on it opens nothing."
    )

    @Argument(help: "The key's id, as `atoll center key list` prints it, or the whole key.")
    var key: String

    @OptionGroup
    var data: CenterDataOption

    func run() async throws {
        try await reporting {
            let parts = key.split(separator: "_")
            let id = parts.count == 3 && parts[0] == "atoll" ? String(parts[1]) : key
            guard try await data.center().apiKeys.revoke(id) else { throw Failure("There is no key \"\(id)\".") }
            print("Revoked.")
        }
    }
}
