import AtollPackages
import Foundation

/// A file in the archive of a user's data.
public struct UserDataFile: Sendable {
    /// The path in the archive, with components separated by slashes. Characters that are not valid in names on some
    /// systems are replaced.
    public let path: String
    /// The number of bytes.
    public let size: Int
    /// Reads the bytes, when it is the file's turn.
    public let contents: @Sendable () async throws -> Data

    /// Creates a file that is read later.
    ///
    /// - Parameter size: The number of bytes, which decides whether it fits.
    public init(path: String, size: Int, contents: @escaping @Sendable () async throws -> Data) {
        self.path = path
        self.size = size
        self.contents = contents
    }

    /// Creates a file.
    public init(path: String, contents: Data) {
        self.init(path: path, size: contents.count) { contents }
    }

    /// A file of readable JSON.
    ///
    /// - Throws: An `EncodingError`.
    public init(path: String, json value: some Encodable) throws {
        let encoder = JSONEncoder.center
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        self.init(path: path, contents: try encoder.encode(value))
    }
}
