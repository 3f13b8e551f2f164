import AtollPackages
import DurableFiles
import Foundation
import PrintableText
import SignedJSON

/// Storage in a folder, with one file for each value. A file is written completely or not at all.
///
/// ```
/// <digest of the user>/com.example.kudos/<key in hexadecimal>
/// ```
public actor FileStorage: MiniAppStorage {
    /// The limits of each area.
    public nonisolated let limits: StorageLimits
    private let directory: URL
    /// The sizes of values by file name. Not by key: Swift considers two spellings of an accented letter equal, but
    /// they are two files.
    private var sizes: [StorageArea: [String: Int]] = [:]

    /// Creates a storage.
    ///
    /// - Parameters:
    ///   - directory: The folder; it is created with the first value.
    ///   - limits: The limits of each area.
    public init(directory: URL, limits: StorageLimits = StorageLimits()) {
        self.directory = directory
        self.limits = limits
    }

    /// The value under `key`, or nil if there is none.
    public func value(for key: String, in area: StorageArea) throws(StorageError) -> String? {
        try check(key)
        guard try sizes(of: area)[Self.fileName(of: key)] != nil else { return nil }
        return try catching {
            let data = try Data(contentsOf: file(for: key, in: area))
            guard let value = String(data: data, encoding: .utf8) else { throw CocoaError(.fileReadCorruptFile) }
            return value
        }
    }

    /// Stores `value` under `key`, durably.
    public func set(_ value: String, for key: String, in area: StorageArea) throws(StorageError) {
        try check(key)
        let size = value.utf8.count
        guard size <= limits.valueBytes else { throw .valueLength(limit: limits.valueBytes) }
        var sizes = try sizes(of: area)
        let name = Self.fileName(of: key)
        let isNew = sizes[name] == nil
        guard !isNew || sizes.count < limits.keys else { throw .tooManyKeys(limit: limits.keys) }
        sizes[name] = size
        guard sizes.reduce(0, { $0 + $1.key.utf8.count / 2 + $1.value }) <= limits.areaBytes else {
            throw .full(limit: limits.areaBytes)
        }
        try catching {
            try DurableFile.makeFolder(folder(of: area))
            try DurableFile.write(Data(value.utf8), to: file(for: key, in: area), permissions: 0o600)
        }
        self.sizes[area] = sizes
    }

    /// Removes the value under `key`, if there is one.
    public func removeValue(for key: String, in area: StorageArea) throws(StorageError) {
        try check(key)
        guard try sizes(of: area)[Self.fileName(of: key)] != nil else { return }
        try catching {
            try FileManager.default.removeItem(at: file(for: key, in: area))
            try DurableFile.synchronizeFolder(folder(of: area))
        }
        sizes[area]?[Self.fileName(of: key)] = nil
    }

    /// The keys that have values, sorted.
    public func keys(in area: StorageArea) throws(StorageError) -> [String] {
        try sizes(of: area).keys.compactMap { Self.key(ofFile: $0) }.sorted()
    }

    /// Removes all values of a mini app, for all users.
    public func removeAll(of miniApp: MiniAppID) throws(StorageError) {
        for area in sizes.keys where area.miniApp == miniApp { sizes[area] = nil }
        try catching {
            guard FileManager.default.fileExists(atPath: directory.path) else { return }
            for user in try FileManager.default.contentsOfDirectory(atPath: directory.path) {
                let folder = directory.appending(path: user).appending(path: miniApp.rawValue)
                guard FileManager.default.fileExists(atPath: folder.path) else { continue }
                try FileManager.default.removeItem(at: folder)
                try DurableFile.synchronizeFolder(folder.deletingLastPathComponent())
            }
        }
    }

    /// The sizes of the area's values, read from the folder once.
    private func sizes(of area: StorageArea) throws(StorageError) -> [String: Int] {
        if let known = sizes[area] { return known }
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
        sizes[area] = read
        return read
    }

    private func check(_ key: String) throws(StorageError) {
        guard (1...limits.keyBytes).contains(key.utf8.count) else { throw .keyLength(limit: limits.keyBytes) }
    }

    private func folder(of area: StorageArea) -> URL {
        directory.appending(path: SHA256Hash(of: Data(area.user.utf8)).hex).appending(path: area.miniApp.rawValue)
    }

    private func file(for key: String, in area: StorageArea) -> URL {
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

    private func catching<Value>(_ body: () throws -> Value) throws(StorageError) -> Value {
        do {
            return try body()
        } catch {
            throw .unavailable(ErrorText.sentence(of: error))
        }
    }
}
