import Foundation

/// The bytes of a file.
package struct FileContentsView: Codable, Sendable {
    package let path: String
    /// In base64.
    package let contents: Data

    package init(path: String, contents: Data) {
        self.path = path
        self.contents = contents
    }
}
