import Crypto
import Foundation

/// Stores objects that never change: once bytes have a name, that name is never used for others.
///
/// Nothing relies on conditional requests, which some stores ignore. Names are digests, or numbers that are used only
/// once.
package protocol ObjectStore: Sendable {
    /// The bytes of an object, or nil if it does not exist. They are not verified.
    ///
    /// - Parameter limit: The maximum length, in bytes.
    func get(_ key: ObjectKey, limit: Int) async throws(ObjectError) -> Data?

    /// A part of the bytes of an object, or nil if it does not exist. They are not verified.
    ///
    /// - Parameter range: Where the part begins and ends; it is shorter if the object ends before.
    func part(of key: ObjectKey, _ range: Range<Int>) async throws(ObjectError) -> Data?

    /// Passes the bytes of an object to `take` as they arrive, from the byte `start` on.
    ///
    /// - Returns: Whether it exists.
    /// - Throws: ``ObjectError``, even in the middle of the object, because no bytes are passed on twice.
    func stream(
        _ key: ObjectKey, from start: Int, _ take: @Sendable (Data) throws -> Void
    ) async throws(ObjectError) -> Bool

    /// Stores an object. Storing the same bytes again is not an error.
    ///
    /// - Parameter sha256: The digest of `data`, which the store verifies.
    func put(_ data: Data, at key: ObjectKey, sha256: SHA256Digest) async throws(ObjectError)

    /// The length of an object in bytes, or nil if it does not exist.
    func size(of key: ObjectKey) async throws(ObjectError) -> Int?

    /// A part of the objects whose keys begin with `prefix`, in the store's own order.
    ///
    /// - Parameter mark: Where to continue: ``ObjectPage/next`` of the previous part, or nil for the first.
    func list(_ prefix: String, from mark: String?) async throws(ObjectError) -> ObjectPage

    /// Removes an object; does nothing if it does not exist.
    func delete(_ key: ObjectKey) async throws(ObjectError)
}

extension ObjectStore {
    /// Stores an object whose digest is not known yet.
    package func put(_ data: Data, at key: ObjectKey) async throws(ObjectError) {
        try await put(data, at: key, sha256: SHA256.hash(data: data))
    }

    /// All objects whose keys begin with `prefix`, in the store's own order.
    package func all(_ prefix: String) async throws(ObjectError) -> [ObjectEntry] {
        var entries: [ObjectEntry] = []
        var mark: String?
        repeat {
            let page = try await list(prefix, from: mark)
            entries += page.entries
            mark = page.next
        } while mark != nil
        return entries
    }
}
