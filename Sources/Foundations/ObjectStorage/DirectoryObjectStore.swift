import Crypto
import DurableFiles
import Foundation

/// Stores objects as files in a folder. The paths of the files are the keys.
package struct DirectoryObjectStore: ObjectStore {
    private let directory: URL

    /// - Throws: ``ObjectError/disk(_:)``.
    package init(_ directory: URL) throws(ObjectError) {
        self.directory = directory
        try Self.disk { try DurableFile.makeFolder(directory) }
    }

    private func file(_ key: ObjectKey) -> URL { directory.appending(path: key.text) }

    package func get(_ key: ObjectKey, limit: Int) async throws(ObjectError) -> Data? {
        guard let size = try await size(of: key) else { return nil }
        guard size <= limit else { throw .tooLong(key, limit: limit) }
        return try Self.ifThere { try Data(contentsOf: file(key)) }
    }

    package func stream(
        _ key: ObjectKey, from start: Int, _ take: @Sendable (Data) throws -> Void
    ) async throws(ObjectError) -> Bool {
        guard start >= 0, try await size(of: key) != nil,
            let handle = try Self.ifThere({ try FileHandle(forReadingFrom: file(key)) })
        else { return false }
        defer { try? handle.close() }
        try Self.disk { try handle.seek(toOffset: UInt64(start)) }
        while let chunk = try Self.ifThere({ try handle.read(upToCount: 65_536) }) ?? nil, !chunk.isEmpty {
            do { try take(chunk) } catch { throw .stopped }
        }
        return true
    }

    package func part(of key: ObjectKey, _ range: Range<Int>) async throws(ObjectError) -> Data? {
        guard try await size(of: key) != nil,
            let handle = try Self.ifThere({ try FileHandle(forReadingFrom: file(key)) })
        else { return nil }
        defer { try? handle.close() }
        try Self.disk { try handle.seek(toOffset: UInt64(max(0, range.lowerBound))) }
        return try Self.ifThere { try handle.read(upToCount: range.count) } ?? nil ?? Data()
    }

    package func put(_ data: Data, at key: ObjectKey, sha256: SHA256Digest) async throws(ObjectError) {
        guard SHA256.hash(data: data) == sha256 else { throw .refused(status: 400, code: "BadDigest") }
        let file = file(key)
        try Self.disk {
            try DurableFile.makeFolder(file.deletingLastPathComponent())
            try DurableFile.write(data, to: file)
        }
    }

    package func size(of key: ObjectKey) async throws(ObjectError) -> Int? {
        let attributes = try Self.ifThere { try FileManager.default.attributesOfItem(atPath: file(key).path) }
        guard attributes?[.type] as? FileAttributeType == .typeRegular else { return nil }
        return attributes?[.size] as? Int
    }

    /// - Complexity: O(*n*) in all objects of the store. An embedded store is small.
    package func list(_ prefix: String, from mark: String?) async throws(ObjectError) -> ObjectPage {
        let paths = FileManager.default.enumerator(atPath: directory.path)?.allObjects as? [String] ?? []
        let last = mark.flatMap { ObjectKey($0) }
        let keys = paths.filter { !$0.split(separator: "/").contains { $0.hasPrefix(DurableFile.temporaryPrefix) } }
            .compactMap { ObjectKey($0) }
            .filter { key in key.text.hasPrefix(prefix) && last.map { key > $0 } ?? true }
            .sorted()
        var entries: [ObjectEntry] = []
        for key in keys {
            guard let attributes = try? FileManager.default.attributesOfItem(atPath: file(key).path),
                attributes[.type] as? FileAttributeType == .typeRegular, let size = attributes[.size] as? Int,
                let modified = attributes[.modificationDate] as? Date
            else { continue }
            guard entries.count < 1_000 else { return ObjectPage(entries: entries, next: entries.last?.key.text) }
            entries.append(ObjectEntry(key: key, size: size, modified: modified))
        }
        return ObjectPage(entries: entries, next: nil)
    }

    package func delete(_ key: ObjectKey) async throws(ObjectError) {
        guard try await size(of: key) != nil else { return }
        try Self.disk { try FileManager.default.removeItem(at: file(key)) }
    }

    /// The result, or nil if the file does not exist. Any other fault is an error: a server that has too many files open
    /// must not report that an object is missing.
    private static func ifThere<Result>(_ work: () throws -> Result) throws(ObjectError) -> Result? {
        do {
            return try work()
        } catch let error as CocoaError where [.fileNoSuchFile, .fileReadNoSuchFile].contains(error.code) {
            return nil
        } catch {
            throw .disk("\(error)")
        }
    }

    private static func disk(_ work: () throws -> Void) throws(ObjectError) {
        do {
            try work()
        } catch {
            throw .disk("\(error)")
        }
    }
}
