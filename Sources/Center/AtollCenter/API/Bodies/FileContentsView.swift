import Foundation

/// The bytes of a file.
struct FileContentsView: Codable, Sendable, Documented {
    let path: String
    /// In base64.
    let contents: Data

    static let schemaName = "FileContents"
    static let schema = JSONSchema.object(["path": .text(), "contents": .text()])
}
