import ArgumentParser
import AtollCatalog
import AtollWeb
import BoundedServer
import Foundation
import Lagoon
import Logging

/// `lagoon serve`: starts Center and shell, publishes the mini apps, and prints where to go.
struct ServeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve", abstract: "Start the super app and its Mini App Center on this machine."
    )

    @Option(help: "The port of the super app; 0 for any free port.")
    var port = 8080

    @Option(help: "The port of the Mini App Center; 0 for any free port.")
    var centerPort = 8081

    @Option(help: "The port of the back end of Kudos; 0 for any free port. Default: 8082, or another if that is taken.")
    var backEndPort: Int?

    @Option(
        help: "The port of the back end of Expenses; 0 for any free port. Default: 8083, or another if that is taken.")
    var expensesPort: Int?

    @Option(
        help: """
            The domain of the super app, such as app.example.com. A proxy with TLS forwards it to --port. Default: localhost, \
            without TLS.
            """)
    var domain: String?

    @Option(
        help: """
            The domain of mini apps, such as example-apps.net. Each mini app has a subdomain, so the proxy forwards \
            *.example-apps.net. Use the domain for nothing else. Requires --domain.
            """)
    var miniAppDomain: String?

    @Option(
        help: """
            A Public Suffix List that is newer than Lagoon's own: the file public_suffix_list.dat. Requires --mini-app-domain.
            """)
    var publicSuffixList: String?

    @OptionGroup
    var data: DataOption

    @Option(name: .customLong("miniapps"), help: "The folder that contains a folder for each mini app.")
    var miniApps = "Examples/MiniApps"

    @Option(help: "The URL of a Center that runs elsewhere, instead of one that Lagoon starts. Requires --root.")
    var center: String?

    @Option(help: "The first root of that Center's repository: the file 1.root.json.")
    var root: String?

    @Option(help: "The tabs, in order, separated by commas: today, hub, products, profile. Default: all.")
    var tabs: String?

    @Option(help: "Which version of a mini app opens: current, or cacheFirst to open the cached one immediately.")
    var load = LoadPolicy.current

    @Option(help: "The seconds within which a new version of a mini app must become ready.")
    var readyWithin = 15.0

    @Option(
        name: .customLong("trusted-proxy"),
        help:
            "A proxy or range, such as 10.0.0.0/8, whose Forwarded or X-Forwarded-For is trusted. May be repeated."
    )
    var trustedProxies: [String] = []

    @Option(help: "The number of users for whom a version must fail before it is set aside for all users.")
    var setAsideUsers = 3

    @Option(help: "The calls per second that a mini app may make in one session, for measurements. Default: 50.")
    var bridgeCalls: Double?

    @Option(help: "The minimum time between two usage reports to the Center, in seconds.")
    var reportEvery = 3_600.0

    @Option(
        name: .customLong("today-at"),
        help: "The time at which Today's clocks start, such as 2026-11-21T18:05:00Z. Default: now.",
        transform: { text in
            guard let date = try? Date(text, strategy: .iso8601) else {
                throw ValidationError("\"\(text)\" is not a valid time. Expected a form such as 2026-11-21T18:05:00Z.")
            }
            return date
        }
    )
    var todayAt: Date?

    @Flag(
        inversion: .prefixedNo,
        help:
            "Whether links to previews open versions that are not released. For trials only; never in production."
    )
    var previews = true

    @Option(help: "The least severe level to log: trace, debug, info, notice, warning, error or critical.")
    var logLevel = "notice"

    func validate() throws {
        guard (1...1_000).contains(setAsideUsers) else {
            throw ValidationError("--set-aside-users must be a number from 1 to 1000.")
        }
        guard (0.1...600).contains(readyWithin) else {
            throw ValidationError("--ready-within must be a number of seconds from 0.1 to 600.")
        }
        guard bridgeCalls.map({ (1...1e9).contains($0) }) ?? true else {
            throw ValidationError("--bridge-calls must be a number from 1 to 1000000000.")
        }
        guard (1...86_400).contains(reportEvery) else {
            throw ValidationError("--report-every must be a number of seconds from 1 to 86400.")
        }
        for port in [port, centerPort, backEndPort ?? 0, expensesPort ?? 0] where !(0...65_535).contains(port) {
            throw ValidationError("\(port) is not a valid port. Expected a number from 0 to 65535.")
        }
        guard Logger.Level(rawValue: logLevel) != nil else {
            throw ValidationError("There is no log level \"\(logLevel)\".")
        }
        guard (center == nil) == (root == nil), center.map({ URL(string: $0)?.host != nil }) ?? true else {
            throw ValidationError(
                "--center needs a URL such as http://127.0.0.1:8081, and --root the first root of its repository.")
        }
        guard (domain == nil) == (miniAppDomain == nil) else {
            throw ValidationError("--domain and --mini-app-domain must be used together.")
        }
        guard publicSuffixList == nil || miniAppDomain != nil else {
            throw ValidationError("--public-suffix-list must be used with --mini-app-domain.")
        }
        for domain in [domain, miniAppDomain].compactMap(\.self) where !Self.isDomain(domain) {
            throw ValidationError("\"\(domain)\" is not a domain. Expected a name such as app.example.com.")
        }
        guard center != nil || FileManager.default.fileExists(atPath: miniApps) else {
            throw ValidationError("There is no folder \(miniApps). Set the folder of the mini apps with --miniapps.")
        }
    }

    func run() async throws {
        var logger = Logger(label: "lagoon") { PrintableLogHandler(StreamLogHandler.standardError(label: $0)) }
        logger.logLevel = Logger.Level(rawValue: logLevel) ?? .notice
        var configuration = LagoonConfiguration(directory: data.url, miniApps: URL(fileURLWithPath: miniApps))
        configuration.port = port
        configuration.centerPort = centerPort
        if let domain, let miniAppDomain { configuration.domains = (domain, miniAppDomain) }
        if let publicSuffixList {
            guard let text = try? String(contentsOfFile: publicSuffixList, encoding: .utf8) else {
                throw ValidationError("The Public Suffix List \(publicSuffixList) can't be read.")
            }
            let suffixes = PublicSuffixList(parsing: text)
            guard suffixes.isSuffix("co.uk") else {
                throw ValidationError("\(publicSuffixList) is not the Public Suffix List.")
            }
            configuration.suffixes = suffixes
        }
        configuration.backEndPort = backEndPort
        configuration.expensesPort = expensesPort
        configuration.loadPolicy = load
        configuration.readyWithin = .seconds(readyWithin)
        configuration.reportInterval = .seconds(reportEvery)
        configuration.trustedProxies = trustedProxies
        configuration.bridgeCalls = bridgeCalls
        configuration.previews = previews
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
            print(
                Self.welcome(
                    addresses, proxied: miniAppDomain, data: data.path, hasPeople: center == nil))
            // A program that reads the URL through a pipe waits for it.
            fflush(nil)
        }
    }

    /// Whether a text is a domain with its dots, in letters, digits and hyphens.
    private static func isDomain(_ text: String) -> Bool {
        let labels = text.split(separator: ".", omittingEmptySubsequences: false)
        return text.utf8.count <= 190 && labels.count >= 2
            && labels.allSatisfy { label in
                (1...63).contains(label.utf8.count) && label.first != "-" && label.last != "-"
                    && label.utf8.allSatisfy { byte in
                        (0x61...0x7a).contains(byte | 0x20) || (0x30...0x39).contains(byte) || byte == UInt8(ascii: "-")
                    }
            }
    }

    private static func welcome(
        _ addresses: LagoonServer.Addresses, proxied miniApps: String?, data: String, hasPeople: Bool
    ) -> String {
        let users = DemoAccounts.all.map { account in
            let roles = account.roles.isEmpty ? "" : "   in \(account.roles.joined(separator: ", "))"
            return "    \(account.signInName)   \(account.password)\(roles)"
        }
        let width = DemoPeople.all.map(\.email.count).max() ?? 0
        let lines = DemoPeople.all.map { person in
            "    \(person.email.padding(toLength: width, withPad: " ", startingAt: 0))   "
                + "\(person.password.padding(toLength: 16, withPad: " ", startingAt: 0))   \(person.work)"
        }
        let people = """

            These people work at the Mini App Center (sign in with atoll login):
            \(lines.joined(separator: "\n"))
            To publish your own mini app, with an id that begins with com.harbour. (docs/mini-apps.md has the details):
                atoll login dev@lagoon.example --center \(addresses.center)
                ATOLL_PASSPHRASE=lagoon-demo atoll publish FOLDER --keys "\(data)/keys" --key harbour --super-app com.example.lagoon --notes "The first version."
                atoll login rita@lagoon.example && atoll review approve ID 1
            The Lunch Menu of Harbour Kitchen waits there for a review: docs/lagoon.md explains the next steps.
            """
        return """

            Lagoon is open:  \(addresses.superApp)

            Sign in as
            \(users.joined(separator: "\n"))
            \(hasPeople ? people : "")

            \(miniApps.map { proxy(to: addresses.port, miniApps: $0) } ?? browsers)
            The back end of Kudos answers at \(addresses.backEnd).
            The back end of Expenses answers at \(addresses.expenses).
            The Mini App Center answers at \(addresses.center). All data is stored in \(data),
            including mail with links for resetting passwords, in \(data)/mail and \(data)/center/outbox. The demo creates the keys of a Center
            that it starts, offline keys included, and stores them in \(data)/keys. Use these keys and users for
            trials only. The passwords above are the users' first ones. Stop with Ctrl-C.

            """
    }

    private static let browsers = """
        Open it in Chromium, Chrome, Edge or Firefox. Safari does not resolve *.localhost and does not store
        secure cookies over HTTP: it needs HTTPS, as docs/lagoon.md explains.
        """

    private static func proxy(to port: Int, miniApps: String) -> String {
        """
        Configure your proxy to forward it, and *.\(miniApps), to http://127.0.0.1:\(port) with the Host header unchanged.
        """
    }
}

extension LoadPolicy: ExpressibleByArgument {}
