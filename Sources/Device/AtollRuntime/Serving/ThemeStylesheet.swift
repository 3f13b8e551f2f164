import Foundation

/// `theme.css`: the host's look, as custom properties for the style sheets of pages and mini apps.
public enum ThemeStylesheet {
    /// Atoll's default style sheet, read once. A host with its own colors sets the same properties again after it.
    public static let contents: Data = HostFiles.contents(of: "theme", "css")
}
