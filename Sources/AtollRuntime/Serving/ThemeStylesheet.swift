import Foundation

/// `theme.css`: the look of the host, as custom properties that pages and mini apps are drawn with.
public enum ThemeStylesheet {
    /// Atoll's own, read once. A host with colours of its own sets the same properties again after it.
    public static let contents: Data = HostFiles.contents(of: "theme", "css") ?? Data()
}
