import AtollPackages
import AtollRuntime

/// The services that only the super app can provide to its mini apps, in an app. A method whose provider is missing is
/// not offered.
public struct DeviceProviders: Sendable {
    /// Takes payments.
    public var payments: (any PaymentProvider)?
    /// Knows the people whom users may choose.
    public var contacts: (any ContactsProvider)?
    /// Sends messages between users.
    public var messages: (any MessageProvider)?
    /// Keeps files of mini apps, for photos and files that users choose.
    public var files: (any MiniAppFiles)?
    /// The mini app that is shown, and the id of its user in the super app.
    public var running: (miniApp: MiniAppID, user: String)?
    /// Shows where users see what mini apps may do.
    public var openSettings: (@MainActor @Sendable () -> Void)?
    /// Opens another mini app, and returns false if there is nothing to open. See ``MiniAppOpenings``.
    public var openMiniApp: (@MainActor @Sendable (MiniAppOpening) -> Bool)?

    /// No providers.
    public init() {}
}
