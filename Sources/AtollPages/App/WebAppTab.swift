import AtollNavigation

/// A tab of an app: below the page on a phone, at its side on a desktop.
public struct WebAppTab<F: Fragment>: Sendable {
    /// The first fragment of the tab: its feature's entry.
    public let fragment: F
    /// The title shown on the tab.
    public let title: String
    /// The icon, as in ``Feature/icon``.
    public let icon: HTML
}
