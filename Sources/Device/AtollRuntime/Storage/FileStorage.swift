import AtollPackages
import Foundation
import PrintableText
import SignedJSON

/// Storage in a folder, with one file for each value. A file is written completely or not at all.
///
/// ```
/// <digest of the user>/com.example.kudos/<key in hexadecimal>
/// ```
///
/// Several values that are stored together are written to one file first, `together.json`: if the process ends, either
/// that file is whole and its values are stored when the area is opened next, or none of them is.
///
/// Those who write to one area take turns, and others need not wait for them, unless their areas share a lane by
/// chance. A value is read without waiting, where it is known which values there are.
public final class FileStorage: MiniAppStorage {
    /// The limits of each area.
    public let limits: StorageLimits
    private let users: UserFolders
    private let lanes: Lanes<StorageLane>

    /// Creates a storage.
    ///
    /// - Parameters:
    ///   - directory: The folder; it is created with the first value.
    ///   - limits: The limits of each area.
    public init(directory: URL, limits: StorageLimits = StorageLimits()) {
        users = UserFolders(directory: directory)
        self.limits = limits
        lanes = Lanes { StorageLane(directory: directory, limits: limits) }
    }

    /// Returns the value of `key`, or `nil` if it is missing.
    public func value(for key: String, in area: StorageArea) async throws(StorageError) -> String? {
        try await lanes[area].value(for: key, in: area)
    }

    /// The values under all keys that begin with a prefix, between what writers do.
    ///
    /// - Complexity: O(*n*) in the keys and in the bytes of these values, at most `limit`.
    public func values(
        withPrefix prefix: String, in area: StorageArea, limit: Int
    ) async throws(StorageError) -> [String: String]? {
        try await lanes[area].values(withPrefix: prefix, in: area, limit: limit)
    }

    /// Stores `value` under `key`, durably.
    public func set(_ value: String, for key: String, in area: StorageArea) async throws(StorageError) {
        try await lanes[area].set(value, for: key, in: area)
    }

    /// Removes the value under `key`, if there is one.
    public func removeValue(for key: String, in area: StorageArea) async throws(StorageError) {
        try await lanes[area].removeValue(for: key, in: area)
    }

    /// Stores several values: all of them or none.
    public func set(_ values: [String: String], in area: StorageArea) async throws(StorageError) {
        try await lanes[area].set(values, in: area)
    }

    /// Removes all values of an area.
    public func removeAll(in area: StorageArea) async throws(StorageError) {
        try await lanes[area].removeAll(in: area)
    }

    /// How much is stored.
    public func size(of area: StorageArea) async throws(StorageError) -> StorageSize {
        try await lanes[area].size(of: area)
    }

    /// The keys that have values, sorted.
    public func keys(in area: StorageArea) async throws(StorageError) -> [String] {
        try await lanes[area].keys(in: area)
    }

    /// Removes all values of a mini app, for all users.
    ///
    /// - Complexity: O(*n*) in the users who have any value.
    public func removeAll(of miniApp: MiniAppID) async throws(StorageError) {
        for user in try Self.catching({ try users.names() }) {
            try await lanes[miniApp, user].removeAll(of: miniApp, inFolder: user)
        }
    }

    /// The mini apps that have a value of any user.
    ///
    /// - Complexity: O(*n*) in the users who have any.
    public func miniApps() async throws(StorageError) -> Set<MiniAppID> {
        try Self.catching { try users.miniApps() }
    }

    /// The name of a user's folder.
    static func folder(of user: String) -> String { SHA256Hash(of: Data(user.utf8)).hex }

    static func catching<Value>(_ body: () throws -> Value) throws(StorageError) -> Value {
        do {
            return try body()
        } catch {
            throw .unavailable(ErrorText.sentence(of: error))
        }
    }
}
