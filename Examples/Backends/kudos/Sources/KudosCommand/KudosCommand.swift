import ArgumentParser
import BoundedServer
import Foundation
import KudosBackEnd
import Logging
import MiniAppBackEnd
import ServiceLifecycle

/// `kudos-back-end`: the back end of the mini app Kudos as a separate program.
@main
struct KudosCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "kudos-back-end", abstract: "The back end of the mini app Kudos.")

    @Option(help: "The super app that issues the tokens, such as https://app.example.com.")
    var issuer: String

    @Option(help: "An origin of the mini app's pages. May be repeated.")
    var origin: [String]

    @Option(help: "The file of the database.")
    var database = "kudos.sqlite"

    @Option(help: "The port to listen on, on this machine.")
    var port = 8082

    func validate() throws {
        guard let url = URL(string: issuer), url.host() != nil else {
            throw ValidationError("--issuer must be a URL such as https://app.example.com.")
        }
        guard (1...65_535).contains(port) else { throw ValidationError("--port must be a number from 1 to 65535.") }
    }

    func run() async throws {
        guard let keys = URL(string: issuer + "/.well-known/jwks.json") else { return }
        let logger = Logger(label: "kudos") { PrintableLogHandler(StreamLogHandler.standardError(label: $0)) }
        var configuration = BackEndConfiguration.kudos(
            issuer: issuer, keys: keys, origins: Set(origin), database: URL(fileURLWithPath: database))
        configuration.port = port
        let server = try KudosServer(configuration, logger: logger)
        try await ServiceGroup(
            configuration: .init(
                services: [.init(service: server)], gracefulShutdownSignals: [.sigterm, .sigint], logger: logger)
        ).run()
    }
}
