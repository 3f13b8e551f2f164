import AtollCenter
import AtollCenterDomain
import Foundation
import NIOConcurrencyHelpers
import ObjectStorage
import TUF

/// The repository's files in the bucket, as one row of the database says they are current.
///
/// Written files are held here until ``SharedRepository`` stores them.
final class BucketFiles: RepositoryFiles {
    private struct State {
        /// Files that were fetched for this work; nil for those that do not exist.
        var fetched: [String: Data?] = [:]
        var missing: Set<String> = []
        var written: [(path: String, data: Data)] = []
        var replaced: Set<String> = []
        var isExtended = false
    }

    /// More files than this are not those of a release.
    static let manyFiles = 300

    private static let timestamp = "metadata/timestamp.json"

    let head: RepositoryHead
    let number: Int?
    private let objects: any ObjectStore
    private let cache: FileCache
    /// Called when the work takes longer than a release does.
    private let extend: @Sendable () async throws -> Void
    private let state = NIOLockedValueBox(State())

    /// - Parameter number: The version of what is signed in these files, or nil for files that are only read.
    init(
        _ head: RepositoryHead, number: Int?, objects: any ObjectStore, cache: FileCache,
        extend: @escaping @Sendable () async throws -> Void = {}
    ) {
        self.extend = extend
        self.head = head
        self.number = number
        self.objects = objects
        self.cache = cache
    }

    func read(_ path: String) throws(TUFError) -> Data? {
        let written = state.withLockedValue { $0.written.last { $0.path == path }?.data }
        if let written { return written }
        if path == Self.timestamp { return head.timestamp }
        if let version = Self.rootVersion(of: path), version > head.rootVersion { return nil }
        if let fetched = state.withLockedValue({ $0.fetched[path] }) { return fetched }
        if let data = cache[path] { return data }
        state.withLockedValue { _ = $0.missing.insert(path) }
        throw .storage("\(path) has not been fetched")
    }

    func contains(_ path: String) throws(TUFError) -> Bool {
        if let version = Self.rootVersion(of: path) {
            return version <= head.rootVersion || state.withLockedValue { $0.written.contains { $0.path == path } }
        }
        return try read(path) != nil
    }

    /// The version of a root, by its path; nil for any other file.
    static func rootVersion(of path: String) -> Int? {
        guard path.hasPrefix("metadata/"), path.hasSuffix(".root.json") else { return nil }
        return Int(path.dropFirst("metadata/".count).dropLast(".root.json".count))
    }

    func write(_ files: [(path: String, data: Data)]) throws(TUFError) {
        guard number != nil else { throw .storage("these files are only read") }
        state.withLockedValue { $0.written += files }
    }

    /// The lock of the database excludes others.
    func turn(onWait: () -> Void) -> any Sendable { () }

    /// Nil: a bucket may have millions of files.
    func metadataNames() -> [String]? { nil }

    func prune(current: [String: Int], replacedBefore date: Date) -> Int { 0 }

    func noteReplaced(_ paths: Set<String>) {
        state.withLockedValue { $0.replaced.formUnion(paths) }
    }

    func prepare(_ paths: [String]) async throws {
        try await extendIfMany(paths.count)
        let missing = paths.filter { path in cache[path] == nil }
        try await fetch(missing)
        // The cache may be too small for all of them.
        let dropped = state.withLockedValue { state in paths.filter { state.fetched[$0] == nil && cache[$0] == nil } }
        if !dropped.isEmpty { try await fetch(dropped) }
    }

    /// Raises the time limits for work with this many files.
    func extendIfMany(_ count: Int) async throws {
        guard count > Self.manyFiles, !isExtended else { return }
        try await extend()
        state.withLockedValue { $0.isExtended = true }
    }

    /// Whether the time limits were raised.
    var isExtended: Bool { state.withLockedValue { $0.isExtended } }

    func fetchMissing() async throws -> Bool {
        let missing = state.withLockedValue { state in
            defer {
                if !state.missing.isEmpty { (state.missing, state.written, state.replaced) = ([], [], []) }
            }
            return Array(state.missing)
        }
        guard !missing.isEmpty else { return false }
        try await fetch(missing)
        return true
    }

    private func fetch(_ paths: [String]) async throws {
        try await SharedRepository.concurrently(paths) { [objects, cache] path in
            let data = try await objects.get(SharedRepository.key(path), limit: SharedRepository.maximumFile)
            if let data { cache.add(path, data, isOurs: false) }
            self.state.withLockedValue { $0.fetched[path] = .some(data) }
        }
    }

    /// The written files, except the timestamp, in their order.
    var written: [(path: String, data: Data)] {
        state.withLockedValue { $0.written.filter { $0.path != Self.timestamp } }
    }

    /// The new timestamp, or nil if nothing was published.
    var newTimestamp: Data? {
        state.withLockedValue { $0.written.last { $0.path == Self.timestamp }?.data }
    }

    var replaced: Set<String> { state.withLockedValue { $0.replaced } }
}
