import AtollPackages
import Foundation
import PrintableText

/// Files of mini apps in a folder, each under the hexadecimal form of its path, so that no path leads out of it.
///
/// Those who use one area take turns; others need not wait for them, unless their areas share a lane by chance.
public final class FolderFiles: MiniAppFiles {
    /// The limits of each area.
    public struct Limits: Hashable, Sendable {
        /// The bytes of all files together.
        public var bytes = 50 * 1024 * 1024
        /// The number of files.
        public var files = 500

        /// The default limits.
        public init() {}
    }

    /// The limits of each area.
    public let limits: Limits
    private let users: UserFolders
    private let lanes: Lanes<FilesLane>

    /// Creates a store.
    ///
    /// - Parameters:
    ///   - directory: The folder; it is created with the first file.
    ///   - limits: The limits of each area.
    public init(directory: URL, limits: Limits = Limits()) {
        users = UserFolders(directory: directory)
        self.limits = limits
        lanes = Lanes { FilesLane(directory: directory, limits: limits) }
    }

    /// The files of an area, sorted by their paths.
    public func list(in area: StorageArea) async throws(FilesError) -> [MiniAppFile] {
        try await lanes[area].list(in: area)
    }

    /// A piece of a file, and the file's size.
    public func read(
        _ path: String, from offset: Int, count: Int, in area: StorageArea
    ) async throws(FilesError) -> (data: Data, size: Int) {
        try await lanes[area].read(path, from: offset, count: count, in: area)
    }

    /// Writes a piece of a file.
    public func write(
        _ data: Data, to path: String, at offset: Int?, in area: StorageArea
    ) async throws(FilesError) -> Int {
        try await lanes[area].write(data, to: path, at: offset, in: area)
    }

    /// Removes a file, if there is one.
    public func remove(_ path: String, in area: StorageArea) async throws(FilesError) {
        try await lanes[area].remove(path, in: area)
    }

    /// Removes all files of an area.
    public func removeAll(in area: StorageArea) async throws(FilesError) {
        try await lanes[area].removeAll(in: area)
    }

    /// Removes all files of a mini app, for all users.
    ///
    /// - Complexity: O(*n*) in the users who have any.
    public func removeAll(of miniApp: MiniAppID) async throws(FilesError) {
        for user in try Self.catching({ try users.names() }) {
            try await lanes[miniApp, user].removeAll(of: miniApp, inFolder: user)
        }
    }

    /// The mini apps that have a file of any user.
    ///
    /// - Complexity: O(*n*) in the users who have any.
    public func miniApps() async throws(FilesError) -> Set<MiniAppID> {
        try Self.catching { try users.miniApps() }
    }

    static func catching<Value>(_ body: () throws -> Value) throws(FilesError) -> Value {
        do {
            return try body()
        } catch {
            throw .unavailable(ErrorText.sentence(of: error))
        }
    }
}
