import AtollPackages
import Foundation

/// The files of mini apps: bytes under paths, in an area for each user and mini app.
public protocol MiniAppFiles: Sendable {
    /// The files of an area, sorted by their paths.
    func list(in area: StorageArea) async throws(FilesError) -> [MiniAppFile]

    /// At most `count` bytes of a file from `offset` on, and the file's size.
    func read(_ path: String, from offset: Int, count: Int, in area: StorageArea) async throws(FilesError)
        -> (data: Data, size: Int)

    /// Writes bytes at `offset`, which is at most the file's size; nil replaces the file. Once the call returns, they survive a
    /// crash.
    ///
    /// - Returns: The file's size.
    func write(_ data: Data, to path: String, at offset: Int?, in area: StorageArea) async throws(FilesError) -> Int

    /// Removes a file. It is not an error if there is none.
    func remove(_ path: String, in area: StorageArea) async throws(FilesError)

    /// Removes all files of an area.
    func removeAll(in area: StorageArea) async throws(FilesError)
}

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

/// The reasons why a file can't be read or written.
public enum FilesError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The path has an empty part, or one that is `.` or `..`, or is too long.
    case badPath
    /// There is no such file.
    case notFound
    /// The offset is beyond the end of the file.
    case badOffset
    /// The area is full.
    case full(limit: Int)
    /// There are too many files.
    case tooMany(limit: Int)
    /// The folder can't be used: a sentence for the operator.
    case unavailable(String)

    public var description: String {
        switch self {
        case .badPath: "A path must have 1 to 120 bytes, and parts between slashes that are not empty, \".\" or \"..\"."
        case .notFound: "There is no such file."
        case .badOffset: "The offset is beyond the end of the file."
        case .full(let limit): "The files of a mini app must not exceed \(limit) bytes."
        case .tooMany(let limit): "A mini app must not have more than \(limit) files."
        case .unavailable(let reason): reason
        }
    }
}
