/// The result of a method: a value for the mini app, and optionally an action for the host.
public struct BridgeResult: Sendable {
    /// An action that the host performs after it has passed on the response.
    public enum Action: String, Hashable, Sendable {
        /// Closes the mini app and shows the screen from which it was opened.
        case close
        /// Carries the call out: the host has checked it, and that the user has given the permission. The value is
        /// null.
        case perform
    }

    /// The value for the mini app.
    public let value: BridgeValue
    /// The action for the host, or nil.
    public let action: Action?
    /// The permissions that the call has used, in addition to those that its description names.
    let used: [String]

    /// Creates a result.
    public init(_ value: BridgeValue, action: Action? = nil) {
        self.init(value, action: action, used: [])
    }

    init(_ value: BridgeValue, action: Action? = nil, used: [String]) {
        self.value = value
        self.action = action
        self.used = used
    }
}
