import NIOConcurrencyHelpers

/// Counts changes, so that a cache can check without waiting whether its entries may still be valid.
///
/// A change is counted after it is made. A cache reads the count before it reads the data.
final class ChangeCount: Sendable {
    private let count = NIOLockedValueBox(0)

    /// The number of changes so far.
    var current: Int { count.withLockedValue { $0 } }

    /// Notes a change that has been made.
    func note() { count.withLockedValue { $0 += 1 } }
}
