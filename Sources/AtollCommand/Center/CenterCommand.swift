import ArgumentParser
import AtollCenter
import AtollPackages
import Foundation
import Logging
import ServiceLifecycle

/// `atoll center`: runs a Mini App Center.
struct CenterCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "center", abstract: "Run a Mini App Center, and give publishers access to it.",
        subcommands: [
            ServeCenterCommand.self, CenterKeyCommand.self, CheckCenterCommand.self,
            FillCenterCommand.self,
        ],
        defaultSubcommand: ServeCenterCommand.self
    )
}

struct CenterDataOption: ParsableArguments {
    @Option(name: .customLong("data"), help: "Where database, blobs, repository and keys lie.")
    var path = ".atoll-center"

    var url: URL { URL(filePath: path) }
}

struct ServeCenterCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "serve", abstract: "Run a Mini App Center.")

    @OptionGroup
    var data: CenterDataOption

    @Option(help: "The address to listen on.")
    var host = "127.0.0.1"

    @Option(help: "The port to listen on; 0 for any that is free.")
    var port = 8081

    @Option(help: "The super app's address: the issuer of its users' tokens.")
    var issuer: String

    @Option(help: "Where the super app's public keys are; /.well-known/jwks.json at the issuer without.")
    var keySet: String?

    @Option(help: "What to log: trace, debug, info, notice, warning, error or critical.")
    var logLevel = "info"

    func validate() throws {
        guard (0...65_535).contains(port) else { throw ValidationError("A port is a number from 0 to 65535.") }
        guard Logger.Level(rawValue: logLevel) != nil else {
            throw ValidationError("There is no log level \"\(logLevel)\".")
        }
        guard URL(string: keySetAddress)?.host != nil else {
            throw ValidationError("\"\(keySetAddress)\" is no address of a key set.")
        }
    }

    private var keySetAddress: String { keySet ?? issuer + "/.well-known/jwks.json" }

    func run() async throws {
        try await reporting {
            var logger = Logger(label: "center") { StreamLogHandler.standardError(label: $0) }
            logger.logLevel = Logger.Level(rawValue: logLevel) ?? .info
            guard let keySet = URL(string: keySetAddress) else { return }
            var configuration = CenterConfiguration(
                directory: data.url, signInKeys: .address(keySet), issuer: issuer)
            configuration.host = host
            configuration.port = port
            let host = host
            let center = try MiniAppCenter(configuration, logger: logger) { port in
                print("The Mini App Center answers at http://\(host):\(port)")
                // Whoever reads the address through a pipe wants it now.
                fflush(nil)
            }
            // Requests under way are answered before the process ends.
            let group = ServiceGroup(
                configuration: .init(
                    services: [.init(service: center)], gracefulShutdownSignals: [.sigterm, .sigint], logger: logger))
            try await group.run()
        }
    }
}

struct CenterKeyCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "key", abstract: "Make an API key for a publisher, and print it. It can't be had again."
    )

    @Argument(help: "The publisher's id.")
    var publisher: String

    @OptionGroup
    var data: CenterDataOption

    @Option(help: "For how many days it is good.")
    var days = 90

    func run() async throws {
        try await reporting {
            guard let id = PublisherID(publisher) else { throw Failure("\"\(publisher)\" is no publisher's id.") }
            guard (1...3_650).contains(days) else { throw Failure("A key is good for 1 to 3650 days.") }
            let configuration = CenterConfiguration(
                directory: data.url, signInKeys: SignInKeySource { Data() }, issuer: "")
            let center = try MiniAppCenter(
                configuration, logger: Logger(label: "center") { _ in SwiftLogNoOpLogHandler() })
            let expires = Date().addingTimeInterval(Double(days) * 86_400)
            let (_, text) = try await center.apiKeys.create(
                for: id, scopes: [.publish, .access, .catalog], expires: expires)
            print(text)
        }
    }
}
