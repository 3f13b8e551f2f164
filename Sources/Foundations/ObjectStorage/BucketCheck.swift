import Crypto
import Foundation

/// Tests whether a store of objects supports what a Center relies on, in a separate folder below the prefix.
package struct BucketCheck: Sendable {
    private let objects: any ObjectStore
    private let folder: String

    /// The outcome of one test.
    package struct Outcome: Sendable, Hashable {
        /// The name of the test, such as "an object is read as it was stored".
        package let name: String
        /// The reason that it does not work, or nil.
        package let fault: String?
    }

    /// - Parameter name: A name that no other check uses at the same time.
    package init(_ objects: any ObjectStore, name: String) {
        self.objects = objects
        folder = "check/\(name)"
    }

    /// Runs all tests, and removes what they have stored.
    ///
    /// - Parameter report: Called with each outcome.
    package func run(_ report: (Outcome) -> Void) async {
        let bytes = Data((0..<2_000).map { UInt8(truncatingIfNeeded: $0) })
        await attempt("the bucket exists and can be listed", report) { _ = try await objects.list(folder, from: nil) }
        await attempt("an object is stored", report) { try await put(bytes, "a") }
        await attempt("it is read as it was stored", report) {
            try expect(try await objects.get(key("a"), limit: 10_000) == bytes, "other bytes came back")
        }
        await attempt("storing the same bytes again is no error", report) { try await put(bytes, "a") }
        await attempt("a part of it is read", report) {
            let part = try await objects.part(of: key("a"), 100..<1_100)
            try expect(part == bytes[100..<1_100], "other bytes came back")
        }
        await attempt("bytes with another digest are refused", report) {
            // Otherwise, any refusal would look like this one.
            try await put(bytes, "b")
            do throws(ObjectError) {
                try await objects.put(bytes, at: try otherKey(), sha256: SHA256.hash(data: Data("other".utf8)))
            } catch .refused {
                return
            }
            throw Fault(reason: "they were stored")
        }
        await attempt("an object that does not exist is distinguished from one that can't be read", report) {
            try expect(try await objects.get(key("missing"), limit: 10) == nil, "something came back")
        }
        await attempt("objects are listed as soon as they are stored", report) {
            for name in ["c/1", "c/2", "d"] { try await put(bytes, name) }
            let names = Set(try await objects.all(folder + "/c/").map(\.key.text))
            try expect(names == ["\(folder)/c/1", "\(folder)/c/2"], "the list has \(names.sorted())")
        }
        await attempt("the length of an object is known", report) {
            try expect(try await objects.size(of: key("a")) == bytes.count, "another length came back")
        }
        await attempt("an object is gone once it is removed", report) {
            try await objects.delete(key("d"))
            try expect(try await objects.get(key("d"), limit: 10_000) == nil, "it is still there")
        }
        await attempt("removing an object that does not exist is no error", report) {
            try await objects.delete(key("d"))
        }
        for name in ["a", "b", "c/1", "c/2", "d"] { try? await objects.delete(key(name)) }
    }

    private struct Fault: Error, CustomStringConvertible {
        let reason: String
        var description: String { reason }
    }

    private func key(_ name: String) throws -> ObjectKey {
        guard let key = ObjectKey("\(folder)/\(name)") else { throw Fault(reason: "\(folder) is not a key") }
        return key
    }

    private func otherKey() throws(ObjectError) -> ObjectKey {
        guard let key = ObjectKey("\(folder)/b") else { throw .badAddress(folder) }
        return key
    }

    private func put(_ data: Data, _ name: String) async throws { try await objects.put(data, at: key(name)) }

    private func expect(_ condition: Bool, _ fault: String) throws {
        guard condition else { throw Fault(reason: fault) }
    }

    private func attempt(_ name: String, _ report: (Outcome) -> Void, _ work: () async throws -> Void) async {
        do {
            try await work()
            report(Outcome(name: name, fault: nil))
        } catch {
            report(Outcome(name: name, fault: "\(error)"))
        }
    }
}
