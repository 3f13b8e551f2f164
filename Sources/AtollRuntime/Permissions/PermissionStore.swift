import Observation

/// Holds the ledger of an app's user. Sessions read it with every call and a profile changes it, so that revoking a
/// permission takes effect immediately.
@MainActor
@Observable
public final class PermissionStore {
    /// The user's decisions. Setting a different value stores it.
    public var ledger: PermissionLedger { didSet { if ledger != oldValue { keep(ledger) } } }

    @ObservationIgnored private let keep: @MainActor (PermissionLedger) -> Void

    /// Creates a store.
    ///
    /// - Parameters:
    ///   - ledger: The decisions so far.
    ///   - keep: Stores the ledger when it has changed; by default it is lost with the store.
    public init(
        _ ledger: PermissionLedger = PermissionLedger(),
        keep: @escaping @MainActor (PermissionLedger) -> Void = { _ in }
    ) {
        self.ledger = ledger
        self.keep = keep
    }
}
