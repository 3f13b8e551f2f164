import ArgumentParser
import AtollCenter
import AtollCenterDomain
import AtollPackages
import AtollTerminal
import Foundation
import Logging
import SignedJSON

struct CreateAPIKeyCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "create", abstract: "Create an API key for a publisher, and print it. It is shown only once.",
        discussion: """
            For instance:
              atoll center key create com.example --scope publish --data center
            """
    )

    @Argument(help: "The publisher's id.")
    var publisher: String

    @OptionGroup
    var storage: CenterStorageOptions

    @Option(
        name: .customLong("scope"),
        help: "What it permits: publish, access or catalog. May be repeated. Default: all three.")
    var scopes: [String] = []

    @Option(
        name: .customLong("id"),
        help: "A mini app or super app, by id, that it is valid for. May be repeated. Default: all of the publisher's.")
    var ids: [String] = []

    @Option(help: "For how many days it is valid.")
    var days = 90

    @OptionGroup
    var result: ResultOptions

    func run() async throws {
        try await reporting {
            guard let id = PublisherID(publisher) else {
                throw Failure(
                    "\"\(publisher)\" is not a valid publisher id. Expected at least two labels, such as com.example.")
            }
            guard (1...3_650).contains(days) else { throw Failure("--days must be from 1 to 3650.") }
            let scopes = try scopes.map { name in
                guard let scope = APIKeyScope(rawValue: name) else {
                    let all = APIKeyScope.allCases.map(\.rawValue).joined(separator: ", ")
                    throw Failure("\"\(name)\" is not a scope. Scopes: \(all).")
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
            let (key, text) = try await storage.center().apiKeys.create(
                for: id, scopes: scopes.isEmpty ? APIKeyScope.publishing : Set(scopes), ids: Set(ids),
                expires: expires)
            result.show(
                ["id": .string(key.id), "text": .string(text), "expires": .time(expires)], text)
        }
    }
}
