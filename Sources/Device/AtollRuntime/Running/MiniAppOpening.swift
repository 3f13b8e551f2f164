import AtollPackages

/// A mini app's request to open another one: `apps.open`.
public struct MiniAppOpening: Hashable, Sendable {
    /// The mini app to open.
    public var id: MiniAppID
    /// The launch of the opened mini app: its opener, the parameters, and the page.
    public var launch: MiniAppLaunch
    /// Whether the one that opens it wants what it gives to `host.close`.
    public var isForResult: Bool

    /// Describes an opening.
    public init(_ id: MiniAppID, _ launch: MiniAppLaunch, isForResult: Bool = false) {
        self.id = id
        self.launch = launch
        self.isForResult = isForResult
    }
}
