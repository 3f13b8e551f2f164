import AtollPackages
import DurableFiles
import Foundation
import PrintableText
import SignedJSON

/// Writes to some of the areas of a ``FileStorage``, one after another, on a separate queue: a disk that is slow, or a
/// user who stores much, delays the areas of the same lane only, and none of the threads that all tasks share.
actor StorageLane {
    private let limits: StorageLimits
    private let directory: URL
    private let areas = StorageAreas()
    private let executor = QueueExecutor(label: "atoll.storage")

    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    init(directory: URL, limits: StorageLimits) {
        self.directory = directory
        self.limits = limits
    }

    /// Returns the value of `key`, or `nil` if it is missing.
    nonisolated func value(for key: String, in area: StorageArea) async throws(StorageError) -> String? {
        try check(key)
        if let known = areas[area] {
            if known[Self.fileName(of: key)] == nil { return nil }
            // A file is replaced as a whole. One that is gone by now was removed meanwhile.
            if let value = try? contents(of: key, in: area) { return value }
        }
        return try await storedValue(for: key, in: area)
    }

    private func storedValue(for key: String, in area: StorageArea) throws(StorageError) -> String? {
        guard try sizes(of: area)[Self.fileName(of: key)] != nil else { return nil }
        return try catching { try contents(of: key, in: area) }
    }

    /// The values under all keys that begin with a prefix, between what writers do.
    ///
    /// - Complexity: O(*n*) in the keys and in the bytes of these values, at most `limit`.
    func values(
        withPrefix prefix: String, in area: StorageArea, limit: Int
    ) throws(StorageError) -> [String: String]? {
        let found = try sizes(of: area).compactMap { name, size in
            Self.key(ofFile: name).flatMap { key in key.utf8.starts(with: prefix.utf8) ? (key, size) : nil }
        }
        guard found.reduce(0, { $0 + $1.0.utf8.count + $1.1 }) <= limit else { return nil }
        var values: [String: String] = [:]
        for (key, _) in found { values[key] = try catching { try contents(of: key, in: area) } }
        return values
    }

    private nonisolated func contents(of key: String, in area: StorageArea) throws -> String {
        let data = try Data(contentsOf: file(for: key, in: area))
        guard let value = String(data: data, encoding: .utf8) else { throw CocoaError(.fileReadCorruptFile) }
        return value
    }

    /// Stores `value` under `key`, durably.
    func set(_ value: String, for key: String, in area: StorageArea) throws(StorageError) {
        try check(key)
        let size = value.utf8.count
        guard size <= limits.valueBytes else { throw .valueLength(limit: limits.valueBytes) }
        let sizes = try checked(sizes(of: area), adding: [(key, size)])
        try changing(area) {
            try DurableFile.makeFolder(folder(of: area))
            try DurableFile.write(Data(value.utf8), to: file(for: key, in: area), permissions: 0o600)
        }
        areas[area] = sizes
    }

    /// Removes the value under `key`, if there is one.
    func removeValue(for key: String, in area: StorageArea) throws(StorageError) {
        try check(key)
        guard try sizes(of: area)[Self.fileName(of: key)] != nil else { return }
        try changing(area) {
            try FileManager.default.removeItem(at: file(for: key, in: area))
            try DurableFile.synchronizeFolder(folder(of: area))
        }
        areas.forget(Self.fileName(of: key), in: area)
    }

    /// Stores several values: all of them or none.
    func set(_ values: [String: String], in area: StorageArea) throws(StorageError) {
        for (key, value) in values {
            try check(key)
            guard value.utf8.count <= limits.valueBytes else { throw .valueLength(limit: limits.valueBytes) }
        }
        let sizes = try checked(sizes(of: area), adding: values.map { ($0.key, $0.value.utf8.count) })
        let all = folder(of: area).appending(path: Self.together)
        try changing(area) {
            try DurableFile.makeFolder(folder(of: area))
            do {
                // From here on, they are stored.
                try DurableFile.write(JSONEncoder().encode(values), to: all, permissions: 0o600)
            } catch {
                // Not after an error was returned: it would replace a value that is stored later.
                try? FileManager.default.removeItem(at: all)
                throw error
            }
        }
        // If the values can't be written now, they are before the area is read again.
        areas[area] = nil
        guard (try? finish(area)) != nil else { return }
        areas[area] = sizes
    }

    /// Removes all values of an area.
    func removeAll(in area: StorageArea) throws(StorageError) {
        let folder = folder(of: area)
        areas[area] = nil
        try catching {
            guard FileManager.default.fileExists(atPath: folder.path) else { return }
            try FileManager.default.removeItem(at: folder)
            try DurableFile.synchronizeFolder(folder.deletingLastPathComponent())
        }
        areas[area] = [:]
    }

    /// How much is stored.
    func size(of area: StorageArea) throws(StorageError) -> StorageSize {
        let sizes = try sizes(of: area)
        return StorageSize(used: Self.sum(sizes), limit: limits.areaBytes, keys: sizes.count)
    }

    /// The keys that have values, sorted.
    func keys(in area: StorageArea) throws(StorageError) -> [String] {
        try sizes(of: area).keys.compactMap { Self.key(ofFile: $0) }.sorted()
    }

    /// Removes all values of a mini app in the folder of a user.
    func removeAll(of miniApp: MiniAppID, inFolder user: String) throws(StorageError) {
        areas.forget(miniApp)
        try catching {
            let folder = directory.appending(path: user).appending(path: miniApp.rawValue)
            guard FileManager.default.fileExists(atPath: folder.path) else { return }
            try FileManager.default.removeItem(at: folder)
            try DurableFile.synchronizeFolder(folder.deletingLastPathComponent())
        }
    }

    /// The sizes of the area's values, read from the folder once.
    private func sizes(of area: StorageArea) throws(StorageError) -> [String: Int] {
        if let known = areas[area] { return known }
        try finish(area)
        let folder = folder(of: area)
        let read = try catching { () -> [String: Int] in
            guard FileManager.default.fileExists(atPath: folder.path) else { return [:] }
            try DurableFile.removeLeftovers(in: folder)
            var sizes: [String: Int] = [:]
            for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
                guard Self.key(ofFile: name) != nil else { continue }
                let attributes = try FileManager.default.attributesOfItem(atPath: folder.appending(path: name).path)
                sizes[name] = (attributes[.size] as? NSNumber)?.intValue ?? 0
            }
            return sizes
        }
        areas[area] = read
        return read
    }

    /// The file of values that are stored together. No key has this name.
    private static let together = "together.json"

    /// Stores the values of ``together``, if there is such a file.
    private func finish(_ area: StorageArea) throws(StorageError) {
        let all = folder(of: area).appending(path: Self.together)
        try catching {
            guard let data = try DurableFile.contents(of: all) else { return }
            // own: a file of this host
            for (key, value) in try JSONDecoder().decode([String: String].self, from: data) {
                try DurableFile.write(Data(value.utf8), to: file(for: key, in: area), permissions: 0o600)
            }
            try FileManager.default.removeItem(at: all)
            try DurableFile.synchronizeFolder(folder(of: area))
        }
    }

    /// The sizes with further values.
    private func checked(
        _ sizes: [String: Int], adding values: [(key: String, size: Int)]
    ) throws(StorageError) -> [String: Int] {
        var sizes = sizes
        for (key, size) in values { sizes[Self.fileName(of: key)] = size }
        guard sizes.count <= limits.keys else { throw .tooManyKeys(limit: limits.keys) }
        guard Self.sum(sizes) <= limits.areaBytes else { throw .full(limit: limits.areaBytes) }
        return sizes
    }

    private static func sum(_ sizes: [String: Int]) -> Int {
        sizes.reduce(0) { $0 + $1.key.utf8.count / 2 + $1.value }
    }

    private nonisolated func check(_ key: String) throws(StorageError) {
        guard (1...limits.keyBytes).contains(key.utf8.count) else { throw .keyLength(limit: limits.keyBytes) }
    }

    private nonisolated func folder(of area: StorageArea) -> URL {
        directory.appending(path: FileStorage.folder(of: area.user)).appending(path: area.miniApp.rawValue)
    }

    private nonisolated func file(for key: String, in area: StorageArea) -> URL {
        folder(of: area).appending(path: Self.fileName(of: key))
    }

    // Hexadecimal, because file names can't contain every character and some file systems ignore case.
    private static func fileName(of key: String) -> String {
        key.utf8.hexadecimal
    }

    private static func key(ofFile name: String) -> String? {
        guard let bytes = Data(hexadecimal: name), let key = String(bytes: bytes, encoding: .utf8) else { return nil }
        return fileName(of: key) == name ? key : nil
    }

    /// Changes what is stored. If that fails, what there is now is read from the folder again.
    private func changing(_ area: StorageArea, _ body: () throws -> Void) throws(StorageError) {
        do throws(StorageError) {
            try catching(body)
        } catch {
            areas[area] = nil
            throw error
        }
    }

    private nonisolated func catching<Value>(_ body: () throws -> Value) throws(StorageError) -> Value {
        try FileStorage.catching(body)
    }
}
