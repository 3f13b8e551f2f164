import AtollCatalog
import AtollLinks
import AtollPackages
import AtollRuntime
import Foundation

/// The configuration of a web shell.
public struct ShellConfiguration: Sendable {
    /// The super app's name, version and platform, for mini apps and users.
    public var host: BridgeContext.Host
    /// The IP address or host name to listen on. With `127.0.0.1`, the shell can be reached only from this machine.
    public var bindAddress = "127.0.0.1"
    /// The port to listen on.
    public var port: Int
    /// The URLs of the shell's pages, and of each mini app.
    public var addresses: ShellAddresses
    /// The URL of the Mini App Center.
    public var center: URL
    /// The `aud` of the tokens for the Center.
    public var centerAudience = "miniapp-center"
    /// The super app's id, as publishers' statements name it.
    public var superApp: String
    /// The trust anchor of the Center's repository.
    public var trustAnchor: TrustAnchor
    /// The limits of the cache of mini apps; by default, none are removed.
    public var cacheLimits = CacheLimits()
    /// How long mini apps open while the Center can't be reached.
    public var offline = OfflinePolicy()
    /// The groups that a user is in, to which releases may go first; by default, the user's roles in lower case.
    public var groups: @Sendable (User) -> Set<String> = { user in Set(user.roles.map { $0.lowercased() }) }
    /// The display name for a category of mini apps, in the language of the reader. Publishers write each category in
    /// one language; by default, their text is shown.
    public var categoryName: @Sendable (_ category: String) -> String = { $0 }
    /// Which version of a mini app is opened.
    public var loadPolicy = LoadPolicy.current
    /// The limits of the messages and calls of mini apps.
    public var bridgeLimits = BridgeRouter.Limits()
    /// The time within which a new version of a mini app must be ready. A version that fails twice is set aside.
    public var readyWithin = Duration.seconds(15)
    /// The minimum interval between usage reports to the Center. They contain numbers only, no ids of users.
    public var reportInterval = Duration.seconds(3_600)
    /// When a version that does not start for some users is set aside for all.
    public var setAside = SetAsidePolicy()
    /// The URLs at which the back ends of mini apps are reached, by the origins that manifests name: for a back end
    /// that runs on the developer's machine. Mini apps see them in `host.info`.
    public var backEnds: [String: String] = [:]
    /// Whether links to previews open unreleased versions here: for shells in which versions are tried and reviewed,
    /// never for the one that users have. Each is marked on the screen, and has its own storage, permissions, names of
    /// users and tokens.
    public var previews = false
    /// The path of the page that shows what mini apps may do; nil if the app has none.
    public var permissionsPath: String?
    /// The path of the page that shows the notices of mini apps to the user; nil if the app has none.
    public var noticesPath: String?
    /// The addresses of proxies in front of the shell, such as `10.0.0.7` or `10.0.0.0/8`. The client's address is
    /// taken from the headers `Forwarded` and `X-Forwarded-For` only if one of these proxies sent them.
    public var trustedProxies: [String] = []
    /// The maximum number of connections at a time; if nil, it depends on how many files the process may open.
    public var maximumConnections: Int?
    /// The directory of sessions, keys, installed mini apps and their storage.
    public var directory: URL
    /// The theme of the shell's pages and of mini apps: CSS custom properties. To change some of the default colours,
    /// append rules that set them again, for each look under the selectors that theme.css has, because users may choose
    /// one:
    ///
    /// ```css
    /// :root { --accent: #00687a; }
    /// @media (prefers-color-scheme: dark) { :root:where(:not([data-theme="light"])) { --accent: #5ccfdc; } }
    /// :root:where([data-theme="dark"]) { --accent: #5ccfdc; }
    /// ```
    public var theme = ThemeStylesheet.contents
    /// The super app's custom URL schemes, such as `dla`. Browsers can register only the form that begins with `web+`.
    public var linkSchemes: Set<String> = []
    /// The iOS apps that open the site's URLs, each as team id and bundle id: `ABCDE12345.com.example.lagoon`.
    public var appleAppIDs: [String] = []
    /// The Android apps that open the site's URLs: the SHA-256 fingerprints of their certificates, by package name.
    public var androidApps: [String: [String]] = [:]

    /// The source of the mini apps.
    package var stage: any ShellStage = CenterStage()
    /// The clock of the limits on attempts to sign in.
    package var signInClock: @Sendable () -> ContinuousClock.Instant = { .now }

    /// Creates a configuration. All other properties have defaults.
    ///
    /// - Parameters:
    ///   - host: The super app's name, version and platform.
    ///   - port: The port to listen on.
    ///   - addresses: The URLs of the shell's pages, and of each mini app.
    ///   - center: The URL of the Mini App Center.
    ///   - superApp: The super app's id, as publishers' statements name it.
    ///   - trustAnchor: The trust anchor of the Center's repository.
    ///   - directory: The directory of sessions, keys, installed mini apps and their storage.
    public init(
        host: BridgeContext.Host, port: Int, addresses: ShellAddresses, center: URL, superApp: String,
        trustAnchor: TrustAnchor, directory: URL
    ) {
        self.host = host
        self.port = port
        self.addresses = addresses
        self.center = center
        self.superApp = superApp
        self.trustAnchor = trustAnchor
        self.directory = directory
    }

    /// The super app and its version, which statements and descriptors must name.
    var hostIdentity: HostIdentity { HostIdentity(superApp: superApp, version: host.version) }

    /// The origins that may show a mini app in a frame.
    var frameAncestors: String {
        ([addresses.shellOrigin] + stage.frameAncestors).joined(separator: " ")
    }

    /// The URLs that the site opens.
    var linkAddresses: LinkAddresses {
        LinkAddresses(
            schemes: linkSchemes.union(linkSchemes.map { "web+" + $0 }), origins: [addresses.shellOrigin],
            miniAppSchemes: ["miniapp", "web+miniapp"]
        )
    }
}
