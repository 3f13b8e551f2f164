import Foundation

/// One file of a package: its path, with `/` between components and none in front, and its bytes.
public struct PackageFile: Hashable, Sendable {
    public let path: String
    public let contents: Data

    public init(path: String, contents: Data) {
        self.path = path
        self.contents = contents
    }
}
