import AtollPackages
import Foundation

/// Names the origins of mini apps.
public enum MiniAppOrigin {
    /// The DNS label of a mini app's origin, such as `kudos-3f0c…`.
    ///
    /// The readable part is taken from the last part of the id; the 32 digits after it are the first 128 bits of the
    /// SHA-256 of the whole id, so that no two ids share a label.
    public static func label(for id: MiniAppID) -> String {
        let last = id.rawValue.split(separator: ".").last ?? ""
        // Hyphens and underscores are left out: a label must not contain underscores, nor end in a hyphen.
        let readable = last.filter { $0 != "_" && $0 != "-" }.prefix(24)
        return "\(readable)-\(SHA256Hash(of: Data(id.rawValue.utf8)).hex.prefix(32))"
    }
}
