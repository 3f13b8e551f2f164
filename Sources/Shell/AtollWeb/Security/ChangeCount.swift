import NIOConcurrencyHelpers

/// Counts changes, so that the owner of a cache can tell without waiting whether an entry may still be valid.
///
/// A writer counts after its change; a cache reads the count before it reads the data.
final class ChangeCount: Sendable {
    private let count = NIOLockedValueBox(0)

    /// How many changes there were.
    var current: Int { count.withLockedValue { $0 } }

    /// Notes a change that has been made.
    func note() { count.withLockedValue { $0 += 1 } }
}
