import Foundation

/// An error in an installed version.
public enum InstallationError: Error, Hashable, CustomStringConvertible {
    /// A blob is missing: the path of the file, or "file list", and the digest.
    case missing(String, SHA256Hash)

    public var description: String {
        switch self {
        case .missing(let path, let digest): "The blob \(digest) of the file \(path) is missing."
        }
    }
}
