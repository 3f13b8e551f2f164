import Foundation

/// `atoll.js`: the mini app's side of the bridge, the same in every host.
public enum BridgeScript {
    /// The script's bytes, read once.
    public static let contents: Data? = HostFiles.contents(of: "atoll", "js")
}

/// `theme.css`: the look of the host, as custom properties that pages and mini apps are drawn with.
public enum ThemeStylesheet {
    /// Atoll's own, read once. A host with colours of its own sets the same properties again after it.
    public static let contents: Data = HostFiles.contents(of: "theme", "css") ?? Data()
}

/// What this module brings for mini apps.
private enum HostFiles {
    static func contents(of name: String, _ type: String) -> Data? {
        Bundle.module.url(forResource: name, withExtension: type, subdirectory: "HostFiles")
            .flatMap { try? Data(contentsOf: $0) }
    }
}
