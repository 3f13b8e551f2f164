import AtollPackages
import AtollRuntime
import NIOConcurrencyHelpers

/// Caches what the bridge knows about launches, for a second: a mini app makes many calls in a row, and each would
/// query the same six stores.
///
/// The end of a session and the revocation of a permission must take effect immediately. The stores count these
/// changes, and each one invalidates the cache. Other values, such as a user's name, may be a second old.
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

    /// - Parameter changes: The count of changes to sessions and consents.
    init(_ changes: ChangeCount, now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }) {
        self.changes = changes
        self.now = now
    }

    /// Returns the cached context of a launch, or the one that `make` returns.
    func context(
        of launch: SHA256Hash, in language: String, _ make: () async throws -> BridgeContext
    ) async throws -> BridgeContext {
        let key = Key(launch: launch, language: language)
        // Read before any data, so that a change in the meantime invalidates this entry immediately.
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
