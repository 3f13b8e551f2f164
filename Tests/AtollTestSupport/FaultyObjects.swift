import Crypto
import DurableFiles
import Foundation
import ObjectStorage

/// A bucket in which storing fails while a test has disks fail.
struct FaultyObjects: ObjectStore {
    private let base: any ObjectStore

    init(_ base: any ObjectStore) {
        self.base = base
    }

    func get(_ key: ObjectKey, limit: Int) async throws(ObjectError) -> Data? { try await base.get(key, limit: limit) }

    func part(of key: ObjectKey, _ range: Range<Int>) async throws(ObjectError) -> Data? {
        try await base.part(of: key, range)
    }

    func stream(
        _ key: ObjectKey, from start: Int, _ take: @Sendable (Data) throws -> Void
    ) async throws(ObjectError) -> Bool {
        try await base.stream(key, from: start, take)
    }

    func put(_ data: Data, at key: ObjectKey, sha256: SHA256Digest) async throws(ObjectError) {
        if DiskFault.fault?(.write) != nil { throw .busy(status: 503) }
        try await base.put(data, at: key, sha256: sha256)
    }

    func size(of key: ObjectKey) async throws(ObjectError) -> Int? { try await base.size(of: key) }

    func list(_ prefix: String, from mark: String?) async throws(ObjectError) -> ObjectPage {
        try await base.list(prefix, from: mark)
    }

    func delete(_ key: ObjectKey) async throws(ObjectError) { try await base.delete(key) }
}
