import ArgumentParser
import AtollCatalog
import BoundedServer
import Foundation
import Lagoon
import Logging

/// `lagoon serve`: starts Center and shell, publishes the mini apps, and prints where to go.
struct ServeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve", abstract: "Start the super app and its Mini App Center on this machine."
    )

    @Option(help: "The port of the super app; 0 for any that is free.")
    var port = 8080

    @Option(help: "The port of the Mini App Center; 0 for any that is free.")
    var centerPort = 8081

    @OptionGroup
    var data: DataOption

    @Option(name: .customLong("miniapps"), help: "The folder that holds a folder for each mini app.")
    var miniApps = "Examples/MiniApps"

    @Option(help: "A Center that runs elsewhere, by its address, instead of one that Lagoon starts. Needs --root.")
    var center: String?

    @Option(help: "The first root of that Center's repository: the file 1.root.json.")
    var root: String?

    @Option(help: "The tabs, in order, with commas between: today, hub, products, profile. All, if it is left out.")
    var tabs: String?

    @Option(help: "Which version of a mini app opens: the current one, or cacheFirst: the one that is here, at once.")
    var load = LoadPolicy.current

    @Option(help: "The seconds within which a new version of a mini app has to be ready.")
    var readyWithin = 15.0

    @Option(
        name: .customLong("trusted-proxy"),
        help:
            "A proxy, or a range such as 10.0.0.0/8, whose Forwarded or X-Forwarded-For says who asks. May be repeated."
    )
    var trustedProxies: [String] = []

    @Option(help: "For how many users a version has to fail before it is set aside for all.")
    var setAsideUsers = 3

    @Option(
        name: .customLong("today-at"),
        help: "When Today's clocks begin, to try it at another hour: 2026-11-21T18:05:00Z. Now, if it is left out.",
        transform: { text in
            guard let date = try? Date(text, strategy: .iso8601) else {
                throw ValidationError("\"\(text)\" is not a time such as 2026-11-21T18:05:00Z.")
            }
            return date
        }
    )
    var todayAt: Date?

    @Option(help: "What to log: trace, debug, info, notice, warning, error or critical.")
    var logLevel = "notice"

    func validate() throws {
        guard (1...1_000).contains(setAsideUsers) else {
            throw ValidationError("--set-aside-users is a number from 1 to 1000.")
        }
        guard (0.1...600).contains(readyWithin) else {
            throw ValidationError("--ready-within is a number of seconds from 0.1 to 600.")
        }
        for port in [port, centerPort] where !(0...65_535).contains(port) {
            throw ValidationError("A port is a number from 0 to 65535; \(port) is not.")
        }
        guard Logger.Level(rawValue: logLevel) != nil else {
            throw ValidationError("There is no log level \"\(logLevel)\".")
        }
        guard (center == nil) == (root == nil), center.map({ URL(string: $0)?.host != nil }) ?? true else {
            throw ValidationError(
                "Say with --center an address such as http://127.0.0.1:8081, and with --root its first root.")
        }
        guard center != nil || FileManager.default.fileExists(atPath: miniApps) else {
            throw ValidationError("There is no folder \(miniApps). Say with --miniapps where the mini apps are.")
        }
    }

    func run() async throws {
        var logger = Logger(label: "lagoon") { PrintableLogHandler(StreamLogHandler.standardError(label: $0)) }
        logger.logLevel = Logger.Level(rawValue: logLevel) ?? .notice
        var configuration = LagoonConfiguration(directory: data.url, miniApps: URL(fileURLWithPath: miniApps))
        configuration.port = port
        configuration.centerPort = centerPort
        configuration.loadPolicy = load
        configuration.readyWithin = readyWithin
        configuration.trustedProxies = trustedProxies
        configuration.setAside.users = setAsideUsers
        if let todayAt { configuration.now = { todayAt } }
        configuration.tabs = tabs.map { $0.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) } }
        if let address = center.flatMap({ URL(string: $0) }), let root {
            guard let data = FileManager.default.contents(atPath: root) else {
                throw ValidationError(
                    "There is no file \(root). The Center's first root is 1.root.json in its repository/metadata.")
            }
            configuration.center = (address, data)
        }
        let server = try LagoonServer(configuration, logger: logger)
        try await server.run { addresses in
            print(Self.welcome(addresses, data: data.path))
            // Whoever reads the address through a pipe wants it now.
            fflush(nil)
        }
    }

    private static func welcome(_ addresses: LagoonServer.Addresses, data: String) -> String {
        let users = DemoAccounts.all.map { account in
            let roles = account.roles.isEmpty ? "" : "   in \(account.roles.joined(separator: ", "))"
            return "    \(account.signInName)   \(account.password)\(roles)"
        }
        return """

            Lagoon is open:  \(addresses.superApp)

            Sign in as
            \(users.joined(separator: "\n"))

            Open it in Chromium, Chrome, Edge or Firefox. Safari does not resolve *.localhost and keeps no secure
            cookies over HTTP: it needs HTTPS names, which the README explains.
            The Mini App Center answers at \(addresses.center). Everything is kept in \(data),
            including mail with links to new passwords, in \(data)/mail. The keys of a Center that Lagoon starts, offline
            ones too, were made by this demo and lie in \(data)/keys. Its keys and users are for trials only; the
            passwords above are those that the users began with. Stop with Ctrl-C.

            """
    }
}

extension LoadPolicy: ExpressibleByArgument {}
