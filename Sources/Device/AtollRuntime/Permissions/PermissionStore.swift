import Observation

/// Holds the ledger of an app's user. Sessions read it with every call and a profile changes it, so that revoking a
/// permission takes effect immediately.
@MainActor
@Observable
public final class PermissionStore {
    /// The user's decisions. Setting a different value stores it.
    public var ledger: PermissionLedger {
        didSet {
            guard ledger != oldValue else { return }
            keep(ledger)
            if !isAdopting { changed(oldValue, ledger) }
        }
    }
    @ObservationIgnored private var isAdopting = false

    /// Takes over what the user has decided elsewhere, as the server has it: ``changed`` is not called, for the server knows it.
    public func adopt(_ ledger: PermissionLedger) {
        isAdopting = true
        defer { isAdopting = false }
        self.ledger = ledger
    }

    /// Called with the decisions before and after a change: to share them with a server.
    @ObservationIgnored public var changed: @MainActor (PermissionLedger, PermissionLedger) -> Void = { _, _ in }

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
