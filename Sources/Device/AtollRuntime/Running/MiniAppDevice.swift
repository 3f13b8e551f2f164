/// Does for a running mini app what only the user's device can: dialogs, the bar around it, the clipboard, the place.
@MainActor
public protocol MiniAppDevice: AnyObject {
    /// The names of the methods that it carries out, of those that ``BridgeDescription`` leaves to devices.
    var methods: Set<String> { get }

    /// Carries a call out. It was checked, and the user has given the permission.
    ///
    /// - Parameters:
    ///   - method: One of ``methods``.
    ///   - parameters: Its parameters, as the description has them.
    ///   - context: The mini app that calls, and its user.
    ///   - tell: Sends the mini app an event.
    /// - Throws: A ``BridgeError`` for the mini app.
    func perform(
        _ method: String, _ parameters: [String: BridgeValue], _ context: BridgeContext,
        tell: @escaping @MainActor (_ event: String, _ parameters: BridgeValue) -> Void
    ) async throws(BridgeError) -> BridgeValue

    /// Tells the device how the mini app was opened, for when the mini app asks. By default nothing is done.
    func opened(_ launch: MiniAppLaunch)

    /// Whether the user would lose changes if the page went away: the mini app has said so. By default no.
    var hasChanges: Bool { get }

    /// Begins anew, because the page has: the bar, the button and all dialogs are gone.
    func reset()
}

extension MiniAppDevice {
    /// Nothing is done.
    public func opened(_ launch: MiniAppLaunch) {}

    /// No mini app can say so.
    public var hasChanges: Bool { false }
}
