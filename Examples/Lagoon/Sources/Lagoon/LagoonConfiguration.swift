import AtollCatalog
import Foundation

/// What can be chosen about a demo.
public struct LagoonConfiguration: Sendable {
    /// The port of the super app; 0 for one that is free.
    public var port = 8080
    /// The port of the Mini App Center; 0 for one that is free.
    public var centerPort = 8081
    /// Where everything is kept.
    public var directory: URL
    /// The folder that holds a folder for each mini app.
    public var miniApps: URL
    /// A Center that runs elsewhere, and its first root; nil for one that Lagoon starts, with the mini apps of ``miniApps``.
    public var center: (address: URL, root: Data)?
    /// The tabs by the names of their features, in their order; nil for those of the composition root.
    public var tabs: [String]?
    /// Which version of a mini app opens.
    public var loadPolicy = LoadPolicy.current
    /// The time, in seconds, within which a new version of a mini app has to be ready.
    public var readyWithin = 15.0
    /// When a version that does not start is set aside, for one user and for all.
    public var setAside = SetAsidePolicy()
    /// The addresses of proxies whose word about who asks counts.
    public var trustedProxies: [String] = []
    /// The time at which Today's clocks begin; nil for the real time.
    public var now: (@Sendable () -> Date)?

    public init(directory: URL, miniApps: URL) {
        self.directory = directory
        self.miniApps = miniApps
    }
}
