import AtollPackages
import AtollRuntime

/// The services that only the super app can provide for its mini apps. A method whose provider is missing is not
/// offered.
public struct ShellProviders: Sendable {
    /// Takes payments.
    public var payments: (any PaymentProvider)?
    /// Lists the people whom users may choose.
    public var contacts: (any ContactsProvider)?
    /// Sends messages between users; nil to show them as notices.
    public var messages: (any MessageProvider)?
    /// The name of the room in which a user shares data of a mini app. Users with the same name are in the same room.
    /// By default, each user has their own room, for all of their devices.
    public var room: @Sendable (User, MiniAppID) -> String = { user, _ in user.id }
    /// The `value` of the initial context of a web app for Ionic Portals. It is part of the page, so it must not
    /// contain secrets.
    public var initialContext: @Sendable (User, MiniAppID) -> BridgeValue? = { _, _ in nil }

    /// No providers.
    public init() {}

    /// The methods that need a provider which is missing.
    var missingMethods: Set<String> {
        var names: Set<String> = []
        if payments == nil { names.insert("payments.request") }
        if contacts == nil { names.insert("contacts.pick") }
        if messages == nil || contacts == nil { names.insert("messages.send") }
        return names
    }
}
