import Foundation

/// `atoll.js`: the mini app's side of the bridge, the same in every host.
public enum BridgeScript {
    /// The script's bytes, read once; nil if the module's resources are missing.
    public static let contents: Data = HostFiles.contents(of: "atoll", "js")
}
