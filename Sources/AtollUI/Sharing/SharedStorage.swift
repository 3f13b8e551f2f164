import AtollPackages
import AtollRuntime
import Foundation

/// The storage of mini apps on this device, kept in step with the super app's server, so that a user finds it on all devices and
/// on the web.
///
/// What is written is stored here first. What the server could not be told, because it was out of reach, is told it with the next
/// change or read that reaches it; until then, this device's value counts here. Of two devices that change the same key, the one
/// that reaches the server last wins.
public actor SharedStorage: MiniAppStorage {
    private let local: any MiniAppStorage
    private let server: SuperAppServer
    private var telling: [StorageArea: Task<Bool, Never>] = [:]
    /// The mark of a key whose value the server was not told, in an area that no mini app has.
    private static let pending = "pending "

    /// Creates a storage.
    ///
    /// - Parameters:
    ///   - local: The storage on this device.
    ///   - server: The super app's server.
    public init(_ local: any MiniAppStorage, with server: SuperAppServer) {
        self.local = local
        self.server = server
    }

    /// The value under a key, as the server has it, or this device while it can't be reached.
    public func value(for key: String, in area: StorageArea) async throws(StorageError) -> String? {
        guard await tell(area),
            let answer = try? await server.call("storage.get", ["key": .string(key)], of: area.miniApp)
        else { return try await local.value(for: key, in: area) }
        guard let value = answer.string else {
            try await local.removeValue(for: key, in: area)
            return nil
        }
        try await local.set(value, for: key, in: area)
        return value
    }

    /// Stores values here, and on the server as soon as it can be reached.
    public func set(_ value: String, for key: String, in area: StorageArea) async throws(StorageError) {
        try await set([key: value], in: area)
    }

    /// Stores values here, and on the server as soon as it can be reached.
    public func set(_ values: [String: String], in area: StorageArea) async throws(StorageError) {
        try await local.set(values, in: area)
        try await mark(Array(values.keys), in: area)
        _ = await tell(area)
    }

    /// Removes a value here, and on the server as soon as it can be reached.
    public func removeValue(for key: String, in area: StorageArea) async throws(StorageError) {
        try await local.removeValue(for: key, in: area)
        try await mark([key], in: area)
        _ = await tell(area)
    }

    /// Removes all values of an area.
    public func removeAll(in area: StorageArea) async throws(StorageError) {
        let keys = try await keys(in: area)
        try await local.removeAll(in: area)
        try await mark(keys, in: area)
        _ = await tell(area)
    }

    /// The keys that have values.
    public func keys(in area: StorageArea) async throws(StorageError) -> [String] {
        guard await tell(area), let answer = try? await server.call("storage.keys", [:], of: area.miniApp),
            case .array(let keys) = answer
        else { return try await local.keys(in: area) }
        return keys.compactMap(\.string)
    }

    /// How much is stored.
    public func size(of area: StorageArea) async throws(StorageError) -> StorageSize {
        guard await tell(area), let answer = try? await server.call("storage.size", [:], of: area.miniApp),
            case .integer(let used)? = answer["used"], case .integer(let limit)? = answer["limit"],
            case .integer(let keys)? = answer["keys"]
        else { return try await local.size(of: area) }
        return StorageSize(used: used, limit: limit, keys: keys)
    }

    private func marks(of area: StorageArea) -> StorageArea {
        StorageArea(user: Self.pending + area.user, miniApp: area.miniApp)
    }

    private func mark(_ keys: [String], in area: StorageArea) async throws(StorageError) {
        var marks: [String: String] = [:]
        for key in keys { marks[key] = "" }
        if !marks.isEmpty { try await local.set(marks, in: self.marks(of: area)) }
    }

    /// Tells the server what it was not told, once for all who wait for it.
    ///
    /// - Returns: Whether it knows everything now.
    private func tell(_ area: StorageArea) async -> Bool {
        let before = telling[area]
        let task = Task { () -> Bool in
            _ = await before?.value
            return await self.tellAll(area)
        }
        telling[area] = task
        return await task.value
    }

    private func tellAll(_ area: StorageArea) async -> Bool {
        let marks = marks(of: area)
        guard let keys = try? await local.keys(in: marks) else { return false }
        for key in keys {
            do {
                let value = try await local.value(for: key, in: area)
                do throws(BridgeError) {
                    if let value {
                        _ = try await server.call(
                            "storage.set", ["key": .string(key), "value": .string(value)], of: area.miniApp)
                    } else {
                        _ = try await server.call("storage.remove", ["key": .string(key)], of: area.miniApp)
                    }
                } catch {
                    // What it refuses, such as a value too many, stays on this device; the rest goes on.
                    guard [.quotaExceeded, .tooLarge, .invalidParameters].contains(error.code) else { return false }
                }
                // A value that was set in the meantime is still to be told.
                if try await local.value(for: key, in: area) == value {
                    try await local.removeValue(for: key, in: marks)
                }
            } catch {
                return false
            }
        }
        return true
    }
}
