import AtollPackages
import Foundation

/// The name of a mini app's own origin.
public enum MiniAppOrigin {
    /// One DNS label for a mini app, such as `kudos-3f0c…`.
    ///
    /// The readable part is the id's last; the 32 digits behind it are the first 128 bits of the SHA-256 of the whole
    /// id, so that no two ids share a label.
    public static func label(for id: MiniAppID) -> String {
        let last = id.rawValue.split(separator: ".").last ?? ""
        // Hyphens and underscores are left out: a label may have none at its end, and underscores nowhere.
        let readable = last.filter { $0 != "_" && $0 != "-" }.prefix(24)
        return "\(readable)-\(BlobDigest(of: Data(id.rawValue.utf8)).hex.prefix(32))"
    }
}
