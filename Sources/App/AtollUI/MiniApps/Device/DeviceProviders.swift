import AtollPackages
import AtollRuntime

/// Services for mini apps that only the super app can provide, in an app. A method whose provider is missing is not
/// offered.
public struct DeviceProviders: Sendable {
    /// Takes payments.
    public var payments: (any PaymentProvider)?
    /// Lists the people whom users may choose.
    public var contacts: (any ContactsProvider)?
    /// Sends messages between users.
    public var messages: (any MessageProvider)?
    /// Stores files of mini apps, for photos and files that users choose.
    public var files: (any MiniAppFiles)?
    /// The mini app that is shown, and the id of its user in the super app.
    public var running: (miniApp: MiniAppID, user: String)?
    /// Shows the screen on which users see the permissions of mini apps.
    public var openSettings: (@MainActor @Sendable () -> Void)?
    /// Opens another mini app, and returns false if that is not possible. See ``MiniAppOpenings``.
    public var openMiniApp: (@MainActor @Sendable (MiniAppOpening) -> Bool)?

    /// No providers.
    public init() {}
}
