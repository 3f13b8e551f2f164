/// How users choose the look of the pages, for a page with settings.
public struct AppearanceSettings: Sendable {
    /// The path to which a form sends the field `appearance`: the raw value of an ``Appearance``. The field `return` is the
    /// path to redirect to afterwards.
    public let address: String

    /// Settings.
    public init(address: String) {
        self.address = address
    }
}
