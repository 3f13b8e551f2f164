import Foundation

/// `atoll.js`: the mini app's side of the bridge, the same in every host.
public enum BridgeScript {
    /// The script's bytes, read once. It hides the host's worker and store first.
    public static let contents: Data = HostFiles.contents(of: "hiding", "js") + HostFiles.contents(of: "atoll", "js")

    /// The types of what the script offers, in TypeScript: an editor completes and checks with them.
    public static var types: Data { HostFiles.contents(of: "atoll.d", "ts") }
}
