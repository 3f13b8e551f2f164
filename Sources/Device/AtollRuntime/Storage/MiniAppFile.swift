import AtollPackages
import Foundation

/// A file of a mini app.
public struct MiniAppFile: Hashable, Sendable {
    /// The path, such as `receipts/12.jpg`.
    public let path: String
    /// The size in bytes.
    public let size: Int

    /// Describes a file.
    public init(path: String, size: Int) {
        self.path = path
        self.size = size
    }
}
