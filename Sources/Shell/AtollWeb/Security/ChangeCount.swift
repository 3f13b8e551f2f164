import NIOConcurrencyHelpers

/// Counts changes, so that whoever has kept something can tell without waiting whether it may still be true.
///
/// Whoever changes something counts afterwards; whoever keeps something has read the count before.
final class ChangeCount: Sendable {
    private let count = NIOLockedValueBox(0)

    /// How many changes there were.
    var current: Int { count.withLockedValue { $0 } }

    /// Notes a change that has been made.
    func note() { count.withLockedValue { $0 += 1 } }
}
