import AtollPackages
import AtollRuntime
import NIOConcurrencyHelpers

/// The bridge's short-lived knowledge of launches: a mini app calls many times in a row, and each call would ask six
/// stores for the same.
///
/// A call must notice the end of a session and a revoked permission immediately: the stores count those changes, and a
/// change empties this cache. The rest, such as a user's name, may be a second old.
final class LaunchContexts: Sendable {
    private struct Key: Hashable {
        let launch: SHA256Hash
        let language: String
    }

    private struct Entry {
        let context: BridgeContext
        let changes: Int
        let made: ContinuousClock.Instant
    }

    private let entries = NIOLockedValueBox<[Key: Entry]>([:])
    private let changes: ChangeCount
    private let now: @Sendable () -> ContinuousClock.Instant

    private static let lifetime = Duration.seconds(1)
    private static let capacity = 10_000

    /// - Parameter changes: Of sessions and consents.
    init(_ changes: ChangeCount, now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }) {
        self.changes = changes
        self.now = now
    }

    /// Returns the context of a launch from the cache, or from `make`.
    func context(
        of launch: SHA256Hash, in language: String, _ make: () async throws -> BridgeContext
    ) async throws -> BridgeContext {
        let key = Key(launch: launch, language: language)
        // Before anything is read: a change meanwhile makes this entry old immediately.
        let count = changes.current
        if let known = entries.withLockedValue({ $0[key] }), known.changes == count,
            now() - known.made < Self.lifetime
        {
            return known.context
        }
        let made = now()
        let context = try await make()
        entries.withLockedValue { entries in
            if entries.count >= Self.capacity { entries = entries.filter { made - $0.value.made < Self.lifetime } }
            if entries.count >= Self.capacity { entries = [:] }
            entries[key] = Entry(context: context, changes: count, made: made)
        }
        return context
    }
}
