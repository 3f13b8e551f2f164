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

struct ServeCenterCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "serve", abstract: "Run a Mini App Center.")

    @OptionGroup
    var data: CenterDataOption

    @Option(help: "The address to listen on.")
    var host = "127.0.0.1"

    @Option(help: "The port to listen on; 0 for any free port.")
    var port = 8081

    @Option(help: "The super app's URL: the issuer of its users' tokens.")
    var issuer: String

    @Option(
        name: .customLong("super-app"),
        help: "The id of a super app that this Center serves; may be repeated. Nothing is published for others."
    )
    var superApps: [String]

    @Option(help: "The URL of the super app's public keys. Default: /.well-known/jwks.json at the issuer.")
    var keySet: String?

    @Option(
        name: .customLong("trusted-proxy"),
        help:
            "A proxy, or a range such as 10.0.0.0/8, whose Forwarded or X-Forwarded-For is trusted. May be repeated."
    )
    var trustedProxies: [String] = []

    @Option(help: "The log level: trace, debug, info, notice, warning, error or critical.")
    var logLevel = "info"

    func validate() throws {
        guard (0...65_535).contains(port) else { throw ValidationError("The port must be from 0 to 65535.") }
        guard Logger.Level(rawValue: logLevel) != nil else {
            throw ValidationError("\"\(logLevel)\" is not a log level.")
        }
        guard URL(string: keySetAddress)?.host != nil else {
            throw ValidationError("\"\(keySetAddress)\" is not the URL of a key set.")
        }
        guard URL(string: keySetAddress)?.protectsSecrets ?? false else {
            throw ValidationError(
                "The key set must be at an https URL or on this machine: whoever can change it can sign in as anyone.")
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
            configuration.bindAddress = host
            configuration.port = port
            configuration.trustedProxies = trustedProxies
            let host = host
            let center = try MiniAppCenter(configuration, logger: logger) { port in
                print("The Mini App Center is running at http://\(host):\(port)")
                // A reader of a pipe needs the URL immediately.
                fflush(nil)
            }
            // Requests in progress are answered before the process ends.
            var services = ServiceGroupConfiguration(
                services: [.init(service: center)], gracefulShutdownSignals: [.sigterm, .sigint], logger: logger)
            services.endInTime()
            do {
                try await ServiceGroup(configuration: services).run()
            } catch let error as IOError where error.errnoCode == EADDRINUSE {
                throw Failure("Port \(port) is already in use by another process. Choose another one with --port.")
            } catch let error as IOError {
                throw Failure(
                    "The Center can't listen at \(host), port \(port): \(ErrorText.text(of: error.errnoCode)).")
            }
        }
    }
}
