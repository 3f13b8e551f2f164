import SwiftUI

/// Tracks whether layers cover a view, so that alerts are shown by the topmost one: a covered view can't present them.
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

    /// Identifies a view that shows layers, for as long as it exists.
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
