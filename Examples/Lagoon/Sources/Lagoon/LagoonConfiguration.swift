import AtollCatalog
import AtollWeb
import Foundation

/// The options of a demo.
public struct LagoonConfiguration: Sendable {
    /// The port of the super app; 0 for any free port.
    public var port = 8080
    /// The domains of the super app's pages and of its mini apps, which a proxy with TLS forwards to ``port``; nil for `localhost`.
    public var domains: (superApp: String, miniApps: String)?

    /// The list of domains that are public suffixes.
    public var suffixes: PublicSuffixList = .bundled
    /// The port of the Mini App Center; 0 for any free port.
    public var centerPort = 8081
    /// The port of the back end of Kudos; 0 for any free port, nil for 8082 or, if that is taken, any other.
    public var backEndPort: Int?
    /// The port of the back end of Expenses; 0 for any free port, nil for 8083 or, if that is taken, any other.
    public var expensesPort: Int?
    /// The directory for all data.
    public var directory: URL
    /// The folder that contains a folder for each mini app.
    public var miniApps: URL
    /// The URL and the first root of a Center that runs elsewhere; nil to start one, with the mini apps of
    /// ``miniApps``.
    public var center: (address: URL, root: Data)?
    /// The names of the features that are tabs, in order; nil for the tabs of the composition root.
    public var tabs: [String]?
    /// The version of a mini app that opens.
    public var loadPolicy = LoadPolicy.current
    /// The time within which a new version of a mini app must become ready.
    public var readyWithin = Duration.seconds(15)
    /// The minimum time between two usage reports to the Center.
    public var reportInterval = Duration.seconds(3_600)
    /// When a version that fails to start is set aside, for one user and for all.
    public var setAside = SetAsidePolicy()
    /// The addresses or ranges of proxies whose `Forwarded` and `X-Forwarded-For` headers are trusted.
    public var trustedProxies: [String] = []
    /// The number of calls per second that a mini app may make in one session; nil for the usual limit.
    public var bridgeCalls: Double?
    /// Whether links to previews open versions that are not released.
    public var previews = false
    /// The time at which Today's clocks start; nil for the real time.
    public var now: (@Sendable () -> Date)?

    /// The default options, with these folders.
    public init(directory: URL, miniApps: URL) {
        self.directory = directory
        self.miniApps = miniApps
    }
}
