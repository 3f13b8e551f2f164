import Observation

/// The one ledger of an app's user: sessions ask it at each call, a profile changes it, and what is taken back holds at once.
@MainActor
@Observable
public final class PermissionStore {
    public var ledger: PermissionLedger { didSet { if ledger != oldValue { keep(ledger) } } }

    @ObservationIgnored private let keep: @MainActor (PermissionLedger) -> Void

    /// - Parameters:
    ///   - ledger: What was decided before.
    ///   - keep: Keeps what is decided.
    public init(
        _ ledger: PermissionLedger = PermissionLedger(),
        keep: @escaping @MainActor (PermissionLedger) -> Void = { _ in }
    ) {
        self.ledger = ledger
        self.keep = keep
    }
}
