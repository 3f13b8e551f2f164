import ArgumentParser
import AtollCenter
import AtollCenterSignIn
import AtollChromium
import AtollConsole
import AtollPackages
import AtollRendering
import AtollTerminal
import BoundedHTTP
import BoundedServer
import Foundation
import Logging
import NIOCore
import PrintableText
import ServiceLifecycle
import SignedJSON

struct ServeCenterCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve", abstract: "Run a Mini App Center.",
        discussion: """
            For instance:
              atoll center serve --data center --issuer https://app.example.com --super-app com.example.lagoon
            """)

    @OptionGroup
    var storage: CenterStorageOptions

    @Option(
        help:
            "What this process does: all, web (serves and does not sign) or signer (signs and serves only its health).")
    var role = "all"

    @Option(help: "The folder of the keys with which the Center signs. Default: keys in the folder of --data.")
    var keys: String?

    @Option(help: "The address to listen on.")
    var host = "127.0.0.1"

    @Option(help: "The port to listen on; 0 for any free port.")
    var port = 8081

    @Option(help: "The super app's URL: the issuer of its users' tokens. Needed unless --development-user is given.")
    var issuer: String?

    @Option(
        name: .customLong("development-user"),
        help: """
            A made-up user, such as ada or ada:editor,staff with roles, instead of --issuer: programs on this machine get \
            tokens at /development/token?user=ada&superApp=com.example.harbour. May be repeated. For development only: never behind a proxy or a tunnel.
            """)
    var developmentUsers: [String] = []

    @Option(
        name: .customLong("super-app"),
        help: """
            The id of a super app that this Center serves, in which every publisher may publish; may be repeated. Those that \
            organizations own (atoll superapp) are served as well. Nothing can be published for other super apps.
            """
    )
    var superApps: [String] = []

    @Option(help: "The URL of the super app's public keys. Default: /.well-known/jwks.json at the issuer.")
    var keySet: String?

    @Option(
        name: .customLong("trusted-proxy"),
        help:
            "A proxy, or a range such as 10.0.0.0/8, whose Forwarded or X-Forwarded-For is trusted. May be repeated."
    )
    var trustedProxies: [String] = []

    @Option(help: "The address at which people reach the Center, for links in mail. Default: that of this process.")
    var address: String?

    @Option(
        help: """
            The folder that mail is put into (a Maildir), from which a program of yours sends it. Default: outbox in the folder \
            of --data.
            """)
    var outbox: String?

    @Option(help: "A program that mail is handed to instead, such as /usr/sbin/sendmail.")
    var sendmail: String?

    @Option(help: "The address that mail is from.")
    var mailFrom = "atoll@localhost"

    @Flag(help: "Permit webhooks on this machine and in private networks, and without TLS.")
    var privateWebhooks = false

    @Option(
        help: """
            The path of a Chromium, in which the pages of versions are opened after an upload, for pictures and checks. Default: \
            that of CHROMIUM in the environment, or one at a usual place; without one, no pictures are made.
            """)
    var chromium: String?

    @Flag(help: "Run Chromium without its sandbox, where it can't have one, as in many containers.")
    var withoutSandbox = false

    @OptionGroup
    var signIn: SignInOptions

    @Option(help: "The log level: trace, debug, info, notice, warning, error or critical.")
    var logLevel = "info"

    @OptionGroup
    var result: ResultOptions

    func validate() throws {
        guard (0...65_535).contains(port) else { throw ValidationError("The port must be from 0 to 65535.") }
        guard let role = CenterRole(rawValue: role) else {
            throw ValidationError("\"\(role)\" is not a role. Expected all, web or signer.")
        }
        guard storage.isShared || role == .all else {
            throw ValidationError("Only Centers with --database and --objects share their work.")
        }
        guard !storage.isShared || role == .web || keys != nil else {
            throw ValidationError("Name the folder of the keys with --keys: a shared Center never makes its own.")
        }
        for id in superApps where MiniAppID(id) == nil {
            throw ValidationError("\"\(id)\" is not the id of a super app. Expected one such as com.example.lagoon.")
        }
        guard Logger.Level(rawValue: logLevel) != nil else {
            throw ValidationError("\"\(logLevel)\" is not a log level.")
        }
        guard (issuer == nil) != developmentUsers.isEmpty else {
            throw ValidationError(
                issuer == nil
                    ? "Name the issuer of your users' tokens with --issuer, or a made-up user with --development-user."
                    : "--development-user takes the place of --issuer: name one of them.")
        }
        for text in developmentUsers where DevelopmentIssuer.User(text) == nil {
            throw ValidationError(
                "\"\(text)\" is not a user. Expected an id such as ada, or one with roles: ada:editor,staff.")
        }
        guard developmentUsers.isEmpty || isOnThisMachineOnly else {
            throw ValidationError(
                "--development-user works on this machine only. Remove --key-set, --database, --address, --trusted-proxy and --sign-in-provider, and use a --host of this machine."
            )
        }
        guard signIn.provider == nil || address != nil else {
            throw ValidationError("--sign-in-provider needs --address, to which it sends people back.")
        }
        guard developmentUsers.isEmpty else { return }
        guard URL(string: keySetAddress)?.host != nil else {
            throw ValidationError("\"\(keySetAddress)\" is not the URL of a key set.")
        }
        guard URL(string: keySetAddress)?.protectsSecrets ?? false else {
            throw ValidationError(
                "The key set must be at an https URL or on this machine: changing it allows signing in as any user.")
        }
    }

    /// The renderer for pictures, or nil if there is no browser. Throws if the option names one that does not exist.
    private func renderer(_ logger: Logger) throws -> ChromiumRenderer? {
        guard let executable = BrowserOptions.find(chromium) else {
            if let chromium { throw Failure("\(chromium) is not an executable file.") }
            logger.notice(
                "There is no Chromium: the pages of versions are not opened, and no pictures are made of them.")
            return nil
        }
        var options = BrowserOptions.untrusted(executable)
        options.isSandboxed = !withoutSandbox
        return ChromiumRenderer(options)
    }

    private func signInKeys(of issuer: DevelopmentIssuer?) throws -> SignInKeySource {
        if let issuer { return issuer.signInKeys }
        guard let keySet = URL(string: keySetAddress) else {
            throw Failure("\"\(keySetAddress)\" is not the URL of a key set.")
        }
        return .address(keySet)
    }

    /// Whether, according to the options, other machines can't reach this process. A proxy or a tunnel that the options
    /// don't name still could.
    private var isOnThisMachineOnly: Bool {
        keySet == nil && address == nil && trustedProxies.isEmpty && signIn.provider == nil && !storage.isShared
            && Self.isLocal(host)
    }

    private static func isLocal(_ host: String) -> Bool { ["127.0.0.1", "::1", "localhost"].contains(host) }

    private var keySetAddress: String { keySet ?? (issuer ?? "") + "/.well-known/jwks.json" }

    private var developmentIssuer: DevelopmentIssuer? {
        developmentUsers.isEmpty ? nil : DevelopmentIssuer(developmentUsers.compactMap { DevelopmentIssuer.User($0) })
    }

    /// Creates the Center with its pages.
    private func makeCenter(
        _ configuration: CenterConfiguration, for issuer: DevelopmentIssuer?, _ logger: Logger,
        _ onRunning: @escaping @Sendable (Int) async -> Void
    ) async throws -> MiniAppCenter {
        let stores = try await storage.sharedStores()
        var center =
            if let stores {
                try MiniAppCenter(configuration, stores: stores, logger: logger, onRunning: onRunning)
            } else {
                try MiniAppCenter(configuration, logger: logger, onRunning: onRunning)
            }
        if configuration.role.serves { try center.addConsole() }
        if let issuer { center.add(issuer) }
        return center
    }

    func run() async throws {
        try await reporting {
            var logger = Logger(label: "center") { PrintableLogHandler(StreamLogHandler.standardError(label: $0)) }
            logger.logLevel = Logger.Level(rawValue: logLevel) ?? .info
            let development = developmentIssuer
            var configuration = CenterConfiguration(
                directory: storage.data.url, signInKeys: try signInKeys(of: development),
                issuer: issuer ?? DevelopmentIssuer.issuer, superApps: Set(superApps))
            if let role = CenterRole(rawValue: role) { configuration.role = role }
            if let keys { configuration.keys = URL(filePath: keys) }
            if !storage.isShared, !FileManager.default.fileExists(atPath: storage.data.url.path) {
                logger.notice("Creating a new Center.", metadata: ["folder": "\(storage.data.url.path)"])
            }
            configuration.publicAddress = address
            try signIn.configure(&configuration)
            configuration.mailSender = mailFrom
            if let sendmail { configuration.sendmail = URL(filePath: sendmail) }
            if let outbox { configuration.outbox = URL(filePath: outbox) }
            configuration.allowsPrivateWebhooks = privateWebhooks
            configuration.renderer = try renderer(logger)
            configuration.bindAddress = host
            configuration.port = port
            configuration.trustedProxies = trustedProxies
            let (host, result) = (host, result)
            let onRunning: @Sendable (Int) async -> Void = { port in
                let address = "http://\(host):\(port)"
                result.show(["address": .string(address)], "The Mini App Center is running at \(address)")
            }
            let center = try await makeCenter(configuration, for: development, logger, onRunning)
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
