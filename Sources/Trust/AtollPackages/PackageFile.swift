import Foundation

/// A file of a package.
public struct PackageFile: Hashable, Sendable {
    /// The path in the package, with `/` between components and none at the start.
    public let path: String
    /// The bytes of the file.
    public let contents: Data

    /// Creates a file, unchecked.
    public init(path: String, contents: Data) {
        self.path = path
        self.contents = contents
    }
}
