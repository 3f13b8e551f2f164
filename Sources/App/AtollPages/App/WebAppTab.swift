import AtollNavigation
import AtollTexts

/// A tab of an app: below the page on a phone, at its side on a desktop.
public struct WebAppTab<F: Fragment>: Sendable {
    /// The first fragment of the tab: its feature's entry.
    public let fragment: F
    /// The title of the tab in the source language, and its translations.
    let source: String
    let texts: TextCatalog
    /// The icon, as in ``Feature/icon``.
    public let icon: HTML

    /// The title shown on the tab, in `TextLanguage.current`.
    public var title: String { texts(TextKey(verbatim: source)) }
}
