import AtollCatalog
import AtollLinks
import AtollPackages
import AtollRuntime
import Foundation

/// What a super app team decides about its web shell.
public struct ShellConfiguration: Sendable {
    /// The super app, as mini apps and people see it.
    public var host: BridgeContext.Host
    /// The address to listen on; `127.0.0.1` keeps it on this machine.
    public var address = "127.0.0.1"
    /// The port to listen on.
    public var port: Int
    /// Where browsers find the shell's pages, and each mini app.
    public var addresses: ShellAddresses
    /// The Mini App Center.
    public var center: URL
    /// The `aud` of the tokens that the Center is given.
    public var centerAudience = "miniapp-center"
    /// The super app's id, as publishers' statements name it.
    public var superApp: String
    /// What tells the Center's repository from others.
    public var trustAnchor: TrustAnchor
    /// How many mini apps are kept, and for how long. All of them, for ever, without.
    public var cacheLimits = CacheLimits()
    /// For how long mini apps open while the Center is out of reach.
    public var offline = OfflinePolicy()
    /// Which version of a mini app is opened.
    public var loadPolicy = LoadPolicy.current
    /// The time, in seconds, within which a new version of a mini app has to be ready; one that is not, twice, is set aside.
    public var readyWithin = 15.0
    /// When a version that does not start is set aside, for one user and for all.
    public var setAside = SetAsidePolicy()
    /// The addresses of proxies before the shell, such as `10.0.0.0/8`: their `Forwarded` or `X-Forwarded-For` says who asks.
    /// Nobody else's is read.
    public var trustedProxies: [String] = []
    /// The most connections at a time; by how many files the process may open, if it is nil.
    public var maximumConnections: Int?
    /// Where sessions, keys, installed mini apps and their storage lie.
    public var directory: URL
    /// The look, as custom properties, for the shell's pages and for mini apps. A super app with colours of its own sets some of
    /// them again after these.
    public var theme = ThemeStylesheet.contents
    /// The super app's custom schemes, such as `dla`. A browser hands over those that begin with `web+`.
    public var linkSchemes: Set<String> = []
    /// The iOS apps that open the site's addresses, as team and bundle id.
    public var appleAppIDs: [String] = []
    /// The Android apps that do, by package name, with the SHA-256 fingerprints of their certificates.
    public var androidApps: [String: [String]] = [:]

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

    /// What statements and descriptors are compared with.
    var hostIdentity: HostIdentity { HostIdentity(superApp: superApp, version: host.version) }

    /// Which addresses the site opens.
    var linkAddresses: LinkAddresses {
        LinkAddresses(
            schemes: linkSchemes.union(linkSchemes.map { "web+" + $0 }), origins: [addresses.shellOrigin],
            miniAppSchemes: ["miniapp", "web+miniapp"]
        )
    }
}
