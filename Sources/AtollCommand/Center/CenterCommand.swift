import ArgumentParser
import AtollCenter
import AtollPackages
import BoundedHTTP
import BoundedServer
import Foundation
import Logging
import NIOCore
import PrintableText
import ServiceLifecycle

/// `atoll center`: runs a Mini App Center.
struct CenterCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "center", abstract: "Run a Mini App Center, and give publishers access to it.",
        subcommands: [
            ServeCenterCommand.self, CenterKeyCommand.self, CenterAllowCommand.self, CheckCenterCommand.self,
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

    @Option(
        name: .customLong("super-app"),
        help: "A super app that this Center is for, by id; may be given several times. Nothing is published for others."
    )
    var superApps: [String]

    @Option(help: "Where the super app's public keys are. Default: /.well-known/jwks.json at the issuer.")
    var keySet: String?

    @Option(
        name: .customLong("trusted-proxy"),
        help:
            "A proxy, or a range such as 10.0.0.0/8, whose Forwarded or X-Forwarded-For says who asks. May be repeated."
    )
    var trustedProxies: [String] = []

    @Option(help: "What to log: trace, debug, info, notice, warning, error or critical.")
    var logLevel = "info"

    func validate() throws {
        guard (0...65_535).contains(port) else { throw ValidationError("A port is a number from 0 to 65535.") }
        guard Logger.Level(rawValue: logLevel) != nil else {
            throw ValidationError("There is no log level \"\(logLevel)\".")
        }
        guard URL(string: keySetAddress)?.host != nil else {
            throw ValidationError("\"\(keySetAddress)\" is not the address of a key set.")
        }
        guard URL(string: keySetAddress)?.protectsSecrets ?? false else {
            throw ValidationError(
                "The key set has to be at an https URL, or on this machine: whoever changes it can sign in as anybody.")
        }
    }

    private var keySetAddress: String { keySet ?? issuer + "/.well-known/jwks.json" }

    func run() async throws {
        try await reporting {
            var logger = Logger(label: "center") { PrintableLogHandler(StreamLogHandler.standardError(label: $0)) }
            logger.logLevel = Logger.Level(rawValue: logLevel) ?? .info
            guard let keySet = URL(string: keySetAddress) else { return }
            var configuration = CenterConfiguration(
                directory: data.url, signInKeys: .address(keySet), issuer: issuer, superApps: Set(superApps))
            configuration.host = host
            configuration.port = port
            configuration.trustedProxies = trustedProxies
            let host = host
            let center = try MiniAppCenter(configuration, logger: logger) { port in
                print("The Mini App Center answers at http://\(host):\(port)")
                // Whoever reads the address through a pipe wants it now.
                fflush(nil)
            }
            // Requests under way are answered before the process ends.
            var services = ServiceGroupConfiguration(
                services: [.init(service: center)], gracefulShutdownSignals: [.sigterm, .sigint], logger: logger)
            services.endInTime()
            do {
                try await ServiceGroup(configuration: services).run()
            } catch let error as IOError where error.errnoCode == EADDRINUSE {
                throw Failure("Port \(port) is taken: another process listens there. Choose another one with --port.")
            } catch let error as IOError {
                throw Failure(
                    "The Center can't listen at \(host), port \(port): \(ErrorText.text(of: error.errnoCode)).")
            }
        }
    }
}
