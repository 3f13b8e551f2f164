import AtollPackages
import Foundation

/// The files of mini apps: bytes under paths, in an area for each user and mini app.
public protocol MiniAppFiles: Sendable {
    /// The files of an area, sorted by their paths.
    func list(in area: StorageArea) async throws(FilesError) -> [MiniAppFile]

    /// At most `count` bytes of a file from `offset` on, and the file's size.
    func read(_ path: String, from offset: Int, count: Int, in area: StorageArea) async throws(FilesError)
        -> (data: Data, size: Int)

    /// Writes bytes at `offset`, which is at most the file's size; nil replaces the file. Once the call returns, they
    /// survive a crash.
    ///
    /// - Returns: The file's size.
    func write(_ data: Data, to path: String, at offset: Int?, in area: StorageArea) async throws(FilesError) -> Int

    /// Removes a file. A missing file is not an error.
    func remove(_ path: String, in area: StorageArea) async throws(FilesError)

    /// Removes all files of an area.
    func removeAll(in area: StorageArea) async throws(FilesError)
}
