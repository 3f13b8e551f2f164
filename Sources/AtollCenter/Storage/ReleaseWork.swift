import AtollPackages
import Foundation

/// What is due, and is announced to devices in one turn.
package struct ReleaseWork: Sendable {
    package let miniApps: [DueMiniApp]
    package let targets: [DueTarget]

    /// How many mini apps, and how many other targets, are announced in one turn.
    package static let maximum = 100

    package init(miniApps: [DueMiniApp], targets: [DueTarget]) {
        self.miniApps = miniApps
        self.targets = targets
    }

    package var isEmpty: Bool { miniApps.isEmpty && targets.isEmpty }
}
