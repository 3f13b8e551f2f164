import AtollPages

/// A setting that a user can turn on or off. The composition root provides it, regardless of the feature that it
/// belongs to.
public struct SettingsSwitch: Sendable {
    /// The title, in the language of the request.
    public let title: @Sendable () -> String
    /// Its effect, in a few words.
    public let detail: @Sendable () -> String
    /// The path of the action that sets it: the form's field `on` is `yes` or `no`.
    public let address: String
    /// Whether it is on for a user.
    public let isOn: @Sendable (PageUser) async throws -> Bool

    /// Creates a switch.
    public init(
        title: @escaping @Sendable () -> String, detail: @escaping @Sendable () -> String, address: String,
        isOn: @escaping @Sendable (PageUser) async throws -> Bool
    ) {
        self.title = title
        self.detail = detail
        self.address = address
        self.isOn = isOn
    }
}
