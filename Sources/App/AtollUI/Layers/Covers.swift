import SwiftUI

/// Tracks whether layers cover a view, so that alerts are shown by the topmost one: a covered view can't present them.
/// It also gives alerts their turn, because the system would drop one of two alerts over the same view.
///
/// Modifiers that show alerts put an instance into the environment, or use the one that is already there; the `layers`
/// modifier registers what it shows.
@MainActor
@Observable
final class Covers {
    private struct Entry {
        /// Nil once the view has gone.
        weak var owner: Owner?
        let covers: @MainActor () -> Bool
    }

    private var entries: [Entry] = []

    var isCovered: Bool { entries.contains { $0.owner != nil && $0.covers() } }

    func add(_ owner: Owner, _ covers: @escaping @MainActor () -> Bool) {
        entries.removeAll { $0.owner == nil || $0.owner === owner }
        entries.append(Entry(owner: owner, covers: covers))
    }

    private struct Turn {
        /// Nil once the view has gone.
        weak var owner: Owner?
        let since: ContinuousClock.Instant
    }

    /// How long an alert makes others wait. The system may have dropped it because the app presents something else.
    private static let patience = Duration.seconds(30)

    /// The owners of alerts to show, in the order in which they asked.
    private var turns: [Turn] = []

    /// Asks for a turn to show an alert, or gives it to the next.
    func want(_ owner: Owner, _ isWanted: Bool, at time: ContinuousClock.Instant = .now) {
        turns.removeAll { $0.owner == nil || (!isWanted && $0.owner === owner) }
        guard isWanted, !turns.contains(where: { $0.owner === owner }) else { return }
        // An owner that has made others wait too long comes after them.
        let late = turns.filter { $0.since.duration(to: time) > Self.patience }
        turns.removeAll { $0.since.duration(to: time) > Self.patience }
        turns.append(Turn(owner: owner, since: time))
        turns += late.map { Turn(owner: $0.owner, since: time) }
    }

    /// Whether the alert that is shown belongs to this owner.
    func isTurn(of owner: Owner) -> Bool { turns.first { $0.owner != nil }?.owner === owner }

    /// Identifies a view that shows layers or alerts, for as long as it exists.
    final class Owner {}
}

private struct CoversKey: EnvironmentKey {
    static var defaultValue: Covers? { nil }
}

extension EnvironmentValues {
    var covers: Covers? {
        get { self[CoversKey.self] }
        set { self[CoversKey.self] = newValue }
    }
}
