import SwiftUI

/// What lies over the views below it, so that what there is to say is said on top: a view that is covered can't.
///
/// Modifiers that say something put it into the environment, or use the one that is there; the `layers` modifier enters what it shows.
@MainActor
@Observable
final class Covers {
    private struct Entry {
        /// Gone with the view.
        weak var owner: Owner?
        let covers: @MainActor () -> Bool
    }

    private var entries: [Entry] = []

    var isCovered: Bool { entries.contains { $0.owner != nil && $0.covers() } }

    func add(_ owner: Owner, _ covers: @escaping @MainActor () -> Bool) {
        entries.removeAll { $0.owner == nil || $0.owner === owner }
        entries.append(Entry(owner: owner, covers: covers))
    }

    /// Whoever shows layers.
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
